import type { Statement } from '#server/kernel/batch.ts';
import { languages } from '#shared/kernel/language.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';
import { calmKinds, demoVideos, demoVideoTypes, warmUpNames } from './built-in.ts';

const folder = '/media/videos';

/** The videos that fit a centre of a kind, each with its picture and captions in three languages, under its own names. */
export function insertVideos(tenantId: number, kind: TenantKind, now: string): Statement[] {
  const isCalm = calmKinds.has(kind);
  const videos = demoVideos.filter(({ types }) => !isCalm || types.some((key) => key === 'stretching'));
  const videoTypes = demoVideoTypes
    .filter(({ key }) => videos.some(({ types }) => types.includes(key)))
    .map(({ key, names }) => ({ key, names: (key === 'warmUp' && warmUpNames[kind]) || names }));
  const links = videos.flatMap(({ types }, index) =>
    types.map((key) => ({
      video: index + 1,
      type: videoTypes.findIndex((type) => type.key === key) + 1,
    })),
  );
  return [
    {
      text: `with types as (
          insert into video_types (tenant_id, names, position)
            select $1, names, position from unnest($2::jsonb[]) with ordinality as t (names, position) order by position
            returning id, position),
        made as (
          insert into videos (tenant_id, titles, descriptions, url, thumbnail, captions, is_active, position, created_at)
            select $1, titles, descriptions, url, thumbnail, captions, true, position, $8
              from unnest($3::jsonb[], $4::jsonb[], $5::text[], $6::text[], $7::jsonb[]) with ordinality
                as v (titles, descriptions, url, thumbnail, captions, position) order by position
            returning id, position)
        insert into video_type_links (tenant_id, video_id, type_id)
          select $1, m.id, t.id from unnest($9::integer[], $10::integer[]) as l (video, type)
            join made m on m.position = l.video join types t on t.position = l.type`,
      values: [
        tenantId,
        videoTypes.map(({ names }) => JSON.stringify(names)),
        videos.map(({ titles }) => JSON.stringify(titles)),
        videos.map(({ descriptions }) => JSON.stringify(descriptions)),
        videos.map(({ file }) => `${folder}/${file}.webm`),
        videos.map(({ file }) => `${folder}/${file}.webp`),
        videos.map(({ file }) =>
          JSON.stringify(
            Object.fromEntries(languages.map((language) => [language, `${folder}/${file}-${language}.vtt`])),
          ),
        ),
        now,
        links.map(({ video }) => video),
        links.map(({ type }) => type),
      ],
    },
  ];
}
