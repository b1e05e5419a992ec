import type { PayableInvoice } from '#shared/payments/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { useArticles } from '../queries.ts';
import classes from './invoice-summary.module.css';
import { useEuros } from './use-euros.ts';

interface InvoiceSummaryProps {
  invoice: PayableInvoice;
  invoiceToken: string;
}

/** What is paid for: each line, the taxes, the sum, and whom it goes to. */
export function InvoiceSummary({ invoice, invoiceToken }: InvoiceSummaryProps) {
  const { t } = useTexts();
  const euros = useEuros();
  const articleOf = useArticles(invoiceToken);
  const { lines, vatRows, totalWithoutVat, total, balance } = invoice;
  const paid = Math.round((total - balance) * 100) / 100;
  return (
    <section>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.position} className={classes.line}>
            <span className={classes.name}>{articleOf(line)}</span>
            <span className={classes.money}>{euros(line.total)}</span>
            {line.quantity === 1 && line.discount === 0 ? null : (
              <span className={classes.detail}>
                {t('payments.quantity', { number: line.quantity, price: euros(line.price) })}
                {line.discount === 0 ? '' : ` · ${t('payments.discount', { sum: euros(-line.discount) })}`}
              </span>
            )}
          </li>
        ))}
      </ul>
      <dl className={classes.sums}>
        {vatRows.length === 0 ? null : (
          <Sum label={t('payments.withoutVat')} value={euros(totalWithoutVat)} />
        )}
        {vatRows.map(({ percent, vat }) => (
          <Sum key={percent} label={t('payments.vat', { percent })} value={euros(vat)} />
        ))}
        <Sum label={t('payments.total')} value={euros(total)} isTotal />
        {paid > 0 ? <Sum label={t('payments.paidAlready')} value={euros(-paid)} /> : null}
      </dl>
      <p className={classes.seller}>
        {[invoice.sellerName, invoice.sellerRegistryCode, invoice.sellerVatNumber]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  );
}

function Sum({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <div className={joinClasses(classes.sum, isTotal && classes.total)}>
      <dt>{label}</dt>
      <dd className={classes.money}>{value}</dd>
    </div>
  );
}
