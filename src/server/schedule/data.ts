import { sql } from 'kysely';
import { natural, prepared, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import { describedTrainings, type NameLanguages } from '#server/registrations/trainings/data.ts';
import { swapFor, swapTo } from '#server/registrations/waitlist-groups/data.ts';
import type { ClientType } from '#shared/products/domain.ts';

export type { NameLanguages };

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface Period {
  /** Local dates, both included. */
  readonly from: string;
  readonly until: string;
}

function trainings(texts: NameLanguages) {
  return describedTrainings(texts).select([
    't.style_id as styleId',
    't.club_id as clubId',
    'c.address as clubAddress',
    'c.city as clubCity',
    't.room_id as roomId',
    'o.room_group_id as roomGroupId',
    't.trainer_id as trainerId',
    't.starts_at as startsAt',
    't.ends_at as endsAt',
    't.local_date as localDate',
    't.max_places as maxPlaces',
    't.booked',
    't.waiting',
    't.is_public as isPublic',
    't.is_waiting_list_allowed as isWaitingListAllowed',
    't.is_closed as isClosed',
    't.is_cancelled as isCancelled',
    sql<boolean>`t.payment = 'paid'`.as('isPaid'),
    't.price_cents as priceCents',
    't.is_commenting_allowed as isCommentingAllowed',
    't.public_comment as publicComment',
  ]);
}

/** Who looks at a training: null for visitors, who see public ones alone. */
export interface Viewer {
  readonly clientId: number;
  /** A trainer sees the personal trainings they give, an administrator every one. */
  readonly trainerId?: number | undefined;
  readonly isAdmin?: boolean;
}

/** Personal trainings stand in nobody's timetable but whose they are. */
function listedTo(clientId: number | null) {
  if (clientId === null) return sql<boolean>`t.is_public`;
  return sql<boolean>`(not t.is_personal or exists (select from registrations w where w.tenant_id = t.tenant_id
    and w.training_id = t.id and w.client_id = ${clientId}))`;
}

function seenBy(viewer: Viewer | null) {
  if (viewer === null) return listedTo(null);
  const { clientId, trainerId = 0, isAdmin = false } = viewer;
  return sql<boolean>`(${listedTo(clientId)} or t.trainer_id = ${trainerId} or ${isAdmin}::boolean)`;
}

/** In one answer: more than anybody has in six weeks, and putting them together holds nobody up. */
export const mostTrainings = 6000;

/** The timetable of a client; null: of visitors. Where there are more than may be told, one more. */
export function listTrainings(period: Period, texts: NameLanguages, clientId: number | null) {
  return trainings(texts)
    .where('t.local_date', '>=', period.from)
    .where('t.local_date', '<=', period.until)
    .where(listedTo(clientId))
    .orderBy('t.local_date')
    .orderBy('t.starts_at')
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(mostTrainings + 1);
}

/** With what only administrators see and edit. */
function adminTrainings(texts: NameLanguages) {
  return trainings(texts)
    .leftJoin('closures as k', (join) =>
      join.onRef('k.tenant_id', '=', 't.tenant_id').onRef('k.id', '=', 't.closure_id'),
    )
    .select([
      't.private_comment as privateComment',
      sql<ClientType>`t.client_type`.as('clientType'),
      't.set_up_minutes as setUpMinutes',
      't.series_id as seriesId',
      't.series_on as seriesDate',
      't.overridden',
      't.version',
      't.cancel_reason as cancelReason',
      't.closure_id as closureId',
      sql<string>`coalesce(k.name, '')`.as('closureName'),
      sql<{ id: number; name: string }[]>`case when t.extra_room_ids = '{}' then '[]'::jsonb else (
        select jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) order by array_position(t.extra_room_ids, e.id))
        from rooms e where e.tenant_id = t.tenant_id and e.id = any(t.extra_room_ids)) end`.as('extraRooms'),
    ]);
}

export function listAdminTrainings(period: Period, texts: NameLanguages) {
  return adminTrainings(texts)
    .where('t.local_date', '>=', period.from)
    .where('t.local_date', '<=', period.until)
    .orderBy('t.local_date')
    .orderBy('t.starts_at')
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(mostTrainings + 1);
}

export function findAdminTraining(id: number, texts: NameLanguages) {
  return adminTrainings(texts).where('t.id', '=', id);
}

export type AdminTrainingRow = RowOf<ReturnType<typeof listAdminTrainings>>;

/** Closures that touch a period, with how many trainings do not take place because of them. */
export function listClosures({ from, until }: Period) {
  return sqlBuilder
    .selectFrom('closures as k')
    .leftJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 'k.tenant_id').onRef('c.id', '=', 'k.club_id'),
    )
    .select([
      'k.id',
      'k.name',
      'k.club_id as clubId',
      sql<string>`coalesce(c.name, '')`.as('clubName'),
      'k.from_on as from',
      'k.until_on as until',
      sql<number>`(select count(*)::integer from trainings t where t.tenant_id = k.tenant_id
        and t.closure_id = k.id)`.as('trainings'),
    ])
    .where('k.tenant_id', '=', tenant)
    .where('k.lifted_at', 'is', null)
    .where('k.until_on', '>=', from)
    .where('k.from_on', '<=', until)
    .orderBy('k.from_on')
    .orderBy('k.id');
}

