import { Icon } from './icon.tsx';
import classes from './ledger.module.css';

export interface LedgerEntry {
  readonly id: number;
  readonly what: string;
  /** Date and clock time, then whatever is to be said about it. */
  readonly notes: readonly string[];
  /** Null or 0 where nothing was taken or given. */
  readonly change: number | null;
  /** What was left after it; null where nothing is counted. */
  readonly left: number | null;
}

export interface LedgerLabels {
  readonly list: string;
  readonly what: string;
  readonly change: string;
  readonly left: string;
  readonly isEmpty: string;
}

/** A number, and opened the list that makes it, the latest first. `entries` begin with the earliest. */
export function Ledger(props: {
  readonly label: string;
  readonly note: string | null;
  readonly balance: string;
  readonly words: LedgerLabels;
  readonly entries: readonly LedgerEntry[];
  readonly className: string | undefined;
  /** Where the list is what one has come for. */
  readonly isOpen?: boolean;
}) {
  const { className, isOpen = false, label, note, balance, words, entries } = props;
  return (
    <details className={className} open={isOpen}>
      <summary className={classes.summary}>
        <span className={classes.words}>
          <span className={classes.label}>{label}</span>
          {note === null ? null : <span className={classes.note}>{note}</span>}
        </span>
        <span className={classes.number}>{balance}</span>
        <Icon name="chevronDown" size={20} className={classes.chevron} />
      </summary>
      {entries.length === 0 ? (
        <p className={classes.empty}>{words.isEmpty}</p>
      ) : (
        <table className={classes.table}>
          <caption className="visually-hidden">{words.list}</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{words.what}</th>
              <th scope="col">{words.change}</th>
              <th scope="col">{words.left}</th>
            </tr>
          </thead>
          <tbody>
            {entries.toReversed().map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

function Row({ entry: { what, notes, change, left } }: { entry: LedgerEntry }) {
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.what}>
        <span className={classes.kind}>{what}</span>
        {notes.map((note) => (
          <span key={note} className={classes.when}>
            {note}
          </span>
        ))}
      </th>
      <td className={classes.change}>{change === null || change === 0 ? '' : signed(change)}</td>
      <td className={classes.left}>{left ?? ''}</td>
    </tr>
  );
}

/** With a true minus. */
function signed(change: number): string {
  return change > 0 ? `+${change}` : `−${-change}`;
}
