import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { DomainEvent, MailEvent } from '#server/kernel/events.ts';
import { hashToken, type NewClaims, type Tokens } from '#server/kernel/tokens.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';
import {
  type AttemptKind,
  attemptLimits,
  attemptsLeft,
  decideRefresh,
  resetLinkMinutes,
  sessionExpiry,
} from '#shared/account/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { commonPasswords } from './built-in.ts';
import * as data from './data.ts';
import { hashPassword, isPassword } from './passwords.ts';

/** A session as its device holds it. */
export interface OpenedSession {
  readonly token: string;
  readonly refreshToken: string;
  readonly keep: boolean;
  /** Tells later that somebody logged in to this account here before; undefined where it is known already. */
  readonly deviceToken?: string | undefined;
}

export interface Caller {
  readonly address: string;
  /** What an earlier log-in left on the device. */
  readonly deviceToken?: string | undefined;
  readonly isOutdated: boolean;
}

/** Opens a session. Unknown, wrong and blocked answer alike, in the same time. */
export async function logIn(
  ctx: Ctx,
  tokens: Tokens,
  credentials: { username: string; password: string; keep: boolean },
  device: DeviceParameters,
  caller: Caller,
): Promise<OpenedSession> {
  const { tenant, now } = ctx;
  const deviceId = knownDevice(ctx, tokens, credentials.username, caller);
  const subject = await countLogin(ctx, tokens, credentials.username, caller.address, deviceId);
  const [accounts] = await ctx.read(
    data.findAccountByLogin(credentials.username, tenant.pageRules.login.isEmail),
  );
  const account = accounts[0];
  const isRight = await isPassword(credentials.password, account?.passwordHash);
  if (!account || !isRight || account.isBlocked) throw new AppError('wrongCredentials', 401);
  const session = { id: randomUUID(), salt: randomBytes(32) };
  const { keep } = credentials;
  await ctx.write((transaction) =>
    transaction.save(undefined, [
      data.forgetAttempts('login', subject),
      data.insertSession({
        ...session,
        accountId: account.id,
        keep,
        device,
        now,
        expiresAt: sessionExpiry(keep, now),
      }),
    ]),
  );
  return {
    token: await tokens.sign(claimsOf(ctx, account, session.id, keep, caller)),
    refreshToken: tokens.refreshToken(session, 1),
    keep,
    deviceToken: deviceId ? undefined : makeDeviceToken(ctx, tokens, credentials.username),
  };
}

const nameOf = (username: string) => username.trim().toLowerCase();

/** What a device is given by which it is known at the next log-in to the same account. */
function makeDeviceToken({ tenant }: Ctx, tokens: Tokens, username: string): string {
  const id = randomUUID();
  return `${id}.${tokens.addressMac(`device ${tenant.id} ${id} ${nameOf(username)}`)}`;
}

/** The device by which somebody logged in to this account before; undefined for any other. */
function knownDevice(
  { tenant }: Ctx,
  tokens: Tokens,
  username: string,
  { deviceToken = '' }: Caller,
): string | undefined {
  const [, id = '', mac = ''] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(deviceToken) ?? [];
  const expected = Buffer.from(tokens.addressMac(`device ${tenant.id} ${id} ${nameOf(username)}`));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
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
  const account = `login ${nameOf(username)}`;
  const subject = tokens.attemptSubject(`${account} ${deviceId ? `device ${deviceId}` : address}`);
  await countAttempt(ctx, 'login', subject);
  if (deviceId) return subject;
  await countAttempt(ctx, 'loginAddress', tokens.attemptSubject(`address ${address}`));
  await countAttempt(ctx, 'loginAccount', tokens.attemptSubject(account));
  return subject;
}

