import { sql } from 'kysely';
import { sqlBuilder } from '#server/kernel/db.ts';
import type { NameLanguages } from '#server/registrations/trainings/data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Trainers who teach, as everybody may see them. */
export function listCards({ language, defaultLanguage }: NameLanguages) {
  const said = (column: 'strengths' | 'words') =>
    sql<string>`coalesce(nullif(n.${sql.ref(column)}->>${language}, ''), n.${sql.ref(column)}->>${defaultLanguage}, '')`;
  return sqlBuilder
    .selectFrom('trainers as n')
    .select([
      'n.id',
      sql<string>`n.first_name || ' ' || n.last_name`.as('name'),
      'n.photo',
      said('strengths').as('strengths'),
      said('words').as('words'),
      'n.languages',
    ])
    .where('n.tenant_id', '=', tenant)
    .where('n.is_active', '=', true)
    .orderBy('n.first_name')
    .orderBy('n.last_name')
    .orderBy('n.id');
}

export function findCard(id: number, texts: NameLanguages) {
  return listCards(texts).where('n.id', '=', id);
}
