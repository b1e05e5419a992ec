import { Link } from '@tanstack/react-router';
import type { InvoiceItem } from '#shared/invoices/contract.ts';
import { useBought } from '#web/kernel/bought.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Tag } from '#web/ui/tag.tsx';
import type { InvoiceFilter } from '../queries.ts';
import { useInvoiceStatus } from './invoice-labels.ts';
import classes from './invoice-list.module.css';

interface InvoiceListProps {
  items: readonly InvoiceItem[];
  /** The one that is read. */
  openId: number | undefined;
  filter: InvoiceFilter;
  page: number;
}

/**
 * One line an invoice, by what it was for: columns where there is room, otherwise its sum beside it, number, date and
 * status below.
 */
export function InvoiceList({ items, openId, filter, page }: InvoiceListProps) {
  const { t } = useTexts();
  const bought = useBought();
  const money = useMoney();
  const statusOf = useInvoiceStatus();
  return (
    <div className={classes.list}>
      <div className={classes.head} aria-hidden="true">
        <span>{t('invoices.number')}</span>
        <span>{t('invoices.date')}</span>
        <span>{t('invoices.due')}</span>
        <span className={classes.end}>{t('invoices.amount')}</span>
        <span>{t('invoices.status')}</span>
      </div>
      <ul>
        {items.map((invoice) => {
          const status = statusOf(invoice);
          const isPartly = invoice.state === 'partial';
          return (
            <li key={invoice.id}>
              <Link
                to="/invoices"
                search={{ id: invoice.id, ...(filter && { filter }), ...(page > 1 && { page }) }}
                className={joinClasses(classes.row, invoice.id === openId && classes.open)}
                aria-current={invoice.id === openId || undefined}
              >
                <span className={classes.article}>{bought(invoice)}</span>
                <span className={classes.number}>{invoice.invoiceNumber}</span>
                <span className={classes.date}>{formatDate(invoice.date)}</span>
                <span className={classes.due}>
                  <span className="visually-hidden">{t('invoices.due')} </span>
                  {formatDate(invoice.dueDate)}
                </span>
                <span className={classes.amount}>
                  {money(isPartly ? invoice.balance : invoice.total)}
                  {isPartly ? (
                    <span className={classes.of}>{t('invoices.of', { total: money(invoice.total) })}</span>
                  ) : null}
                </span>
                <span className={classes.status}>
                  {status.tone === 'quiet' ? (
                    <span className={classes.quiet}>
                      {status.isPaid ? <Icon name="check" size={18} /> : null}
                      {status.text}
                    </span>
                  ) : (
                    <Tag tone={status.tone}>{status.text}</Tag>
                  )}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
