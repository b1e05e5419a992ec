import { Link } from '@tanstack/react-router';
import type { Invoice } from '#shared/invoices/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import classes from './invoice-detail.module.css';

const kindTexts = {
  online: 'invoices.kindOnline',
  bank: 'invoices.kindBank',
  cash: 'invoices.kindCash',
  refund: 'invoices.kindRefund',
  released: 'invoices.kindReleased',
} as const;

/** What the balance is made of: payments, credit notes, and for a credit note what it takes back. */
export function InvoiceLinks({ invoice }: { invoice: Invoice }) {
  const { t } = useTexts();
  const money = useMoney();
  const { payments, creditNotes, credits, reason } = invoice;
  return (
    <>
      {credits ? (
        <section className={classes.part}>
          <p>
            <Link to="/invoices" search={{ id: credits.id }}>
              {t('invoices.creditsInvoice', {
                number: credits.invoiceNumber,
                date: formatDate(credits.date),
              })}
            </Link>
          </p>
          <p className={classes.reason}>{t('invoices.reason', { reason })}</p>
        </section>
      ) : null}
      {payments.length > 0 ? (
        <section className={classes.part}>
          <h3>{t('invoices.payments')}</h3>
          <ul className={classes.events}>
            {payments.map(({ date, amount, kind }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two payments of one day and sum are alike in all
              <li key={index}>
                <span>
                  {formatDate(date)} · {t(kindTexts[kind])}
                </span>
                <span>{money(amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {creditNotes.length > 0 ? (
        <section className={classes.part}>
          <h3>{t('invoices.creditNotes')}</h3>
          <ul className={classes.events}>
            {creditNotes.map(({ id, invoiceNumber, date, total }) => (
              <li key={id}>
                <span>
                  {formatDate(date)} ·{' '}
                  <Link to="/invoices" search={{ id }}>
                    {invoiceNumber}
                  </Link>
                </span>
                <span>{money(total)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
