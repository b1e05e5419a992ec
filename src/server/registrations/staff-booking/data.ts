import { sql } from 'kysely';
import { emailTypedAt, isOpenLogin } from '#server/clients/data.ts';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Whose registration it is, and of whose training. */
export const findPlaced = prepared(({ registrationId }: { registrationId: number }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .select([
      'r.client_id as clientId',
      'r.training_id as trainingId',
      't.trainer_id as trainerId',
      't.is_personal as isPersonal',
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      't.name',
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.id', '=', registrationId),
);

export const findTraining = prepared(({ trainingId }: { trainingId: number }) =>
  sqlBuilder
    .selectFrom('trainings as t')
    .select([
      't.id as trainingId',
      't.trainer_id as trainerId',
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      't.name',
    ])
    .where('t.tenant_id', '=', tenant)
    .where('t.id', '=', trainingId),
);

/** How a client is written to: at the address of their login where they have one. */
export const findRecipient = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .selectFrom('clients as c')
    .leftJoin('accounts as a', (join) =>
      join
        .onRef('a.tenant_id', '=', 'c.tenant_id')
        .onRef('a.client_id', '=', 'c.id')
        .on(sql.raw<boolean>(isOpenLogin)),
    )
    .select([
      'c.first_name as firstName',
      'c.email',
      'a.email as accountEmail',
      'a.language as accountLanguage',
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.id', '=', clientId)
    .limit(1),
);

/** For the rest of the transaction places may be taken beyond those there are. */
export function allowBeyondPlaces(): Query {
  return { text: "select set_config('trenn.beyond_places', 'on', true)", values: [] };
}

/** Nobody is noted as here or absent who has no place. */
export function clearPresence(registrationId: number): Query {
  return {
    text: 'update registrations set presence = null where tenant_id = app_tenant() and id = $1 and presence is not null',
    values: [registrationId],
  };
}

/** Clients by a part of their name, number or address, with what they have of a training. By an address that was only typed nobody. */
export function searchClients(text: string, trainingId: number, limit: number) {
  const isTyped = sql.raw<boolean>(`${emailTypedAt('c')} is not null`);
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sqlBuilder
    .selectFrom('clients as c')
    .select([
      'c.id as clientId',
      'c.code',
      'c.first_name as firstName',
      'c.last_name as lastName',
      'c.email',
      isTyped.as('isEmailTyped'),
      sql<
        string | null
      >`(select r.state from registrations r where r.tenant_id = c.tenant_id and r.training_id = ${trainingId}
        and r.client_id = c.id and r.state in ('booked', 'offered', 'waiting') limit 1)`.as('state'),
    ])
    .where('c.tenant_id', '=', tenant)
    .where(
      sql<boolean>`(c.first_name || ' ' || c.last_name ilike ${part} or c.code ilike ${part}
        or c.email ilike ${part} and not ${isTyped})`,
    )
    .orderBy('c.first_name')
    .orderBy('c.last_name')
    .orderBy('c.id')
    .limit(limit);
}
