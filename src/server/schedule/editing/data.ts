import { sql } from 'kysely';
import { type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { ClientType } from '#shared/products/domain.ts';
import type { ClosureFacts } from '#shared/schedule/editing/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${ids}::integer[])`;
}

/** A row of `trainings` as the database writes it in JSON: what a change is taken back by. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** What editing writes; the counters belong to the registrations. */
const editable = [
  'style_id',
  'club_id',
  'room_id',
  'trainer_id',
  'name',
  'name_prefix',
  'starts_at',
  'ends_at',
  'local_date',
  'max_places',
  'is_public',
  'is_waiting_list_allowed',
  'is_closed',
  'is_cancelled',
  'is_commenting_allowed',
  'public_comment',
  'private_comment',
  'payment',
  'price_cents',
  'client_type',
  'series_id',
  'series_on',
  'overridden',
  'set_up_minutes',
  'extra_room_ids',
  'cancel_reason',
  'closure_id',
] as const;

export type EditableRow = Readonly<Record<(typeof editable)[number] | 'id', unknown>>;

function states() {
  return sqlBuilder
    .selectFrom('trainings as t')
    .select([
      't.id',
      't.version',
      't.club_id as clubId',
      't.series_id as seriesId',
      't.series_on as seriesDate',
      't.overridden',
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      't.local_date as localDate',
      't.is_cancelled as isCancelled',
      't.closure_id as closureId',
      't.booked',
      't.waiting',
      't.name',
      't.name_prefix as namePrefix',
      't.style_id as styleId',
      't.room_id as roomId',
      't.extra_room_ids as extraRoomIds',
      't.trainer_id as trainerId',
      't.max_places as maxPlaces',
      't.is_public as isPublic',
      't.is_waiting_list_allowed as isWaitingListAllowed',
      't.is_closed as isClosed',
      't.is_commenting_allowed as isCommentingAllowed',
      't.public_comment as publicComment',
      't.private_comment as privateComment',
      sql<boolean>`t.payment = 'paid'`.as('isPaid'),
      't.price_cents as priceCents',
      sql<ClientType>`t.client_type`.as('clientType'),
      't.set_up_minutes as setUpMinutes',
      sql<StoredRow>`to_jsonb(t)`.as('stored'),
    ])
    .where('t.tenant_id', '=', tenant);
}

export type StateRow = RowOf<ReturnType<typeof states>>;

/** Trainings with everything that can be edited. */
export function findStates(ids: readonly number[]) {
  return states().where('t.id', '=', anyOf(ids)).orderBy('t.starts_at').orderBy('t.id');
}

/** Locks trainings, in one order for everybody: first of every transaction about them. */
export function lockStates(ids: readonly number[]) {
  return sqlBuilder
    .selectFrom('trainings')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate();
}

/** The named training's series as far as it has not begun. */
export function listOfSeries(trainingId: number, now: string) {
  return sqlBuilder
    .selectFrom('trainings')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where(
      'series_id',
      '=',
      sql<number>`(select n.series_id from trainings n where n.tenant_id = app_tenant() and n.id = ${trainingId})`,
    )
    .where('starts_at', '>', now);
}

/** Trainings in dates of a closure, at most so many. */
export function listOfDates(
  { from, until, clubId }: { readonly from: string; readonly until: string; readonly clubId: number | null },
  most: number,
) {
  const query = sqlBuilder
    .selectFrom('trainings')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('local_date', '>=', from)
    .where('local_date', '<=', until)
    .limit(most);
  return clubId === null ? query : query.where('club_id', '=', clubId);
}

export function listOfClosure(closureId: number) {
  return sqlBuilder
    .selectFrom('trainings')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('closure_id', '=', closureId);
}

/** Those of the trainings that anybody ever registered to. */
export function listRegisteredTo(ids: readonly number[]) {
  return sqlBuilder
    .selectFrom('registrations')
    .select('training_id as id')
    .distinct()
    .where('tenant_id', '=', tenant)
    .where('training_id', '=', anyOf(ids));
}

