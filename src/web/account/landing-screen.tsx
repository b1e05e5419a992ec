import { useLocation, useMatch, useRouter } from '@tanstack/react-router';
import { joinPageOf } from '#shared/joining/pages/domain.ts';
import { safeOrigin } from '#web/kernel/origin.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { WaysIn } from '#web/kernel/ways-in.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/question.tsx';
import { LoginForm } from './components/login-form.tsx';
import classes from './landing-screen.module.css';
import { useTrainingsLeftToday } from './queries.ts';

/** What visitors see at home and at every address that needs a login (specification point 2). */
export function LandingScreen() {
  const { t } = useTexts();
  const { configuration, pageRules } = useStartContext();
  const router = useRouter();
  // Nobody asked for a page there: logging in leads home.
  const isNowhere = useMatch({ strict: false, select: ({ routeId }) => routeId === '/$' });
  const origin = useLocation({
    select: ({ pathname, search }) =>
      pathname === '/' && 'origin' in search ? safeOrigin(search.origin) : undefined,
  });
  const wasIdle = useLocation({ select: ({ search }) => 'ended' in search && search.ended === 'idle' });
  // Without it one stays at the address one wanted, which now shows its screen.
  const destination = isNowhere ? '/' : origin;
  const left = useTrainingsLeftToday();

  function goOn() {
    if (destination !== undefined) void router.navigate({ href: destination, replace: true });
    void router.invalidate();
  }

  return (
    <div className={classes.page}>
      <div className={classes.words}>
        <h1 className={classes.slogan}>{configuration.slogan}</h1>
        <p className={classes.intro}>{t('account.intro')}</p>
      </div>
      <section className={classes.login} aria-label={t('account.login')}>
        {wasIdle ? <Notice tone="warn" icon="clock" text={t('account.endedIdle')} /> : null}
        <LoginForm onLoggedIn={goOn} />
      </section>
      <ul className={classes.links}>
        <li>
          <ListRowLink
            to="/public/calendar/day"
            start={<Icon name="calendar" />}
            title={t('account.timetable')}
            text={left ? t('account.timetableToday', { count: left }) : t('account.timetableText')}
          />
        </li>
        <WaysIn canJoin={joinPageOf(pageRules) !== undefined} />
      </ul>
    </div>
  );
}
