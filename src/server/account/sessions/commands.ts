import { randomUUID } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent, MailEvent } from '#server/kernel/events.ts';
import { isSame, type NewClaims, type Tokens } from '#server/kernel/tokens.ts';
import { moveSubscriptions, removeSubscriptionsOfBrowser } from '#server/messages/push/data.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';
import { Demanding, isDemanded, isStaff, type StaffRights } from '#shared/account/demands/domain.ts';
import { deviceName } from '#shared/account/devices/domain.ts';
import { decideRefresh, sessionExpiry } from '#shared/account/domain.ts';
import { provedSeconds } from '#shared/account/proofs/domain.ts';
import { localDate, secondsBetween } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { alertOwner } from '../alerts/commands.ts';
import { type AccountRow, findAccountOfSession, setFirstLogin } from '../data.ts';
import * as data from './data.ts';

/** A session as its device holds it. */
export interface OpenedSession {
  readonly token: string;
  readonly refreshToken: string;
  readonly keep: boolean;
  /** Tells later that somebody logged in to this account here before; undefined where it is known already. */
  readonly deviceToken?: string | undefined;
  /** When it ends by itself unless it is refreshed. */
  readonly lifeSeconds: number;
}

export interface Caller {
  readonly address: string;
  /** What an earlier log-in left on the device. */
  readonly deviceToken?: string | undefined;
  /** What this browser still holds of the session before. */
  readonly refreshToken?: string | undefined;
  readonly isOutdated: boolean;
}

/** Of an account, what its devices are known by. */
type Opened = Pick<AccountRow, 'id' | 'passwordHash'>;

/** What logging in works with. */
export interface LoginPorts {
  readonly tokens: Tokens;
  readonly logger: { warn(facts: object, text: string): void };
}

/**
 * Leaves a line in the log for a log-in that failed: which account, where there is one, and a mark by which tries from one
 * address are seen to be from one, without the address. What was typed is left out: people type their passwords as names.
 */
export function logFailedLogin(
  ctx: Ctx,
  { tokens, logger }: LoginPorts,
  step: 'password' | 'factor' | 'passkey' | 'identity',
  accountId: number | undefined,
  { address }: Caller,
): void {
  const from = tokens.attemptSubject(`log ${address}`).toString('base64url').slice(0, 16);
  const { requestId, tenant } = ctx;
  logger.warn({ requestId, tenant: tenant.host, step, accountId: accountId ?? null, from }, 'log-in failed');
}

/** A session about to be opened: what writes it, and what its device gets once that is written. */
export interface Opening {
  readonly queries: readonly Query[];
  /** Tells its owner of a device by which nobody logged in to the account before. */
  readonly events: readonly MailEvent[];
  hand(): Promise<OpenedSession>;
}

interface NewSession {
  readonly account: AccountRow;
  readonly keep: boolean;
  readonly device: DeviceParameters;
  /** Whom a service outside knows as who opens it. */
  readonly identityId?: number;
}

/** Prepares a session of an account on a device; handed over, it takes the place of the one that its browser held. */
export function openSession(
  ctx: Ctx,
  tokens: Tokens,
  { account, keep, device, identityId }: NewSession,
  caller: Caller,
): Opening {
  const { now } = ctx;
  const session = { id: randomUUID(), salt: tokens.newSalt() };
  const expiresAt = expiryOf(account, { keep, createdAt: now }, now);
  const isKnown = knownDevice(ctx, tokens, account, caller) !== undefined;
  return {
    // Whoever comes for the first time has no device before it.
    events:
      isKnown || !account.hasLoggedIn
        ? []
        : [alertOwner(ctx, account, 'newDevice', session.id, spellDevice(device))],
    queries: [
      data.insertSession({
        ...session,
        accountId: account.id,
        keep,
        device,
        identityId: identityId ?? null,
        now,
        expiresAt,
      }),
      ...(account.hasLoggedIn ? [] : [setFirstLogin(account.id, now)]),
    ],
    hand: async () => {
      // A browser holds one session: the one before, whoever's it was, would stay open with nobody to end it.
      await logOut(ctx, tokens, caller.refreshToken, {
        next: { sessionId: session.id, accountId: account.id },
      });
      await endSurplus(ctx, account.id);
      return {
        token: await tokenOf(ctx, tokens, account, { id: session.id, keep, provedAt: now }, caller),
        refreshToken: tokens.refreshToken(session, 1),
        keep,
        deviceToken: isKnown ? undefined : deviceTokenOf(ctx, tokens, account),
        lifeSeconds: secondsBetween(now, expiresAt),
      };
    },
  };
}

/** Nobody has more devices; what was used longest ago ends with each further log-in. */
const mostSessions = 50;

async function endSurplus(ctx: Ctx, accountId: number): Promise<void> {
  const { now } = ctx;
  const [surplus] = await ctx.read(data.listSurplus({ accountId, most: mostSessions, now }));
  if (surplus.length === 0) return;
  await ctx.write(({ save }) =>
    save(
      undefined,
      surplus.flatMap(({ id }) => [
        data.endSession(id, 'logout', now),
        removeSubscriptionsOfBrowser(id, now),
      ]),
      surplus.map(({ id }) => ({ topic: 'sessionEnded', sessionId: id })),
    ),
  );
}

/** A device as its owner would call it: `Chrome, Windows`. */
function spellDevice(device: DeviceParameters): string {
  const { browser, system } = deviceName(device);
  return [browser, system].filter((part) => part !== null).join(', ') || '?';
}

