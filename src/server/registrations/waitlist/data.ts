import { type Expression, sql } from 'kysely';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { WaitlistMove } from '#shared/registrations/history/domain.ts';
import type { LiveRegistration } from '#shared/registrations/rules/domain.ts';
import type { CancelledState, Move, WaitlistEntry } from '#shared/registrations/waitlist/domain.ts';
import { trainingFacts } from '../data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

// Spelt out in the SQL: behind a parameter the planner cannot see that an index of these rows alone will do.
const held = [sql.lit('booked'), sql.lit('offered'), sql.lit('releasing')] as const;
const open = [sql.lit('offered'), sql.lit('releasing'), sql.lit('waiting')] as const;

/** Whose line: a training's, or that of one's own registration. */
export interface OfWaitlist {
  readonly trainingId: number | null;
  readonly registrationId: number | null;
  readonly clientId: number | null;
}

export interface OfWaitlists {
  readonly trainingIds: readonly number[];
}

function trainingOf({ trainingId, registrationId, clientId }: OfWaitlist): Expression<number> {
  return sql<number>`(select coalesce(${trainingId}::integer, (select training_id from registrations
    where tenant_id = app_tenant() and id = ${registrationId}::integer and client_id = ${clientId}::integer)))`;
}

/** Trainings, and those that may change with their lines: where somebody of a line waits too, or is asked, and what is swapped. */
function withWaitlistsOf(
  own: Expression<unknown>,
  isOfWaitlist: Expression<unknown>,
  now: string,
): Expression<number> {
  return sql<number>`(${own} union
    select o.training_id from registrations r
      join registrations o on o.tenant_id = r.tenant_id and o.client_id = r.client_id
    where r.tenant_id = app_tenant() and ${isOfWaitlist} and r.state in (${sql.join(open)})
      and o.starts_at > ${now}::timestamptz and (o.state = 'waiting' or o.id = r.swap_for
        or (o.state = 'offered' and o.wish_id = r.wish_id)))`;
}

/**
 * Locks the training of a line and those that may change with it, in one order for everybody: where somebody of the
 * line waits too, and what they would swap for it. No main one for a foreign or unknown registration.
 */
export const lockWaitlist = prepared((of: OfWaitlist & { now: string }) =>
  trainingFacts()
    .select(sql<boolean>`t.id = ${trainingOf(of)}`.as('isMain'))
    .where(
      't.id',
      'in',
      withWaitlistsOf(sql`select ${trainingOf(of)}`, sql`r.training_id = ${trainingOf(of)}`, of.now),
    )
    .orderBy('t.id')
    .forNoKeyUpdate('t'),
);

/** Locks the clients of a line and who asks, after the trainings and in one order for everybody. */
export const lockWaitlistClients = prepared((of: OfWaitlist) =>
  sqlBuilder
    .selectFrom('clients as c')
    .select('c.id')
    .where('c.tenant_id', '=', tenant)
    .where(
      sql<boolean>`(c.id = ${of.clientId}::integer or c.id in (select r.client_id from registrations r
        where r.tenant_id = app_tenant() and r.training_id = ${trainingOf(of)}
          and r.state in (${sql.join(open)})))`,
    )
    .orderBy('c.id')
    .forNoKeyUpdate('c'),
);

/**
 * Locks several trainings at once with those that may change with their lines: first of a transaction that may move
 * lines beside deciding about somebody, since a line that is locked later would be out of the order of everybody.
 */
export const lockWaitlists = prepared(({ trainingIds, now }: OfWaitlists & { now: string }) =>
  sqlBuilder
    .selectFrom('trainings as t')
    .select('t.id')
    .where('t.tenant_id', '=', tenant)
    .where(
      't.id',
      'in',
      withWaitlistsOf(
        sql`select unnest(${trainingIds}::integer[])`,
        sql`r.training_id = any(${trainingIds}::integer[])`,
        now,
      ),
    )
    .orderBy('t.id')
    .forNoKeyUpdate('t'),
);

/** Locks the clients of several lines and others, after the trainings and in one order for everybody. */
export const lockClientsOfWaitlists = prepared(
  ({ trainingIds, clientIds }: OfWaitlists & { clientIds: readonly number[] }) =>
    sqlBuilder
      .selectFrom('clients as c')
      .select('c.id')
      .where('c.tenant_id', '=', tenant)
      .where(
        'c.id',
        'in',
        sql<number>`(select unnest(${clientIds}::integer[]) union
          select r.client_id from registrations r where r.tenant_id = app_tenant()
            and r.training_id = any(${trainingIds}::integer[]) and r.state in ('offered', 'releasing', 'waiting'))`,
      )
      .orderBy('c.id')
      .forNoKeyUpdate('c'),
);

/** Numbers of the places held. After the lock, so that they stay true. */
export const listHeldPlacesOf = prepared((of: OfWaitlist) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .select('r.place')
    .where('r.tenant_id', '=', tenant)
    .where('r.training_id', '=', trainingOf(of))
    .where('r.state', 'in', held),
);

