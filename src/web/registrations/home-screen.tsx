import { Link } from '@tanstack/react-router';
import { compareInstants, daysBetween, localDate } from '#shared/kernel/dates.ts';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useSession } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeWords } from '#web/kernel/time-words.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState, OfflineState } from '#web/ui/states.tsx';
import { keepTogether } from '#web/ui/timed-row.tsx';
import classes from './home-screen.module.css';
import { useRegistrations } from './queries.ts';

const quoteKeys = [
  'registrations.quote1',
  'registrations.quote2',
  'registrations.quote3',
  'registrations.quote4',
  'registrations.quote5',
  'registrations.quote6',
  'registrations.quote7',
  'registrations.quote8',
  'registrations.quote9',
  'registrations.quote10',
] as const;

/** The day of the rotation of ten quotes (specification point 9). */
const firstQuoteDay = '2026-01-01';

/** The member's home: the next training first, then where else one may want to go. */
export function HomeScreen() {
  const { t } = useTexts();
  const words = useTimeWords();
  const { claims } = useSession();
  const query = useRegistrations('upcoming');
  const items = query.data?.items ?? [];
  const next = items.find(
    ({ state, endDateTime }) =>
      (state === 'booked' || state === 'offered' || state === 'waiting') &&
      compareInstants(endDateTime, words.now) > 0,
  );
  const hour = words.time(words.now);
  const greeting = () => {
    const name = claims?.firstName ?? '';
    if (hour >= '05:00' && hour < '11:00') return t('registrations.goodMorning', { name });
    return t(
      hour >= '18:00' || hour < '05:00' ? 'registrations.goodEvening' : 'registrations.goodAfternoon',
      {
        name,
      },
    );
  };
  const turn = daysBetween(firstQuoteDay, words.today) % quoteKeys.length;
  const quote = quoteKeys[(turn + quoteKeys.length) % quoteKeys.length] ?? quoteKeys[0];
  return (
    <Page>
      <h1 className={classes.greeting}>{greeting()}</h1>
      <p className={classes.quote}>{t(quote)}</p>
      {query.storedAt === null ? null : (
        <OfflineState>{t('common.offlineAsOf', { time: words.until(query.storedAt) })}</OfflineState>
      )}
      {card()}
      <nav className={classes.shortcuts} aria-label={t('registrations.shortcuts')}>
        <ListRowLink
          to="/calendar/day"
          start={<Icon name="calendar" />}
          title={t('registrations.timetable')}
          text={t('registrations.findTraining')}
        />
        <ListRowLink
          to="/workouts"
          start={<Icon name="dumbbell" />}
          title={t('registrations.title')}
          text={
            query.data?.total
              ? t('registrations.upcomingCount', { count: query.data.total })
              : t('registrations.history')
          }
        />
      </nav>
    </Page>
  );

  function card() {
    if (!query.data && query.error) {
      return (
        <ErrorState
          title={t('registrations.notLoaded')}
          text={`${errorText(query.error, t)}. ${t('schedule.bookingsSafe')}`}
          retryText={t('common.tryAgain')}
          retryingText={t('common.tryingAgain')}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      );
    }
    if (!query.data) return <CardSkeleton />;
    return next ? <NextTraining registration={next} /> : <NothingNext />;
  }
}

/** The next training: time left, name, when and where; until when it can be given back; one link. */
function NextTraining({ registration }: { registration: UserRegistration }) {
  const { t } = useTexts();
  const words = useTimeWords();
  const { startDateTime, endDateTime, state, freeUntil, listMovesUntil, roomName, trainerName } =
    registration;
  const isOn = compareInstants(startDateTime, words.now) <= 0;
  const isWaiting = state === 'waiting' || state === 'offered';
  const isFree = compareInstants(words.now, freeUntil) <= 0;
  const until = words.until(freeUntil);
  const lead = () => {
    if (isOn) return t('registrations.onNow', { time: words.time(endDateTime) });
    const duration = words.durationFromNow(startDateTime);
    return t(isWaiting ? 'registrations.waitingNext' : 'registrations.nextIn', { duration });
  };
  const deadline = () => {
    if (isOn) return '';
    if (registration.heldUntil) {
      const held = t('schedule.movesUntil', { until: words.until(registration.heldUntil) });
      return [t('schedule.offered'), held].join(' · ');
    }
    if (isWaiting) {
      const count = registration.placeInWaitingList;
      const isMoving = compareInstants(words.now, listMovesUntil) < 0;
      return [
        t('registrations.position', { count, ordinal: true }),
        isMoving
          ? t('schedule.movesUntil', { until: words.until(listMovesUntil) })
          : t('schedule.standsStill'),
      ].join(' · ');
    }
    if (!isFree) return `${t('registrations.cancellingCosts')} ${t('registrations.costsTheVisit')}`;
    return `${t('registrations.cancelFreeWord')} ${t('registrations.untilTime', { until })}`;
  };
  const date = localDate(startDateTime, words.timeZone);
  const day = words.isNamed(date) ? words.day(date) : words.weekdayAndDate(date);
  return (
    <article className={classes.card}>
      <p className={classes.lead}>
        <Mark color={registration.trainingTypeColor} />
        {lead()}
      </p>
      <h2 className={classes.name}>{keepTogether(registration.trainingName)}</h2>
      <p className={classes.when}>
        {`${capitalize(day)} ${words.time(startDateTime)}–${words.time(endDateTime)}`}
      </p>
      <p className={classes.where}>
        {keepTogether(
          trainerName === ''
            ? roomName
            : t('registrations.placeWithTrainer', { room: roomName, trainer: trainerName }),
        )}
      </p>
      <div className={classes.foot}>
        <p className={isFree || isWaiting ? classes.deadline : classes.lateDeadline}>{deadline()}</p>
        <Link to="/training" search={{ id: registration.trainingId }} className={classes.details}>
          {t('common.details')}
          <Icon name="chevronRight" size={18} isStrong />
        </Link>
      </div>
    </article>
  );
}

function NothingNext() {
  const { t } = useTexts();
  return (
    <article className={classes.card}>
      <h2 className={classes.name}>{t('registrations.noneUpcoming')}</h2>
      <p className={classes.where}>{t('registrations.noneUpcomingText')}</p>
      <ButtonLink to="/calendar/day" isWide className={classes.open}>
        {t('registrations.openTimetable')}
      </ButtonLink>
    </article>
  );
}

function CardSkeleton() {
  const { t } = useTexts();
  return (
    <div className={classes.card} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <Skeleton size="caption" width="half" />
      <Skeleton size="title" width="long" />
      <Skeleton width="half" />
      <Skeleton width="long" />
      <div className={classes.foot}>
        <Skeleton size="caption" width="half" />
      </div>
    </div>
  );
}
