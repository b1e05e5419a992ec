import { randomBytes, randomUUID } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';
import {
  type AttemptKind,
  attemptLimits,
  attemptsLeft,
  isGuessable,
  resetLinkMinutes,
} from '#shared/account/domain.ts';
import { challengeMinutes, type FactorWay, waysOf } from '#shared/account/factors/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { asciiEmail } from '#shared/kernel/emails.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { alertOwner } from './alerts/commands.ts';
import { guessableWords } from './built-in.ts';
import * as data from './data.ts';
import { findHeld, insertChallenge, lockAccount } from './factors/data.ts';
import { listPasskeys, type PasskeyNamed } from './passkeys/data.ts';
import { hashPassword, isLeaked, isPassword } from './passwords.ts';
import {
  type Caller,
  knownDevice,
  type LoginPorts,
  logFailedLogin,
  type OpenedSession,
  openSession,
  toEndedEvent,
} from './sessions/commands.ts';
import { endSessions, listOpenSessions } from './sessions/data.ts';
import { endWaiting } from './waiting/data.ts';

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
  const deviceId = account && knownDevice(ctx, tokens, account.id, caller);
  const subject = await countLogin(ctx, tokens, credentials.username, caller.address, deviceId);
  const isRight = await isPassword(credentials.password, account?.passwordHash);
  if (!account || !isRight || account.isBlocked) {
    logFailedLogin(ctx, ports, 'password', account?.id, caller);
    throw new AppError('wrongCredentials', 401);
  }
  const { keep } = credentials;
  const forgotten = data.forgetAttempts('login', subject);
  const [[held], passkeys] = await ctx.read(
    findHeld({ accountId: account.id }),
    listPasskeys({ accountId: account.id }),
  );
  const ways = held ? waysOf(held) : [];
  if (ways.length > 0) {
    const challenge = randomBytes(32).toString('base64url');
    const expiresAt = addMinutes(now, challengeMinutes);
    const asked = insertChallenge({
      ...{ tokenHash: hashToken(challenge), purpose: 'logIn', accountId: account.id, keep, now, expiresAt },
    });
    await ctx.write(({ save }) => save(undefined, [forgotten, asked]));
    return { asked: { challenge, ways, passkeys } };
  }
  const opening = openSession(ctx, tokens, { account, keep, device }, caller);
  await ctx.write(({ save }) => save(undefined, [forgotten, ...opening.queries], opening.events));
  return { session: await opening.hand() };
}

/**
 * Counts a try to log in: of a device that knows the account for itself, so that no stranger's wrong passwords lock out whose
 * account it is; any other by account and network, and by each of both. The subject that a success forgets. Throws
 * `tooManyAttempts`.
 */
async function countLogin(
  ctx: Ctx,
  tokens: Tokens,
  username: string,
  address: string,
  deviceId: string | undefined,
): Promise<Buffer> {
  const account = `login ${asciiEmail(username.trim().toLowerCase())}`;
  const subject = tokens.attemptSubject(`${account} ${deviceId ? `device ${deviceId}` : address}`);
  await countAttempt(ctx, 'login', subject);
  if (deviceId) return subject;
  await countAttempt(ctx, 'loginAddress', tokens.attemptSubject(`address ${address}`));
  await countAttempt(ctx, 'loginAccount', tokens.attemptSubject(account));
  return subject;
}

