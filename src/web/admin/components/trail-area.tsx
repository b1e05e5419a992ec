import { useState } from 'react';
import { differences } from '#shared/audit-trail/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { formatDate, formatTime } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { fewestRows, useRows } from '#web/kernel/rows.ts';
import { RowsChoice } from '#web/kernel/rows-choice.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { type TrailEntry, type TrailFilter, useTrail } from '../queries.ts';
import { textAt } from './labels.ts';
import classes from './trail-area.module.css';

/** Who changed what, the latest first; each opens into how it was and is. */
export function TrailArea() {
  const { t } = useTexts();
  const [filter, setFilter] = useState<TrailFilter>({});
  const rows = useRows();
  const query = useTrail({ ...filter, limit: rows });
  const { data } = query;
  const page = filter.page ?? 1;
  const narrow = (part: TrailFilter) => setFilter({ ...filter, page: undefined, ...part });
  return (
    <>
      <search className={classes.filters}>
        <SelectField
          label={t('backOffice.trail.who')}
          value={String(filter.account ?? '')}
          onChange={({ target }) =>
            narrow({ account: target.value === '' ? undefined : Number(target.value) })
          }
        >
          <option value="">{t('backOffice.trail.everybody')}</option>
          {(data?.accounts ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('backOffice.trail.what')}
          value={filter.noun ?? ''}
          onChange={({ target }) => narrow({ noun: target.value === '' ? undefined : target.value })}
        >
          <option value="">{t('backOffice.trail.everything')}</option>
          {(data?.nouns ?? []).map((noun) => (
            <option key={noun} value={noun}>
              {textAt(t, `trail.nouns.${noun}`, noun)}
            </option>
          ))}
        </SelectField>
        <DateField
          label={t('backOffice.trail.from')}
          value={filter.from ?? ''}
          onChange={(date) => narrow({ from: date === '' ? undefined : date })}
        />
        <DateField
          label={t('backOffice.trail.until')}
          value={filter.until ?? ''}
          onChange={(date) => narrow({ until: date === '' ? undefined : date })}
        />
      </search>
      {data ? (
        data.entries.length === 0 ? (
          <EmptyState icon="check" title={t('backOffice.trail.none')} text={t('backOffice.trail.noneText')} />
        ) : (
          <ul className={classes.rows}>
            {data.entries.map((entry) => (
              <li key={entry.id}>
                <TrailRow entry={entry} />
              </li>
            ))}
          </ul>
        )
      ) : query.isError ? (
        <NotLoaded title={t('backOffice.list.failed')} query={query} />
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton size="block" width="full" />
          <Skeleton size="block" width="full" />
        </div>
      )}
      {page > 1 || data?.hasMore || (data?.entries.length ?? 0) > fewestRows ? (
        <nav className={classes.pages} aria-label={t('common.pages')}>
          <RowsChoice onChoose={() => narrow({})} />
          {page > 1 ? (
            <IconButton
              label={t('common.previousPage')}
              onClick={() => setFilter({ ...filter, page: page - 1 })}
            >
              <Icon name="chevronLeft" />
            </IconButton>
          ) : null}
          {data?.hasMore ? (
            <IconButton label={t('common.nextPage')} onClick={() => setFilter({ ...filter, page: page + 1 })}>
              <Icon name="chevronRight" />
            </IconButton>
          ) : null}
        </nav>
      ) : null}
    </>
  );
}

/** `settings.limits` has its names where the settings have them, everything else where forms have theirs. */
function placeName(t: ReturnType<typeof useTexts>['t'], noun: string | null, place: string): string {
  return textAt(t, noun?.startsWith('settings.') ? `${noun}.${place}` : `fields.${place}`, place);
}

function TrailRow({ entry }: { entry: TrailEntry }) {
  const { t, language } = useTexts();
  const { timeZone } = useStartContext().configuration;
  const { noun, before, after } = entry;
  const isKnown = noun !== null && (before !== null || after !== null);
  const verb = !isKnown ? 'did' : before === null ? 'added' : after === null ? 'removed' : 'changed';
  const what = noun === null ? entry.action : textAt(t, `trail.nouns.${noun}`, noun);
  const rows = isKnown ? differences(before, after) : differences(null, entry.input);
  return (
    <details className={classes.entry}>
      <summary className={classes.summary}>
        <span className={classes.when}>
          {formatDate(localDate(entry.dateTime, timeZone))}
          <span>{formatTime(entry.dateTime, language, timeZone)}</span>
        </span>
        <span className={classes.words}>
          <strong>{entry.name}</strong> {t(`backOffice.trail.${verb}`)} {what}
        </span>
        <Icon name="chevronDown" size={20} />
      </summary>
      <table className={classes.table}>
        <caption className="visually-hidden">{isKnown ? what : t('backOffice.trail.asked')}</caption>
        <thead>
          <tr>
            <th scope="col">{isKnown ? t('backOffice.trail.field') : t('backOffice.trail.asked')}</th>
            {isKnown ? <th scope="col">{t('backOffice.trail.before')}</th> : null}
            <th scope="col">{t('backOffice.trail.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.place}>
              <th scope="row">{placeName(t, noun, row.place)}</th>
              {isKnown ? <td>{row.before === '' ? '–' : row.before}</td> : null}
              <td>{row.after === '' ? '–' : row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
