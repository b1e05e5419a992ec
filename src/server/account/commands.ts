import { randomBytes } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';
import { type AttemptKind, attemptLimits, attemptsLeft, resetLinkMinutes } from '#shared/account/domain.ts';
import { challengeMinutes, type FactorWay, waysOf } from '#shared/account/factors/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { alertOwner } from './alerts/commands.ts';
import { commonPasswords } from './built-in.ts';
import * as data from './data.ts';
import { deleteChallengesOf, findHeld, insertChallenge } from './factors/data.ts';
import { hashPassword, isPassword } from './passwords.ts';
import {
  type Caller,
  knownDevice,
  type OpenedSession,
  openSession,
  toEndedEvent,
} from './sessions/commands.ts';
import { endSessions, listOpenSessions } from './sessions/data.ts';

/** A log-in that came as far as its second step. */
export interface AskedFactor {
  readonly challenge: string;
  readonly ways: FactorWay[];
}

/**
 * Opens a session, or asks for the second factor where the account has one. Unknown, wrong and blocked answer alike, in the
 * same time.
 */
export async function logIn(
  ctx: Ctx,
  tokens: Tokens,
  credentials: { username: string; password: string; keep: boolean },
  device: DeviceParameters,
  caller: Caller,
): Promise<{ session: OpenedSession } | { asked: AskedFactor }> {
  const { tenant, now } = ctx;
  const [[account]] = await ctx.read(
    data.findAccountByLogin(credentials.username, tenant.pageRules.login.isEmail),
  );
  const deviceId = account && knownDevice(ctx, tokens, account.id, caller);
  const subject = await countLogin(ctx, tokens, credentials.username, caller.address, deviceId);
  const isRight = await isPassword(credentials.password, account?.passwordHash);
  if (!account || !isRight || account.isBlocked) throw new AppError('wrongCredentials', 401);
  const { keep } = credentials;
  const forgotten = data.forgetAttempts('login', subject);
  const [[held]] = await ctx.read(findHeld({ accountId: account.id }));
  const ways = held ? waysOf(held) : [];
  if (ways.length > 0) {
    const challenge = randomBytes(32).toString('base64url');
    const expiresAt = addMinutes(now, challengeMinutes);
    const asked = insertChallenge({
      ...{ tokenHash: hashToken(challenge), accountId: account.id, keep, now, expiresAt },
    });
    await ctx.write(({ save }) => save(undefined, [forgotten, asked]));
    return { asked: { challenge, ways } };
  }
  const opening = openSession(ctx, tokens, { account, keep, device }, caller);
  await ctx.write(({ save }) => save(undefined, [forgotten, ...opening.queries]));
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
  const account = `login ${username.trim().toLowerCase()}`;
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

/** Mails a link for a new password when the address is known; says nothing either way. */
export async function requestPasswordReset(
  ctx: Ctx,
  tokens: Tokens,
  email: string,
  address: string,
  writeMail: (account: data.AccountRow, resetToken: string) => MailEvent,
): Promise<void> {
  const { now } = ctx;
  await countAttempt(ctx, 'passwordReset', tokens.attemptSubject(`reset ${email.toLowerCase()}`));
  await countAttempt(ctx, 'passwordResetAddress', tokens.attemptSubject(`reset address ${address}`));
  const resetToken = randomBytes(24).toString('base64url');
  await ctx.write(async (transaction) => {
    const [accounts] = await transaction.load(data.findAccountByLogin(email, true));
    const account = accounts[0];
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
): Promise<void> {
  const { now } = ctx;
  await countAttempt(ctx, 'resetLink', tokens.attemptSubject(`link ${address}`));
  refuseCommon(ctx, reset.newPassword);
  const passwordHash = await hashPassword(reset.newPassword);
  await ctx.write(async (transaction) => {
    const [resets] = await transaction.load(data.lockPasswordReset(hashToken(reset.resetToken)));
    const found = resets[0];
    if (!found || found.usedAt !== null || compareInstants(now, found.expiresAt) > 0) {
      throw new AppError('resetLinkExpired', 410);
    }
    const [sessions, [account]] = await transaction.load(
      listOpenSessions(found.accountId),
      data.findAccount(found.accountId),
    );
    return transaction.save(
      undefined,
      [
        data.setPassword(found.accountId, passwordHash),
        deleteChallengesOf(found.accountId),
        data.usePasswordResets(found.accountId, now),
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
  refuseCommon(ctx, newPassword);
  const passwordHash = await hashPassword(newPassword);
  await ctx.write(async (transaction) => {
    const [sessions, [account]] = await transaction.load(
      listOpenSessions(accountId),
      data.findAccount(accountId),
    );
    const ended = sessions.filter(({ id }) => id !== keptSessionId);
    return transaction.save(
      undefined,
      [
        data.setPassword(accountId, passwordHash),
        deleteChallengesOf(accountId),
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

/** The commonest passwords, and the centre's own name, are nobody's secret. */
function refuseCommon({ tenant }: Ctx, password: string): void {
  const lower = password.toLowerCase();
  const names = [tenant.host.split('.')[0] ?? '', tenant.name].map((name) =>
    name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
  );
  if (
    commonPasswords.has(lower) ||
    names.some((name) => name.length > 3 && lower.replace(/\d+$/, '') === name)
  ) {
    throw new AppError('passwordTooCommon', 400);
  }
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

/** Where only failures are counted: throws `tooManyAttempts` when the next one would be too many, and counts nothing. */
export async function refuseTooMany(ctx: Ctx, kind: AttemptKind, subject: Buffer): Promise<void> {
  const [[row]] = await ctx.read(data.findAttempts(kind, subject));
  const windowEnd = row && addMinutes(row.windowStartedAt, attemptLimits[kind].windowMinutes);
  if (!windowEnd || compareInstants(ctx.now, windowEnd) >= 0) return;
  const left = attemptsLeft(kind, row.count + 1, row.windowStartedAt, ctx.now);
  if (!left.isAllowed) throw new AppError('tooManyAttempts', 429, { minutes: left.minutes });
}
