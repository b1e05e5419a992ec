import { reportKinds } from '#shared/statistics/kinds/domain.ts';
import { columnsOf } from '#shared/statistics/reports/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { fewestRows } from '#web/kernel/rows.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { ReportChart } from './components/report-chart.tsx';
import { ReportFilters } from './components/report-filters.tsx';
import { type ReportsSearch, useReportLabels, wholeList } from './components/report-labels.ts';
import { ReportList } from './components/report-list.tsx';
import { ReportTable } from './components/report-table.tsx';
import { useStoredRange } from './components/stored-range.ts';
import { type Report, useReport, useReportFile } from './queries.ts';
import classes from './reports-screen.module.css';

/** What an administrator reads about the centre: sums, a picture, a table, a file, and what is behind each number. */
export function ReportsScreen({ search }: { search: ReportsSearch }) {
  const { t } = useTexts();
  const { kind = 'occupancy', key, page, rows = fewestRows, ...addressed } = search;
  const asked = useStoredRange(addressed);
  const query = useReport(kind, asked);
  const file = useReportFile(kind, asked);
  const { data, error } = query;
  return (
    <Page width="table">
      <PageHeader
        title={t(`reports.kinds.${kind}`)}
        subtitle={data ? `${formatDate(data.from)}–${formatDate(data.until)}` : ' '}
        back={<BackLink to="/admin">{t('backOffice.title')}</BackLink>}
      />
      <nav className={classes.kinds} aria-label={t('reports.kind')}>
        {reportKinds.map((other) => (
          <ChipLink
            key={other}
            to="/admin/reports"
            search={{ ...asked, by: undefined, kind: other }}
            isSelected={other === kind}
            aria-current={other === kind ? 'page' : undefined}
          >
            {t(`reports.kinds.${other}`)}
          </ChipLink>
        ))}
      </nav>
      <ReportFilters kind={kind} asked={asked} shown={data} />
      <p className={classes.note}>{t(`reports.notes.${kind}`)}</p>
      {body()}
    </Page>
  );

  function body() {
    if (!data && error) {
      return <NotLoaded title={t('reports.failed')} query={query} />;
    }
    if (!data) return <TimedRowSkeletons label={t('common.loading')} />;
    if (data.rows.length === 0) {
      return <EmptyState icon="calendar" title={t('reports.none')} text={t('reports.noneText')} />;
    }
    return (
      <>
        <Totals report={data} columns={columnsOf[kind]} />
        <ReportChart kind={kind} report={data} />
        <ReportTable kind={kind} report={data} search={search} />
        <div className={classes.actions}>
          <Button
            variant="plain"
            size="small"
            isPending={file.isTablePending}
            pendingText={t('reports.downloading')}
            onClick={file.table}
          >
            {t('reports.download')}
          </Button>
        </div>
        {key === undefined ? null : (
          <ReportList
            kind={kind}
            asked={asked}
            part={key === wholeList ? undefined : { key, row: data.rows.find((row) => row.key === key) }}
            by={data.by}
            page={page ?? 1}
            rows={rows}
            search={search}
            isFilePending={file.isListPending}
            onFile={() => file.list(key === wholeList ? undefined : key)}
          />
        )}
      </>
    );
  }
}

function Totals({ report, columns }: { report: Report; columns: (typeof columnsOf)['sales'] }) {
  const labels = useReportLabels();
  return (
    <dl className={classes.totals}>
      {columns.map((measure) => (
        <div key={measure} className={classes.tile}>
          <dt className={classes.label}>{labels.measureName(measure)}</dt>
          <dd className={classes.value}>{labels.number(measure, report.total[measure])}</dd>
        </div>
      ))}
    </dl>
  );
}
