/** Services by which somebody shows who they are. */
export const identityProviders = ['smartId', 'mobileId', 'idCard'] as const;
export type IdentityProviderName = (typeof identityProviders)[number];

/** Algorithms by which cards sign, as tokens name them (RFC 7518). */
export const cardAlgorithms = [
  ...(['ES256', 'ES384', 'ES512'] as const),
  ...(['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'] as const),
] as const;
export type CardAlgorithm = (typeof cardAlgorithms)[number];

/** Where the device is that somebody shows who they are with: beside the one they look at, or the same. */
export const identityWays = ['otherDevice', 'thisDevice'] as const;
export type IdentityWay = (typeof identityWays)[number];

/** How it ends without anybody having shown who they are: codes of what is said to them. */
export const identityEnds = [
  'identityRefused',
  'identityTimedOut',
  'mobileIdNotFound',
  'mobileIdPhoneAbsent',
  'mobileIdNotDelivered',
  'mobileIdSimFailed',
] as const;
export type IdentityEnd = (typeof identityEnds)[number];

/** How long somebody may take to show who they are. */
export const identityMinutes = 5;
/** For about how long a phone with Mobile-ID is asked for its PIN. */
export const mobileIdSeconds = 120;
/** Most of one account: of each provider one, and one more after a new personal code. */
export const mostIdentities = 4;

/** What is typed before or beside a number, and in it. */
const separators = /[\s().\u2010-\u2015-]/g;

/**
 * A number that may have Mobile-ID, which Estonia and Lithuania have, as the service takes it: with its country, an Estonian one
 * also without. Undefined where it is none.
 */
export function readMobileIdNumber(typed: string): string | undefined {
  const number = typed.replaceAll(separators, '').replace(/^00/, '+');
  const whole = /^5\d{6,7}$/.test(number) ? `+372${number}` : number;
  return mobileIdNumber.test(whole) ? whole : undefined;
}

/** As the service takes it. */
export const mobileIdNumber = /^\+(372\d{7,8}|370\d{8})$/;
/** A personal code as both countries form it; whether it can be one is the form's to say, whether there is one the service's. */
export const mobileIdCode = /^[1-8]\d{10}$/;
