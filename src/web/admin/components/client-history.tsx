import { localDate } from '#shared/kernel/dates.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { formatDate, formatMoney, formatTime } from '#web/kernel/format.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ListRow, ListRowLink } from '#web/ui/list-row.tsx';
import { type HistoryEntry, useClientHistory } from '../queries.ts';
import classes from './client-history.module.css';
import { textAt } from './labels.ts';

const kinds = ['registration', 'contract', 'ticket', 'voucher', 'invoice'] as const;

/** What a client has and had, by kind, the latest first. */
export function ClientHistory({ id }: { id: number }) {
  const { t } = useTexts();
  const { data } = useClientHistory(id);
  if (!data) return null;
  return (
    <section className={classes.history} aria-label={t('backOffice.history.title')}>
      <h2 className={classes.heading}>{t('backOffice.history.title')}</h2>
      {kinds.map((kind) => {
        const entries = data.entries.filter((entry) => entry.kind === kind);
        return (
          <details key={kind} className={classes.kind}>
            <summary className={classes.summary}>
              <span>{t(`backOffice.history.${kind}`)}</span>
              <span className={classes.count}>{entries.length}</span>
            </summary>
            {entries.length === 0 ? (
              <p className={classes.none}>{t('backOffice.history.none')}</p>
            ) : (
              <ul className={classes.rows}>
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <HistoryRow entry={entry} />
                  </li>
                ))}
              </ul>
            )}
          </details>
        );
      })}
    </section>
  );
}

function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const { t, language } = useTexts();
  const { timeZone } = useStartContext().configuration;
  const { kind, name, state, dateTime, date, untilDate, amount } = entry;
  const when =
    kind === 'registration' && dateTime
      ? `${formatDate(localDate(dateTime, timeZone))} ${formatTime(dateTime, language, timeZone)}`
      : [date, untilDate].map((one) => (one === null ? '' : formatDate(one))).join(' – ');
  const text = [when, state === '' ? '' : textAt(t, `states.${kind}.${state}`, state)]
    .filter((part) => part.replaceAll(/[\s–]/g, '') !== '')
    .join(' · ');
  const row = {
    title: name === '' ? '–' : name,
    ...(text !== '' && { text }),
  };
  const sum = amount === null ? undefined : <strong>{formatMoney(eurosToCents(amount), language)}</strong>;
  if (entry.trainingId !== null) {
    return <ListRowLink to="/training" search={{ id: entry.trainingId }} {...row} />;
  }
  if (entry.invoiceToken !== null) {
    return <ListRowLink to="/public/invoices" search={{ invoice: entry.invoiceToken }} {...row} end={sum} />;
  }
  return <ListRow {...row} {...(sum && { end: sum })} />;
}
