import { randomBytes } from 'node:crypto';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { isUniqueViolation } from '#server/kernel/writes/constraints.ts';
import type { DeviceParameters, PasskeyAssertion } from '#shared/account/contract.ts';
import { challengeMinutes, hasFactor } from '#shared/account/factors/domain.ts';
import type { PasskeyAttestation } from '#shared/account/passkeys/contract.ts';
import { mostPasskeys } from '#shared/account/passkeys/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { alertOwner } from '../alerts/commands.ts';
import { handleOf, showPasskey } from '../assertions/commands.ts';
import { countAttempt } from '../commands.ts';
import { findAccount } from '../data.ts';
import { firstFactor, isWrongProof, readKept, take, withoutFactor } from '../factors/commands.ts';
import {
  deleteChallenge,
  findChallenge,
  findHeld,
  insertChallenge,
  lockAccount,
  lockChallenge,
  type NewChallenge,
} from '../factors/data.ts';
import { listOtherIdentities } from '../identities/data.ts';
import {
  type Caller,
  type LoginPorts,
  logFailedLogin,
  type OpenedSession,
  openSession,
  tokenOf,
} from '../sessions/commands.ts';
import { findOpen, listOpenSessions } from '../sessions/data.ts';
import { challengeOf, readAttestation } from './ceremonies.ts';
import * as data from './data.ts';

/** A question that is answered within minutes, once, and what writes it down. */
function newChallenge(
  { now }: Ctx,
  asked: Pick<NewChallenge, 'purpose' | 'accountId' | 'sessionId' | 'browserHash'>,
): { challenge: string; query: Query } {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = addMinutes(now, challengeMinutes);
  return { challenge, query: insertChallenge({ ...asked, tokenHash: hashToken(challenge), now, expiresAt }) };
}

/** Begins a log-in by a passkey in one browser, which `browser` marks. Throws `tooManyAttempts`. */
export async function requestLogin(
  ctx: Ctx,
  tokens: Tokens,
  { address }: Caller,
  browser: string,
): Promise<{ challenge: string; passkeys: readonly data.PasskeyNamed[] }> {
  await countAttempt(ctx, 'passkeyAddress', tokens.attemptSubject(`passkey address ${address}`));
  const { challenge, query } = newChallenge(ctx, {
    purpose: 'passkeyLogIn',
    browserHash: hashToken(browser),
  });
  await ctx.write(({ save }) => save(undefined, [query]));
  return { challenge, passkeys: [] };
}

/**
 * Opens a session by a passkey alone: its authenticator has looked at who holds it, so it is both steps at once. Throws
 * `passkeyRequestOver` where nothing was asked in this browser, it is too long ago or was answered, and `passkeyNotValid`.
 */
export async function logIn(
  ctx: Ctx,
  ports: LoginPorts,
  { assertion, keep, origin }: { assertion: PasskeyAssertion; keep: boolean; origin: string },
  device: DeviceParameters,
  caller: Caller,
  browser: string,
): Promise<OpenedSession> {
  const { tokens } = ports;
  const challenge = challengeOf(assertion);
  if (challenge === undefined) throw new AppError('passkeyNotValid');
  const asked = { tokenHash: hashToken(challenge), purpose: 'passkeyLogIn', now: ctx.now } as const;
  const [[begun]] = await ctx.read(findChallenge(asked));
  if (!begun?.browserHash?.equals(hashToken(browser))) throw new AppError('passkeyRequestOver');
  try {
    const { accountId, ...shown } = await showPasskey(ctx, tokens, assertion, {
      ...{ challenge, origin, isAlone: true, accountId: undefined },
    });
    const opening = await ctx.write(async ({ load, save }) => {
      const [, [open], [account], ...kept] = await load(
        lockAccount({ accountId }),
        lockChallenge(asked),
        findAccount(accountId),
        ...readKept(accountId),
      );
      if (!open) throw new AppError('passkeyRequestOver');
      if (!account || account.isBlocked) throw new AppError('passkeyNotValid');
      const taken = take(ctx, tokens, accountId, kept, { ...shown, accountId });
      const opened = openSession(ctx, tokens, { account, keep, device }, caller);
      return save(
        opened,
        [...taken, deleteChallenge(asked.tokenHash), ...opened.queries],
        [...opened.events],
      );
    });
    return await opening.hand();
  } catch (error) {
    if (isWrongProof(error)) logFailedLogin(ctx, ports, 'passkey', undefined, caller);
    throw error;
  }
}

/** Whom a new passkey is for, and what it is to sign. */
export interface OfferedPasskey {
  readonly challenge: string;
  readonly handle: string;
  readonly email: string;
  readonly name: string;
  readonly known: readonly data.PasskeyNamed[];
}

