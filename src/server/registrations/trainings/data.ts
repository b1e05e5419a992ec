import { sql } from 'kysely';
import { sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** The languages a name is wanted in: the reader's, else the centre's. */
export interface NameLanguages {
  readonly language: string;
  readonly defaultLanguage: string;
}

/** Trainings `t` of the centre with what rows say of them: style `s`, club `c`, room `o` and trainer `n`. */
export function describedTrainings({ language, defaultLanguage }: NameLanguages) {
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
      sql<string>`coalesce(s.names->>${language}, s.names->>${defaultLanguage})`.as('styleName'),
      's.colour',
      'c.name as clubName',
      'o.name as roomName',
      sql<string>`coalesce(n.first_name || ' ' || n.last_name, '')`.as('trainerName'),
    ])
    .where('t.tenant_id', '=', tenant);
}
