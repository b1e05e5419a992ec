import { createHash } from 'node:crypto';

const style = 'html,body,iframe{width:100%;height:100%;margin:0;border:0;background:#000;overflow:hidden}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** The page around a service's player, shown in a frame of ours alone: no script of its own. */
export const framePage = {
  policy: (origin: string): string =>
    [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      `frame-src ${origin}`,
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  /** `url` is put together of what was checked letter by letter. */
  html: (url: string): string =>
    `<!doctype html><html><head><meta charset="utf-8"><title>Video</title><style>${style}</style></head><body>` +
    `<iframe src="${url.replaceAll('&', '&amp;')}" title="Video" sandbox="allow-scripts allow-same-origin allow-presentation" ` +
    'allow="autoplay; fullscreen; encrypted-media; picture-in-picture" allowfullscreen></iframe></body></html>',
} as const;