/** Begins to add a passkey. Throws `proofNeeded` and `tooManyPasskeys`. */
export async function offerPasskey(
  ctx: Ctx,
  tokens: Tokens,
  { accountId, sessionId }: MemberActor,
): Promise<OfferedPasskey> {
  requireProof(ctx);
  const { challenge, query } = newChallenge(ctx, { purpose: 'passkeyAdding', accountId, sessionId });
  return ctx.write(async ({ load, save }) => {
    const [[account], known] = await load(findAccount(accountId), data.listPasskeys({ accountId }));
    if (!account) throw new AppError('notLoggedIn');
    refuseMore(known);
    const { email, firstName, lastName } = account;
    const handle = handleOf(ctx, tokens, accountId);
    return save({ challenge, handle, email, name: `${firstName} ${lastName}`, known }, [query]);
  });
}

function refuseMore(known: readonly unknown[]): void {
  if (known.length >= mostPasskeys) throw new AppError('tooManyPasskeys', { limit: mostPasskeys });
}

/**
 * Keeps a passkey that was made for an offer of the same session. Throws `passkeyRequestOver`, `passkeyNotValid`,
 * `passkeyThereAlready` and `tooManyPasskeys`.
 */
export async function addPasskey(
  ctx: Ctx,
  tokens: Tokens,
  actor: MemberActor,
  { name, attestation, origin }: { name: string; attestation: PasskeyAttestation; origin: string },
  caller: Caller,
): Promise<{ recoveryCodes: string[]; token: string | null }> {
  const { accountId, sessionId } = actor;
  const challenge = challengeOf(attestation);
  if (challenge === undefined) throw new AppError('passkeyNotValid');
  const asked = { tokenHash: hashToken(challenge), purpose: 'passkeyAdding', now: ctx.now } as const;
  const [[offered]] = await ctx.read(findChallenge(asked));
  if (offered?.accountId !== accountId || offered.sessionId !== sessionId) {
    throw new AppError('passkeyRequestOver');
  }
  const passkey = await readAttestation(attestation, { challenge, origin });
  if (!passkey) throw new AppError('passkeyNotValid');
  const done = await oneOfEach(() =>
    ctx.write(async ({ load, save }) => {
      const [, [open], known, [held], sessions, [account], [session], linked] = await load(
        lockAccount({ accountId }),
        lockChallenge(asked),
        data.listPasskeys({ accountId }),
        findHeld({ accountId }),
        listOpenSessions(accountId),
        findAccount(accountId),
        findOpen({ id: sessionId, now: ctx.now }),
        listOtherIdentities({ accountId, sessionId }),
      );
      if (!open || !held || !account) throw new AppError('passkeyRequestOver');
      refuseMore(known);
      const first = hasFactor(held)
        ? undefined
        : firstFactor(ctx, tokens, actor, account, { sessions, linked });
      return save(
        { recoveryCodes: first?.recoveryCodes ?? [], account, session },
        [
          data.insertPasskey(accountId, name, passkey, ctx.now),
          deleteChallenge(asked.tokenHash),
          ...(first?.queries ?? []),
        ],
        [...(first?.events ?? []), alertOwner(ctx, account, 'passkeyAdded', challenge, name)],
      );
    }),
  );
  const { recoveryCodes, account, session } = done;
  if (!session) return { recoveryCodes, token: null };
  return {
    recoveryCodes,
    token: await tokenOf(ctx, tokens, { ...account, hasFactor: true }, session, caller),
  };
}

async function oneOfEach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_tenant_id_credential_id_key'))
      throw new AppError('passkeyThereAlready');
    throw error;
  }
}

/**
 * A passkey opens nothing any more. Throws `proofNeeded`, `passkeyNotFound`, `factorDemanded` for the last factor that
 * must stay.
 */
export async function removePasskey(
  ctx: Ctx,
  { accountId }: MemberActor,
  passkeyId: number,
): Promise<Record<string, never>> {
  requireProof(ctx);
  return ctx.write(async ({ load, save }) => {
    const [, passkeys, [held], [account]] = await load(
      lockAccount({ accountId }),
      data.listPasskeys({ accountId }),
      findHeld({ accountId }),
      findAccount(accountId),
    );
    const passkey = passkeys.find(({ id }) => id === passkeyId);
    if (!passkey || !held || !account) throw new AppError('passkeyNotFound');
    const left = { ...held, passkeys: passkeys.length - 1 };
    return save(
      {},
      [data.deletePasskey(passkeyId), ...withoutFactor(ctx, account, left)],
      [alertOwner(ctx, account, 'passkeyRemoved', `${passkeyId} ${ctx.now}`, passkey.name)],
    );
  });
}

/** Asks the caller's passkeys who is there. Throws `factorMissing` where there is none. */
export async function requestProof(
  ctx: Ctx,
  { accountId, sessionId }: MemberActor,
): Promise<{ challenge: string; passkeys: readonly data.PasskeyNamed[] }> {
  const { challenge, query } = newChallenge(ctx, { purpose: 'passkeyProof', accountId, sessionId });
  return ctx.write(async ({ load, save }) => {
    const [passkeys] = await load(data.listPasskeys({ accountId }));
    if (passkeys.length === 0) throw new AppError('factorMissing');
    return save({ challenge, passkeys }, [query]);
  });
}
