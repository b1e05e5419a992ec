import type { ReportKind } from '#shared/statistics/kinds/domain.ts';
import { keysInTime, mainOf, sideBySide } from '#shared/statistics/reports/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import type { Report } from '../queries.ts';
import classes from './report-chart.module.css';
import { useReportLabels } from './report-labels.ts';

interface ReportChartProps {
  kind: ReportKind;
  report: Report;
}

interface Bar {
  readonly key: string;
  readonly name: string;
  readonly shortName: string;
  readonly value: number;
  readonly whole: number;
}

/** So many stand one under another; the table has them all. */
const mostBars = 12;
/** So many have room for a name each. */
const mostNames = 13;

/** The main number of each part; what follows in time stands side by side. The table under it says the same. */
export function ReportChart({ kind, report }: ReportChartProps) {
  const { t } = useTexts();
  const labels = useReportLabels();
  const { measure, of } = mainOf[kind];
  const { by, rows } = report;
  const isInTime = sideBySide.includes(by);
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const keys = isInTime ? keysInTime(by, report, [...rowOf.keys()]) : [...rowOf.keys()];
  const bars = keys.map((key): Bar => {
    const row = rowOf.get(key) ?? { key, name: '', values: {} };
    const value = row.values[measure] ?? 0;
    return {
      key,
      name: labels.partName(by, row),
      shortName: labels.shortName(by, row),
      value,
      whole: of === undefined ? value : (row.values[of] ?? 0),
    };
  });
  const shown = isInTime ? bars : bars.slice(0, mostBars);
  const most = Math.max(0, ...shown.map(({ value, whole }) => Math.max(value, whole)));
  const least = Math.min(0, ...shown.map(({ value }) => value));
  if (most === 0 && least === 0) return null;
  const told = {
    measure: labels.measureName(measure),
    count: rows.length,
    most: labels.number(measure, most),
  };
  const label =
    of === undefined
      ? t('reports.chart', told)
      : t('reports.chartOf', { ...told, whole: labels.measureName(of) });
  return (
    <section className={classes.chart}>
      <ul className={classes.legend} aria-hidden="true">
        {of === undefined ? null : (
          <li>
            <span className={classes.wholeMark} />
            {labels.measureName(of)}
          </li>
        )}
        <li>
          <span className={classes.partMark} />
          {labels.measureName(measure)}
        </li>
      </ul>
      {isInTime ? (
        <Columns bars={shown} most={most} least={least} hasWhole={of !== undefined} label={label}>
          {[most, (most + least) / 2, least].map((value) => labels.number(measure, rounded(value)))}
        </Columns>
      ) : (
        <Bars
          bars={shown}
          most={Math.max(most, -least)}
          hasWhole={of !== undefined}
          label={label}
          more={bars.length - shown.length}
          print={(value) => labels.number(measure, value)}
        />
      )}
    </section>
  );
}

/** Halves of cents and minutes are nobody's. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Math.round(value * 100) / 100;
}

interface ColumnsProps {
  bars: readonly Bar[];
  most: number;
  least: number;
  hasWhole: boolean;
  label: string;
  /** The scale, from above. */
  children: readonly string[];
}

const step = 24;
const width = 16;
const height = 160;

function Columns({ bars, most, least, hasWhole, label, children }: ColumnsProps) {
  const scale = height / (most - least);
  const zero = 1 + most * scale;
  const box = (value: number) => ({
    y: value >= 0 ? zero - value * scale : zero,
    height: Math.abs(value) * scale,
  });
  return (
    <>
      <div className={classes.body}>
        <svg
          className={classes.picture}
          viewBox={`0 0 ${bars.length * step} ${height + 2}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {[0, 0.5, 1].map((part) => (
            <line
              key={part}
              className={classes.grid}
              x1="0"
              x2={bars.length * step}
              y1={1 + height * part}
              y2={1 + height * part}
            />
          ))}
          {bars.map(({ key, value, whole }, index) => {
            const rest = { x: index * step + (step - width) / 2, width };
            return (
              <g key={key}>
                {hasWhole ? <rect {...rest} {...box(whole)} className={classes.whole} /> : null}
                <rect {...rest} {...box(value)} className={classes.part} />
              </g>
            );
          })}
          {least < 0 ? (
            <line className={classes.zero} x1="0" x2={bars.length * step} y1={zero} y2={zero} />
          ) : null}
        </svg>
        <div className={classes.scale} aria-hidden="true">
          {children.map((text, index) => (
            <span key={['top', 'middle', 'bottom'][index]}>{text}</span>
          ))}
        </div>
      </div>
      <div className={bars.length <= mostNames ? classes.names : classes.ends} aria-hidden="true">
        {bars
          .filter((_, index) => bars.length <= mostNames || index === 0 || index === bars.length - 1)
          .map(({ key, shortName }) => (
            <span key={key}>{shortName}</span>
          ))}
      </div>
    </>
  );
}

interface BarsProps {
  bars: readonly Bar[];
  most: number;
  hasWhole: boolean;
  label: string;
  more: number;
  print: (value: number) => string;
}

function Bars({ bars, most, hasWhole, label, more, print }: BarsProps) {
  const { t } = useTexts();
  const share = (value: number) => `${Math.max(0, (Math.abs(value) * 100) / most)}%`;
  return (
    <>
      <div role="img" aria-label={label} className={classes.bars}>
        {bars.map(({ key, name, value, whole }) => (
          <div key={key} className={classes.bar}>
            <span className={classes.barName}>{name}</span>
            <span className={classes.barNumber}>{print(value)}</span>
            <svg className={classes.line} width="100%" height="10" aria-hidden="true">
              {hasWhole ? (
                <rect className={classes.wholeLine} width={share(whole)} height="10" rx="4" />
              ) : null}
              <rect
                className={value < 0 ? classes.below : classes.part}
                width={share(value)}
                height="10"
                rx="4"
              />
            </svg>
          </div>
        ))}
      </div>
      {more > 0 ? <p className={classes.more}>{t('reports.others', { count: more })}</p> : null}
    </>
  );
}
