import { addDays, daysBetween, startOfWeek } from '#shared/kernel/dates.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import { compareTexts } from '#shared/kernel/order.ts';
import { shareOf } from '../domain.ts';
import type { Grouping, ReportKind } from '../kinds/domain.ts';
import type { DateRange } from '../periods/domain.ts';

const ofTrainings = ['day', 'week', 'month', 'weekday', 'hour', 'style', 'club', 'room', 'trainer'] as const;

/** By what each report may be summed; the first that fits is shown unless another is asked for. */
export const groupingsOf: Readonly<Record<ReportKind, readonly Grouping[]>> = {
  occupancy: ofTrainings,
  attendance: ofTrainings,
  sales: ['product', 'productKind', 'day', 'week', 'month', 'club', 'vat'],
  debts: ['client', 'age', 'month'],
  hours: ['trainer', 'day', 'week', 'month', 'type', 'style', 'club'],
};

export type MeasureKind = 'count' | 'percent' | 'minutes' | 'cents';

/** Every number a report may show, and how it is written. */
export const measures = {
  trainings: 'count',
  ahead: 'count',
  full: 'count',
  places: 'count',
  booked: 'count',
  occupancy: 'percent',
  came: 'count',
  absent: 'count',
  notNoted: 'count',
  presence: 'percent',
  lateCancelled: 'count',
  minutes: 'minutes',
  groupMinutes: 'minutes',
  personalMinutes: 'minutes',
  lines: 'count',
  invoiced: 'cents',
  credited: 'cents',
  net: 'cents',
  vat: 'cents',
  gross: 'cents',
  opening: 'cents',
  issued: 'cents',
  paid: 'cents',
  writtenOff: 'cents',
  closing: 'cents',
  overdue: 'cents',
} as const satisfies Readonly<Record<string, MeasureKind>>;
export type Measure = keyof typeof measures;

/** The columns of each report, in their order. */
export const columnsOf: Readonly<Record<ReportKind, readonly Measure[]>> = {
  occupancy: ['trainings', 'ahead', 'full', 'places', 'booked', 'occupancy'],
  attendance: ['trainings', 'booked', 'came', 'absent', 'notNoted', 'presence', 'lateCancelled'],
  sales: ['lines', 'invoiced', 'credited', 'net', 'vat', 'gross'],
  debts: ['opening', 'issued', 'credited', 'paid', 'writtenOff', 'closing', 'overdue'],
  hours: ['trainings', 'minutes', 'groupMinutes', 'personalMinutes', 'booked', 'came'],
};

/** What the list behind a report says of each of its things, of the report's columns. */
export const listColumnsOf: Readonly<Record<ReportKind, readonly Measure[]>> = {
  occupancy: ['places', 'booked', 'occupancy'],
  attendance: ['booked', 'came', 'absent', 'notNoted', 'presence', 'lateCancelled'],
  sales: ['net', 'vat', 'gross'],
  debts: ['opening', 'issued', 'credited', 'paid', 'writtenOff', 'closing', 'overdue'],
  hours: ['minutes', 'booked', 'came'],
};

/** The number a report is about: what its picture shows, and of what. */
export const mainOf: Readonly<Record<ReportKind, { readonly measure: Measure; readonly of?: Measure }>> = {
  occupancy: { measure: 'booked', of: 'places' },
  attendance: { measure: 'came', of: 'booked' },
  sales: { measure: 'gross' },
  debts: { measure: 'closing' },
  hours: { measure: 'minutes' },
};

/** Shares are taken of sums, never summed. */
const shares: Readonly<Partial<Record<Measure, readonly [part: Measure, whole: Measure]>>> = {
  occupancy: ['booked', 'places'],
  presence: ['came', 'booked'],
};

export type Sums = Readonly<Partial<Record<Measure, number>>>;
export type Values = Readonly<Partial<Record<Measure, number | null>>>;

/** A part of the whole as it was counted: `name` is empty where the key says it (a day, an hour). */
export interface CountedPart {
  readonly key: string;
  readonly name: string;
  readonly sums: Sums;
}

export interface ReportRow {
  readonly key: string;
  readonly name: string;
  readonly values: Values;
}

/** Sums with their shares, in the order of the columns; whole cents, whole minutes. */
export function valuesOf(columns: readonly Measure[], sums: Sums): Values {
  return Object.fromEntries(
    columns.map((measure) => {
      const share = shares[measure];
      if (!share) return [measure, sums[measure] ?? 0];
      return [measure, shareOf(sums[share[0]] ?? 0, sums[share[1]] ?? 0)];
    }),
  );
}