export function listReservations({ from, until }: Period) {
  return sqlBuilder
    .selectFrom('reservations as v')
    .select([
      'v.id',
      'v.name',
      'v.starts_at as startsAt',
      'v.ends_at as endsAt',
      'v.local_date as localDate',
      'v.comment',
      'v.version',
      'v.room_ids as roomIds',
      sql<{ id: number; name: string }[]>`(
        select jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) order by array_position(v.room_ids, e.id))
        from rooms e where e.tenant_id = v.tenant_id and e.id = any(v.room_ids))`.as('rooms'),
    ])
    .where('v.tenant_id', '=', tenant)
    .where('v.local_date', '>=', from)
    .where('v.local_date', '<=', until)
    .orderBy('v.starts_at')
    .orderBy('v.id')
    .limit(mostTrainings + 1);
}

/** With what is told of one training alone. */
function details(texts: NameLanguages) {
  const { language, defaultLanguage } = texts;
  const said = (column: 'levels' | 'descriptions' | 'audiences' | 'belongings') =>
    sql<string>`coalesce(nullif(s.${sql.ref(column)}->>${language}, ''), s.${sql.ref(column)}->>${defaultLanguage}, '')`;
  return trainings(texts).select([
    said('levels').as('level'),
    said('descriptions').as('description'),
    said('audiences').as('audience'),
    said('belongings').as('belongings'),
    'o.floor',
    sql<string>`coalesce(n.photo, '')`.as('trainerPhoto'),
    // What `covers` takes: a ticket of the same type, sold for the club. One without a number of visits has no price of one.
    sql<number | null>`case when t.payment = 'paid' then (
      select ceil(min(coalesce(c.price_online_cents, c.price_cents)::numeric / p.visits))::integer from products p
        join product_prices c on c.tenant_id = p.tenant_id and c.product_id = p.id
        where p.tenant_id = t.tenant_id and p.kind = 'ticket' and p.is_active and p.client_type = t.client_type
          and c.club_id = t.club_id) end`.as('ticketFromCents'),
  ]);
}

export function findTraining(id: number, texts: NameLanguages, viewer: Viewer | null) {
  return details(texts).where('t.id', '=', id).where(seenBy(viewer));
}
export type DetailRow = RowOf<ReturnType<typeof findTraining>>;

/** A trainer's public trainings of a period. */
export function listOfTrainer(trainerId: number, { from, until }: Period, texts: NameLanguages) {
  return trainings(texts)
    .where('t.trainer_id', '=', trainerId)
    .where('t.local_date', '>=', from)
    .where('t.local_date', '<=', until)
    .where('t.is_cancelled', '=', false)
    .where(listedTo(null))
    .orderBy('t.starts_at')
    .orderBy('t.id');
}

