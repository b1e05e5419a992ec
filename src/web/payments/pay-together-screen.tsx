import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RowSkeletons } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { PayingTogether } from './components/paying-together.tsx';
import { usePayableTogether } from './queries.ts';

/** Several own invoices paid by one payment: chosen, with one's credit or without, by bank link or card. */
export function PayTogetherScreen() {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  const query = usePayableTogether();
  const { data } = query;
  const isOnline = pageRules.payment.isPaymentActive;
  if (data && isOnline && data.invoices.length > 0) {
    return <PayingTogether payable={data} onChanged={() => void query.refetch()} />;
  }
  return (
    <Page>
      <PageHeader
        title={t('payTogether.title')}
        back={<BackLink to="/purchases">{t('payTogether.back')}</BackLink>}
      />
      {state()}
    </Page>
  );

  function state() {
    if (!data && query.isError) return <NotLoaded title={t('payTogether.notLoaded')} query={query} />;
    if (!data) return <RowSkeletons label={t('common.loading')} />;
    const isOwing = data.invoices.length > 0;
    return (
      <EmptyState
        icon={isOwing ? 'info' : 'check'}
        title={t(isOwing ? 'payTogether.title' : 'payTogether.none')}
        text={t(isOwing ? 'payTogether.notOnline' : 'payTogether.noneText')}
      >
        <ButtonLink to="/invoices" search={{}} isWide>
          {t('payTogether.toInvoices')}
        </ButtonLink>
      </EmptyState>
    );
  }
}
