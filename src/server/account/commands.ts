import { randomBytes, randomUUID } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';
import {
  type AttemptKind,
  attemptLimits,
  attemptsLeft,
  emailLinkHours,
  isGuessable,
  resetLinkMinutes,
} from '#shared/account/domain.ts';
import { challengeMinutes, type FactorWay, waysOf } from '#shared/account/factors/domain.ts';
import { linksFrom } from '#shared/account/resets/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { asciiEmail, mailboxOf } from '#shared/kernel/emails.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { alertOwner } from './alerts/commands.ts';
import { guessableWords } from './built-in.ts';
import * as data from './data.ts';
import { forgetWaiting, insertChange } from './emails/data.ts';
import { findHeld, insertChallenge, lockAccount } from './factors/data.ts';
import { listOtherIdentities } from './identities/data.ts';
import { listPasskeys, type PasskeyNamed } from './passkeys/data.ts';
import { hashPassword, isLeaked, isPassword } from './passwords.ts';
import {
  type Caller,
  deviceTokenOf,
  knownDevice,
  type LoginPorts,
  logFailedLogin,
  type OpenedSession,
  type Opening,
  openSession,
  toEndedEvent,
} from './sessions/commands.ts';
import { endSessions, listOpenSessions } from './sessions/data.ts';
import { unlinkAll } from './unlinking/commands.ts';
import { endOutlets, endWaiting } from './waiting/data.ts';

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
  const isRight = await isPassword(credentials.password, account?.passwordHash);
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
  await countAttempt(ctx, 'login', subject);
  const own = data.forgetAttempts('login', subject);
  if (deviceId) return { forgotten: [own] };
  const wider = [
    ['loginAddress', tokens.attemptSubject(`address ${address}`)],
    ['loginAccount', tokens.attemptSubject(account)],
  ] as const;
  for (const [kind, counted] of wider) await countAttempt(ctx, kind, counted);
  return { forgotten: [own, ...wider.map(([kind, counted]) => data.forgetAttempt(kind, counted))] };
}

/** Changes the password; the other devices must log in anew, as strangers. Answers with what this one is known by from now on. */
export async function changePassword(
  ctx: Ctx,
  tokens: Tokens,
  actor: MemberActor,
  passwords: { oldPassword: string; newPassword: string },
): Promise<{ deviceToken: string }> {
  await countAttempt(ctx, 'login', tokens.attemptSubject(`password ${actor.accountId}`));
  const [[known]] = await ctx.read(data.findAccount(actor.accountId));
  if (!known || !(await isPassword(passwords.oldPassword, known.passwordHash)))
    throw new AppError('passwordNotValid');
  const passwordHash = await savePassword(ctx, known, passwords.newPassword, actor.sessionId, [
    data.forgetAttempts('login', tokens.attemptSubject(`password ${actor.accountId}`)),
  ]);
  return { deviceToken: deviceTokenOf(ctx, tokens, { id: actor.accountId, passwordHash }) };
}

/** Has a link for a new password mailed when the address is known; says nothing either way, nor by how long it takes. */
export async function requestPasswordReset(
  ctx: Ctx,
  tokens: Tokens,
  email: string,
  address: string,
): Promise<void> {
  await countAttempt(ctx, 'passwordReset', tokens.attemptSubject(`reset ${email.toLowerCase()}`));
  await countAttempt(ctx, 'passwordResetAddress', tokens.attemptSubject(`reset address ${address}`));
  const asked = { topic: 'passwordReset', dedupeKey: randomUUID(), email } as const;
  await ctx.write((transaction) => transaction.save(undefined, [], [asked]));
}

/** What is mailed to who asked for a new password: its link, or from when on one can be had. */
export interface ResetMails {
  link(account: data.AccountRow, resetToken: string): MailEvent;
  tooEarly(account: data.AccountRow, from: string): MailEvent;
  /** Whose address it is was never shown: that comes first. */
  confirm(account: data.AccountRow, emailToken: string): MailEvent;
}

/**
 * Mails the link that was asked for to whoever has the address, if anybody has. Where the office gave the account the address a
 * short while ago, who owned it before is to hear of it first: it is told from when on. An address that was only typed opens
 * no account: it is to be confirmed.
 */
export async function mailPasswordReset(ctx: Ctx, email: string, mails: ResetMails): Promise<void> {
  const { now } = ctx;
  const token = randomBytes(24).toString('base64url');
  await ctx.write(async (transaction) => {
    const [[seen]] = await transaction.load(data.findAccountByLogin(email, true));
    // Locked and read again: an address that is changed meanwhile is mailed no link that is good.
    const [, [account]] = await transaction.load(
      lockAccount({ accountId: seen?.id ?? 0 }),
      data.findAccountByLogin(email, true),
    );
    if (!account || account.isBlocked) return transaction.save(undefined, []);
    if (account.emailTypedAt !== null) {
      const change = { accountId: account.id, email: account.email, now };
      const expiresAt = addMinutes(now, emailLinkHours * 60);
      return transaction.save(
        undefined,
        [forgetWaiting(account.id), insertChange({ ...change, tokenHash: hashToken(token), expiresAt })],
        [mails.confirm(account, token)],
      );
    }
    const from = linksFrom(account, now);
    if (from !== null) return transaction.save(undefined, [], [mails.tooEarly(account, from)]);
    const expiresAt = addMinutes(now, resetLinkMinutes);
    return transaction.save(
      undefined,
      [data.insertPasswordReset({ tokenHash: hashToken(token), accountId: account.id, now, expiresAt })],
      [mails.link(account, token)],
    );
  });
}

