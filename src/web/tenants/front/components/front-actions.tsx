import { joinPageOf } from '#shared/joining/pages/domain.ts';
import type { Landing } from '#shared/tenants/landing/contract.ts';
import { formatFromPrice } from '#web/kernel/format.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import classes from '../front-screen.module.css';
import { monthlyFrom } from './offers.ts';

/** Joining, where one can, and booking. */
export function FrontActions({
  landing,
  isWide = false,
}: {
  landing: Landing | undefined;
  isWide?: boolean;
}) {
  const { t, language } = useTexts();
  const { pageRules } = useStartContext();
  const lowest = landing ? monthlyFrom(landing.packages) : undefined;
  const join =
    isWide && lowest !== undefined
      ? t('landing.joinFrom', { price: formatFromPrice(lowest, language) })
      : t('landing.join');
  return (
    <nav className={classes.actions} aria-label={t('landing.actions')}>
      <ButtonLink to="/public/calendar/day" className={classes.book ?? ''}>
        {t('landing.book')}
      </ButtonLink>
      {joinPageOf(pageRules) === undefined ? null : (
        <ButtonLink to="/public/join" variant="plain" className={classes.join ?? ''}>
          {join}
        </ButtonLink>
      )}
    </nav>
  );
}