/** What changes on a timetable while it is open. */
export const listNumbers = prepared(({ trainingIds }: { trainingIds: readonly number[] }) =>
  sqlBuilder
    .selectFrom('trainings')
    .select(['id', 'booked', 'waiting', 'max_places as maxPlaces', 'is_public as isPublic'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', sql<number>`any(${trainingIds}::integer[])`),
);

export type TrainingRow = Awaited<ReturnType<ReturnType<typeof listTrainings>['execute']>>[number];

/** A client's live registrations to trainings of the period, and some of the days beside it, with the position in each queue. */
export function listOwnRegistrations(clientId: number, period: Period) {
  return (
    ownRegistrations(clientId)
      // Whatever the time zone: the index of a client's registrations goes by the instant, and under a row policy
      // only by one compared with its own type.
      .where('r.starts_at', '>=', sql<string>`(${period.from}::date - interval '1 day')::timestamptz`)
      .where('r.starts_at', '<', sql<string>`(${period.until}::date + interval '2 days')::timestamptz`)
  );
}

/** A client's live registration to a training, with what it is swapped for. */
export function findOwnRegistration(clientId: number, trainingId: number, now: string) {
  return ownRegistrations(clientId)
    .select([swapFor(now), swapTo(now)])
    .where('r.training_id', '=', trainingId);
}

function ownRegistrations(clientId: number) {
  return sqlBuilder
    .selectFrom('registrations as r')
    .select([
      'r.id',
      'r.training_id as trainingId',
      sql<'booked' | 'offered' | 'releasing' | 'waiting'>`r.state`.as('state'),
      'r.place',
      'r.held_until as heldUntil',
      'r.starts_at as startsAt',
      'r.presence',
      'r.free_until as freeUntil',
      sql<number>`case when r.state = 'waiting' then (
        select count(*)::integer from registrations q where q.tenant_id = r.tenant_id
          and q.training_id = r.training_id and q.state = 'waiting' and q.id <= r.id) else 0 end`.as(
        'position',
      ),
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.client_id', '=', clientId)
    .where('r.state', 'in', [
      sql.lit('booked'),
      sql.lit('offered'),
      sql.lit('releasing'),
      sql.lit('waiting'),
    ]);
}

export type OwnRow = Awaited<ReturnType<ReturnType<typeof ownRegistrations>['execute']>>[number];

export function listClubs() {
  return sqlBuilder
    .selectFrom('clubs')
    .select(['id', 'name', 'address', 'city'])
    .where('tenant_id', '=', tenant)
    .orderBy('position')
    .orderBy('id');
}

/** By their clubs, as the clubs stand. */
export function listRooms() {
  return sqlBuilder
    .selectFrom('rooms as o')
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.id', '=', 'o.club_id'),
    )
    .select(['o.id', 'o.name', 'o.club_id as clubId'])
    .where('o.tenant_id', '=', tenant)
    .orderBy('c.position')
    .orderBy('c.id')
    .orderBy(sql.raw(natural('o.name')))
    .orderBy('o.id');
}

export function listRoomGroups() {
  return sqlBuilder
    .selectFrom('room_groups')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenant)
    .orderBy(sql.raw(natural('name')));
}

export function listTrainers() {
  return sqlBuilder
    .selectFrom('trainers')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('tenant_id', '=', tenant)
    .where('is_active', '=', true)
    .orderBy('first_name')
    .orderBy('last_name');
}

export function listStyles({ language, defaultLanguage }: NameLanguages) {
  return sqlBuilder
    .selectFrom('styles')
    .select([
      'id',
      'colour as color',
      sql<string>`coalesce(names->>${language}, names->>${defaultLanguage})`.as('name'),
    ])
    .where('tenant_id', '=', tenant)
    .orderBy('id');
}
