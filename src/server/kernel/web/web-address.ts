import { pageParameters } from '#shared/kernel/public-pages.ts';

export interface PageAddress {
  readonly path: string;
  /** The parameters that matter, sorted, with `?` or empty. */
  readonly search: string;
}

/** The path without a slash at its end, and the parameters that matter in a fixed order: one page, one key. */
export function pageAddress(url: string): PageAddress {
  const [rawPath = '/', rawSearch = ''] = url.split('?', 2);
  const path = rawPath.length > 1 ? rawPath.replace(/\/+$/, '') || '/' : rawPath;
  const given = new URLSearchParams(rawSearch);
  const kept = new URLSearchParams();
  for (const name of pageParameters) {
    const value = given.get(name);
    if (value !== null && value !== '' && value.length <= 200) kept.set(name, value);
  }
  kept.sort();
  const search = kept.toString();
  return { path, search: search === '' ? '' : `?${search}` };
}

/** The address of a page at its centre. What the caller asked for is a path, whatever it begins with. */
export function pageUrl(origin: string, address: string): URL {
  const [path = '', ...search] = address.split('?');
  const url = new URL(origin);
  url.pathname = path;
  url.search = search.join('?');
  return url;
}
