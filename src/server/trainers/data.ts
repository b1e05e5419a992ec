import { sql } from 'kysely';
import { sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export function listTrainers() {
  return sqlBuilder
    .selectFrom('trainers')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      sql<string>`first_name || ' ' || last_name`.as('name'),
    ])
    .where('tenant_id', '=', tenant)
    .where('is_active', '=', true)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id');
}

export function findTrainer(id: number) {
  return sqlBuilder.selectFrom('trainers').select('id').where('tenant_id', '=', tenant).where('id', '=', id);
}
