import { Link } from '@tanstack/react-router';
import type { ReportKind } from '#shared/statistics/kinds/domain.ts';
import { columnsOf } from '#shared/statistics/reports/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import type { Report } from '../queries.ts';
import { type ReportsSearch, useReportLabels, wholeList } from './report-labels.ts';
import classes from './report-table.module.css';

interface ReportTableProps {
  kind: ReportKind;
  report: Report;
  search: ReportsSearch;
}

/** The parts with their sums; each opens what is behind it, so does the total. Beside a narrow screen it slides. */
export function ReportTable({ kind, report: { by, rows, total }, search }: ReportTableProps) {
  const { t } = useTexts();
  const labels = useReportLabels();
  const columns = columnsOf[kind];
  const name = t('reports.table', { name: t(`reports.kinds.${kind}`) });
  const behind = (key: string) => ({
    to: '/admin/reports' as const,
    search: { ...search, kind, by, key, page: undefined },
    hash: 'list',
    className: classes.open,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what slides must be reached by keys
    <section className={classes.slide} aria-label={name} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{t(`reports.by.${by}`)}</th>
            {columns.map((measure) => (
              <th key={measure} scope="col">
                {labels.measureName(measure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <Link {...behind(row.key)}>{labels.partName(by, row)}</Link>
              </th>
              {columns.map((measure) => (
                <td key={measure}>{labels.number(measure, row.values[measure])}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <Link {...behind(wholeList)}>{t('reports.total')}</Link>
            </th>
            {columns.map((measure) => (
              <td key={measure}>{labels.number(measure, total[measure])}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
