import { sql } from 'kysely';
import { emailTypedAt, isOpenLogin } from '#server/clients/data.ts';
import { sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Whom a trainer trains, or has trained, by themselves. */
function isOwn(trainerId: number) {
  return sql<boolean>`c.id in (select r.client_id from registrations r
    join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
    where t.tenant_id = app_tenant() and t.trainer_id = ${trainerId} and t.client_type = 'personalTraining')`;
}

function clients() {
  return sqlBuilder
    .selectFrom('clients as c')
    .select(['c.id as clientId', 'c.first_name as firstName', 'c.last_name as lastName', 'c.code', 'c.email'])
    .where('c.tenant_id', '=', tenant);
}

/**
 * Own clients by a part of their name, number or e-mail; others only by their whole number or e-mail: a trainer does not look
 * through the clients of a centre. By an address that was only typed nobody.
 */
export function searchClients(trainerId: number, text: string, limit: number) {
  const isTheirs = sql.raw<boolean>(`${emailTypedAt('c')} is null`);
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return clients()
    .select(isOwn(trainerId).as('isOwn'))
    .where(
      sql<boolean>`((${isOwn(trainerId)} and (c.first_name || ' ' || c.last_name ilike ${part} or c.code ilike ${part}
          or c.email ilike ${part} and ${isTheirs}))
        or lower(c.code) = lower(${text}) or lower(c.email) = lower(${text}) and ${isTheirs})`,
    )
    .orderBy('c.first_name')
    .orderBy('c.last_name')
    .orderBy('c.id')
    .limit(limit);
}

export function findOwnClient(trainerId: number, clientId: number) {
  return clients().where('c.id', '=', clientId).where(isOwn(trainerId));
}

/** A client by their whole number, whoever trains them. */
export function findNumbered(clientId: number, clientNumber: string) {
  return findClient(clientId).where(sql<boolean>`lower(c.code) = lower(${clientNumber})`);
}

/** A client, and how they are written to. */
export function findClient(clientId: number) {
  return clients()
    .leftJoin('accounts as a', (join) =>
      join
        .onRef('a.tenant_id', '=', 'c.tenant_id')
        .onRef('a.client_id', '=', 'c.id')
        .on(sql.raw<boolean>(isOpenLogin)),
    )
    .select(['a.email as accountEmail', 'a.language as accountLanguage'])
    .where('c.id', '=', clientId)
    .limit(1);
}
