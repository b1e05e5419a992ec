import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import classes from './tickets-link.module.css';

/** Leads to the tickets, where the centre sells them in the app. */
export function TicketsLink() {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  if (!pageRules.payment.isPaymentActive) return null;
  return (
    <a className={classes.link} href="/public/tickets">
      {t('covers.getTicket')}
    </a>
  );
}