/**
 * What a device is given by which it is known at the next log-in to the same account, as long as that has the same password:
 * whoever knew the one before is a stranger once it is changed.
 */
export function deviceTokenOf(
  { tenant }: Ctx,
  tokens: Tokens,
  { id: accountId, passwordHash }: Opened,
  id: string = randomUUID(),
): string {
  return `${id}.${tokens.addressMac(deviceText(tenant.id, { id: accountId, passwordHash }, id))}`;
}

const deviceText = (tenantId: number, { id: accountId, passwordHash }: Opened, id: string) =>
  `device ${tenantId} ${accountId} ${id} ${passwordHash}`;

/** The device by which somebody logged in to this account since its password was set; undefined for any other. */
export function knownDevice(
  ctx: Ctx,
  tokens: Tokens,
  account: Opened,
  { deviceToken = '' }: Caller,
): string | undefined {
  const [, id = '', mac = ''] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(deviceToken) ?? [];
  const known = tokens.addressMacs(deviceText(ctx.tenant.id, account, id));
  return known.some((expected) => isSame(expected, mac)) ? id : undefined;
}

/** A session's id as the database reads it. */
const sessionId = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const refreshForm = new RegExp(`^(${sessionId})\\.(\\d{1,9})\\.([\\w-]{43})$`);

/** What a cookie of the form of ours says; whether it is ours is not known before its session is. */
function readRefreshToken(text: string | undefined) {
  const [, id, generation, mac] = refreshForm.exec(text ?? '') ?? [];
  if (id === undefined || generation === undefined || mac === undefined) return undefined;
  return { id, generation: Number(generation), mac };
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
  const given = readRefreshToken(refreshToken);
  if (!given) throw new AppError('refreshingSessionFailed');
  const { id, generation, mac } = given;
  const outcome = await ctx.write(async (transaction) => {
    const [sessions, accounts] = await transaction.load(data.lockSession(id), findAccountOfSession(id));
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
    const expiresAt = expiryOf(account, session, now);
    return transaction.save(
      { session: { ...session, expiresAt }, account, generation: session.generation + 1 },
      [data.rotateSession(id, device, now, expiresAt)],
    );
  });
  if (!outcome) throw new AppError('refreshingSessionFailed');
  const { session, account } = outcome;
  return {
    token: await tokenOf(ctx, tokens, account, session, caller),
    refreshToken: tokens.refreshToken(session, outcome.generation),
    keep: session.keep,
    lifeSeconds: secondsBetween(now, session.expiresAt),
  };
}

function expiryOf(
  account: AccountRow,
  { keep, createdAt }: { readonly keep: boolean; readonly createdAt: string },
  now: string,
): string {
  return sessionExpiry({ keep, isStaff: isStaff(account), createdAt }, now);
}

interface NextSession {
  readonly sessionId: string;
  readonly accountId: number;
}

/**
 * Ends the session of a good refresh token; anything else is nobody's session. The browser is told of nobody's bookings any more that
 * the session switched on, but for those of who goes on in it, and where it only waited too long.
 * @param next the one that takes its place in the same browser
 */
export async function logOut(
  ctx: Ctx,
  tokens: Tokens,
  refreshToken: string | undefined,
  { next, isIdle = false }: { readonly next?: NextSession; readonly isIdle?: boolean } = {},
): Promise<void> {
  const given = readRefreshToken(refreshToken);
  if (!given) return;
  const { id, generation, mac } = given;
  await ctx.write(async (transaction) => {
    const [sessions] = await transaction.load(data.lockSession(id));
    const session = sessions[0];
    if (!session || !tokens.isRefreshToken(session, generation, mac)) return transaction.keep(undefined);
    return transaction.save(
      undefined,
      [
        data.endSession(id, 'logout', ctx.now),
        ...(next ? [moveSubscriptions(next.accountId, id, next.sessionId, ctx.now)] : []),
        ...(isIdle ? [] : [removeSubscriptionsOfBrowser(id, ctx.now)]),
      ],
      [{ topic: 'sessionEnded', sessionId: id }],
    );
  });
}

/** An access token of a session as it is now. */
export function tokenOf(
  ctx: Ctx,
  tokens: Tokens,
  account: AccountRow,
  session: SessionFacts,
  caller: Caller,
): Promise<string> {
  return tokens.sign(claimsOf(ctx, account, session, caller));
}

/** Whether the centre demands a second factor of an account today. */
export function isDemandedOf({ tenant, now }: Ctx, account: StaffRights): boolean {
  const { security } = Demanding.parse(tenant.company);
  return isDemanded(security, account, localDate(now, tenant.timeZone));
}

interface SessionFacts {
  readonly id: string;
  readonly keep: boolean;
  readonly provedAt: string;
}

function claimsOf(
  ctx: Ctx,
  account: AccountRow,
  { id: sessionId, keep, provedAt }: SessionFacts,
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
    isFactorMissing: !account.hasFactor && isDemandedOf(ctx, account),
    provedAt: provedSeconds(provedAt),
    host: ctx.tenant.host,
    keep,
    email: account.email,
    phone: account.phone,
    firstName: account.firstName,
    lastName: account.lastName,
  };
}

/** What every process is told of an ended session. */
export function toEndedEvent({ id }: { id: string }): DomainEvent {
  return { topic: 'sessionEnded', sessionId: id };
}
