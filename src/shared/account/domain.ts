import { nameKey } from '#shared/kernel/names.ts';

/** Names of the password rules' messages in the catalogue's `validation` section (specification point 5). */
export type PasswordProblem =
  | 'passwordRequired'
  | 'minLength'
  | 'passwordCharacters'
  | 'passwordLowercase'
  | 'passwordUppercase'
  | 'passwordDigit';

export const passwordMinimumLength = 8;

/** The rules a new password breaks, most basic first; empty when it may be used. */
export function passwordProblems(password: string): PasswordProblem[] {
  if (password === '') return ['passwordRequired'];
  const rules: [PasswordProblem, boolean][] = [
    ['minLength', password.length >= passwordMinimumLength],
    ['passwordCharacters', /^[0-9A-Za-z]*$/.test(password)],
    ['passwordLowercase', /[a-z]/.test(password)],
    ['passwordUppercase', /[A-Z]/.test(password)],
    ['passwordDigit', /[0-9]/.test(password)],
  ];
  return rules.filter(([, isKept]) => !isKept).map(([problem]) => problem);
}

/**
 * Whether a password is no more than words that whoever knows the person or the place would try, with digits anywhere: fewer
 * than three letters of it are of another kind. Words of one or two letters do not count.
 */
export function isGuessable(password: string, words: readonly string[]): boolean {
  const parts = words
    .flatMap((word) => nameKey(word).split(/[^a-z]+/))
    .filter((part) => part.length > 2)
    .toSorted((one, other) => other.length - one.length);
  const lower = password.toLowerCase();
  const rest = parts.reduce((left, part) => left.replaceAll(part, ' '), lower);
  return rest !== lower && rest.replaceAll(/[^a-z]/g, '').length < 3;
}

/** Two tabs that refresh at once are honest: the older token gives the same successor for this long. */
const refreshGraceSeconds = 20;
/**
 * How long a session lives, in hours: after its last refresh, and at most from logging in on; on a device to keep, and on any
 * other. Of who sees other people's data less.
 */
const sessionLife = {
  member: { kept: { idle: 90 * 24, most: 365 * 24 }, other: { idle: 12, most: 24 } },
  staff: { kept: { idle: 14 * 24, most: 90 * 24 }, other: { idle: 1, most: 16 } },
} as const;
/** How long a device is known by which somebody logged in. */
export const deviceDays = 365;
export const resetLinkMinutes = 60;
/** For how long after the office gave an account another address nothing is mailed there that opens the account. */
export const movedAddressHours = 72;
/** How long the link to another mail address is good. */
export const emailLinkHours = 24;

