import { randomBytes } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';
import { type AttemptKind, attemptLimits, attemptsLeft } from '#shared/account/domain.ts';
import { challengeMinutes, type FactorWay, waysOf } from '#shared/account/factors/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { asciiEmail, mailboxOf } from '#shared/kernel/emails.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as data from './data.ts';
import { findHeld, insertChallenge, lockAccount } from './factors/data.ts';
import { listPasskeys, type PasskeyNamed } from './passkeys/data.ts';
import { inTurnOfNetwork, isPassword } from './passwords.ts';
import {
  type Caller,
  knownDevice,
  type LoginPorts,
  logFailedLogin,
  type OpenedSession,
  type Opening,
  openSession,
} from './sessions/commands.ts';

/** A log-in that came as far as its second step. */
export interface AskedFactor {
  readonly challenge: string;
  readonly ways: FactorWay[];
  /** Those that may answer. */
  readonly passkeys: readonly PasskeyNamed[];
}

/**
 * Opens a session, or asks for the second factor where the account has one. Unknown, wrong and blocked answer alike, in the
 * same time.
 */
export async function logIn(
  ctx: Ctx,
  ports: LoginPorts,
  credentials: { username: string; password: string; keep: boolean },
  device: DeviceParameters,
  caller: Caller,
): Promise<{ session: OpenedSession } | { asked: AskedFactor }> {
  const { tenant, now } = ctx;
  const { tokens } = ports;
  const [[account]] = await ctx.read(
    data.findAccountByLogin(credentials.username, tenant.pageRules.login.isEmail),
  );
  const deviceId = account && knownDevice(ctx, tokens, account, caller);
  const counted = await countLogin(ctx, tokens, credentials.username, caller.address, deviceId);
  const isRight = await inTurnOfNetwork(caller.address, () =>
    isPassword(tenant.id, credentials.password, account?.passwordHash),
  );
  if (!account || !isRight || account.isBlocked) {
    logFailedLogin(ctx, ports, 'password', account?.id, caller);
    throw new AppError('wrongCredentials');
  }
  const { keep } = credentials;
  const opened = await ctx.write<{ asked: AskedFactor } | { opening: Opening }>(async ({ load, save }) => {
    const [, [present], [held], passkeys] = await load(
      lockAccount({ accountId: account.id }),
      data.findAccount(account.id),
      findHeld({ accountId: account.id }),
      listPasskeys({ accountId: account.id }),
    );
    // While the password was compared it may have been changed, a factor set up, the account blocked.
    if (present?.passwordHash !== account.passwordHash || present.isBlocked)
      throw new AppError('wrongCredentials');
    const ways = held ? waysOf(held) : [];
    if (ways.length > 0) {
      const challenge = randomBytes(32).toString('base64url');
      const expiresAt = addMinutes(now, challengeMinutes);
      const asked = insertChallenge({
        ...{ tokenHash: hashToken(challenge), purpose: 'logIn', accountId: account.id, keep, now, expiresAt },
      });
      return save({ asked: { challenge, ways, passkeys } }, [...counted.forgotten, asked]);
    }
    const opening = openSession(ctx, tokens, { account: present, keep, device }, caller);
    return save({ opening }, [...counted.forgotten, ...opening.queries], opening.events);
  });
  return 'asked' in opened ? opened : { session: await opened.opening.hand() };
}

/**
 * Counts a try to log in: of a device that knows the account for itself, so that no stranger's wrong passwords lock out whose
 * account it is; any other by account and network, and by each of both. What a success takes back: whoever is right, as a
 * reception that many log in from, is no reason to shut out who comes next. Throws `tooManyAttempts`.
 */
async function countLogin(
  ctx: Ctx,
  tokens: Tokens,
  username: string,
  address: string,
  deviceId: string | undefined,
): Promise<{ forgotten: Query[] }> {
  const account = `login ${asciiEmail(username.trim().toLowerCase())}`;
  const subject = tokens.attemptSubject(`${account} ${deviceId ? `device ${deviceId}` : address}`);
  const place = tokens.attemptSubject(`address ${address}`);
  // Asked before anything is written: names tried from a place that is refused leave no rows.
  if (!deviceId) await refuseFull(ctx, 'loginAddress', place);
  await countAttempt(ctx, 'login', subject);
  const own = data.forgetAttempts('login', subject);
  if (deviceId) return { forgotten: [own] };
  const wider = [
    ['loginAddress', place],
    ['loginAccount', tokens.attemptSubject(account)],
  ] as const;
  for (const [kind, counted] of wider) await countAttempt(ctx, kind, counted);
  return { forgotten: [own, ...wider.map(([kind, counted]) => data.forgetAttempt(kind, counted))] };
}

