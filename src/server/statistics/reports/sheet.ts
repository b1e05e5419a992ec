import { mapInTurns } from '#server/kernel/files/slices.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { formatDate } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import { type Cell, numberCell, printCsv, printCsvLines, textCell } from '#shared/statistics/csv/domain.ts';
import type { Grouping, ReportKind } from '#shared/statistics/kinds/domain.ts';
import {
  columnsOf,
  listColumnsOf,
  type Measure,
  measures,
  settled,
  type Values,
} from '#shared/statistics/reports/domain.ts';

type T = ReturnType<typeof textsFor>;

/** A report as it was read: dates, parts and their sums in cents and minutes. */
interface SheetReport {
  readonly by: Grouping;
  readonly total: Values;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly values: Values }[];
}

interface SheetItem {
  readonly date: string;
  readonly time: string;
  readonly title: string;
  readonly text: string;
  readonly values: Values;
}

/** The table of a report, with its sums as the last line; as long as there are people, where its lines are of them. */
export async function printReport(
  kind: ReportKind,
  { by, total, rows }: SheetReport,
  language: Language,
): Promise<Uint8Array> {
  const t = textsFor(language);
  const columns = columnsOf[kind];
  const head = printCsv([[textCell(t(`reports.by.${by}`)), ...heads(t, columns)]], language);
  const lines = await mapInTurns(rows, ({ key, name, values }) =>
    printCsvLines([[partCell(t, by, key, name), ...cells(columns, values)]], language),
  );
  const last = printCsvLines([[textCell(t('reports.total')), ...cells(columns, total)]], language);
  return new TextEncoder().encode(head + lines.join('') + last);
}

/** Everything behind a report, a line for each: as many as a year has sales, so that others have their turn meanwhile. */
export async function printList(
  kind: ReportKind,
  items: readonly SheetItem[],
  language: Language,
): Promise<Uint8Array> {
  const t = textsFor(language);
  const columns = listColumnsOf[kind];
  const isOfTrainings = kind !== 'sales' && kind !== 'debts';
  const head = [
    textCell(t('reports.date')),
    ...(isOfTrainings ? [textCell(t('reports.time'))] : []),
    textCell(t(`reports.listTitle.${kind}`)),
    textCell(t(`reports.listText.${kind}`)),
    ...heads(t, columns),
  ];
  const lines = await mapInTurns(items, ({ date, time, title, text, values }) =>
    printCsvLines(
      [
        [
          textCell(formatDate(date)),
          ...(isOfTrainings ? [textCell(time)] : []),
          textCell(title),
          textCell(text),
          ...cells(columns, values),
        ],
      ],
      language,
    ),
  );
  return new TextEncoder().encode(printCsv([head], language) + lines.join(''));
}

/** What stands at the head of a column, with its unit. */
function heads(t: T, columns: readonly Measure[]): Cell[] {
  const units = { count: '', percent: ' (%)', minutes: ` (${t('reports.hoursUnit')})`, cents: ' (€)' };
  return columns.map((measure) => textCell(`${t(`reports.measures.${measure}`)}${units[measures[measure]]}`));
}

/** Euros with two decimals, hours with two; counts and shares whole. */
function cells(columns: readonly Measure[], values: Values): Cell[] {
  return columns.map((measure) => {
    const value = values[measure] ?? null;
    const kind = measures[measure];
    if (value === null) return numberCell(null);
    if (kind === 'cents') return numberCell(value / 100, 2);
    return kind === 'minutes' ? numberCell(value / 60, 2) : numberCell(value);
  });
}

/** What a part is called where its key says it. */
function partCell(t: T, by: Grouping, key: string, name: string): Cell {
  if (name !== '') return textCell(name);
  if (by === 'day' || by === 'week') return textCell(formatDate(key));
  if (by === 'month') return textCell(`${key.slice(5)}.${key.slice(0, 4)}`);
  if (by === 'hour') return textCell(`${key.padStart(2, '0')}:00`);
  if (by === 'vat') {
    const [kind = '', rate = ''] = key.split(' ');
    return textCell(t(`reports.vatKinds.${kind}`, { rate }));
  }
  if (by === 'weekday' || by === 'type' || by === 'age' || by === 'productKind') {
    return textCell(t(`reports.parts.${by}.${key}`));
  }
  return textCell(t(key === settled ? 'reports.settled' : `reports.nobody.${by}`));
}