/** Attempts allowed per window before the next one waits for the window's end. */
export const attemptLimits = {
  // Of an account from one network, or from one device that knows it.
  login: { most: 10, windowMinutes: 15 },
  // Of an account from everywhere but its own devices.
  loginAccount: { most: 50, windowMinutes: 60 },
  loginAddress: { most: 200, windowMinutes: 15 },
  // Second factors: of one account, whoever knows its password, and from one place.
  factor: { most: 10, windowMinutes: 60 },
  factorAddress: { most: 60, windowMinutes: 60 },
  // Log-ins by a passkey begun from one place: browsers that offer passkeys begin one at each form.
  passkeyAddress: { most: 300, windowMinutes: 15 },
  // Log-ins by a service outside begun from one place: each costs its centre a little, and a club’s own network is one place.
  identityAddress: { most: 60, windowMinutes: 15 },
  // And at one centre from everywhere, with room for a morning on which everybody logs in.
  identityCentre: { most: 2000, windowMinutes: 60 * 24 },
  // Phones with Mobile-ID that were made to ring in vain: of one number, and of one person whatever number is typed for them. From one
  // network, account, or device that knows the person; and from everywhere but such devices.
  identityPhone: { most: 6, windowMinutes: 60 * 24 },
  identityPerson: { most: 6, windowMinutes: 60 * 24 },
  identityPhoneStrangers: { most: 18, windowMinutes: 60 * 24 },
  identityPersonStrangers: { most: 18, windowMinutes: 60 * 24 },
  passwordReset: { most: 5, windowMinutes: 60 },
  passwordResetAddress: { most: 60, windowMinutes: 60 },
  resetLink: { most: 30, windowMinutes: 60 },
  // Mails to another address.
  emailChange: { most: 6, windowMinutes: 60 },
  visitorBookingAddress: { most: 30, windowMinutes: 60 },
  buying: { most: 30, windowMinutes: 60 },
  // Rooms rented by one client: each makes papers that are kept for years, given back or not.
  renting: { most: 20, windowMinutes: 60 * 24 },
  // Freezes and notices of one contract: each is mailed, taken back or not.
  contractChange: { most: 10, windowMinutes: 60 * 24 },
  ticketLookup: { most: 30, windowMinutes: 60 },
  // Codes that people type, and claims: of one account, of one mail address, and from one place.
  code: { most: 20, windowMinutes: 60 },
  codeAddress: { most: 60, windowMinutes: 60 },
  voucherClaim: { most: 6, windowMinutes: 60 },
  // People whom a trainer does not train, found by their whole number or e-mail.
  clientLookup: { most: 30, windowMinutes: 60 },
  // Names looked up by a trainer who puts clients into trainings: each letter asks, and nobody copies a centre's clients.
  clientSearch: { most: 150, windowMinutes: 60 },
  // Whom packages are shared with.
  sharing: { most: 20, windowMinutes: 60 },
  // Mails of one package's being shared with one person: taken back and offered anew, it is told once.
  shareMail: { most: 1, windowMinutes: 60 * 24 },
  // Offers to hold one training, made and taken back by one trainer: what comes after is done and not told.
  replacementMail: { most: 4, windowMinutes: 60 * 24 },
  // Mails to one address that people who are not logged in as its owner have sent there, whatever they are about.
  strangerMail: { most: 6, windowMinutes: 60 * 24 },
  // What costs nothing and is mailed to one address, had without logging in. Apart from those above: joining tells nobody how
  // many of them there were.
  freeBuying: { most: 6, windowMinutes: 60 * 24 },
  knownMail: { most: 6, windowMinutes: 60 * 24 },
  // SMS of notices: to one person, to one number, whoever has it, and what all members of a centre bring about.
  smsPerson: { most: 10, windowMinutes: 60 * 24 },
  smsNumber: { most: 10, windowMinutes: 60 * 24 },
  smsCentre: { most: 500, windowMinutes: 60 * 24 },
  // Of the messages that the office of a centre writes: each part, as each is paid.
  smsMessage: { most: 5000, windowMinutes: 60 * 24 },
  // Joining from one place, and forms kept from it.
  joining: { most: 60, windowMinutes: 60 },
  joinDraft: { most: 120, windowMinutes: 60 },
  joinLookup: { most: 30, windowMinutes: 60 },
  // Codes at the desk that open nothing.
  deskLookup: { most: 60, windowMinutes: 60 },
  // Numbers that make a tablet a door: from one place, and at one centre from everywhere.
  doorPairing: { most: 10, windowMinutes: 60 },
  doorPairingCentre: { most: 100, windowMinutes: 60 },
  // Downloads of everything kept about somebody.
  dataDownload: { most: 5, windowMinutes: 60 * 24 },
  payment: { most: 30, windowMinutes: 60 },
  paymentAddress: { most: 60, windowMinutes: 60 },
} as const;
export type AttemptKind = keyof typeof attemptLimits;

export interface SessionFacts {
  readonly generation: number;
  readonly rotatedAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
}

export type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'over';

/**
 * What a good refresh token of some generation may do: bring its successor, bring the same successor again
 * within the grace, or betray that two parties hold the family (which then ends).
 */
export function decideRefresh(session: SessionFacts, generation: number, now: string): RefreshDecision {
  if (session.endedAt !== null || Temporal.Instant.compare(now, session.expiresAt) >= 0) return 'over';
  if (generation === session.generation) return 'rotate';
  const graceEnd = Temporal.Instant.from(session.rotatedAt).add({ seconds: refreshGraceSeconds });
  const isWithinGrace = Temporal.Instant.compare(now, graceEnd) <= 0;
  return generation === session.generation - 1 && isWithinGrace ? 'repeat' : 'reuse';
}

/** When a session refreshed now ends by itself; `createdAt` is when it was logged in. */
export function sessionExpiry(
  { keep, isStaff, createdAt }: { keep: boolean; isStaff: boolean; createdAt: string },
  now: string,
): string {
  const { idle, most } = sessionLife[isStaff ? 'staff' : 'member'][keep ? 'kept' : 'other'];
  const idleEnd = Temporal.Instant.from(now).add({ hours: idle });
  const end = Temporal.Instant.from(createdAt).add({ hours: most });
  return (Temporal.Instant.compare(idleEnd, end) < 0 ? idleEnd : end).toString();
}

/** Whether another attempt is allowed after `count` in the window; otherwise the minutes until it is. */
export function attemptsLeft(
  kind: AttemptKind,
  count: number,
  windowStartedAt: string,
  now: string,
): { isAllowed: true } | { isAllowed: false; minutes: number } {
  const { most, windowMinutes } = attemptLimits[kind];
  if (count <= most) return { isAllowed: true };
  const end = Temporal.Instant.from(windowStartedAt).add({ minutes: windowMinutes });
  const wait = Temporal.Instant.from(now).until(end, { largestUnit: 'second' }).total('minutes');
  return { isAllowed: false, minutes: Math.max(1, Math.ceil(wait)) };
}