/**
 * Counts an attempt of a subject, or several at once; read by a transaction, it counts where that ends well. Throws
 * `tooManyAttempts` when the window holds too many. What nobody guesses, as tokens of 128 bits, is looked up first and counted
 * where it is wrong: who is right is let in whatever was tried from there before.
 */
export async function countAttempt(
  { read, now }: Pick<Ctx, 'read' | 'now'>,
  kind: AttemptKind,
  subject: Buffer,
  count = 1,
): Promise<void> {
  const { windowMinutes } = attemptLimits[kind];
  const [[row]] = await read(data.countAttempt(kind, subject, windowMinutes, now, count));
  if (row) refuseBeyond(kind, row, now);
}

/** Throws `tooManyAttempts` where another attempt would be one too many; counts nothing. */
async function refuseFull({ read, now }: Ctx, kind: AttemptKind, subject: Buffer): Promise<void> {
  const [[row]] = await read(data.findAttempt(kind, subject, attemptLimits[kind].windowMinutes, now));
  if (row) refuseBeyond(kind, { ...row, count: row.count + 1 }, now);
}

function refuseBeyond(
  kind: AttemptKind,
  { count, windowStartedAt }: { readonly count: number; readonly windowStartedAt: string },
  now: string,
): void {
  const left = attemptsLeft(kind, count, windowStartedAt, now);
  if (!left.isAllowed) throw new AppError('tooManyAttempts', { minutes: left.minutes });
}

/**
 * Counts a try of a mailed link: by the account that it is of, for many open theirs at one address, as in a club's own network;
 * one that is of none by the address it is brought from. Throws `tooManyAttempts`.
 */
export function countLink(
  ctx: Ctx,
  tokens: Tokens,
  accountId: number | undefined,
  address: string,
): Promise<void> {
  const subject = accountId === undefined ? `link ${address}` : `link of ${accountId}`;
  return countAttempt(ctx, 'resetLink', tokens.attemptSubject(subject));
}

/**
 * Counts a mail to an address that need not be whose doing it is: strangers must not fill anybody's box, by whatever way
 * they have mails sent there. Throws `tooManyAttempts`.
 */
export function countMailTo(
  ctx: Ctx,
  tokens: Tokens,
  email: string,
  kind: 'strangerMail' | 'freeBuying' | 'knownMail' = 'strangerMail',
): Promise<void> {
  return countAttempt(ctx, kind, boxOf(tokens, email));
}

/** Takes one such mail back: whoever has its address read it, and wanted it. Save it. */
export function forgetMailTo(tokens: Tokens, email: string) {
  return data.forgetAttempt('strangerMail', boxOf(tokens, email));
}

function boxOf(tokens: Tokens, email: string): Buffer {
  return tokens.attemptSubject(`mail to ${mailboxOf(asciiEmail(email.trim()))}`);
}

/** The same where nobody is to be told: whether the address may be mailed once more. */
export async function mayMail(ctx: Ctx, tokens: Tokens, email: string, kind?: 'knownMail'): Promise<boolean> {
  try {
    await countMailTo(ctx, tokens, email, kind);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'tooManyAttempts') return false;
    throw error;
  }
}

/** Counts in a transaction of the caller's, which takes it back where it fails: whether there may be one more. */
export async function countWithin(
  load: Transaction['load'],
  kind: AttemptKind,
  subject: Buffer,
  now: string,
): Promise<boolean> {
  const [[row]] = await load(data.countAttempt(kind, subject, attemptLimits[kind].windowMinutes, now));
  return !row || attemptsLeft(kind, row.count, row.windowStartedAt, now).isAllowed;
}

/** The kinds of SMS that are counted; the window is a day's. */
export type SmsKind = 'smsPerson' | 'smsNumber' | 'smsCentre';

/**
 * Counts an SMS of a subject. `usedUp` is the first that may not go out any more in its window, `over` each behind it.
 */
export async function countSms(
  ctx: Ctx,
  tokens: Tokens,
  kind: SmsKind,
  subject: string,
): Promise<'allowed' | 'usedUp' | 'over'> {
  const { most, windowMinutes } = attemptLimits[kind];
  const hashed = tokens.attemptSubject(`${kind} ${subject}`);
  const [[row]] = await ctx.read(data.countAttempt(kind, hashed, windowMinutes, ctx.now));
  const count = row?.count ?? 1;
  return count <= most ? 'allowed' : count === most + 1 ? 'usedUp' : 'over';
}

/**
 * Where only failures count and what is tried is short enough to be guessed: counts the try before it is looked at, so that
 * of many at once no more are looked at than may be, and takes it back where nothing was thrown. Throws `tooManyAttempts`.
 */
export async function countFailure<T>(
  ctx: Ctx,
  kind: AttemptKind,
  subject: Buffer,
  look: () => Promise<T>,
): Promise<T> {
  await countAttempt(ctx, kind, subject);
  const found = await look();
  await ctx.read(data.forgetAttempt(kind, subject));
  return found;
}
