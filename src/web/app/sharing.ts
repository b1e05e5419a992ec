import type { MetaHTMLAttributes } from 'react';
import type { StartContext } from '#shared/start-context.ts';
import { addressesOf, type Thing } from '#shared/tenants/structured/domain.ts';

interface Shared {
  readonly title: string;
  readonly text: string;
  /** Path and search of the page. */
  readonly path: string;
}

/** What a link to the page shows where it is sent: title, words and a picture. */
export function sharing({ host, configuration }: StartContext, { title, text, path }: Shared) {
  const { whole } = addressesOf(host);
  return [
    { name: 'description', content: text },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: configuration.title },
    { property: 'og:title', content: title },
    { property: 'og:description', content: text },
    { property: 'og:url', content: whole(path) },
    { property: 'og:image', content: whole('/brand/share.png') },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/**
 * What the page is about, for search engines: data that no browser runs, written so that nothing closes its element.
 * The server alone draws it: no page of a browser needs what makes it.
 */
export function structured(thing: Thing): MetaHTMLAttributes<HTMLMetaElement> {
  // The router draws it as a script; its types know attributes alone.
  return { 'script:ld+json': { '@context': 'https://schema.org', ...thing } } as object;
}
