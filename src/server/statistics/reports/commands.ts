import type { Ctx } from '#server/kernel/ctx.ts';
import { mapInTurns } from '#server/kernel/files/slices.ts';
import * as debts from '#server/statistics/debts/data.ts';
import * as held from '#server/statistics/held/data.ts';
import * as sales from '#server/statistics/sales/data.ts';
import { localDate, localTime } from '#shared/kernel/dates.ts';
import { laterOf } from '#shared/kernel/order.ts';
import type { Grouping, Period, ReportKind } from '#shared/statistics/kinds/domain.ts';
import { askedRange, type DateRange } from '#shared/statistics/periods/domain.ts';
import {
  type CountedPart,
  columnsOf,
  groupingFor,
  listColumnsOf,
  type ReportRow,
  rowsOf,
  type Sums,
  settled,
  totalOf,
  type Values,
  valuesOf,
} from '#shared/statistics/reports/domain.ts';

export interface Asked {
  readonly period?: Period | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly unit?: number | undefined;
  readonly by?: Grouping | undefined;
}

export interface ReadReport extends DateRange {
  readonly by: Grouping;
  readonly total: Values;
  readonly rows: readonly ReportRow[];
}

/** A report of a period: each part counted once, the whole summed from its parts. Sums in cents and minutes. */
export async function readReport(ctx: Ctx, kind: ReportKind, asked: Asked): Promise<ReadReport> {
  const of = whatOf(ctx, kind, asked);
  const counted = await countParts(ctx, kind, of);
  return {
    from: of.from,
    until: of.until,
    by: of.by,
    total: totalOf(columnsOf[kind], counted),
    rows: rowsOf(kind, of.by, counted),
  };
}

type What = ReturnType<typeof whatOf>;

function whatOf({ tenant, language, now }: Ctx, kind: ReportKind, { unit, by, ...asked }: Asked) {
  const today = localDate(now, tenant.timeZone);
  const range = askedRange(asked, today);
  // What will be owed is not known: debts close today at the latest.
  const until = kind === 'debts' && range.until > today ? laterOf(range.from, today) : range.until;
  return {
    from: range.from,
    until,
    by: groupingFor(kind, by, range),
    clubId: unit ?? null,
    now,
    timeZone: tenant.timeZone,
    language,
    defaultLanguage: tenant.defaultLanguage,
  };
}

async function countParts(ctx: Ctx, kind: ReportKind, of: What): Promise<CountedPart[]> {
  if (kind === 'sales') return (await ctx.read(sales.sumSales(of)))[0].map(toPart);
  if (kind === 'debts') return (await ctx.read(debts.sumDebts(of)))[0].map(toPart);
  return (await ctx.read(held.sumTrainings({ kind, ...of })))[0].map(toPart);
}

function toPart<Row extends { readonly key: string; readonly name: string }>(row: Row): CountedPart {
  const { key, name, ...sums } = row;
  return { key, name, sums: sums as Sums };
}

export interface ReportItem {
  readonly id: number;
  readonly position: number;
  readonly date: string;
  readonly time: string;
  readonly title: string;
  readonly text: string;
  readonly clientId: number | null;
  readonly values: Values;
}

/** What is behind a report, or behind its row of a key. */
export async function listBehind(
  ctx: Ctx,
  kind: ReportKind,
  asked: Asked,
  page: held.Page,
): Promise<{ items: ReportItem[]; total: number }> {
  const of = whatOf(ctx, kind, asked);
  const columns = listColumnsOf[kind];
  if (kind === 'sales') {
    const [rows] = await ctx.read(sales.listSales(of, page));
    return {
      items: await mapInTurns(
        rows,
        ({ id, position, issuedOn, article, number, payer, clientId, total: _, ...sums }) => ({
          ...{ id, position, clientId, date: issuedOn, time: '', title: article },
          text: [number, payer].filter(Boolean).join(' · '),
          values: valuesOf(columns, sums),
        }),
      ),
      total: rows[0]?.total ?? 0,
    };
  }
  if (kind === 'debts') {
    const settledKey = of.by === 'client' ? settled : null;
    const [rows] = await ctx.read(debts.listDebts(of, page, settledKey));
    return {
      items: await mapInTurns(rows, ({ id, issuedOn, number, payer, clientId, total: _, ...sums }) => ({
        ...{ id, position: 0, clientId, date: issuedOn, time: '', title: number },
        text: payer ?? '',
        values: valuesOf(columns, sums),
      })),
      total: rows[0]?.total ?? 0,
    };
  }
  const [rows] = await ctx.read(held.listTrainings({ kind, ...of }, page));
  return {
    items: await mapInTurns(
      rows,
      ({ id, localDate: date, startsAt, namePrefix, trainingName, trainer, total: _, ...sums }) => ({
        ...{ id, position: 0, clientId: null, date, time: localTime(startsAt, ctx.tenant.timeZone) },
        title: [namePrefix, trainingName].filter(Boolean).join(' '),
        text: trainer ?? '',
        values: valuesOf(columns, sums),
      }),
    ),
    total: rows[0]?.total ?? 0,
  };
}
