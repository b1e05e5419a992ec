import type { Kind } from '#server/kernel/managed/data.ts';
import { reading } from '#server/kernel/managed/tables.ts';
import type { VideoTypeValues, VideoValues } from '#shared/videos/admin/contract.ts';

/** By language, in the order of the form: what is stored as jsonb has an order of its own. */
const texts = (column: string) =>
  `jsonb_build_object(${['et', 'en', 'lv']
    .map((language) => `'${language}', coalesce(${column} ->> '${language}', '')`)
    .join(', ')})`;

export const videoTypes: Kind<VideoTypeValues> = {
  noun: 'videoTypes',
  isPublic: false,
  references: [],
  ...reading({
    table: 'video_types',
    values: `jsonb_build_object('names', ${texts('names')}, 'position', position)`,
    facts: `jsonb_build_object('videos', (select count(*)::text from video_type_links k
      where k.tenant_id = app_tenant() and k.type_id = t.id))`,
    order: 'position, id',
  }),
  save: (id, { names, position }) => [
    {
      text: `insert into video_types (id, names, position) values ($1, $2, $3)
        on conflict (tenant_id, id) do update set names = excluded.names, position = excluded.position`,
      values: [id, JSON.stringify(names), position],
    },
  ],
};

export const videos: Kind<VideoValues> = {
  noun: 'videos',
  isPublic: false,
  references: ['videoTypes'],
  ...reading({
    table: 'videos',
    values: `jsonb_build_object('titles', ${texts('titles')}, 'descriptions', ${texts('descriptions')}, 'url', url,
      'thumbnail', thumbnail, 'captions', ${texts('captions')}, 'typeIds',
      (select coalesce(jsonb_agg(type_id order by type_id), '[]') from video_type_links k
        where k.tenant_id = app_tenant() and k.video_id = t.id), 'position', position, 'isActive', is_active)`,
    order: 'is_active desc, position, id',
  }),
  save: (id, values, now) => [
    {
      text: `insert into videos (id, titles, descriptions, url, thumbnail, captions, is_active, position, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (tenant_id, id) do update set titles = excluded.titles, descriptions = excluded.descriptions,
          url = excluded.url, thumbnail = excluded.thumbnail, captions = excluded.captions,
          is_active = excluded.is_active, position = excluded.position`,
      values: [
        id,
        JSON.stringify(values.titles),
        JSON.stringify(values.descriptions),
        values.url,
        values.thumbnail,
        JSON.stringify(values.captions),
        values.isActive,
        values.position,
        now,
      ],
    },
    {
      text: `delete from video_type_links where tenant_id = app_tenant() and video_id = $1 and type_id <> all($2)`,
      values: [id, values.typeIds],
    },
    {
      text: `insert into video_type_links (video_id, type_id) select $1, unnest($2::integer[]) on conflict do nothing`,
      values: [id, values.typeIds],
    },
  ],
};
