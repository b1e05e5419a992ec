import { localDate } from '#shared/kernel/dates.ts';
import type { VoucherEntry, VoucherInfo } from '#shared/vouchers/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from './entries.module.css';

/** How many uses are left; opened, what made the number, the latest first. */
export function Entries({ voucher }: { voucher: VoucherInfo }) {
  const { t } = useTexts();
  const { usesLeft, uses, usesHeld, entries } = voucher;
  return (
    <details className={classes.ledger}>
      <summary className={classes.summary}>
        <span className={classes.words}>
          <span className={classes.label}>{t('vouchers.left')}</span>
          {usesHeld === 0 ? null : (
            <span className={classes.note}>{t('vouchers.heldCount', { count: usesHeld })}</span>
          )}
        </span>
        <span className={classes.number}>{t('vouchers.leftOf', { left: usesLeft, granted: uses })}</span>
        <Icon name="chevronDown" size={20} className={classes.chevron} />
      </summary>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('vouchers.ledger')}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('vouchers.entryWhat')}</th>
            <th scope="col">{t('vouchers.entryChange')}</th>
            <th scope="col">{t('vouchers.entryLeft')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.toReversed().map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Row({ entry }: { entry: VoucherEntry }) {
  const { t } = useTexts();
  const words = useTimeWords();
  const { kind, atDateTime, change, left, note, heldUntil } = entry;
  const time = heldUntil === null ? '' : words.time(heldUntil);
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.what}>
        <span className={classes.kind}>{t(`vouchers.${kind}`, { time })}</span>
        <span className={classes.when}>
          {formatDate(localDate(atDateTime, words.timeZone))} {words.time(atDateTime)}
        </span>
        {note === '' ? null : <span className={classes.when}>{note}</span>}
      </th>
      <td className={classes.change}>{signed(change)}</td>
      <td className={classes.left}>{left}</td>
    </tr>
  );
}

/** With a true minus. */
function signed(change: number): string {
  return change > 0 ? `+${change}` : `−${-change}`;
}
