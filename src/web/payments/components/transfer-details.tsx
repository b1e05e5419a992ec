import type { PayableInvoice } from '#shared/payments/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import classes from './payment-pages.module.css';
import { useEuros } from './use-euros.ts';

/** Where a centre takes no payments online: what to write into the bank's form. */
export function TransferDetails({ invoice }: { invoice: PayableInvoice }) {
  const { t } = useTexts();
  const euros = useEuros();
  const facts = [
    [t('payments.seller'), invoice.sellerName],
    [t('payments.iban'), invoice.sellerIban],
    [t('payments.reference'), invoice.reference ?? ''],
    [t('payments.toPay'), euros(invoice.balance)],
  ].filter(([, value]) => value !== '');
  return (
    <section>
      <h2 className={classes.heading}>{t('payments.notOnlineTitle')}</h2>
      <p className={classes.text}>{t('payments.notOnlineText')}</p>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
