import { pageParameters } from '#shared/kernel/public-pages.ts';

/** Of the parameters of an address, whatever they say. */
export function parameterNames(url: string): string[] {
  return [...new URLSearchParams(url.split('?', 2)[1] ?? '').keys()];
}

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
