import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { ClientType } from '#shared/products/domain.ts';
import type { RegistrationDecision } from '#shared/registrations/domain.ts';
import type { ClientFacts, LiveRegistration, TrainingFacts } from '#shared/registrations/rules/domain.ts';
import { clash } from './choosing/data.ts';
import { swapFor, swapTo } from './waitlist-groups/data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

// Spelt out in the SQL: behind a parameter the planner cannot see that an index of these rows alone will do.
const booked = sql.lit('booked');
const waiting = sql.lit('waiting');
const offered = sql.lit('offered');
/** Holds a place or waits for one. */
const live = [booked, offered, waiting];
const releasing = sql.lit('releasing');
const rows = sql`from registrations as r where r.tenant_id = t.tenant_id and r.training_id = t.id`;
const rowsHeld = sql`${rows} and r.state in (${booked}, ${offered}, ${releasing})`;

interface OfTrainings {
  readonly trainingIds: readonly number[];
}
interface OfClients {
  readonly clientIds: readonly number[];
}

/** Locks trainings, in one order for everybody: first of every transaction about their places. */
export const lockTrainings = prepared(({ trainingIds }: OfTrainings) =>
  trainingFacts().where('t.id', '=', anyOf(trainingIds)).orderBy('t.id').forNoKeyUpdate('t'),
);

/** The same without a lock, for showing what would happen. */
export const findTrainings = prepared(({ trainingIds }: OfTrainings) =>
  trainingFacts().where('t.id', '=', anyOf(trainingIds)),
);

export function trainingFacts() {
  return sqlBuilder
    .selectFrom('trainings as t')
    .select([
      't.id',
      't.style_id as styleId',
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      't.local_date as localDate',
      't.max_places as maxPlaces',
      't.waiting',
      't.late_cancelled as lateCancelled',
      't.is_waiting_list_allowed as isWaitingListAllowed',
      't.is_closed as isClosed',
      't.is_cancelled as isCancelled',
      sql<'free' | 'paid'>`t.payment`.as('payment'),
      't.price_cents as priceCents',
      sql<ClientType>`t.client_type`.as('clientType'),
      't.club_id as clubId',
      sql<readonly number[] | null>`case when t.is_personal then array(select w.client_id from registrations w
        where w.tenant_id = t.tenant_id and w.training_id = t.id) end`.as('onlyFor'),
    ])
    .where('t.tenant_id', '=', tenant);
}

/**
 * Which places are held, by training. After the lock, so that they stay true. The counter and the highest number
 * tell it alone unless somebody gave a place back below: only then numbers are read one by one.
 */