export function listRooms() {
  return sqlBuilder
    .selectFrom('rooms')
    .select(['id', 'name', 'club_id as clubId'])
    .where('tenant_id', '=', tenant);
}

export function listParts() {
  return sqlBuilder
    .selectFrom('room_parts')
    .select(['room_id as roomId', 'part_id as partId'])
    .where('tenant_id', '=', tenant);
}

export function listTrainers() {
  return sqlBuilder
    .selectFrom('trainers')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('tenant_id', '=', tenant);
}

export function listStyleIds() {
  return sqlBuilder.selectFrom('styles').select('id').where('tenant_id', '=', tenant);
}

export function listClubIds() {
  return sqlBuilder.selectFrom('clubs').select('id').where('tenant_id', '=', tenant);
}

export function listClosures(from: string) {
  return sqlBuilder
    .selectFrom('closures')
    .select(['id', 'club_id as clubId', 'from_on as from', 'until_on as until', 'name'])
    .where('tenant_id', '=', tenant)
    .where('lifted_at', 'is', null)
    .where('until_on', '>=', from);
}

export function findSeries(ids: readonly number[]) {
  return sqlBuilder
    .selectFrom('series')
    .select([
      'id',
      'weekdays',
      'every_weeks as everyWeeks',
      'wall_time as wallTime',
      'minutes',
      'starts_on as startsOn',
      'ends_on as endsOn',
    ])
    .where('tenant_id', '=', tenant)
    .where('id', '=', anyOf(ids))
    .orderBy('id');
}

export type SeriesRow = RowOf<ReturnType<typeof findSeries>>;

/** Whether a series has dates before one. */
export function hasEarlier(seriesId: number, date: string) {
  return sqlBuilder.selectNoFrom(
    sql<boolean>`exists (select from trainings where tenant_id = app_tenant() and series_id = ${seriesId}
        and series_on < ${date}::date)`.as('isThere'),
  );
}

export function nextIds(trainings: number) {
  return sqlBuilder.selectNoFrom([
    sql<
      number[]
    >`array(select nextval('trainings_id_seq')::integer from generate_series(1, ${trainings}::integer))`.as(
      'trainingIds',
    ),
    sql<number>`nextval('series_id_seq')::integer`.as('seriesId'),
    sql<number>`nextval('closures_id_seq')::integer`.as('closureId'),
    sql<number>`nextval('schedule_changes_id_seq')::integer`.as('changeId'),
  ]);
}

/** For the rest of the transaction: a series that moves may pass through its own dates. */
export function deferClashes(): Query {
  return {
    text: 'set constraints trainings_trainer_free, room_uses_free, registrations_client_free deferred',
    values: [],
  };
}

/** What was put off is looked at now. */
export function checkClashes(): Query {
  return {
    text: 'set constraints trainings_trainer_free, room_uses_free, registrations_client_free immediate',
    values: [],
  };
}

/**
 * What is written on trainings, as a fingerprint: whether one is as a change left it, however often it was changed and
 * changed back meanwhile. Texts of rows depend on nothing but their columns: connections speak UTC.
 */
export function listPrints(ids: readonly number[]): Query<{ id: number; print: string }> {
  return {
    text: `select id, md5(row(${editable.join(', ')})::text) as print from trainings
      where tenant_id = app_tenant() and id = any($1::integer[])`,
    values: [ids],
  };
}

const set = editable.map((column) => `${column} = v.${column}`).join(', ');

/** Writes trainings whole, and raises their versions. */
export function saveTrainings(rows: readonly (EditableRow | StoredRow)[]): Query {
  return {
    text: `update trainings t set version = t.version + 1, ${set}
      from jsonb_populate_recordset(null::trainings, $1::jsonb) as v
      where t.tenant_id = app_tenant() and t.id = v.id`,
    values: [JSON.stringify(rows)],
  };
}

