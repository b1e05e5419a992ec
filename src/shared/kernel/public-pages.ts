/** Query parameters that change what a public page shows (specification point 2). */
export const pageParameters = [
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
  '/page',
  '/public/calendar/day',
  '/public/calendar/week',
  '/public/training',
  '/public/trainer',
  '/public/trainers',
  '/public/registration',
  '/public/tickets',
  '/public/tickets/buy',
]);
const unkeptPaths = new Set([
  '/public',
  '/public/calendar',
  '/page/configuration',
  '/password/reset',
  '/factor/reset',
  '/public/join-confirmation',
  '/public/registration/confirm',
  '/public/registration/cancel',
  '/public/vouchers',
  '/public/invoices',
  '/public/payment-waiting',
  '/public/payment-confirmation',
  '/public/payment-confirmation/free',
]);

/** Whoever has an address with one of these has what it opens. */
const secretParameters = ['ticket', 'token', 'invoice', 'order-token', 'sessionSecretDigest'];

export function isSecretAddress(url: string): boolean {
  const given = parameterNames(url);
  return secretParameters.some((name) => given.includes(name));
}

/** The names of an address's parameters; what cannot be decoded stays as it is written. */
function parameterNames(url: string): readonly string[] {
  const pairs = (url.split('?', 2)[1] ?? '').split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const name = (pair.split('=', 1)[0] ?? '').replaceAll('+', ' ');
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  });
}

/** How a page of this address is made. A path nobody knows gets the frame: what it shows depends on who looks. */
export function addressKind(path: string, url: string = path): AddressKind {
  if (unkeptPaths.has(path) || (isSecretAddress(url) && publicPaths.has(path))) return 'unkept';
  if (publicPaths.has(path) || path.startsWith('/page/') || path.startsWith('/password/')) return 'public';
  return 'frame';
}

/** What leads on after logging in may hold a secret of its own. */
const storableParameters: ReadonlySet<string> = new Set(pageParameters.filter((name) => name !== 'origin'));

/**
 * Whether a device may keep the page of an address: drawn for everybody alike, and with nothing in its address but what is
 * known to say which of the public pages it is.
 */
export function isStorablePage(path: string, url: string): boolean {
  const given = parameterNames(url);
  // Added by reloading after a new version.
  const isKnown = given.every((name) => storableParameters.has(name) || name === 'v');
  return addressKind(path) === 'public' && isKnown;
}
