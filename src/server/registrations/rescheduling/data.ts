import { sql } from 'kysely';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { NoticeEvent } from '#server/kernel/events.ts';
import type { BookingLimits } from '#shared/kernel/booking-limits.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');
// Spelt out in the SQL: behind a parameter the planner cannot see that an index of these rows alone will do.
const live = [sql.lit('booked'), sql.lit('offered'), sql.lit('releasing'), sql.lit('waiting')] as const;

interface OfTrainings {
  readonly trainingIds: readonly number[];
}

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${ids}::integer[])`;
}

/** Who has a place or waits in these trainings, in order of coming. */
export const listLive = prepared(({ trainingIds }: OfTrainings) =>
  sqlBuilder
    .selectFrom('registrations')
    .select([
      'id as registrationId',
      'client_id as clientId',
      'training_id as trainingId',
      sql<'booked' | 'offered' | 'releasing' | 'waiting'>`state`.as('state'),
      'place',
      'free_until as freeUntil',
      'held_until as heldUntil',
      'clashes_with as clashesWith',
    ])
    .where('tenant_id', '=', tenant)
    .where('training_id', '=', anyOf(trainingIds))
    .where('state', 'in', live)
    .orderBy('id'),
);

type ListedRow = RowOf<ReturnType<typeof listLive>>;
/** As a change keeps it, too: those of before clashes were in them know no `clashesWith`. */
export type LiveRow = Omit<ListedRow, 'clashesWith'> & { readonly clashesWith?: number | null | undefined };

/** Whose registrations are by now, also where two people became one since they were kept. */
export function listOwners(registrationIds: readonly number[]): Query<{ clientId: number }> {
  return {
    text: `select distinct client_id as "clientId" from registrations
      where tenant_id = app_tenant() and id = any($1::integer[])`,
    values: [registrationIds],
  };
}

/** Trainings that were changed, and until when those in some of them may leave free for it. */
export interface Rescheduled extends OfTrainings {
  readonly freeIds: readonly number[];
  readonly leaveUntil: string;
}

/** Registrations as they were when something called them off at an instant. */
export interface CalledOff {
  readonly at: string;
  readonly registrations: readonly LiveRow[];
  /** Trainings that have another time, place or trainer than then, and what they had. */
  readonly others?: ReadonlyMap<number, Previous>;
}

/** What a training was, of what people are told where it is that no more. */
export type Previous = Pick<NoticeEvent, 'previousStartsAt' | 'previousTrainerId' | 'previousRoomId'>;

/** What a move that is taken back restores; changes of before offers had an end of their own in them know no `heldUntil`. */
export type Kept = Pick<LiveRow, 'registrationId' | 'freeUntil' | 'state'> &
  Partial<Pick<LiveRow, 'heldUntil'>>;

/** Ends everything live in trainings that do not take place. An offer and a wait are closed, a place is taken back. */
export function endAll(trainingIds: readonly number[], now: string): Query {
  return {
    text: `update registrations set place = null, held_until = null, presence = null, ended_at = coalesce(ended_at, $2),
        state = case state when 'booked' then 'cancelledByCentre' when 'releasing' then 'cancelledFree' else 'closed' end
      where tenant_id = app_tenant() and training_id = any($1::integer[])
        and state in ('booked', 'offered', 'releasing', 'waiting')`,
    values: [trainingIds, now],
  };
}

/** What was given back late in trainings that do not take place is the centre's doing as well: nobody could have come. */
export function endLate(trainingIds: readonly number[], now: string): Query {
  return {
    text: `update registrations set state = 'cancelledByCentre'
      where tenant_id = app_tenant() and training_id = any($1::integer[]) and state = 'cancelledLate' and starts_at > $2`,
    values: [trainingIds, now],
  };
}

/** What was given back late in trainings that became others before they began: kept, it would be free to give back by now. */
export function freeLate(trainingIds: readonly number[], now: string): Query {
  return {
    text: `update registrations set state = 'cancelledFree'
      where tenant_id = app_tenant() and training_id = any($1::integer[]) and state = 'cancelledLate' and starts_at > $2`,
    values: [trainingIds, now],
  };
}

/** Offers whose owners have a booking at that time by now: they wait again, in their place. */
export function waitAgain(registrationIds: readonly number[]): Query {
  return {
    text: `update registrations set place = null, held_until = null, state = 'waiting'
      where tenant_id = app_tenant() and id = any($1::integer[])`,
    values: [registrationIds],
  };
}

/** Forgets what bookings of these trainings met, and what met them; in the answer whose bookings did. */
export function forgetClashes(trainingIds: readonly number[]): Query<{ trainingId: number }> {
  return {
    text: `update registrations r set clashes_with = null
      where tenant_id = app_tenant() and clashes_with is not null and (training_id = any($1::integer[])
        or clashes_with in (select id from registrations where tenant_id = app_tenant() and training_id = any($1::integer[])))
      returning training_id as "trainingId"`,
    values: [trainingIds],
  };
}

export interface MeetingRow {
  readonly registrationId: number;
  readonly clientId: number;
  readonly trainingId: number;
  readonly state: 'booked' | 'offered';
  readonly otherId: number;
}

/**
 * Places in trainings that moved whose owner has another at that time; of two that moved, the one booked later. The
 * registrations have followed by then.
 */
export function listMeeting(trainingIds: readonly number[]): Query<MeetingRow> {
  return {
    text: `select distinct on (m.id) m.id as "registrationId", m.client_id as "clientId", m.training_id as "trainingId",
        m.state, o.id as "otherId"
      from registrations m
        join registrations o on o.tenant_id = m.tenant_id and o.client_id = m.client_id
          and o.state in ('booked', 'offered') and o.starts_at < m.ends_at and o.ends_at > m.starts_at
      where m.tenant_id = app_tenant() and m.training_id = any($1::integer[]) and m.state in ('booked', 'offered')
        and m.clashes_with is null and (o.training_id <> all($1::integer[]) or o.id < m.id)
      order by m.id, o.starts_at, o.id`,
    values: [trainingIds],
  };
}

/** A place, and the one that it meets. */
export type Meeting = Pick<MeetingRow, 'registrationId' | 'otherId'>;

/** Their owners choose which they keep, and have a day for it as after any change, however late it was before. */
export function saveClashes(rows: readonly Meeting[], now: string): Query {
  return {
    text: `update registrations r set clashes_with = v.other,
        free_until = greatest(r.free_until, least(r.starts_at, $3::timestamptz + interval '24 hours'))
      from unnest($1::integer[], $2::integer[]) as v (id, other)
      where r.tenant_id = app_tenant() and r.id = v.id`,
    values: [rows.map(({ registrationId }) => registrationId), rows.map(({ otherId }) => otherId), now],
  };
}

/**
 * Registrations go where their trainings went. What was free to give back never becomes dearer, and where the training has
 * another time, place or trainer it stays so for a while from the notice (mission 2.2). An offer ends when places of the
 * new start go to whoever comes first, and a place given back is kept no longer than its own moment before it.
 */
export function rescheduleAll(
  { trainingIds, freeIds, leaveUntil }: Rescheduled,
  { freeCancelMinutes, askZoneEndMinutes, undoEndsMinutes }: BookingLimits,
): Query {
  return {
    text: `update registrations r set starts_at = t.starts_at, ends_at = t.ends_at, local_date = t.local_date,
        style_id = t.style_id, free_until = least(t.starts_at, greatest(r.free_until,
          case when r.training_id = any($2::integer[]) then $3::timestamptz end,
          case when r.starts_at <> t.starts_at then t.starts_at - make_interval(mins => $4::integer) end)),
        held_until = least(r.held_until, t.starts_at - make_interval(
          mins => case r.state when 'offered' then $5::integer when 'releasing' then $6::integer end))
      from trainings t
      where r.tenant_id = app_tenant() and r.training_id = any($1::integer[])
        and r.state in ('booked', 'offered', 'releasing', 'waiting')
        and t.tenant_id = r.tenant_id and t.id = r.training_id`,
    values: [trainingIds, freeIds, leaveUntil, freeCancelMinutes, askZoneEndMinutes, undoEndsMinutes],
  };
}

/**
 * Until when places were free to give back, and held, before a change that is taken back. Whoever was offered a place or
 * took one since was promised it as it is by now: theirs never ends earlier.
 */
export function keepFree(trainingIds: readonly number[], rows: readonly Kept[]): Query {
  return {
    text: `update registrations r set free_until = case
          when r.state = 'waiting' or v.state in ('booked', 'releasing') then v.free_until
          else greatest(r.free_until, v.free_until) end,
        held_until = case when r.held_until is not null then coalesce(v.held_until, r.held_until) end
      from unnest($2::integer[], $3::timestamptz[], $4::timestamptz[], $5::text[]) as v (id, free_until, held_until, state)
      where r.tenant_id = app_tenant() and r.id = v.id and r.training_id = any($1::integer[])
        and r.state in ('booked', 'offered', 'releasing', 'waiting')`,
    values: [
      trainingIds,
      rows.map(({ registrationId }) => registrationId),
      rows.map(({ freeUntil }) => freeUntil),
      rows.map(({ heldUntil }) => heldUntil ?? null),
      rows.map(({ state }) => state),
    ],
  };
}

/** The moments at which offers and places given back in these trainings end by now. */
export function listHolds(trainingIds: readonly number[]): Query<{ trainingId: number; until: string }> {
  return {
    text: `select distinct training_id as "trainingId",
        to_char(held_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
      from registrations
      where tenant_id = app_tenant() and training_id = any($1::integer[]) and held_until is not null`,
    values: [trainingIds],
  };
}

/** A place or a wait that was ended by the centre, and whether its owner may have it again. */
export const listEnded = prepared(({ registrationIds }: { registrationIds: readonly number[] }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .leftJoin('registration_covers as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.registration_id', '=', 'r.id'),
    )
    .select([
      'r.id as registrationId',
      'r.client_id as clientId',
      'r.training_id as trainingId',
      'r.state',
      'r.ended_at as endedAt',
      'r.given_for as givenFor',
      sql<boolean>`c.registration_id is not null`.as('wasCovered'),
      sql<boolean>`exists (select from registrations o where o.tenant_id = r.tenant_id and o.client_id = r.client_id
        and o.state in ('booked', 'offered') and o.starts_at < t.ends_at and o.ends_at > t.starts_at)`.as(
        'isBusy',
      ),
      sql<boolean>`exists (select from registrations o where o.tenant_id = r.tenant_id and o.client_id = r.client_id
        and o.training_id = r.training_id and o.state in ('booked', 'offered', 'releasing', 'waiting'))`.as(
        'isThere',
      ),
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.id', '=', anyOf(registrationIds))
    .orderBy('r.id'),
);

export type EndedRow = RowOf<ReturnType<typeof listEnded>>;

/** Gives ended registrations back as they were, at the time their training has. */
export function revive(
  rows: readonly { registrationId: number; place: number | null; freeUntil: string }[],
): Query {
  return {
    text: `update registrations r set state = case when v.place is null then 'waiting' else 'booked' end,
        place = v.place, ended_at = null, given_for = null, free_until = v.free_until, starts_at = t.starts_at, ends_at = t.ends_at,
        local_date = t.local_date, style_id = t.style_id
      from unnest($1::integer[], $2::integer[], $3::timestamptz[]) as v (id, place, free_until)
        join registrations x on x.tenant_id = app_tenant() and x.id = v.id
        join trainings t on t.tenant_id = x.tenant_id and t.id = x.training_id
      where r.tenant_id = app_tenant() and r.id = v.id`,
    values: [
      rows.map(({ registrationId }) => registrationId),
      rows.map(({ place }) => place),
      rows.map(({ freeUntil }) => freeUntil),
    ],
  };
}

/** Another registration like an ended one, with the same place: a cover is settled once and for ever. */
export function bookAnew(
  rows: readonly { id: number; registrationId: number; place: number | null; freeUntil: string }[],
  now: string,
): Query {
  return {
    text: `insert into registrations (id, training_id, client_id, state, place, created_at, free_until, style_id,
        starts_at, ends_at, local_date)
      select v.id, r.training_id, r.client_id, 'booked', v.place, $5, v.free_until, t.style_id, t.starts_at, t.ends_at,
        t.local_date
      from unnest($1::integer[], $2::integer[], $3::integer[], $4::timestamptz[]) as v (id, old_id, place, free_until)
        join registrations r on r.tenant_id = app_tenant() and r.id = v.old_id
        join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ registrationId }) => registrationId),
      rows.map(({ place }) => place),
      rows.map(({ freeUntil }) => freeUntil),
      now,
    ],
  };
}

/** Nobody new gets a place meanwhile: for giving back more than a lowered capacity admits, in one transaction. */
export function widen(trainingIds: readonly number[], by: number): Query {
  return {
    text: `update trainings set max_places = max_places + $2
      where tenant_id = app_tenant() and id = any($1::integer[])`,
    values: [trainingIds, by],
  };
}
