import { useEffect, useState } from 'react';
import { formatDate } from '#shared/kernel/dates.ts';
import type { PayableInvoice, PaymentChoice } from '#shared/payments/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { InvoiceSummary } from './components/invoice-summary.tsx';
import { MethodChoice } from './components/method-choice.tsx';
import classes from './components/payment-pages.module.css';
import { TransferDetails } from './components/transfer-details.tsx';
import { useEuros } from './components/use-euros.ts';
import { usePayable, usePaymentMethods, useStartPayment } from './queries.ts';

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
  const { data, error, isFetching, refetch } = usePayable(invoiceToken);
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
        <ErrorState
          level={1}
          title={t('payments.notLoaded')}
          text={errorText(error, t)}
          retryText={t('common.tryAgain')}
          retryingText={t('common.tryingAgain')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
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

interface PayableProps {
  invoice: PayableInvoice;
  invoiceToken: string;
  onPaidMeanwhile: () => void;
}

function Payable({ invoice, invoiceToken, onPaidMeanwhile }: PayableProps) {
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
          <InvoiceSummary invoice={invoice} />
          <TransferDetails invoice={invoice} />
        </div>
      )}
    </Page>
  );
}

function Paying({ invoice, invoiceToken, onPaidMeanwhile }: PayableProps) {
  const { t } = useTexts();
  const euros = useEuros();
  const [country, setCountry] = useState<string>();
  const [chosen, setChosen] = useState<PaymentChoice>();
  const [isReminded, setIsReminded] = useState(false);
  const isFree = invoice.balance === 0;
  const methods = usePaymentMethods(country, !isFree);
  const start = useStartPayment();
  useEffect(() => {
    // Who comes back from the bank by the browser's own button finds a button that can be pressed.
    const reset = ({ persisted }: PageTransitionEvent) => persisted && start.reset();
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, [start.reset]);

  const total = euros(invoice.balance);
  const problem = start.error
    ? errorText(start.error, t)
    : isReminded && !chosen
      ? t('payments.chooseFirst')
      : undefined;

  function press() {
    setIsReminded(true);
    const choice = isFree ? ({ method: 'cardPayments' } as const) : chosen;
    if (!choice) return;
    const bank = 'bank' in choice ? (choice.bank ?? undefined) : undefined;
    start.mutate(
      { body: { invoiceToken, method: choice.method, bank, country: methods.data?.country } },
      {
        onSuccess: ({ address }) => window.location.assign(address),
        onError: ({ errors }) => {
          if (errors.includes('invoiceAlreadyPaid')) onPaidMeanwhile();
        },
      },
    );
  }

  return (
    <>
      <div className={classes.flow}>
        <p className={classes.amount}>{total}</p>
        <InvoiceSummary invoice={invoice} />
        {isFree ? null : choice()}
      </div>
      <ActionBar
        label={t('payments.title')}
        {...(isFree && { title: t('payments.freeTitle') })}
        text={consequence()}
        isPanelWhenWide
      >
        <div className={classes.problem} role="alert">
          {problem === undefined ? null : <Notice tone="bad" icon="warning" text={problem} />}
        </div>
        <Button
          isWide
          isPending={start.isPending || start.isSuccess}
          pendingText={t(isFree ? 'payments.confirming' : 'payments.paying')}
          onClick={press}
        >
          {isFree ? t('payments.confirm') : t('payments.pay', { total })}
        </Button>
      </ActionBar>
    </>
  );

  function choice() {
    if (methods.data) {
      return (
        <MethodChoice
          {...methods.data}
          isOld={methods.isPlaceholderData}
          chosen={chosen}
          onCountry={(code) => {
            setCountry(code);
            // A bank of the same name elsewhere is another bank.
            setChosen(undefined);
          }}
          onChoose={setChosen}
        />
      );
    }
    if (methods.error) {
      return (
        <ErrorState
          title={t('payments.methodsNotLoaded')}
          text={errorText(methods.error, t)}
          retryText={t('common.tryAgain')}
          retryingText={t('common.tryingAgain')}
          isRetrying={methods.isFetching}
          onRetry={() => void methods.refetch()}
        />
      );
    }
    return (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton size="block" width="full" />
        <Skeleton size="block" width="full" />
      </div>
    );
  }

  function consequence(): string {
    if (isFree) return t('payments.freeText');
    if (!chosen) return t('payments.choosesBank');
    return chosen.bank === null ? t('payments.goesToCard') : t('payments.goesToBank', { bank: chosen.name });
  }
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
