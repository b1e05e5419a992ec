import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OfTime {
  /** Instants. */
  readonly from: string;
  readonly until: string;
}

export const findTrainer = prepared(({ trainerId }: { trainerId: number }) =>
  sqlBuilder
    .selectFrom('trainers')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('tenant_id', '=', tenant)
    .where('id', '=', trainerId)
    .where('is_active', '=', true),
);

/** Trainers who are there for personal trainings, and in which clubs; who is away on a date is so in no room. */
export const listTrainers = prepared(({ today }: { today: string }) =>
  sqlBuilder
    .selectFrom('trainers as n')
    .select([
      'n.id',
      sql<string>`n.first_name || ' ' || n.last_name`.as('name'),
      sql<string[]>`array(select c.name from clubs c where c.tenant_id = n.tenant_id and c.id in (
          select o.club_id from rooms o where o.tenant_id = n.tenant_id and o.id in (
            select h.room_id from trainer_hours h where h.tenant_id = n.tenant_id and h.trainer_id = n.id
            union select e.room_id from trainer_exceptions e where e.tenant_id = n.tenant_id and e.trainer_id = n.id
              and e.on_date >= ${today}::date))
        order by c.position, c.id)`.as('clubNames'),
    ])
    .where('n.tenant_id', '=', tenant)
    .where('n.is_active', '=', true)
    .where(
      sql<boolean>`(exists (select from trainer_hours h where h.tenant_id = n.tenant_id and h.trainer_id = n.id)
        or exists (select from trainer_exceptions e where e.tenant_id = n.tenant_id and e.trainer_id = n.id
          and e.on_date >= ${today}::date and e.kind = 'extra'))`,
    )
    .orderBy('n.first_name')
    .orderBy('n.last_name')
    .orderBy('n.id'),
);

/** What a trainer holds between two instants, or did shortly before: nothing lasts two days. */
export const listTaken = prepared(({ trainerId, from, until }: OfTime & { trainerId: number }) =>
  sqlBuilder
    .selectFrom('trainings')
    .select(['starts_at as startsAt', 'ends_at as endsAt'])
    .where('tenant_id', '=', tenant)
    .where('trainer_id', '=', trainerId)
    .where('is_cancelled', '=', false)
    .where('starts_at', '>', sql<string>`${from}::timestamptz - interval '2 days'`)
    .where('starts_at', '<', until),
);

/** What is in the rooms a trainer is there in, in the same time. */
export const listRoomUses = prepared(({ trainerId, from, until }: OfTime & { trainerId: number }) =>
  sqlBuilder
    .selectFrom('room_uses')
    .select(['room_id as roomId', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('tenant_id', '=', tenant)
    .where(
      sql<boolean>`room_id in (
        select h.room_id from trainer_hours h where h.tenant_id = app_tenant() and h.trainer_id = ${trainerId}
        union select e.room_id from trainer_exceptions e where e.tenant_id = app_tenant() and e.trainer_id = ${trainerId})`,
    )
    .where('starts_at', '>', sql<string>`${from}::timestamptz - interval '2 days'`)
    .where('starts_at', '<', until),
);

/** Whole days on which a trainer has said to be away, of those that touch these local dates. */
export const listAbsences = prepared(
  ({ trainerId, from, until }: { trainerId: number; from: string; until: string }) =>
    sqlBuilder
      .selectFrom('trainer_absences')
      .select(['from_on as from', 'until_on as until'])
      .where('tenant_id', '=', tenant)
      .where('trainer_id', '=', trainerId)
      .where('until_on', '>=', from)
      .where('from_on', '<=', until),
);

/** Closures that touch these local dates. */
export const listClosures = prepared(({ from, until }: { from: string; until: string }) =>
  sqlBuilder
    .selectFrom('closures')
    .select(['club_id as clubId', 'from_on as from', 'until_on as until'])
    .where('tenant_id', '=', tenant)
    .where('lifted_at', 'is', null)
    .where('until_on', '>=', from)
    .where('from_on', '<=', until),
);

export const findStyle = prepared((_: object) =>
  sqlBuilder
    .selectFrom('styles')
    .select(['id', sql<Names>`names`.as('names')])
    .where('tenant_id', '=', tenant)
    .where('is_personal', '=', true),
);

export const nextTrainingId: Query<{ id: number }> = {
  text: `select nextval('trainings_id_seq')::integer as id`,
  values: [],
};

export interface NewPersonalTraining {
  readonly id: number;
  readonly styleId: number;
  readonly clubId: number;
  readonly roomId: number;
  readonly trainerId: number;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
}

/** One client's training with a trainer: one place, shown to nobody else, paid by a package. */
export function insertTraining(training: NewPersonalTraining): Query {
  const { id, styleId, clubId, roomId, trainerId, name, startsAt, endsAt, localDate } = training;
  return {
    text: `insert into trainings (id, style_id, club_id, room_id, trainer_id, name, starts_at, ends_at, local_date,
        max_places, is_public, is_waiting_list_allowed, is_commenting_allowed, payment, client_type, is_personal)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, false, false, false, 'paid', 'personalTraining', true)`,
    values: [id, styleId, clubId, roomId, trainerId, name, startsAt, endsAt, localDate],
  };
}

/** A client's personal trainings that lie ahead or run. */
export function listComing(
  clientId: number,
  now: string,
  { language, defaultLanguage }: { language: string; defaultLanguage: string },
) {
  return comingTrainings(now)
    .innerJoin('styles as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.style_id'),
    )
    .innerJoin('trainers as n', (join) =>
      join.onRef('n.tenant_id', '=', 't.tenant_id').onRef('n.id', '=', 't.trainer_id'),
    )
    .select([
      sql<string>`coalesce(s.names->>${language}, s.names->>${defaultLanguage})`.as('name'),
      's.colour as color',
      sql<string>`n.first_name || ' ' || n.last_name`.as('trainerName'),
    ])
    .where('r.client_id', '=', clientId);
}

/** A trainer's personal trainings that lie ahead or run, with whom. */
export function listTaught(trainerId: number, now: string) {
  return comingTrainings(now)
    .innerJoin('clients as k', (join) =>
      join.onRef('k.tenant_id', '=', 'r.tenant_id').onRef('k.id', '=', 'r.client_id'),
    )
    .select(['k.id as clientId', sql<string>`k.first_name || ' ' || k.last_name`.as('clientName'), 'k.phone'])
    .where('t.trainer_id', '=', trainerId);
}

function comingTrainings(now: string) {
  return sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.club_id'),
    )
    .innerJoin('rooms as o', (join) =>
      join.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.room_id'),
    )
    .select([
      'r.id as registrationId',
      't.id as trainingId',
      'r.state',
      'r.free_until as freeUntil',
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      't.local_date as localDate',
      'c.name as clubName',
      'o.name as roomName',
    ])
    .where('r.tenant_id', '=', tenant)
    .where('t.is_personal', '=', true)
    .where('t.is_cancelled', '=', false)
    .where('r.starts_at', '>', sql<string>`${now}::timestamptz - interval '36 hours'`)
    .where('r.ends_at', '>', now)
    .where('r.state', 'in', [sql.lit('booked'), sql.lit('releasing')])
    .orderBy('r.starts_at')
    .orderBy('r.id');
}
