import { sql } from 'kysely';
import { prepared, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { Language } from '#shared/kernel/language.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A text in the languages it has. */
export type Translations = Readonly<Partial<Record<Language, string>>>;

/** What is shown, in the order the centre gave, with the types of each. */
export const listVideos = prepared((_: Readonly<Record<string, never>>) =>
  sqlBuilder
    .selectFrom('videos as v')
    .select([
      'v.id',
      'v.url',
      'v.thumbnail',
      sql<Translations>`v.titles`.as('titles'),
      sql<Translations>`v.descriptions`.as('descriptions'),
      sql<Translations>`v.captions`.as('captions'),
      sql<{ id: number; names: Translations; position: number }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'names', y.names, 'position', y.position)
            order by y.position, y.id), '[]')
          from video_type_links k
          join video_types y on y.tenant_id = k.tenant_id and y.id = k.type_id
          where k.tenant_id = v.tenant_id and k.video_id = v.id)`.as('types'),
    ])
    .where('v.tenant_id', '=', tenant)
    .where(sql<boolean>`v.is_active`)
    .orderBy('v.position')
    .orderBy('v.id'),
);
export type VideoRow = RowOf<ReturnType<typeof listVideos>>;
