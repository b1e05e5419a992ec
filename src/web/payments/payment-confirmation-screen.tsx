import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Confirmation } from '#shared/payments/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NoPayment } from './components/no-payment.tsx';
import classes from './components/payment-pages.module.css';
import { useEuros } from './components/use-euros.ts';
import { type Returned, useArticles, useConfirmation } from './queries.ts';

interface PaymentConfirmationScreenProps extends Returned {
  /** Of a purchase that cost nothing. */
  isFree?: boolean;
}

/** How a payment ended: received, kept as credit, or not completed (specification point 8). */
export function PaymentConfirmationScreen(props: PaymentConfirmationScreenProps) {
  const { orderToken, invoiceToken, isFree = false } = props;
  const { t } = useTexts();
  const query = useConfirmation({ orderToken, invoiceToken }, false);
  const { data, error } = query;
  if (orderToken === undefined && invoiceToken === undefined) return <NoPayment />;
  if (data) {
    if (data.state === 'success') return <Done confirmation={data} isFree={isFree} />;
    if (data.state === 'cancelled') return <Failed confirmation={data} />;
    const search = { invoice: data.invoiceToken, 'order-token': orderToken };
    return <Navigate to="/public/payment-waiting" search={search} replace />;
  }
  if (error instanceof ApiError && error.status === 404) return <NoPayment />;
  if (error) {
    return (
      <Page isCentred>
        <NotLoaded level={1} title={t('payments.waitingNotLoaded')} query={query} />
      </Page>
    );
  }
  return (
    <Page isCentred>
      <PageHeader title={t('payments.title')} size="flow" />
      <div className={classes.flow} role="status" aria-label={t('common.loading')}>
        <Skeleton size="title" width="half" />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </Page>
  );
}

function Done({ confirmation, isFree }: { confirmation: Confirmation; isFree: boolean }) {
  if (confirmation.invoiceCount > 1) return <DoneTogether confirmation={confirmation} />;
  return <DoneAlone confirmation={confirmation} isFree={isFree} />;
}

/** One payment for several invoices: what it could not pay, or pays no more, is said. */
function DoneTogether({ confirmation }: { confirmation: Confirmation }) {
  const { t } = useTexts();
  const euros = useEuros();
  const { invoiceCount, isCredited, owed, total } = confirmation;
  const texts = [
    ...(isCredited ? [t('payments.partCreditedText')] : []),
    ...(owed > 0 ? [t('payments.stillOwedText', { amount: euros(owed) })] : []),
  ];
  return (
    <Ended
      isGood={texts.length === 0}
      title={t('payments.doneTitle')}
      text={texts.length === 0 ? t('payments.doneManyText') : texts.join(' ')}
      article={t('payments.invoices', { count: invoiceCount })}
      amount={euros(total)}
    >
      {owed > 0 ? (
        <ButtonLink to="/pay" isWide>
          {t('payments.payRest')}
        </ButtonLink>
      ) : null}
    </Ended>
  );
}

function DoneAlone({ confirmation, isFree }: { confirmation: Confirmation; isFree: boolean }) {
  const { t } = useTexts();
  const { isCredited, invoiceState, number, invoiceToken, tickets, vouchers, trainingIds } = confirmation;
  const isOne = tickets.length + vouchers.length === 1;
  const euros = useEuros();
  const article = useArticles(invoiceToken)({ position: 1, article: confirmation.article });
  if (isCredited) {
    const isSecond = invoiceState === 'paid' || invoiceState === 'overpaid';
    return (
      <Ended
        isGood={false}
        title={t(isSecond ? 'payments.paidTitle' : 'payments.creditedTitle')}
        text={t(isSecond ? 'payments.secondText' : 'payments.creditedText')}
        article={article}
        amount={euros(confirmation.total)}
      />
    );
  }
  return (
    <Ended
      isGood
      title={t(isFree ? 'payments.freeDoneTitle' : 'payments.doneTitle')}
      text={t(isFree ? 'payments.freeDoneText' : 'payments.doneText')}
      article={article}
      amount={euros(confirmation.total)}
      document={number === null ? undefined : t('payments.invoice', { number })}
    >
      {tickets.length + vouchers.length + trainingIds.length === 0 ? null : (
        <>
          {tickets.map(({ name, token }) => (
            <ButtonLink key={token} to="/public/tickets" search={{ ticket: token }} isWide>
              {isOne ? t('payments.openTicket') : t('payments.openNamed', { name })}
            </ButtonLink>
          ))}
          {vouchers.map(({ name, token }) => (
            <ButtonLink key={token} to="/public/vouchers" search={{ token }} isWide>
              {isOne ? t('payments.openVoucher') : t('payments.openNamed', { name })}
            </ButtonLink>
          ))}
          {trainingIds.map((id) => (
            <ButtonLink key={id} to="/training" search={{ id }} isWide>
              {t('payments.openTraining')}
            </ButtonLink>
          ))}
        </>
      )}
    </Ended>
  );
}

function Failed({ confirmation }: { confirmation: Confirmation }) {
  const { t } = useTexts();
  const { isPaymentInFrame } = useStartContext().pageRules.payment;
  const euros = useEuros();
  const { invoiceState, invoiceToken, invoiceCount, total, owed } = confirmation;
  const article = useArticles(invoiceToken)({ position: 1, article: confirmation.article });
  if (invoiceCount > 1) {
    return (
      <Ended
        isGood={false}
        title={t('payments.failedTitle')}
        text={`${t('payments.failedManyText')} ${t('payments.failedLate')}`}
        article={t('payments.invoices', { count: invoiceCount })}
        amount={euros(total)}
      >
        {owed > 0 ? (
          <ButtonLink to="/pay" isWide>
            {t('payments.chooseOther')}
          </ButtonLink>
        ) : null}
      </Ended>
    );
  }
  const isPayable = invoiceState === 'draft' || invoiceState === 'issued' || invoiceState === 'partial';
  return (
    <Ended
      isGood={false}
      title={t('payments.failedTitle')}
      text={`${t('payments.failedText')} ${t('payments.failedLate')}`}
      article={article}
      amount={euros(total)}
    >
      {isPayable ? (
        <ButtonLink
          to="/public/invoices"
          search={{ invoice: invoiceToken }}
          reloadDocument={isPaymentInFrame}
          isWide
        >
          {t('payments.chooseOther')}
        </ButtonLink>
      ) : null}
    </Ended>
  );
}

interface EndedProps {
  isGood: boolean;
  title: string;
  text: string;
  article: string;
  amount: string;
  document?: string | undefined;
  /** What is to be done; otherwise there is nothing. */
  children?: ReactNode;
}

function Ended({ isGood, title, text, article, amount, document, children }: EndedProps) {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <div className={classes.flow}>
        <span className={isGood ? classes.good : classes.bad}>
          <Icon name={isGood ? 'check' : 'warning'} isStrong />
        </span>
        <div>
          <PageHeader size="flow" title={title} />
          <p className={classes.text} role="status">
            {text}
          </p>
        </div>
        <div>
          <p className={classes.article}>{article}</p>
          <p className={classes.amount}>{amount}</p>
          {document === undefined ? null : <p className={classes.text}>{document}</p>}
        </div>
        <div className={classes.actions}>
          {children}
          <ButtonLink to="/public/calendar/day" isWide variant={children ? 'text' : 'primary'}>
            {t('payments.toTimetable')}
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
}
