import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A contract that could not be billed, and why. */
export interface Problem {
  readonly contractId: number;
  readonly number: string;
  readonly reason: string;
}

export interface RunRow {
  readonly runOn: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly contracts: number;
  readonly invoices: number;
  readonly totalCents: number;
  readonly renewed: number;
  readonly creditedCents: number;
  readonly debts: number;
  readonly badDebts: number;
  readonly problems: unknown;
}

const runParts = [
  'run_on as runOn',
  'started_at as startedAt',
  'ended_at as endedAt',
  'contracts',
  'invoices',
  'total_cents as totalCents',
  'renewed',
  'credited_cents as creditedCents',
  'debts',
  'bad_debts as badDebts',
  'problems',
] as const;

/** Runs, latest first. */
export const listRuns = prepared(({ limit, offset }: { limit: number; offset: number }) =>
  sqlBuilder
    .selectFrom('billing_runs')
    .select(runParts)
    .where('tenant_id', '=', tenant)
    .orderBy('run_on', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<RunRow>(),
);

export const countRuns = prepared((_: object) =>
  sqlBuilder
    .selectFrom('billing_runs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('tenant_id', '=', tenant),
);

/** A night's run begins, or goes on where it was cut off. */
export function startRun(runOn: string, now: string): Query {
  return {
    text: `insert into billing_runs (run_on, started_at) values ($1, $2)
      on conflict (tenant_id, run_on) do nothing`,
    values: [runOn, now],
  };
}

/** What a batch adds to the report, in its own transaction. */
export function addToRun(
  runOn: string,
  added: Partial<Record<'contracts' | 'invoices' | 'totalCents' | 'renewed' | 'creditedCents', number>>,
): Query {
  return {
    text: `update billing_runs set contracts = contracts + $2::integer, invoices = invoices + $3::integer,
        total_cents = total_cents + $4::bigint, renewed = renewed + $5::integer, credited_cents = credited_cents + $6::bigint
      where tenant_id = app_tenant() and run_on = $1`,
    values: [
      runOn,
      added.contracts ?? 0,
      added.invoices ?? 0,
      added.totalCents ?? 0,
      added.renewed ?? 0,
      added.creditedCents ?? 0,
    ],
  };
}

/** A run has come to its end; what could not be billed is tried again by the next one. */
export function endRun(
  runOn: string,
  ended: { readonly problems: readonly Problem[]; readonly debts: number; readonly badDebts: number },
  now: string,
): Query {
  return {
    text: `update billing_runs set ended_at = $2, problems = $3, debts = $4, bad_debts = $5
      where tenant_id = app_tenant() and run_on = $1`,
    values: [runOn, now, JSON.stringify(ended.problems), ended.debts, ended.badDebts],
  };
}

/** What is told of a contract once; no two of a contract under the same key. */
export interface ContractMessage {
  readonly contractId: number;
  readonly key: string;
}

/** Takes messages that were not told yet, and answers those: told in the same transaction, or not at all. */
export function takeMessages(messages: readonly ContractMessage[], now: string): Query<ContractMessage> {
  return {
    text: `insert into contract_messages (contract_id, key, created_at)
      select "contractId", key, $2::timestamptz from jsonb_to_recordset($1::jsonb) as r ("contractId" integer, key text)
      order by "contractId", key
      on conflict do nothing returning contract_id as "contractId", key`,
    values: [JSON.stringify(messages), now],
  };
}

/** Whom a mail about a contract goes to, and of which contract it tells. */
export interface Addressee {
  readonly id: number;
  readonly number: string;
  readonly names: Names;
  readonly payer: unknown;
  readonly language: string;
}