/**
 * Sets a new password by a mailed link, once, and ends every session of the account. The device it is set on is known from
 * then on; no other is.
 */
export async function resetPassword(
  ctx: Ctx,
  tokens: Tokens,
  reset: { resetToken: string; newPassword: string },
  address: string,
): Promise<{ isFirst: boolean; username: string; deviceToken: string }> {
  const { now } = ctx;
  const tokenHash = hashToken(reset.resetToken);
  const [[known]] = await ctx.read(data.findPasswordReset(tokenHash));
  await countLink(ctx, tokens, known?.accountId, address);
  if (await isLeaked(reset.newPassword)) throw new AppError('passwordTooCommon');
  const passwordHash = await hashPassword(reset.newPassword);
  return ctx.write(async (transaction) => {
    const [[whose]] = await transaction.load(data.findPasswordReset(tokenHash));
    if (!whose) throw new AppError('resetLinkExpired');
    // The account before its links, as whoever changes its password ends them in this order.
    const [, [found], sessions, [account], linked] = await transaction.load(
      lockAccount(whose),
      data.lockPasswordReset(tokenHash),
      listOpenSessions(whose.accountId),
      data.findAccount(whose.accountId),
      listOtherIdentities({ accountId: whose.accountId, sessionId: null }),
    );
    if (!found || found.usedAt !== null || compareInstants(now, found.expiresAt) > 0) {
      throw new AppError('resetLinkExpired');
    }
    refuseGuessable(ctx, reset.newPassword, account);
    const unlinked = account ? unlinkAll(ctx, account, linked) : undefined;
    return transaction.save(
      {
        isFirst: account !== undefined && !account.hasLoggedIn,
        username: (ctx.tenant.pageRules.login.isEmail ? account?.email : account?.username) ?? '',
        deviceToken: deviceTokenOf(ctx, tokens, { id: found.accountId, passwordHash }),
      },
      [
        data.setPassword(found.accountId, passwordHash),
        ...endWaiting(found.accountId, now),
        ...endOutlets(found.accountId, undefined, now),
        ...(unlinked?.queries ?? []),
        endSessions(found.accountId, undefined, now),
      ],
      [
        ...sessions.map(toEndedEvent),
        ...(unlinked?.events ?? []),
        ...(account ? [alertOwner(ctx, account, 'passwordChanged', reset.resetToken)] : []),
      ],
    );
  });
}

/**
 * Sets a password in place of the one that was known, and ends all but one of its account's sessions. Answers with its hash.
 * Throws `passwordNotValid` where it has been changed since, `passwordTooCommon`.
 */
async function savePassword(
  ctx: Ctx,
  { id: accountId, passwordHash: knownHash }: Pick<data.AccountRow, 'id' | 'passwordHash'>,
  newPassword: string,
  keptSessionId: string,
  also: readonly ReturnType<typeof data.forgetAttempts>[],
): Promise<string> {
  if (await isLeaked(newPassword)) throw new AppError('passwordTooCommon');
  const passwordHash = await hashPassword(newPassword);
  return ctx.write(async (transaction) => {
    const [, sessions, [account], linked] = await transaction.load(
      lockAccount({ accountId }),
      listOpenSessions(accountId),
      data.findAccount(accountId),
      listOtherIdentities({ accountId, sessionId: keptSessionId }),
    );
    // Compared before it was locked: whoever knew the one before does not undo what its owner did meanwhile.
    if (account?.passwordHash !== knownHash) throw new AppError('passwordNotValid');
    refuseGuessable(ctx, newPassword, account);
    const ended = sessions.filter(({ id }) => id !== keptSessionId);
    const unlinked = unlinkAll(ctx, account, linked);
    return transaction.save(
      passwordHash,
      [
        data.setPassword(accountId, passwordHash),
        ...endWaiting(accountId, ctx.now),
        ...endOutlets(accountId, keptSessionId, ctx.now),
        ...unlinked.queries,
        endSessions(accountId, keptSessionId, ctx.now),
        ...also,
      ],
      [
        ...ended.map(toEndedEvent),
        ...unlinked.events,
        alertOwner(ctx, account, 'passwordChanged', `${accountId} ${ctx.now}`),
      ],
    );
  });
}

/** What everybody here thinks of first, the centre and the person themselves are nobody's secret. */
function refuseGuessable({ tenant }: Ctx, password: string, account: data.AccountRow | undefined): void {
  const { firstName = '', lastName = '', email = '' } = account ?? {};
  const own = [tenant.name, tenant.host, firstName, lastName, email];
  if (isGuessable(password, [...guessableWords, ...own])) throw new AppError('passwordTooCommon');
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
  const left = row ? attemptsLeft(kind, row.count, row.windowStartedAt, now) : { isAllowed: true as const };
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
