import { sql } from 'kysely';
import { prepared, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A client's time with a trainer: whose, with whom and when. Not there for other trainings. */
export const findPersonal = prepared(({ registrationId }: { registrationId: number }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .select([
      'r.client_id as clientId',
      sql<number>`t.trainer_id`.as('trainerId'),
      't.name',
      't.starts_at as startsAt',
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.id', '=', registrationId)
    .where('t.is_personal', '=', true)
    .where('t.trainer_id', 'is not', null),
);

/** How a trainer is written to, and what the client is called. Nobody where the trainer has no login. */
export const listTrainerLogins = prepared(
  ({ trainerId, clientId }: { trainerId: number; clientId: number }) =>
    sqlBuilder
      .selectFrom('accounts as a')
      .innerJoin('trainers as n', (join) =>
        join.onRef('n.tenant_id', '=', 'a.tenant_id').onRef('n.id', '=', 'a.trainer_id'),
      )
      .innerJoin('clients as c', (join) =>
        join.onRef('c.tenant_id', '=', 'a.tenant_id').on('c.id', '=', clientId),
      )
      .select([
        'a.email',
        'a.language',
        'n.first_name as firstName',
        sql<string>`c.first_name || ' ' || c.last_name`.as('clientName'),
      ])
      .where('a.tenant_id', '=', tenant)
      .where('a.trainer_id', '=', trainerId)
      .where('a.is_blocked', '=', false)
      .orderBy('a.id'),
);
