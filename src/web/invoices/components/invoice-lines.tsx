import type { Invoice } from '#shared/invoices/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useArticles } from '#web/payments/queries.ts';
import { joinClasses } from '#web/ui/classes.ts';
import classes from './invoice-lines.module.css';

/** What was bought, the VAT in it by rate, and the balance it comes to. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { t } = useTexts();
  const money = useMoney();
  const articleOf = useArticles(invoice.invoiceToken);
  return (
    <>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">{t('invoices.article')}</th>
            <th scope="col">{t('invoices.quantity')}</th>
            <th scope="col">{t('invoices.price')}</th>
            <th scope="col">{t('invoices.total')}</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line) => (
            <tr key={line.position}>
              <td>
                <span className={classes.article}>{articleOf(line)}</span>
                <span className={classes.note}>{formatDate(line.supplyDate)}</span>
                {line.discount === 0 ? null : (
                  <span className={classes.note}>
                    {t('invoices.discount', { amount: money(Math.abs(line.discount)) })}
                  </span>
                )}
              </td>
              <td>{line.quantity}</td>
              <td>{money(line.price)}</td>
              <td className={classes.sum}>{money(line.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={classes.sums}>
        {sumsOf(invoice).map(({ label, amount, isStrong }) => (
          <div key={label} className={joinClasses(isStrong && classes.strong)}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );

  function sumsOf({ vatRows, totalWithoutVat, total, paid, credited, balance, kind }: Invoice) {
    const sum = (label: string, amount: number, isStrong = false) => ({ label, amount, isStrong });
    const isSettled = paid === 0 && credited === 0;
    return [
      sum(t('invoices.withoutVat'), totalWithoutVat),
      ...vatRows.map((row) => vatSum(row)),
      sum(t('invoices.total'), total, true),
      ...(credited === 0 ? [] : [sum(t('invoices.creditedSoFar'), -credited)]),
      ...(paid === 0 ? [] : [sum(t('invoices.paidSoFar'), -paid)]),
      ...(kind === 'creditNote' || isSettled
        ? []
        : [sum(t(balance < 0 ? 'invoices.overpaidBy' : 'invoices.balance'), Math.abs(balance), true)]),
    ];
  }

  function vatSum({ vatKind, vatPercent, totalWithoutVat, vatTotal }: Invoice['vatRows'][number]) {
    if (vatKind === 'exempt')
      return { label: t('invoices.vatExempt'), amount: totalWithoutVat, isStrong: false };
    if (vatKind === 'zero') return { label: t('invoices.vatZero'), amount: 0, isStrong: false };
    const amount = money(totalWithoutVat);
    const label =
      invoice.vatRows.length === 1
        ? t('invoices.vat', { percent: vatPercent })
        : t('invoices.vatOn', { percent: vatPercent, amount });
    return { label, amount: vatTotal, isStrong: false };
  }
}