/** Changes a refresh token for its successor. A token used again after the grace ends its whole family. */
export async function refreshSession(
  ctx: Ctx,
  tokens: Tokens,
  refreshToken: string | undefined,
  device: DeviceParameters,
  caller: Caller,
): Promise<OpenedSession> {
  const { now } = ctx;
  const parts = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(refreshToken ?? '');
  const [, id = '', generationText = '', mac = ''] = parts ?? [];
  if (!parts) throw new AppError('refreshingSessionFailed', 401);
  const generation = Number(generationText);
  const outcome = await ctx.write(async (transaction) => {
    const [sessions, accounts] = await transaction.load(data.lockSession(id), data.findAccountOfSession(id));
    const session = sessions[0];
    const account = accounts[0];
    if (!session || !account || account.isBlocked || !tokens.isRefreshToken(session, generation, mac)) {
      return transaction.keep(undefined);
    }
    const decision = decideRefresh(session, generation, now);
    if (decision === 'over') return transaction.keep(undefined);
    if (decision === 'reuse') {
      return transaction.save(
        undefined,
        [data.endSession(id, 'reuse', now)],
        [{ topic: 'sessionEnded', sessionId: id }],
      );
    }
    if (decision === 'repeat') return transaction.keep({ session, account, generation: session.generation });
    const expiresAt = sessionExpiry(session.keep, now);
    return transaction.save({ session, account, generation: session.generation + 1 }, [
      data.rotateSession(id, device, now, expiresAt),
    ]);
  });
  if (!outcome) throw new AppError('refreshingSessionFailed', 401);
  const { session, account } = outcome;
  return {
    token: await tokens.sign(claimsOf(ctx, account, id, session.keep, caller)),
    refreshToken: tokens.refreshToken(session, outcome.generation),
    keep: session.keep,
  };
}

/** Ends the session of a good refresh token; anything else is nobody's session. */
export async function logOut(ctx: Ctx, tokens: Tokens, refreshToken: string | undefined): Promise<void> {
  const [, id = '', generation = '', mac = ''] =
    /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(refreshToken ?? '') ?? [];
  if (id === '') return;
  await ctx.write(async (transaction) => {
    const [sessions] = await transaction.load(data.lockSession(id));
    const session = sessions[0];
    if (!session || !tokens.isRefreshToken(session, Number(generation), mac))
      return transaction.keep(undefined);
    return transaction.save(
      undefined,
      [data.endSession(id, 'logout', ctx.now)],
      [{ topic: 'sessionEnded', sessionId: id }],
    );
  });
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
    const [sessions] = await transaction.load(data.listOpenSessions(found.accountId));
    return transaction.save(
      undefined,
      [
        data.setPassword(found.accountId, passwordHash),
        data.usePasswordResets(found.accountId, now),
        data.endSessions(found.accountId, undefined, now),
      ],
      sessions.map(toEndedEvent),
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
    const [sessions] = await transaction.load(data.listOpenSessions(accountId));
    const ended = sessions.filter(({ id }) => id !== keptSessionId);
    return transaction.save(
      undefined,
      [
        data.setPassword(accountId, passwordHash),
        data.endSessions(accountId, keptSessionId, ctx.now),
        ...also,
      ],
      ended.map(toEndedEvent),
    );
  });
}

function toEndedEvent({ id }: { id: string }): DomainEvent {
  return { topic: 'sessionEnded', sessionId: id };
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

function claimsOf(
  ctx: Ctx,
  account: data.AccountRow,
  sessionId: string,
  keep: boolean,
  caller: Caller,
): NewClaims {
  return {
    accountId: account.id,
    sessionId,
    sessionVersion: account.sessionVersion,
    clientId: account.clientId,
    clientCode: account.clientCode,
    ...(account.trainerId === null ? {} : { trainerId: account.trainerId }),
    canSeeRegistrations: account.canSeeRegistrations,
    canManageRegistrations: account.canManageRegistrations,
    isAdmin: account.isAdmin,
    needsUpdate: caller.isOutdated,
    host: ctx.tenant.host,
    keep,
    email: account.email,
    phone: account.phone,
    firstName: account.firstName,
    lastName: account.lastName,
  };
}
