import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { ClashingBooking } from '#shared/registrations/choosing/contract.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Until when the owner of booking `r`, which meets `o`, may choose: in time for either. */
const chooseUntil = `least(r.free_until, r.starts_at - interval '5 minutes', o.starts_at - interval '5 minutes')`;

/** The booking that registration `r` meets since it was moved; null where there is none. */
export const clash = sql<ClashingBooking | null>`(select jsonb_build_object('registrationId', o.id,
    'trainingId', o.training_id, 'name', ot.name, 'startDateTime', ${sql.raw(instant('o.starts_at'))},
    'chooseUntil', ${sql.raw(instant(chooseUntil))})
  from registrations o join trainings ot on ot.tenant_id = o.tenant_id and ot.id = o.training_id
  where o.tenant_id = r.tenant_id and o.id = r.clashes_with)`.as('clash');

/** A client's registrations to these trainings, ended ones too, latest first, with what each meets. */
export function listOfTrainings(clientId: number, trainingIds: readonly number[]) {
  return sqlBuilder
    .selectFrom('registrations as r')
    .select([
      'r.id',
      'r.training_id as trainingId',
      'r.state',
      'r.free_until as freeUntil',
      'r.ended_at as endedAt',
      clash,
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.client_id', '=', clientId)
    .where('r.training_id', 'in', trainingIds.length > 0 ? trainingIds : [0])
    .orderBy('r.id', 'desc');
}

/** What a client has at the time of a booking of theirs: since one of them was moved, the database lets nothing else meet. */
export const listClashing = prepared((of: { registrationId: number; clientId: number }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('registrations as o', (join) =>
      join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.client_id', '=', 'r.client_id'),
    )
    .select('o.id')
    .where('r.tenant_id', '=', tenant)
    .where('r.id', '=', of.registrationId)
    .where('r.client_id', '=', of.clientId)
    .where('o.state', 'in', [sql.lit('booked'), sql.lit('offered')])
    .whereRef('o.id', '<>', 'r.id')
    .whereRef('o.starts_at', '<', 'r.ends_at')
    .whereRef('o.ends_at', '>', 'r.starts_at')
    .orderBy('o.id'),
);

/** Moved bookings whose owners have not chosen in time. */
export function listUndecided(now: string): Query<{ id: number; clientId: number; otherId: number }> {
  return {
    text: `select r.id, r.client_id as "clientId", o.id as "otherId" from registrations r
        join registrations o on o.tenant_id = r.tenant_id and o.id = r.clashes_with
      where r.tenant_id = app_tenant() and r.clashes_with is not null and ${chooseUntil} <= $1::timestamptz
      order by r.id limit 200`,
    values: [now],
  };
}

/** Until when the owners of moved bookings may choose: a place of their trainings comes free then. */
export function listChoosing(
  registrationIds: readonly number[],
): Query<{ trainingId: number; until: string }> {
  return {
    text: `select r.training_id as "trainingId", ${instant(chooseUntil)} as until from registrations r
        join registrations o on o.tenant_id = r.tenant_id and o.id = r.clashes_with
      where r.tenant_id = app_tenant() and r.id = any($1::integer[])`,
    values: [registrationIds],
  };
}

/** Bookings a move made their owners give back, theirs or others' for them, since an instant. */
export function listGivenFor(
  registrationIds: readonly number[],
  since: string,
): Query<{ registrationId: number; clientId: number; trainingId: number; freeUntil: string }> {
  return {
    text: `select id as "registrationId", client_id as "clientId", training_id as "trainingId", free_until as "freeUntil"
      from registrations
      where tenant_id = app_tenant() and given_for is not null and ended_at >= $2::timestamptz
        and (id = any($1::integer[]) or given_for = any($1::integer[]))
      order by id`,
    values: [registrationIds, since],
  };
}

/** How many people would have two trainings at one time if trainings were at these times. */
export function countChoosing(
  planned: readonly { readonly id: number; readonly startsAt: string; readonly endsAt: string }[],
): Query<{ people: number }> {
  return {
    text: `with planned as (
        select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as p (id, starts_at, ends_at)
      ), moved as (
        select r.id, r.client_id, p.starts_at, p.ends_at from planned p
          join registrations r on r.tenant_id = app_tenant() and r.training_id = p.id and r.state = 'booked'
      )
      select count(distinct m.client_id)::integer as people from moved m
      where exists (select from registrations o where o.tenant_id = app_tenant() and o.client_id = m.client_id
          and o.state in ('booked', 'offered') and o.training_id <> all($1::integer[])
          and o.starts_at < m.ends_at and o.ends_at > m.starts_at)
        or exists (select from moved n where n.client_id = m.client_id and n.id <> m.id
          and n.starts_at < m.ends_at and n.ends_at > m.starts_at)`,
    values: [
      planned.map(({ id }) => id),
      planned.map(({ startsAt }) => startsAt),
      planned.map(({ endsAt }) => endsAt),
    ],
  };
}
