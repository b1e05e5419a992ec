import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { pageHeaders } from '#server/kernel/web/web-headers.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Language, languages } from '#shared/kernel/language.ts';
import { listVideos, type Video } from '#shared/videos/contract.ts';
import { embedOf, frameFolder } from '#shared/videos/domain.ts';
import * as data from './data.ts';
import { framePage } from './frame.ts';

export function mountVideos(app: App): void {
  mount(app, listVideos, async (ctx) => {
    const [rows] = await ctx.read(data.listVideos({}));
    return rows.map((row) => toVideo(row, ctx.language, ctx.tenant.defaultLanguage));
  });

  // A page of ours around the service's player: only it may load anything of elsewhere, and only one origin.
  app.get<{ Params: { kind: string; id: string } }>(`${frameFolder}:kind/:id`, async (request, reply) => {
    const embed = embedOf(request.params.kind, request.params.id);
    if (!embed) throw new AppError('itemNotFound');
    return reply
      .headers({
        ...pageHeaders,
        'X-Frame-Options': 'SAMEORIGIN',
        'Content-Security-Policy': framePage.policy(embed.origin),
        'Cache-Control': 'private, max-age=3600',
        'X-Robots-Tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(framePage.html(embed.url));
  });
}

function toVideo(row: data.VideoRow, language: Language, defaultLanguage: Language): Video {
  const said = (texts: data.Translations) =>
    texts[language] || texts[defaultLanguage] || Object.values(texts)[0] || '';
  return {
    id: row.id,
    url: row.url,
    title: said(row.titles),
    description: said(row.descriptions),
    ...(row.thumbnail !== '' && { thumbnailUrl: row.thumbnail }),
    types: row.types.map(({ id, names }) => ({ id, name: said(names) })),
    captions: languages.flatMap((one) => {
      const url = row.captions[one];
      return url ? [{ language: one, url }] : [];
    }),
  };
}
