import type { PayableInvoice } from '#shared/payments/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Facts } from '#web/ui/facts.tsx';
import classes from './payment-pages.module.css';
import { useEuros } from './use-euros.ts';

/** Where a centre takes no payments online: what to write into the bank's form. */
export function TransferDetails({ invoice }: { invoice: PayableInvoice }) {
  const { t } = useTexts();
  const euros = useEuros();
  const facts = [
    { label: t('payments.seller'), value: invoice.sellerName },
    { label: t('payments.iban'), value: invoice.sellerIban },
    { label: t('payments.reference'), value: invoice.reference ?? '' },
    { label: t('payments.toPay'), value: euros(invoice.balance) },
  ].filter(({ value }) => value !== '');
  return (
    <section>
      <h2 className={classes.heading}>{t('payments.notOnlineTitle')}</h2>
      <p className={classes.text}>{t('payments.notOnlineText')}</p>
      <Facts isFramed facts={facts} />
    </section>
  );
}