/** Adds trainings with these ids; `version` is kept above what it was for those that were there before. */
export function insertTrainings(rows: readonly (EditableRow | StoredRow)[]): Query {
  const columns = editable.join(', ');
  return {
    text: `insert into trainings (id, version, ${columns})
      select id, coalesce(version, 0) + 1, ${columns} from jsonb_populate_recordset(null::trainings, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  };
}

export function deleteTrainings(ids: readonly number[]): Query {
  return {
    text: 'delete from trainings where tenant_id = app_tenant() and id = any($1::integer[])',
    values: [ids],
  };
}

export function saveSeries(row: SeriesRow): Query {
  const { id, weekdays, everyWeeks, wallTime, minutes, startsOn, endsOn } = row;
  return {
    text: `insert into series (id, weekdays, every_weeks, wall_time, minutes, starts_on, ends_on)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (tenant_id, id) do update set weekdays = excluded.weekdays, every_weeks = excluded.every_weeks,
        wall_time = excluded.wall_time, minutes = excluded.minutes, starts_on = excluded.starts_on,
        ends_on = excluded.ends_on`,
    values: [id, weekdays, everyWeeks, wallTime, minutes, startsOn, endsOn],
  };
}

export function deleteSeries(ids: readonly number[]): Query {
  return {
    text: 'delete from series where tenant_id = app_tenant() and id = any($1::integer[])',
    values: [ids],
  };
}

export function insertClosure(
  id: number,
  { clubId, from, until, name }: { clubId: number | null; from: string; until: string; name: string },
  now: string,
): Query {
  return {
    text: `insert into closures (id, club_id, from_on, until_on, name, created_at) values ($1, $2, $3, $4, $5, $6)`,
    values: [id, clubId, from, until, name, now],
  };
}

/** Who shuts clubs, one or all of them, is alone in them; whoever puts something into their days comes before or after. */
export function lockClubs(clubId: number | null) {
  const all = sqlBuilder
    .selectFrom('clubs')
    .select('id')
    .where('tenant_id', '=', tenant)
    .orderBy('id')
    .forNoKeyUpdate();
  return clubId === null ? all : all.where('id', '=', clubId);
}

/** Keeps clubs from being shut until what is put into their days is written. */
export function holdClubs() {
  return sqlBuilder.selectFrom('clubs').select('id').where('tenant_id', '=', tenant).orderBy('id').forShare();
}

export function findClosure(id: number): Query<Omit<ClosureFacts, 'id'>> {
  return {
    text: `select club_id as "clubId", from_on as "from", until_on as "until" from closures
      where tenant_id = app_tenant() and id = $1`,
    values: [id],
  };
}

/** What a closure called off that is lifted by now, and another one covers as well, is called off by that one from now on. */
export function passToOthers(closureId: number): Query {
  return {
    text: `update trainings t set closure_id = o.id
      from (select distinct on (x.id) x.id as training_id, c.id from trainings x
        join closures c on c.tenant_id = x.tenant_id and c.lifted_at is null
          and (c.club_id is null or c.club_id = x.club_id) and x.local_date between c.from_on and c.until_on
        where x.tenant_id = app_tenant() and x.closure_id = $1 order by x.id, c.id) o
      where t.tenant_id = app_tenant() and t.id = o.training_id`,
    values: [closureId],
  };
}

/** Trainings that a closure keeps off beside these: of another closure that was lifted, or made since. */
export function listShutBeside(closureId: number, ids: readonly number[]): Query<{ id: number }> {
  return {
    text: `select id from trainings
      where tenant_id = app_tenant() and closure_id = $1 and id <> all($2::integer[]) order by id limit 1`,
    values: [closureId, ids],
  };
}

/** Lifts a closure, or with null puts it into force again. */
export function liftClosure(id: number, at: string | null): Query {
  return {
    text: 'update closures set lifted_at = $2 where tenant_id = app_tenant() and id = $1',
    values: [id, at],
  };
}
