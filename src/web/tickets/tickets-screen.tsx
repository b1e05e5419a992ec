import { useIsMember } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ForSale } from './components/for-sale.tsx';
import { OwnTickets } from './components/own-tickets.tsx';
import classes from './tickets-screen.module.css';

interface TicketsScreenProps {
  /** `unit` of the address: a club. */
  unit: number | undefined;
}

/** What can be bought; for members their own tickets above (specification point 2, tickets). */
export function TicketsScreen({ unit }: TicketsScreenProps) {
  const { t } = useTexts();
  const isMember = useIsMember();
  const { pageRules } = useStartContext();
  return (
    <Page>
      <PageHeader title={t('tickets.title')} />
      {isMember ? <OwnTickets /> : null}
      <section aria-label={t('tickets.forSale')}>
        {pageRules.payment.isPaymentActive ? (
          <h2 className={isMember ? classes.title : 'visually-hidden'}>{t('tickets.forSale')}</h2>
        ) : null}
        <ForSale unit={unit} isMember={isMember} />
      </section>
    </Page>
  );
}
