import { Link } from '@tanstack/react-router';
import type { Grouping, ReportKind } from '#shared/statistics/kinds/domain.ts';
import { listColumnsOf } from '#shared/statistics/reports/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useNumber } from '#web/kernel/money.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { fewestRows } from '#web/kernel/rows.ts';
import { RowsChoice } from '#web/kernel/rows-choice.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { type AskedReport, type ReportItem, useReportList } from '../queries.ts';
import { type Part, type ReportsSearch, useReportLabels, wholeList } from './report-labels.ts';
import listClasses from './report-list.module.css';
import classes from './report-table.module.css';

interface ReportListProps {
  kind: ReportKind;
  asked: AskedReport;
  /** Whose list it is; undefined for all that there is. */
  part: { key: string; row: Part | undefined } | undefined;
  by: Grouping;
  page: number;
  rows: number;
  search: ReportsSearch;
  isFilePending: boolean;
  onFile: () => void;
}

/** Trainings, invoice lines or invoices behind a number, a page at a time, and all of them as a file. */
export function ReportList(props: ReportListProps) {
  const { kind, asked, part, by, page, rows, search, isFilePending, onFile } = props;
  const { t } = useTexts();
  const number = useNumber();
  const labels = useReportLabels();
  const query = useReportList(kind, { ...asked, by }, { key: part?.key, page, limit: rows });
  const { data, error } = query;
  const columns = listColumnsOf[kind];
  const name = part?.row ? labels.partName(by, part.row) : undefined;
  const title = name === undefined ? t('reports.list') : t('reports.listOf', { name });
  const go = (more: ReportsSearch) => ({
    to: '/admin/reports' as const,
    search: { ...search, ...more },
    resetScroll: false,
  });
  const pages = Math.ceil((data?.total ?? 0) / rows);
  return (
    <section id="list" className={listClasses.list}>
      <div className={listClasses.head}>
        <h2 className={listClasses.title}>
          {title}
          {data ? <span className={listClasses.count}>{number(data.total)}</span> : null}
        </h2>
        {part === undefined ? null : (
          <Link {...go({ key: wholeList, page: undefined })} className={listClasses.link}>
            {t('reports.showAll')}
          </Link>
        )}
        <Link {...go({ key: undefined, page: undefined })} className={listClasses.link}>
          {t('reports.hideList')}
        </Link>
      </div>
      {data ? (
        data.items.length === 0 ? (
          <EmptyState icon="info" title={t('reports.emptyList')} />
        ) : (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what slides must be reached by keys */}
            <section className={classes.slide} aria-label={title} tabIndex={0}>
              <table className={classes.table}>
                <caption className="visually-hidden">{title}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t(`reports.listTitle.${kind}`)}</th>
                    {columns.map((measure) => (
                      <th key={measure} scope="col">
                        {labels.measureName(measure)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.items.map((item) => (
                    <tr key={`${item.id} ${item.position}`}>
                      <th scope="row">
                        <Thing kind={kind} item={item} />
                      </th>
                      {columns.map((measure) => (
                        <td key={measure}>{labels.number(measure, item.values[measure])}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <div className={listClasses.foot}>
              <Button
                variant="plain"
                size="small"
                isPending={isFilePending}
                pendingText={t('reports.downloading')}
                onClick={onFile}
              >
                {t('reports.downloadList')}
              </Button>
              {data.total <= fewestRows ? null : (
                <nav className={listClasses.pages} aria-label={t('common.pages')}>
                  <RowsChoice />
                  {page > 1 ? (
                    <IconLink label={t('common.previousPage')} {...go({ page: page - 1 })}>
                      <Icon name="chevronLeft" />
                    </IconLink>
                  ) : null}
                  <span>{`${page} / ${pages}`}</span>
                  {page < pages ? (
                    <IconLink label={t('common.nextPage')} {...go({ page: page + 1 })}>
                      <Icon name="chevronRight" />
                    </IconLink>
                  ) : null}
                </nav>
              )}
            </div>
          </>
        )
      ) : error ? (
        <NotLoaded title={t('reports.failed')} query={query} />
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton size="block" width="full" />
          <Skeleton size="block" width="full" />
        </div>
      )}
    </section>
  );
}

/** What it is, when, and whose; a training opens its roll, a client their history. */
function Thing({ kind, item }: { kind: ReportKind; item: ReportItem }) {
  const { id, title, text, date, time, clientId } = item;
  const isTraining = kind !== 'sales' && kind !== 'debts';
  const rest = [formatDate(date), time, text].filter(Boolean).join(' · ');
  return (
    <>
      {isTraining ? (
        <Link to="/attendance" search={{ id }} className={classes.open}>
          {title}
        </Link>
      ) : clientId === null ? (
        <span className={listClasses.name}>{title}</span>
      ) : (
        <Link
          to="/admin/$area"
          params={{ area: 'clients' }}
          search={{ id: clientId }}
          className={classes.open}
        >
          {title}
        </Link>
      )}
      <span className={listClasses.rest}>{rest}</span>
    </>
  );
}
