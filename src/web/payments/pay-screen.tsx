import { formatDate } from '#shared/kernel/dates.ts';
import { ApiError } from '#web/kernel/call.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { InvoiceSummary } from './components/invoice-summary.tsx';
import { Paying, type PayingProps } from './components/paying.tsx';
import classes from './components/payment-pages.module.css';
import { TransferDetails } from './components/transfer-details.tsx';
import { useEuros } from './components/use-euros.ts';
import { usePayable } from './queries.ts';

interface PayScreenProps {
  /** `invoice` of the address. */
  invoiceToken: string | undefined;
}

/** The public page of an invoice: what it is for, and how to pay it (specification points 2 and 7). */
export function PayScreen({ invoiceToken }: PayScreenProps) {
  return invoiceToken === undefined ? <Nothing kind="unknown" /> : <Opened invoiceToken={invoiceToken} />;
}

function Opened({ invoiceToken }: { invoiceToken: string }) {
  const { t } = useTexts();
  const query = usePayable(invoiceToken);
  const { data, error, refetch } = query;
  if (data) {
    if (data.state === 'dropped') return <Nothing kind="dropped" />;
    const isOwed = data.balance > 0 || data.state === 'draft';
    return isOwed ? (
      <Payable invoice={data} invoiceToken={invoiceToken} onPaidMeanwhile={() => void refetch()} />
    ) : (
      <Nothing kind="paid" />
    );
  }
  if (error instanceof ApiError && error.status === 404) return <Nothing kind="unknown" />;
  if (error) {
    return (
      <Page isCentred>
        <NotLoaded level={1} title={t('payments.notLoaded')} query={query} />
      </Page>
    );
  }
  return (
    <Page isCentred>
      <PageHeader title={t('payments.title')} size="flow" />
      <div className={classes.flow} role="status" aria-label={t('common.loading')}>
        <Skeleton size="title" width="half" />
        <Skeleton size="block" width="full" />
        <Skeleton size="block" width="full" />
      </div>
    </Page>
  );
}

function Payable({ invoice, invoiceToken, onPaidMeanwhile }: PayingProps) {
  const { t } = useTexts();
  const euros = useEuros();
  const { pageRules } = useStartContext();
  const isFree = invoice.balance === 0;
  const isOnline = pageRules.payment.isPaymentActive;
  const { number, dueOn } = invoice;
  return (
    <Page isCentred width={isFree || isOnline ? 'table' : 'list'} className={classes.page}>
      <PageHeader
        size="flow"
        title={number === null ? t('payments.purchase') : t('payments.invoice', { number })}
        subtitle={dueOn === null ? undefined : t('payments.due', { date: formatDate(dueOn) })}
      />
      {isFree || isOnline ? (
        <Paying invoice={invoice} invoiceToken={invoiceToken} onPaidMeanwhile={onPaidMeanwhile} />
      ) : (
        <div className={classes.flow}>
          <p className={classes.amount}>{euros(invoice.balance)}</p>
          <InvoiceSummary invoice={invoice} invoiceToken={invoiceToken} />
          <TransferDetails invoice={invoice} />
        </div>
      )}
    </Page>
  );
}

const nothing = {
  unknown: { icon: 'info', title: 'payments.unknownTitle', text: 'payments.unknownText' },
  dropped: { icon: 'clock', title: 'payments.droppedTitle', text: 'payments.droppedText' },
  paid: { icon: 'check', title: 'payments.paidTitle', text: 'payments.paidText' },
} as const;

function Nothing({ kind }: { kind: keyof typeof nothing }) {
  const { t } = useTexts();
  const { icon, title, text } = nothing[kind];
  return (
    <Page isCentred>
      <EmptyState level={1} icon={icon} title={t(title)} text={t(text)}>
        <ButtonLink to="/public/calendar/day" isWide>
          {t('payments.toTimetable')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
