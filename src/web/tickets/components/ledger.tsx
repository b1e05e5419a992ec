import { localDate } from '#shared/kernel/dates.ts';
import type { TicketDetail, TicketEntry } from '#shared/tickets/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from './ledger.module.css';

/** How many visits are left; opened, the list that makes the number. */
export function Ledger({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTexts();
  const { visitsLeft, visitsGranted, visitsUsed, visitsReserved, entries } = ticket;
  const numbered = entries.map((entry, index) => ({ ...entry, number: index + 1 }));
  const balance =
    visitsLeft === null
      ? String(visitsUsed)
      : t('tickets.leftOf', { left: visitsLeft, granted: visitsGranted ?? 0 });
  return (
    <details className={classes.ledger}>
      <summary className={classes.summary}>
        <span className={classes.words}>
          <span className={classes.label}>
            {t(visitsLeft === null ? 'tickets.usedCount' : 'tickets.left')}
          </span>
          {visitsReserved === 0 ? null : (
            <span className={classes.note}>{t('tickets.reservedCount', { count: visitsReserved })}</span>
          )}
        </span>
        <span className={classes.number}>{balance}</span>
        <Icon name="chevronDown" size={20} className={classes.chevron} />
      </summary>
      {entries.length === 0 ? (
        <p className={classes.empty}>{t('tickets.ledgerEmpty')}</p>
      ) : (
        <table className={classes.table}>
          <caption className="visually-hidden">{t('tickets.ledger')}</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('tickets.entryWhat')}</th>
              <th scope="col">{t('tickets.entryChange')}</th>
              <th scope="col">{t('tickets.entryLeft')}</th>
            </tr>
          </thead>
          <tbody>
            {numbered.toReversed().map(({ number, ...entry }) => (
              <Row key={number} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

function Row({ entry }: { entry: TicketEntry }) {
  const { t } = useTexts();
  const words = useTimeWords();
  const { kind, at, change, left, reason } = entry;
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.what}>
        <span className={classes.kind}>{t(`tickets.${kind}`)}</span>
        <span className={classes.when}>
          {formatDate(localDate(at, words.timeZone))} {words.time(at)}
        </span>
        {reason === null ? null : <span className={classes.when}>{reason}</span>}
      </th>
      <td className={classes.change}>{change === null || change === 0 ? '' : signed(change)}</td>
      <td className={classes.left}>{left ?? ''}</td>
    </tr>
  );
}

function signed(change: number): string {
  return change > 0 ? `+${change}` : `−${-change}`;
}