/** Changes the password; the other devices must log in anew. */
export async function changePassword(
  ctx: Ctx,
  tokens: Tokens,
  actor: MemberActor,
  passwords: { oldPassword: string; newPassword: string },
): Promise<void> {
  await countAttempt(ctx, 'login', tokens.attemptSubject(`password ${actor.accountId}`));
  const [accounts] = await ctx.read(data.findAccount(actor.accountId));
  if (!(await isPassword(passwords.oldPassword, accounts[0]?.passwordHash)))
    throw new AppError('passwordNotValid', 400);
  await savePassword(ctx, actor.accountId, passwords.newPassword, actor.sessionId, [
    data.forgetAttempts('login', tokens.attemptSubject(`password ${actor.accountId}`)),
  ]);
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

/** Mails the link that was asked for to whoever has the address, if anybody has. */
export async function mailPasswordReset(
  ctx: Ctx,
  email: string,
  writeMail: (account: data.AccountRow, resetToken: string) => MailEvent,
): Promise<void> {
  const { now } = ctx;
  const resetToken = randomBytes(24).toString('base64url');
  await ctx.write(async (transaction) => {
    const [[seen]] = await transaction.load(data.findAccountByLogin(email, true));
    // Locked and read again: an address that is changed meanwhile is mailed no link that is good.
    const [, [account]] = await transaction.load(
      lockAccount({ accountId: seen?.id ?? 0 }),
      data.findAccountByLogin(email, true),
    );
    if (!account || account.isBlocked) return transaction.save(undefined, []);
    const expiresAt = addMinutes(now, resetLinkMinutes);
    return transaction.save(
      undefined,
      [data.insertPasswordReset({ tokenHash: hashToken(resetToken), accountId: account.id, now, expiresAt })],
      [writeMail(account, resetToken)],
    );
  });
}

/** Sets a new password by a mailed link, once, and ends every session of the account. */
export async function resetPassword(
  ctx: Ctx,
  tokens: Tokens,
  reset: { resetToken: string; newPassword: string },
  address: string,
): Promise<{ isFirst: boolean; username: string }> {
  const { now } = ctx;
  await countAttempt(ctx, 'resetLink', tokens.attemptSubject(`link ${address}`));
  if (await isLeaked(reset.newPassword)) throw new AppError('passwordTooCommon', 400);
  const passwordHash = await hashPassword(reset.newPassword);
  return ctx.write(async (transaction) => {
    const [resets] = await transaction.load(data.lockPasswordReset(hashToken(reset.resetToken)));
    const found = resets[0];
    if (!found || found.usedAt !== null || compareInstants(now, found.expiresAt) > 0) {
      throw new AppError('resetLinkExpired', 410);
    }
    const [sessions, [account]] = await transaction.load(
      listOpenSessions(found.accountId),
      data.findAccount(found.accountId),
    );
    refuseGuessable(ctx, reset.newPassword, account);
    return transaction.save(
      {
        isFirst: account !== undefined && !account.hasLoggedIn,
        username: (ctx.tenant.pageRules.login.isEmail ? account?.email : account?.username) ?? '',
      },
      [
        data.setPassword(found.accountId, passwordHash),
        ...endWaiting(found.accountId, now),
        endSessions(found.accountId, undefined, now),
      ],
      [
        ...sessions.map(toEndedEvent),
        ...(account ? [alertOwner(ctx, account, 'passwordChanged', reset.resetToken)] : []),
      ],
    );
  });
}

async function savePassword(
  ctx: Ctx,
  accountId: number,
  newPassword: string,
  keptSessionId: string,
  also: readonly ReturnType<typeof data.forgetAttempts>[],
): Promise<void> {
  if (await isLeaked(newPassword)) throw new AppError('passwordTooCommon', 400);
  const passwordHash = await hashPassword(newPassword);
  await ctx.write(async (transaction) => {
    const [sessions, [account]] = await transaction.load(
      listOpenSessions(accountId),
      data.findAccount(accountId),
    );
    refuseGuessable(ctx, newPassword, account);
    const ended = sessions.filter(({ id }) => id !== keptSessionId);
    return transaction.save(
      undefined,
      [
        data.setPassword(accountId, passwordHash),
        ...endWaiting(accountId, ctx.now),
        endSessions(accountId, keptSessionId, ctx.now),
        ...also,
      ],
      [
        ...ended.map(toEndedEvent),
        ...(account ? [alertOwner(ctx, account, 'passwordChanged', `${accountId} ${ctx.now}`)] : []),
      ],
    );
  });
}

/** What everybody here thinks of first, the centre and the person themselves are nobody's secret. */
function refuseGuessable({ tenant }: Ctx, password: string, account: data.AccountRow | undefined): void {
  const { firstName = '', lastName = '', email = '' } = account ?? {};
  const own = [tenant.name, tenant.host, firstName, lastName, email];
  if (isGuessable(password, [...guessableWords, ...own])) throw new AppError('passwordTooCommon', 400);
}

/** Counts an attempt of a subject. Throws `tooManyAttempts` when the window holds too many. */
export async function countAttempt(ctx: Ctx, kind: AttemptKind, subject: Buffer): Promise<void> {
  const [rows] = await ctx.read(data.countAttempt(kind, subject, attemptLimits[kind].windowMinutes, ctx.now));
  const row = rows[0];
  const left = row
    ? attemptsLeft(kind, row.count, row.windowStartedAt, ctx.now)
    : { isAllowed: true as const };
  if (!left.isAllowed) throw new AppError('tooManyAttempts', 429, { minutes: left.minutes });
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

/**
 * Where only failures are counted of what nobody guesses, as tokens of 128 bits, and where many people of one address may be
 * right at once: throws `tooManyAttempts` when the next one would be too many,
 * and counts nothing.
 */
export async function refuseTooMany(ctx: Ctx, kind: AttemptKind, subject: Buffer): Promise<void> {
  const [[row]] = await ctx.read(data.findAttempts(kind, subject));
  const windowEnd = row && addMinutes(row.windowStartedAt, attemptLimits[kind].windowMinutes);
  if (!windowEnd || compareInstants(ctx.now, windowEnd) >= 0) return;
  const left = attemptsLeft(kind, row.count + 1, row.windowStartedAt, ctx.now);
  if (!left.isAllowed) throw new AppError('tooManyAttempts', 429, { minutes: left.minutes });
}
