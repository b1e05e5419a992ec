/** Query parameters that change what a public page shows (specification point 2). */
const parameters = [
  'date',
  'filter',
  'free',
  'from',
  'group',
  'gym',
  'id',
  'mode',
  'origin',
  'destination',
  'room',
  'text',
  'time',
  'trainer',
  'training',
  'unit',
  'until',
] as const;

export type AddressKind =
  /** Drawn on the server, and kept. */
  | 'public'
  /** Drawn on the server each time: its address holds a secret, or leads on. */
  | 'unkept'
  /** Drawn in the browser. */
  | 'frame';

const publicPaths = new Set([
  '/',
  '/404',
  '/public/calendar/day',
  '/public/calendar/week',
  '/public/training',
  '/public/registration',
  '/public/tickets',
  '/public/tickets/buy',
]);
const unkeptPaths = new Set([
  '/public',
  '/public/calendar',
  '/password/reset',
  '/public/registration/confirm',
  '/public/registration/cancel',
  '/public/vouchers',
  '/public/invoices',
  '/public/payment-waiting',
  '/public/payment-confirmation',
  '/public/payment-confirmation/free',
]);

/** Whoever has an address with one of these has what it opens. */
const secretParameters = ['ticket', 'token', 'invoice', 'order-token'];

/** How a page of this address is made. A path nobody knows gets the frame: what it shows depends on who looks. */
export function addressKind(path: string, url: string = path): AddressKind {
  const given = new URLSearchParams(url.split('?', 2)[1] ?? '');
  const isSecret = secretParameters.some((name) => given.has(name));
  if (unkeptPaths.has(path) || (isSecret && publicPaths.has(path))) return 'unkept';
  if (publicPaths.has(path) || path.startsWith('/page/') || path.startsWith('/password/')) return 'public';
  return 'frame';
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
  for (const name of parameters) {
    const value = given.get(name);
    if (value !== null && value !== '' && value.length <= 200) kept.set(name, value);
  }
  kept.sort();
  const search = kept.toString();
  return { path, search: search === '' ? '' : `?${search}` };
}
