import { formatNumber } from '#shared/kernel/money.ts';
import type { Grouping, Period, ReportKind } from '#shared/statistics/kinds/domain.ts';
import type { Measure } from '#shared/statistics/reports/domain.ts';
import { measures, settled } from '#shared/statistics/reports/domain.ts';
import { formatDate, formatMoney, formatWeekday } from '#web/kernel/format.ts';
import type { rowsChoices } from '#web/kernel/rows.ts';
import { useTexts } from '#web/kernel/texts.tsx';

/** What the address of a report says. */
export interface ReportsSearch {
  kind?: ReportKind | undefined;
  period?: Period | undefined;
  from?: string | undefined;
  until?: string | undefined;
  unit?: number | undefined;
  by?: Grouping | undefined;
  key?: string | undefined;
  page?: number | undefined;
  rows?: (typeof rowsChoices)[number] | undefined;
}

/** The whole list, in an address. */
export const wholeList = 'all';

export interface Part {
  readonly key: string;
  readonly name: string;
}

/** Numbers and names of reports, in the words of the page. */
export function useReportLabels() {
  const { t, language } = useTexts();

  /** What a part of the whole is called. */
  function partName(by: Grouping, { key, name }: Part): string {
    if (name !== '') return name;
    if (by === 'day') return `${formatWeekday(key, language, 'short')} ${formatDate(key)}`;
    if (by === 'week') return formatDate(key);
    if (by === 'month') return `${key.slice(5)}.${key.slice(0, 4)}`;
    if (by === 'hour') return `${key.padStart(2, '0')}:00`;
    if (by === 'vat') {
      const [kind = '', rate = ''] = key.split(' ');
      return t(`reports.vatKinds.${kind}` as 'reports.vatKinds.standard', { rate });
    }
    if (by === 'weekday' || by === 'type' || by === 'age' || by === 'productKind') {
      return t(`reports.parts.${by}.${key}` as 'reports.parts.age.notDue');
    }
    return key === settled ? t('reports.settled') : t(`reports.nobody.${by}` as 'reports.nobody.trainer');
  }

  /** The shortest that still tells parts apart, for under a picture. */
  function shortName(by: Grouping, part: Part): string {
    if (by === 'day' || by === 'week') return formatDate(part.key).slice(0, 5);
    if (by === 'hour') return part.key.padStart(2, '0');
    if (by === 'weekday')
      return formatWeekday(weekdayDates[Number(part.key) - 1] ?? '2026-11-16', language, 'short');
    return partName(by, part);
  }

  function number(measure: Measure, value: number | null | undefined): string {
    if (value === null || value === undefined) return '–';
    switch (measures[measure]) {
      case 'cents':
        return formatMoney(Math.round(value * 100), language);
      case 'percent':
        return `${formatNumber(value, language)}%`;
      case 'minutes': {
        const [hours, minutes] = [Math.floor(value / 60), value % 60];
        return minutes === 0 ? t('common.hours', { hours }) : t('common.hoursMinutes', { hours, minutes });
      }
      case 'count':
        return formatNumber(value, language);
    }
  }

  return { partName, shortName, number, measureName: (measure: Measure) => t(`reports.measures.${measure}`) };
}

/** A week of any year, Monday first. */
const weekdayDates = [16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`);