/** The sums of parts: what stands under the table is never counted a second time. */
export function totalOf(columns: readonly Measure[], parts: readonly { readonly sums: Sums }[]): Values {
  const sum = (measure: Measure) => parts.reduce((all, { sums }) => all + (sums[measure] ?? 0), 0);
  return valuesOf(columns, Object.fromEntries(columns.map((measure) => [measure, sum(measure)])));
}

const inOrder: readonly Grouping[] = ['day', 'week', 'month', 'weekday', 'hour', 'age'];
/** Whether parts follow each other, so that a picture shows them side by side. */
function isOrdered(by: Grouping): boolean {
  return inOrder.includes(by);
}

/** How old an open invoice is, by whole days over its due date: from so many days on. */
const ages = ['settled', 'notDue', 'days1', 'days8', 'days31', 'days91'] as const;

/** The rows of a report: in time where they have one, else the greatest first; nobody who owes nothing stands alone. */
export function rowsOf(kind: ReportKind, by: Grouping, counted: readonly CountedPart[]): ReportRow[] {
  const parts = kind === 'debts' && by === 'client' ? withoutSettled(counted) : counted;
  const columns = columnsOf[kind];
  const { measure } = mainOf[kind];
  const rank = ({ key }: CountedPart) =>
    by === 'age' ? (ages as readonly string[]).indexOf(key) : by === 'hour' ? Number(key) : 0;
  return parts
    .toSorted((one, other) =>
      isOrdered(by)
        ? rank(one) - rank(other) || compareTexts(one.key, other.key)
        : Number(one.key === settled) - Number(other.key === settled) ||
          (other.sums[measure] ?? 0) - (one.sums[measure] ?? 0) ||
          compareTexts(one.name, other.name),
    )
    .map(({ key, name, sums }) => ({ key, name, values: valuesOf(columns, sums) }));
}

/** Under this key stand all who owe nothing at the end. */
export const settled = 'settled';

function withoutSettled(parts: readonly CountedPart[]): CountedPart[] {
  const isOpen = ({ sums }: CountedPart) => (sums.closing ?? 0) !== 0;
  const others = parts.filter((part) => !isOpen(part));
  const open = parts.filter(isOpen);
  if (others.length === 0) return open;
  const names = columnsOf.debts.map((measure) => [
    measure,
    others.reduce((all, { sums }) => all + (sums[measure] ?? 0), 0),
  ]);
  return [...open, { key: settled, name: '', sums: Object.fromEntries(names) }];
}

/** By what it is summed: as asked, where the report can; else by what suits so many days. */
export function groupingFor(
  kind: ReportKind,
  asked: Grouping | undefined,
  { from, until }: DateRange,
): Grouping {
  const possible = groupingsOf[kind];
  if (asked !== undefined && possible.includes(asked)) return asked;
  const [first = 'month'] = possible;
  if (first !== 'day') return first;
  const months = Number(until.slice(0, 4)) * 12 + Number(until.slice(5, 7)) - monthsOf(from);
  return months <= 1 ? 'day' : months <= 7 ? 'week' : 'month';
}

function monthsOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
}

/** As the wire carries it: euros for cents. */
export function toWire(values: Values): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isMoney = measures[name as Measure] === 'cents';
      return [
        name,
        value !== null && value !== undefined && isMoney ? centsToEuros(cents(value)) : (value ?? null),
      ];
    }),
  );
}

/** Groupings whose parts stand side by side in a picture, with those between that have nothing. */
export const sideBySide: readonly Grouping[] = ['day', 'week', 'month', 'weekday', 'hour'];

/** Every key of a grouping in time, first to last, so that a picture leaves room for what has nothing. */
export function keysInTime(by: Grouping, { from, until }: DateRange, present: readonly string[]): string[] {
  const numbers = (first: number, last: number) =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String(first + index));
  if (by === 'weekday') return numbers(1, 7);
  if (by === 'hour') {
    const hours = present.map(Number);
    return hours.length === 0 ? [] : numbers(Math.min(...hours), Math.max(...hours));
  }
  if (by === 'month') {
    return numbers(monthsOf(from), monthsOf(until)).map((text) => {
      const month = Number(text) - 1;
      return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    });
  }
  if (by !== 'day' && by !== 'week') return [...present];
  const [first, step] = by === 'day' ? [from, 1] : [startOfWeek(from), 7];
  const count = Math.floor(daysBetween(first, until) / step) + 1;
  return Array.from({ length: count }, (_, index) => addDays(first, index * step));
}
