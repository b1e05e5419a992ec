import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { FileAnswer, Id, LocalDateText, queryChoice, queryDate, queryInteger } from '#shared/kernel/wire.ts';
import { groupings, periods, reportKinds } from '../kinds/domain.ts';

/** A number for each measure: euros, whole minutes, whole percent; null for a share of nothing. */
const Values = z.record(z.string(), z.number().nullable());

const Row = z.object({
  /** What opens the list behind it. */
  key: z.string(),
  /** Empty where the key says it: a date, a month, a weekday, an hour, a kind. */
  name: z.string(),
  values: Values,
});

/** Sums of a period, and their parts. Every sum is that of its parts, to the cent. */
export const Report = z.object({
  from: LocalDateText,
  until: LocalDateText,
  by: z.enum(groupings),
  total: Values,
  rows: z.array(Row),
});
export type Report = z.infer<typeof Report>;

export const ReportItem = z.object({
  /** Of the training or of the invoice. */
  id: Id,
  /** 0 but for the lines of one invoice. */
  position: z.number().int(),
  date: LocalDateText,
  /** Of a training's start; empty for the others. */
  time: z.string(),
  /** A training's name, an article, an invoice's number. */
  title: z.string(),
  /** Who leads it, who pays it. */
  text: z.string(),
  clientId: Id.nullable(),
  values: Values,
});
export type ReportItem = z.infer<typeof ReportItem>;

const asked = {
  /** Occupancy where it does not say. */
  kind: queryChoice(reportKinds),
  /** A preset; `from` and `until` win over it. */
  period: queryChoice(periods),
  from: queryDate,
  until: queryDate,
  /** A club. */
  unit: queryInteger,
  by: queryChoice(groupings),
};
const queryKey = z
  .custom<string | undefined>()
  .transform((raw: unknown) => (typeof raw === 'string' && raw.length <= 200 ? raw : undefined))
  .optional()
  .meta({ type: 'string' });

export const getReport = endpoint({
  noun: 'statistics',
  method: 'GET',
  path: '/admin/report',
  role: 'admin',
  summary: 'Occupancy, attendance, sales, debts or trainers’ hours of a period and a club, by what is asked',
  query: z.object(asked),
  response: Report,
});

export const listBehindReport = endpoint({
  noun: 'statistics',
  method: 'GET',
  path: '/admin/report/list',
  role: 'admin',
  summary: 'The trainings, invoice lines or invoices behind a report, or behind the row of a `key`',
  query: z.object({ ...asked, key: queryKey, page: queryInteger, limit: queryInteger }),
  response: z.object({ items: z.array(ReportItem), total: z.number().int() }),
});

export const downloadReport = endpoint({
  noun: 'statistics',
  method: 'GET',
  path: '/admin/report/csv',
  role: 'admin',
  summary:
    'A report as a table for spreadsheets, or with `list=1` everything behind it, in the caller’s language',
  query: z.object({ ...asked, key: queryKey, list: queryInteger }),
  response: FileAnswer,
  errors: ['proofNeeded'],
});
