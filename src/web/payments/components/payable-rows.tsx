import { daysBetween } from '#shared/kernel/dates.ts';
import type { PayableTogether } from '#shared/payments/parts/contract.ts';
import { useBought } from '#web/kernel/bought.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import classes from './payable-rows.module.css';
import { useEuros } from './use-euros.ts';

type Payable = PayableTogether['invoices'][number];

interface PayableRowsProps {
  invoices: readonly Payable[];
  today: string;
  chosen: ReadonlySet<number>;
  onChoose: (invoiceId: number, isChosen: boolean) => void;
}

/** Invoices by what was bought, each to be paid now or not; the number is small. */
export function PayableRows({ invoices, today, chosen, onChoose }: PayableRowsProps) {
  const { t } = useTexts();
  const euros = useEuros();
  const bought = useBought();
  return (
    <ul aria-label={t('payTogether.list')}>
      {invoices.map((invoice) => (
        <li key={invoice.invoiceId} className={classes.row}>
          <Checkbox
            checked={chosen.has(invoice.invoiceId)}
            onChange={({ currentTarget }) => onChoose(invoice.invoiceId, currentTarget.checked)}
          >
            <span className={classes.pair}>
              <span className={classes.article}>{bought(invoice)}</span>
              <span className={classes.money}>{euros(invoice.balance)}</span>
            </span>
            <span className={classes.pair}>
              <Due dueOn={invoice.dueOn} today={today} />
              <span className={classes.number}>{t('payTogether.number', { number: invoice.number })}</span>
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}

function Due({ dueOn, today }: { dueOn: string; today: string }) {
  const { t } = useTexts();
  if (dueOn < today) {
    const count = daysBetween(dueOn, today);
    return <span className={classes.overdue}>{t('payTogether.overdue', { count })}</span>;
  }
  const text =
    dueOn === today ? t('payTogether.dueToday') : t('payTogether.due', { date: formatDate(dueOn) });
  return <span className={classes.due}>{text}</span>;
}