export const listHeldPlaces = prepared(({ trainingIds }: OfTrainings) =>
  sqlBuilder
    .selectFrom('trainings as t')
    .leftJoinLateral(
      sql<{ place: number }>`(select r.place ${rowsHeld} order by r.place desc limit 1)`.as('top'),
      (join) => join.onTrue(),
    )
    .select([
      't.id as trainingId',
      't.booked as held',
      sql<number>`coalesce(top.place, 0) + 1`.as('next'),
      sql<number[]>`case when t.booked < top.place
        then array(select generate_series(1, top.place) except select r.place ${rowsHeld} order by 1)
        else '{}' end`.as('gaps'),
      sql<string | null>`(select min(r.held_until) ${rows} and r.state in (${offered}, ${releasing}))`.as(
        'earliestHold',
      ),
    ])
    .where('t.tenant_id', '=', tenant)
    .where('t.id', '=', anyOf(trainingIds)),
);

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${ids}::integer[])`;
}

/** Clients' live registrations from the training's day on: what their limits and overlaps are about. */
export const listLiveRegistrations = prepared(({ clientIds, now }: OfClients & { now: string }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .select([
      'r.id as registrationId',
      'r.client_id as clientId',
      'r.training_id as trainingId',
      sql<LiveRegistration['state']>`r.state`.as('state'),
      'r.place',
      'r.wish_id as wishId',
      'r.swap_for as swapFor',
      'r.free_until as freeUntil',
      'r.style_id as styleId',
      't.name as trainingName',
      'r.starts_at as startsAt',
      'r.ends_at as endsAt',
      'r.local_date as localDate',
      'r.presence',
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.client_id', '=', anyOf(clientIds))
    .where('r.starts_at', '>', sql<string>`${now}::timestamptz - interval '36 hours'`)
    .where('r.state', 'in', [booked, offered, releasing, waiting]),
);

/** Ids of registrations about to be written, in the order of coming: the answer is known before the commit. */
export const nextRegistrationIds = prepared(({ count }: { count: number }) =>
  sqlBuilder
    .selectFrom(sql`generate_series(1, ${count}::integer)`.as('wanted'))
    .select(sql<number>`nextval('registrations_id_seq')::integer`.as('id')),
);

export interface NewRegistration {
  readonly id: number;
  readonly training: TrainingFacts;
  readonly clientId: number;
  readonly decision: RegistrationDecision;
  readonly wishId: number | null;
  readonly swapFor: number | null;
  readonly now: string;
}

export function insertRegistrations(rows: readonly NewRegistration[]): Query {
  return {
    text: `insert into registrations (id, training_id, client_id, state, place, created_at, free_until, style_id,
        starts_at, ends_at, local_date, wish_id, swap_for)
      select * from unnest($1::integer[], $2::integer[], $3::integer[], $4::text[], $5::integer[],
        $6::timestamptz[], $7::timestamptz[], $8::integer[], $9::timestamptz[], $10::timestamptz[], $11::date[],
        $12::integer[], $13::integer[])`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ training }) => training.id),
      rows.map(({ clientId }) => clientId),
      rows.map(({ decision }) => decision.outcome),
      rows.map(({ decision }) => (decision.outcome === 'booked' ? decision.place : null)),
      rows.map(({ now }) => now),
      rows.map(({ decision }) => decision.freeUntil),
      rows.map(({ training }) => training.styleId),
      rows.map(({ training }) => training.startsAt),
      rows.map(({ training }) => training.endsAt),
      rows.map(({ training }) => training.localDate),
      rows.map(({ wishId }) => wishId),
      rows.map(({ swapFor }) => swapFor),
    ],
  };
}

export const nextWaitlistGroupId = prepared((_: object) =>
  sqlBuilder.selectNoFrom(sql<number>`nextval('registrations_wish_id_seq')::integer`.as('id')),
);

export function toClientFacts(
  client: { id: number; isBlocked: boolean; bannedUntil: string | null },
  registrations: readonly LiveRegistration[],
): ClientFacts {
  const { id: clientId, isBlocked, bannedUntil } = client;
  return { clientId, isBlocked, bannedUntil, registrations };
}

/** A client's registrations with what their list shows; `position` counts those ahead in the queue, itself included. */
export function listClientRegistrations(
  clientId: number,
  period: 'upcoming' | 'past',
  page: { now: string; offset: number; limit: number; language: string; defaultLanguage: string },
) {
  const { now, offset, limit, language, defaultLanguage } = page;
  const query = ofPeriod(clientId, period, now)
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .innerJoin('styles as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.style_id'),
    )
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.club_id'),
    )
    .innerJoin('rooms as o', (join) =>
      join.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.room_id'),
    )
    .leftJoin('trainers as n', (join) =>
      join.onRef('n.tenant_id', '=', 't.tenant_id').onRef('n.id', '=', 't.trainer_id'),
    )
    .leftJoin('registration_covers as v', (join) =>
      join.onRef('v.tenant_id', '=', 'r.tenant_id').onRef('v.registration_id', '=', 'r.id'),
    )
    .select([
      'r.id',
      sql<'ticket' | 'voucher' | 'invoice' | 'contract' | null>`v.kind`.as('coverKind'),
      sql<string | null>`(select coalesce(names->>${language}, names->>${defaultLanguage}) from (
        select k.names from tickets k where k.tenant_id = r.tenant_id and k.id = v.ticket_id
        union all
        select a.names from contracts a where a.tenant_id = r.tenant_id and a.id = v.contract_id
        union all
        select p.names from vouchers w join products p on p.tenant_id = w.tenant_id and p.id = w.product_id
          where w.tenant_id = r.tenant_id and w.id = v.voucher_id) as held)`.as('coverName'),
      'r.training_id as trainingId',
      'r.starts_at as startsAt',
      'r.ends_at as endsAt',
      'r.state',
      'r.place',
      'r.presence',
      'r.free_until as freeUntil',
      'r.held_until as heldUntil',
      'r.ended_at as endedAt',
      'r.refilled_at as refilledAt',
      't.name as trainingName',
      's.colour as colour',
      sql<string>`coalesce(s.names->>${language}, s.names->>${defaultLanguage})`.as('styleName'),
      'c.name as clubName',
      'o.name as roomName',
      sql<string>`coalesce(n.first_name || ' ' || n.last_name, '')`.as('trainerName'),
      sql<number>`case when r.state = 'waiting' then (
        select count(*)::integer from registrations q where q.tenant_id = r.tenant_id
          and q.training_id = r.training_id and q.state = 'waiting' and q.id <= r.id) else 0 end`.as(
        'position',
      ),
      swapFor(now),
      swapTo(now),
      clash,
    ])
    .limit(limit)
    .offset(offset);
  return period === 'upcoming'
    ? query.orderBy('r.starts_at').orderBy('r.id')
    : query.orderBy('r.starts_at', 'desc').orderBy('r.id', 'desc');
}

/** How many are ahead and still hold a place or wait: few, whatever lies behind. */
export function countUpcomingRegistrations(clientId: number, now: string) {
  return ofPeriod(clientId, 'upcoming', now)
    .where('r.state', 'in', live)
    .select(sql<number>`count(*)::integer`.as('total'));
}

export const findNeededNotice = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .selectFrom('clients')
    .select('notice_minutes as noticeMinutes')
    .where('tenant_id', '=', tenant)
    .where('id', '=', clientId),
);

export function saveNeededNotice(clientId: number, noticeMinutes: number): Query {
  return sqlBuilder
    .updateTable('clients')
    .set({ notice_minutes: noticeMinutes })
    .where('tenant_id', '=', tenant)
    .where('id', '=', clientId);
}

/** Upcoming: not over, live or called off by the centre. Past: over, or given back. */
function ofPeriod(clientId: number, period: 'upcoming' | 'past', now: string) {
  const current = [...live, sql.lit('cancelledByCentre')];
  const query = sqlBuilder
    .selectFrom('registrations as r')
    .where('r.tenant_id', '=', tenant)
    .where('r.client_id', '=', clientId);
  return period === 'upcoming'
    ? query
        // Trainings are shorter than that: the index leaves out what lies behind.
        .where('r.starts_at', '>', sql<string>`${now}::timestamptz - interval '36 hours'`)
        .where('r.ends_at', '>', now)
        .where('r.state', 'in', current)
    : query.where((expression) =>
        expression.or([expression('r.ends_at', '<=', now), expression('r.state', 'not in', current)]),
      );
}
