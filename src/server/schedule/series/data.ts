import { sql } from 'kysely';
import { type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { CalledOff, LiveRow } from '#server/registrations/rescheduling/data.ts';
import type { TimeAndPlace } from '#shared/schedule/editing/domain.ts';
import type { ScheduleChange } from '#shared/schedule/series/contract.ts';
import type { SeriesRow, StoredRow } from '../editing/data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** What it takes to change back, as it was written with the change. */
export interface Before {
  readonly trainings: readonly (StoredRow & { readonly id: number })[];
  readonly series: readonly SeriesRow[];
  readonly registrations: readonly LiveRow[];
}
export interface After {
  readonly trainings: readonly number[];
  readonly series: readonly number[];
  /** How each training was left; what was deleted has none. */
  readonly prints: readonly { readonly id: number; readonly print: string }[];
  /** Nobody was told of times, rooms and trainers. */
  readonly isSilent?: boolean;
}

interface NewChange {
  readonly id: number;
  readonly kind: ScheduleChange['kind'];
  readonly name: string;
  readonly at: string;
  readonly accountId: number;
  readonly closureId: number | null;
  readonly before: unknown;
  readonly after: unknown;
}

export function insertChange({ id, kind, name, at, accountId, closureId, before, after }: NewChange): Query {
  return {
    text: `insert into schedule_changes (id, kind, name, at, account_id, closure_id, before, after)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [id, kind, name, at, accountId, closureId, JSON.stringify(before), JSON.stringify(after)],
  };
}

/** A change without what it takes to change back, which may be millions of letters. */
export function findChange(id: number) {
  return sqlBuilder
    .selectFrom('schedule_changes as c')
    .select([
      'c.id',
      sql<ScheduleChange['kind']>`c.kind`.as('kind'),
      'c.name',
      'c.at',
      'c.closure_id as closureId',
      'c.undone_at as undoneAt',
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.id', '=', id);
}

export type ChangeRow = RowOf<ReturnType<typeof findChange>>;

export function lockChange(id: number) {
  return findChange(id).forUpdate('c');
}

/** How it was and how it was left: never written again. The trainings a change is about come before it in every transaction. */
export function findBeforeAndAfter(id: number) {
  return sqlBuilder
    .selectFrom('schedule_changes as c')
    .select([sql<Before>`c.before`.as('before'), sql<After>`c.after`.as('after')])
    .where('c.tenant_id', '=', tenant)
    .where('c.id', '=', id);
}

/** A calling off by a closure, with its trainings as they were then. */
export interface Closing extends Pick<CalledOff, 'at' | 'registrations'> {
  readonly trainings: readonly (TimeAndPlace & { readonly id: number })[];
}

function utc(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/**
 * When closures that are lifted, or are about to be, called trainings off that no lifting has brought back, with the registrations they had
 * then: the one lifted last gives back what those before it called off as well. A lifting that was taken back called off
 * what was booked since it. The latest first: whose place it was last has it. `trainings` are those of them as they were then.
 */
export function listClosings(lifted: number, trainingIds: readonly number[]): Query<Closing> {
  return {
    text: `select c.at, jsonb_agg(r.value) as registrations,
        (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'startsAt', ${utc('t.starts_at')}, 'endsAt', ${utc('t.ends_at')},
            'fields', jsonb_build_object('roomIds', t.room_id || t.extra_room_ids, 'trainerId', t.trainer_id))), '[]')
          from schedule_changes b cross join jsonb_populate_recordset(null::trainings, b.before -> 'trainings') t
          where b.tenant_id = app_tenant() and b.id = c.id and t.id = any($1::integer[])) as trainings
      from (select id, closure_id, at, before -> 'registrations' as registrations from schedule_changes
          where tenant_id = app_tenant() and kind = 'close' and undone_at is null
          union all
          select id, closure_id, undone_at, after -> 'calledOff' from schedule_changes
          where tenant_id = app_tenant() and kind = 'lift' and undone_at is not null and after ? 'calledOff') c
        join closures o on o.tenant_id = app_tenant() and o.id = c.closure_id and (o.lifted_at is not null or o.id = $2)
        cross join lateral jsonb_array_elements(c.registrations) r
      where (r.value ->> 'trainingId')::integer = any($1::integer[])
        and not exists (select from schedule_changes l where l.tenant_id = app_tenant() and l.kind = 'lift'
          and l.closure_id = c.closure_id and l.undone_at is null
          and l.after -> 'trainings' @> (r.value -> 'trainingId'))
      group by c.id, c.at order by c.at desc, c.id desc`,
    values: [trainingIds, lifted],
  };
}

/** Taken back, with the registrations that were called off by it. */
export function markUndone(id: number, now: string, calledOff: readonly LiveRow[]): Query {
  return {
    text: `update schedule_changes set undone_at = $2, after = after || jsonb_build_object('calledOff', $3::jsonb)
      where tenant_id = app_tenant() and id = $1`,
    values: [id, now, JSON.stringify(calledOff)],
  };
}

export function listChanges(since: string) {
  return sqlBuilder
    .selectFrom('schedule_changes as c')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.account_id'),
    )
    .innerJoin('clients as k', (join) =>
      join.onRef('k.tenant_id', '=', 'a.tenant_id').onRef('k.id', '=', 'a.client_id'),
    )
    .select([
      'c.id',
      sql<ScheduleChange['kind']>`c.kind`.as('kind'),
      'c.name',
      'c.at',
      sql<string>`k.first_name || ' ' || k.last_name`.as('byName'),
      sql<number>`jsonb_array_length(c.after->'trainings')`.as('trainings'),
      'c.undone_at as undoneAt',
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.at', '>', since)
    .orderBy('c.at', 'desc')
    .orderBy('c.id', 'desc');
}
