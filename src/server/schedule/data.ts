import { sql } from 'kysely';
import { prepared, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface Texts {
  readonly language: string;
  readonly defaultLanguage: string;
}

export interface Period {
  /** Local dates, both included. */
  readonly from: string;
  readonly until: string;
}

function trainings({ language, defaultLanguage }: Texts) {
  return sqlBuilder
    .selectFrom('trainings as t')
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
    .select([
      't.id',
      't.name',
      't.name_prefix as namePrefix',
      't.style_id as styleId',
      sql<string>`coalesce(s.names->>${language}, s.names->>${defaultLanguage})`.as('styleName'),
      's.colour',
      't.club_id as clubId',
      'c.name as clubName',
      'c.address as clubAddress',
      'c.city as clubCity',
      't.room_id as roomId',
      'o.name as roomName',
      'o.room_group_id as roomGroupId',
      't.trainer_id as trainerId',
      sql<string>`coalesce(n.first_name || ' ' || n.last_name, '')`.as('trainerName'),
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
    ])
    .where('t.tenant_id', '=', tenant);
}

export function listTrainings(period: Period, texts: Texts, isPublicOnly: boolean) {
  return trainings(texts)
    .where('t.local_date', '>=', period.from)
    .where('t.local_date', '<=', period.until)
    .where(sql<boolean>`(t.is_public or not ${isPublicOnly}::boolean)`)
    .orderBy('t.local_date')
    .orderBy('t.starts_at')
    .orderBy('t.name')
    .orderBy('t.id');
}

export function findTraining(id: number, texts: Texts, isPublicOnly: boolean) {
  return trainings(texts)
    .where('t.id', '=', id)
    .where(sql<boolean>`(t.is_public or not ${isPublicOnly}::boolean)`);
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

/** A client's live registrations to trainings of the period, with the position in each queue. */
export function listOwnRegistrations(clientId: number, period: Period) {
  return (
    ownRegistrations(clientId)
      .where('r.local_date', '>=', period.from)
      .where('r.local_date', '<=', period.until)
      // Whatever the time zone: the index of a client's registrations goes by the instant, and under a row policy
      // only by one compared with its own type.
      .where('r.starts_at', '>=', sql<string>`(${period.from}::date - interval '1 day')::timestamptz`)
      .where('r.starts_at', '<', sql<string>`(${period.until}::date + interval '2 days')::timestamptz`)
  );
}

export function findOwnRegistration(clientId: number, trainingId: number) {
  return ownRegistrations(clientId).where('r.training_id', '=', trainingId);
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

export function listRooms() {
  return sqlBuilder
    .selectFrom('rooms')
    .select(['id', 'name', 'club_id as clubId'])
    .where('tenant_id', '=', tenant)
    .orderBy('name')
    .orderBy('id');
}

export function listRoomGroups() {
  return sqlBuilder
    .selectFrom('room_groups')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenant)
    .orderBy('name');
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

export function listStyles({ language, defaultLanguage }: Texts) {
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
