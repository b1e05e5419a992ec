import { Navigate } from '@tanstack/react-router';
import { ApiError } from '#web/kernel/call.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NoPayment } from './components/no-payment.tsx';
import classes from './components/payment-pages.module.css';
import { PaymentSteps } from './components/payment-steps.tsx';
import { useEuros } from './components/use-euros.ts';
import { type Returned, useArticles, useConfirmation } from './queries.ts';

/**
 * Where the bank sends the payer back to. A bank that was left may still finish the payment, so nothing is called off
 * before the provider says so (protocols section 1.5): this screen asks until it does.
 */
export function PaymentWaitingScreen({ orderToken, invoiceToken }: Returned) {
  const { t } = useTexts();
  const { isPaymentInFrame } = useStartContext().pageRules.payment;
  const euros = useEuros();
  const query = useConfirmation({ orderToken, invoiceToken }, true);
  const { data, error } = query;
  const articleOf = useArticles(data?.invoiceToken ?? '');
  if (orderToken === undefined && invoiceToken === undefined) return <NoPayment />;
  if (data && (data.state === 'success' || data.state === 'cancelled')) {
    const search = { invoice: data.invoiceToken, 'order-token': orderToken };
    return <Navigate to="/public/payment-confirmation" search={search} replace />;
  }
  if (data) {
    const { article, invoiceCount, total, bankName, address } = data;
    return (
      <Page isCentred>
        <PageHeader
          size="flow"
          title={
            bankName === '' ? t('payments.waitingTitleCard') : t('payments.waitingTitle', { bank: bankName })
          }
        />
        <div className={classes.flow}>
          <div>
            <p className={classes.article}>
              {invoiceCount > 1
                ? t('payments.invoices', { count: invoiceCount })
                : articleOf({ position: 1, article })}
            </p>
            <p className={classes.amount}>{euros(total)}</p>
          </div>
          <p className={classes.text} role="status">
            {t('payments.waitingText')}
          </p>
          <PaymentSteps {...data} isPurchase={data.invoiceState === 'draft'} />
          <p className={classes.note}>
            <Icon name="info" size={20} />
            <span>
              {t('payments.nothingTwice')} {t('payments.didCancel')}
            </span>
          </p>
          <div className={classes.actions}>
            {address === null ? null : (
              <Button isWide onClick={() => window.location.assign(address)}>
                {t('payments.openAgain')}
              </Button>
            )}
            {invoiceCount > 1 ? (
              <ButtonLink to="/pay" isWide variant={address === null ? 'primary' : 'text'}>
                {t('payments.chooseOther')}
              </ButtonLink>
            ) : (
              <ButtonLink
                to="/public/invoices"
                search={{ invoice: data.invoiceToken }}
                reloadDocument={isPaymentInFrame}
                isWide
                variant={address === null ? 'primary' : 'text'}
              >
                {t('payments.chooseOther')}
              </ButtonLink>
            )}
          </div>
        </div>
      </Page>
    );
  }
  if (error instanceof ApiError && error.status === 404) return <NoPayment />;
  if (error) {
    return (
      <Page isCentred>
        <NotLoaded
          level={1}
          title={t('payments.waitingNotLoaded')}
          query={query}
          note={t('payments.nothingTwice')}
        />
      </Page>
    );
  }
  return (
    <Page isCentred>
      <PageHeader title={t('payments.waitingTitleCard')} size="flow" />
      <div className={classes.flow} role="status" aria-label={t('common.loading')}>
        <Skeleton size="title" width="half" />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </Page>
  );
}
