import { sql } from 'kysely';
import { natural, prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Exception, Hours } from '#shared/personal-trainings/hours/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Who teaches. */
export const findTrainer = prepared(({ trainerId }: { trainerId: number }) =>
  sqlBuilder
    .selectFrom('trainers')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', trainerId)
    .where('is_active', '=', true),
);

/** Locks a trainer: first of every transaction about their time. Not there where the trainer teaches no more. */
export const lockTrainer = prepared(({ trainerId }: { trainerId: number }) =>
  sqlBuilder
    .selectFrom('trainers')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('tenant_id', '=', tenant)
    .where('id', '=', trainerId)
    .where('is_active', '=', true)
    .forNoKeyUpdate(),
);

export const listHours = prepared(({ trainerId }: { trainerId: number }) =>
  sqlBuilder
    .selectFrom('trainer_hours')
    .select(['weekday', 'from_minute as from', 'until_minute as until', 'room_id as roomId'])
    .where('tenant_id', '=', tenant)
    .where('trainer_id', '=', trainerId)
    .orderBy('weekday')
    .orderBy('from_minute'),
);

/** Exceptions of local dates, both included. */
export const listExceptions = prepared(
  ({ trainerId, from, until }: { trainerId: number; from: string; until: string }) =>
    sqlBuilder
      .selectFrom('trainer_exceptions')
      .select([
        'id',
        'on_date as date',
        sql<Exception['kind']>`kind`.as('kind'),
        'from_minute as from',
        'until_minute as until',
        'room_id as roomId',
      ])
      .where('tenant_id', '=', tenant)
      .where('trainer_id', '=', trainerId)
      .where('on_date', '>=', from)
      .where('on_date', '<=', until)
      .orderBy('on_date')
      .orderBy('from_minute'),
);

export const listRooms = prepared((_: object) =>
  sqlBuilder
    .selectFrom('rooms as o')
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.id', '=', 'o.club_id'),
    )
    .select(['o.id', 'o.name', 'o.club_id as clubId', 'c.name as clubName', 'o.is_shared as isShared'])
    .where('o.tenant_id', '=', tenant)
    .orderBy('c.position')
    .orderBy('c.id')
    .orderBy(sql.raw(natural('o.name')))
    .orderBy('o.id'),
);

/** A trainer's hours as they are from now on. */
export function replaceHours(trainerId: number, hours: readonly Hours[]): Query[] {
  return [
    {
      text: 'delete from trainer_hours where tenant_id = app_tenant() and trainer_id = $1',
      values: [trainerId],
    },
    {
      text: `insert into trainer_hours (trainer_id, weekday, from_minute, until_minute, room_id)
        select $1, * from unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[])`,
      values: [
        trainerId,
        hours.map(({ weekday }) => weekday),
        hours.map(({ from }) => from),
        hours.map(({ until }) => until),
        hours.map(({ roomId }) => roomId),
      ],
    },
  ];
}

/**
 * What personal trainings are called, where the centre has no name for them yet. One that is there is held, so that
 * nobody takes its mark away meanwhile.
 */
export function ensureStyle(names: Readonly<Record<string, string>>, colour: string): Query {
  return {
    text: `insert into styles (names, colour, is_personal) values ($1, $2, true)
      on conflict (tenant_id) where is_personal do update set is_personal = true`,
    values: [JSON.stringify(names), colour],
  };
}

export const nextExceptionId: Query<{ id: number }> = {
  text: `select nextval('trainer_exceptions_id_seq')::integer as id`,
  values: [],
};

export function insertException(id: number, trainerId: number, exception: Exception): Query {
  const { date, kind, from, until, roomId } = exception;
  return {
    text: `insert into trainer_exceptions (id, trainer_id, on_date, kind, from_minute, until_minute, room_id)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [id, trainerId, date, kind, from, until, roomId],
  };
}

export const findException = prepared(({ id, trainerId }: { id: number; trainerId: number }) =>
  sqlBuilder
    .selectFrom('trainer_exceptions')
    .select(['id', 'on_date as date', 'kind', 'from_minute as from', 'until_minute as until'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('trainer_id', '=', trainerId),
);

export function deleteException(id: number): Query {
  return { text: 'delete from trainer_exceptions where tenant_id = app_tenant() and id = $1', values: [id] };
}

/** How many personal trainings a trainer holds between two instants. */
export const countBooked = prepared(
  ({ trainerId, from, until }: { trainerId: number; from: string; until: string }) =>
    sqlBuilder
      .selectFrom('trainings')
      .select(sql<number>`count(*)::integer`.as('booked'))
      .where('tenant_id', '=', tenant)
      .where('trainer_id', '=', trainerId)
      .where('is_personal', '=', true)
      .where('is_cancelled', '=', false)
      .where('starts_at', '<', until)
      .where('ends_at', '>', from),
);