/** Open entries, first come first, each with the live registrations its limits are about. */
export const listWaitlist = prepared((of: OfWaitlist & { now: string }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.client_id'),
    )
    .select([
      'r.id as registrationId',
      sql<WaitlistEntry['state']>`r.state`.as('state'),
      'r.place',
      'r.held_until as heldUntil',
      'r.free_until as freeUntil',
      'r.ended_at as endedAt',
      'r.wish_id as wishId',
      'r.swap_for as swapFor',
      'c.notice_minutes as noticeMinutes',
      'r.passed_reason as passedReason',
      'r.client_id as clientId',
      'c.is_blocked as isBlocked',
      'c.banned_until as bannedUntil',
      sql<LiveRegistration[]>`coalesce((
        select jsonb_agg(jsonb_build_object(
          'registrationId', o.id, 'trainingId', o.training_id, 'state', o.state, 'place', o.place,
          'wishId', o.wish_id, 'swapFor', o.swap_for, 'styleId', o.style_id, 'trainingName', ot.name,
          'freeUntil', to_char(o.free_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          'startsAt', to_char(o.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          'endsAt', to_char(o.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          'localDate', o.local_date, 'presence', o.presence))
        from registrations o join trainings ot on ot.tenant_id = o.tenant_id and ot.id = o.training_id
        where o.tenant_id = r.tenant_id and o.client_id = r.client_id and o.state in ('booked', 'offered', 'waiting')
          and o.starts_at > ${of.now}::timestamptz - interval '36 hours'), '[]')`.as('registrations'),
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.training_id', '=', trainingOf(of))
    .where('r.state', 'in', open)
    .orderBy('r.id'),
);

type WaitlistRow = RowOf<ReturnType<typeof listWaitlist>>;

export function toWaitlistEntry({
  clientId,
  isBlocked,
  bannedUntil,
  registrations,
  ...entry
}: WaitlistRow): WaitlistEntry {
  return { ...entry, client: { clientId, isBlocked, bannedUntil, registrations } };
}

const endings = {
  promoted: null,
  accepted: null,
  claimed: null,
  restored: null,
  offered: null,
  expired: 'expired',
  closed: 'closed',
  left: 'left',
  declined: 'declined',
  released: null,
  swapped: null,
  passedOver: null,
} as const;

function endStateOf(move: Move): string | null {
  return 'state' in move ? move.state : endings[move.kind];
}

/** Saves what happened to a line: endings first, so that a place that came free can be taken in the same breath. */
export function saveMoves(moves: readonly Move[], now: string): Query[] {
  const ended = moves.filter((move) => endStateOf(move) !== null);
  const placed = moves.filter((move) => 'place' in move);
  const passed = moves.filter((move) => move.kind === 'passedOver');
  return [
    ...(ended.length > 0 ? [endAll(ended, now)] : []),
    ...(placed.length > 0 ? [placeAll(placed)] : []),
    ...(passed.length > 0 ? [passAll(passed)] : []),
    ...(moves.length > 0 ? [writeHistory(moves, now)] : []),
  ];
}

function endAll(moves: readonly Move[], now: string): Query {
  return {
    text: `update registrations r set state = v.state, place = null, held_until = null, presence = null,
        ended_at = coalesce(r.ended_at, $3)
      from unnest($1::integer[], $2::text[]) as v (id, state) where r.tenant_id = app_tenant() and r.id = v.id`,
    values: [moves.map(({ registrationId }) => registrationId), moves.map(endStateOf), now],
  };
}

function placeAll(moves: readonly Extract<Move, { place: number }>[]): Query {
  return {
    text: `update registrations r set state = v.state, place = v.place, free_until = v.free_until, held_until = v.held_until,
        ended_at = null, passed_reason = null
      from unnest($1::integer[], $2::text[], $3::integer[], $4::timestamptz[], $5::timestamptz[])
        as v (id, state, place, free_until, held_until)
      where r.tenant_id = app_tenant() and r.id = v.id`,
    values: [
      moves.map(({ registrationId }) => registrationId),
      moves.map(({ kind }) => (kind === 'offered' ? 'offered' : 'booked')),
      moves.map(({ place }) => place),
      moves.map(({ freeUntil }) => freeUntil),
      moves.map((move) => (move.kind === 'offered' ? move.heldUntil : null)),
    ],
  };
}

function passAll(moves: readonly Extract<Move, { kind: 'passedOver' }>[]): Query {
  return {
    text: `update registrations r set passed_reason = v.reason from unnest($1::integer[], $2::text[]) as v (id, reason)
      where r.tenant_id = app_tenant() and r.id = v.id`,
    values: [moves.map(({ registrationId }) => registrationId), moves.map(({ reason }) => reason)],
  };
}

/** A line of history; `joined` is written with the entry itself. */
export type HistoryEntry = Pick<Move, 'registrationId' | 'trainingId'> & {
  readonly kind: Move['kind'] | 'joined';
  readonly heldUntil?: string;
  readonly reason?: string;
};

/** What is no step of a queue: a place given back, or given back and taken again. */
const unwritten: readonly string[] = ['released', 'swapped', 'restored'];

export function writeHistory(lines: readonly HistoryEntry[], now: string): Query {
  const written = lines.filter(({ kind }) => !unwritten.includes(kind));
  return {
    text: `insert into queue_moves (training_id, registration_id, kind, moved_at, held_until, reason)
      select v.training_id, v.registration_id, v.kind, $6, v.held_until, v.reason
      from unnest($1::integer[], $2::integer[], $3::text[], $4::timestamptz[], $5::text[])
        as v (training_id, registration_id, kind, held_until, reason)`,
    values: [
      written.map(({ trainingId }) => trainingId),
      written.map(({ registrationId }) => registrationId),
      written.map(({ kind }) => kind),
      written.map(({ heldUntil }) => heldUntil ?? null),
      written.map(({ reason }) => reason ?? null),
      now,
    ],
  };
}

/** The place somebody gave back late has a new owner: the first who dropped is the first forgiven (mission 2.2). */
export const forgiveFirstDropped = prepared(
  ({ trainingId, clientId, now }: { trainingId: number; clientId: number; now: string }) =>
    sqlBuilder
      .updateTable('registrations')
      .set({ state: 'cancelledFree', refilled_at: now })
      .where('tenant_id', '=', tenant)
      .where('id', '=', (expression) =>
        expression
          .selectFrom('registrations as d')
          .select('d.id')
          .where('d.tenant_id', '=', tenant)
          .where('d.training_id', '=', trainingId)
          .where('d.state', '=', sql.lit('cancelledLate'))
          .where('d.client_id', '<>', clientId)
          .orderBy('d.ended_at')
          .orderBy('d.id')
          .limit(1),
      ),
);

export const findRegistration = prepared(({ registrationId, clientId }: Omit<OfWaitlist, 'trainingId'>) =>
  sqlBuilder
    .selectFrom('registrations')
    .select([
      'id',
      'state',
      'place',
      'starts_at as startsAt',
      'free_until as freeUntil',
      'presence',
      'swap_for as swapFor',
      sql<boolean>`(select t.is_personal from trainings t
        where t.tenant_id = registrations.tenant_id and t.id = registrations.training_id)`.as('isPersonal'),
      sql<number>`(select t.waiting from trainings t
        where t.tenant_id = registrations.tenant_id and t.id = registrations.training_id)`.as('waiting'),
    ])
    .where('tenant_id', '=', tenant)
    .where('id', '=', registrationId)
    .where('client_id', '=', clientId),
);

export const findTrainingOf = prepared(({ registrationId, clientId }: Omit<OfWaitlist, 'trainingId'>) =>
  sqlBuilder
    .selectFrom('registrations')
    .select('training_id as trainingId')
    .where('tenant_id', '=', tenant)
    .where('id', '=', registrationId)
    .where('client_id', '=', clientId),
);

/** Entries of before become part of a wish. */
export function joinWaitlistGroupQuery(registrationIds: readonly number[], groupId: number): Query {
  return {
    text: `update registrations set wish_id = $2
      where tenant_id = app_tenant() and id = any($1::integer[])`,
    values: [registrationIds, groupId],
  };
}

interface GivenBack {
  readonly registrationId: number;
  readonly state: CancelledState;
  readonly undoUntil: string | null;
  readonly place: number | null;
  /** The booking it made way for. */
  readonly givenFor: number | null;
  readonly now: string;
}

/** Whether a booking is still somebody's; to be asked while its client is locked. */
export const findBooked = prepared((of: { readonly registrationId: number }) =>
  sqlBuilder
    .selectFrom('registrations')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', of.registrationId)
    .where('state', '=', sql.lit('booked')),
);

/** Gives a booked place back: for good, or held for the undo. */
export function giveBack({ registrationId, state, undoUntil, place, givenFor, now }: GivenBack): Query {
  const kept = undoUntil === null ? { state, place: null } : { state: 'releasing', place };
  return {
    text: `update registrations set state = $2, place = $3, held_until = $4, ended_at = $5, presence = null,
        given_for = $6
      where tenant_id = app_tenant() and id = $1`,
    values: [registrationId, kept.state, kept.place, undoUntil, now, givenFor],
  };
}

/**
 * How the line of one's own registration moved, in the order of happening: what moved it, and who stood before it. Others may have come
 * and gone a thousand times before, and do so behind it.
 */
export function listHistory(registrationId: number, clientId: number) {
  return sqlBuilder
    .selectFrom('queue_moves')
    .select([
      'registration_id as registrationId',
      sql<WaitlistMove['kind']>`kind`.as('kind'),
      'moved_at as movedAt',
      'held_until as heldUntil',
      'reason',
    ])
    .where('tenant_id', '=', tenant)
    .where('training_id', '=', trainingOf({ trainingId: null, registrationId, clientId }))
    .where(
      sql<boolean>`registration_id in (select o.id from registrations r
        join registrations o on o.tenant_id = r.tenant_id and o.training_id = r.training_id
        where r.tenant_id = app_tenant() and r.id = ${registrationId} and o.id <= r.id
          and (o.id = r.id or o.ended_at is null or o.ended_at >= r.created_at))`,
    )
    .orderBy('id');
}
