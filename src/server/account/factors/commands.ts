import { randomBytes } from 'node:crypto';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Query, QueryRows } from '#server/kernel/db.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';
import type { FactorProof } from '#shared/account/factors/contract.ts';
import {
  type FactorsHeld,
  hasFactor,
  readCode,
  readRecoveryCode,
  recoveryCodeBytes,
  recoveryCodeCount,
  spellRecoveryCode,
  stepTaken,
} from '#shared/account/factors/domain.ts';
import { isCountTaken } from '#shared/account/passkeys/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { alertOwner } from '../alerts/commands.ts';
import { type ShownPasskey, showPasskey } from '../assertions/commands.ts';
import { countAttempt } from '../commands.ts';
import { type AccountRow, findAccount, forgetAttempts } from '../data.ts';
import { listOtherIdentities } from '../identities/data.ts';
import { listPasskeys, notePasskeyUse } from '../passkeys/data.ts';
import { endReset } from '../resets/data.ts';
import {
  type Caller,
  isDemandedOf,
  type LoginPorts,
  logFailedLogin,
  type OpenedSession,
  openSession,
  toEndedEvent,
  tokenOf,
} from '../sessions/commands.ts';
import { endSessions, findOpen, listOpenSessions } from '../sessions/data.ts';
import { unlinkAll } from '../unlinking/commands.ts';
import { endOutlets } from '../waiting/data.ts';
import { addressOf, secretBytes, spellSecret, stepOf } from './codes.ts';
import * as data from './data.ts';

/** Whose secrets and codes these are: what is sealed or hashed for one opens nothing of another. */
/** Whom an account's secrets are sealed for. */
export const sealedFor = (tenantId: number, accountId: number) => `${tenantId}:${accountId}`;
const ownerOf = ({ tenant }: Ctx, accountId: number) => sealedFor(tenant.id, accountId);

/** A proof whose signature, if it is one, was looked at. */
export type LookedAt = Exclude<FactorProof, { kind: 'passkey' }> | ShownPasskey;

/**
 * The second step of a log-in, on pages at `origin`. Throws `loginOver` where the first one is too long ago or was answered,
 * `factorNotValid`, `passkeyNotValid` and `tooManyAttempts`; tries are counted before anything is compared.
 */
export async function showFactor(
  ctx: Ctx,
  ports: LoginPorts,
  { challenge, proof, origin }: { challenge: string; proof: FactorProof; origin: string },
  device: DeviceParameters,
  caller: Caller,
): Promise<OpenedSession> {
  const { tokens } = ports;
  const asked = { tokenHash: hashToken(challenge), purpose: 'logIn', now: ctx.now } as const;
  const [[begun]] = await ctx.read(data.findChallenge(asked));
  if (!begun?.accountId) throw new AppError('loginOver');
  const { accountId, keep } = begun;
  await countAttempt(ctx, 'factorAddress', tokens.attemptSubject(`factor address ${caller.address}`));
  const counted = await countFactor(ctx, tokens, accountId);
  try {
    const shown =
      proof.kind === 'passkey'
        ? await showPasskey(ctx, tokens, proof.assertion, { challenge, origin, isAlone: false, accountId })
        : proof;
    const opening = await ctx.write(async ({ load, save }) => {
      const [, [open], [account], ...kept] = await load(
        data.lockAccount({ accountId }),
        data.lockChallenge(asked),
        findAccount(accountId),
        ...readKept(accountId),
      );
      if (!open || !account || account.isBlocked) throw new AppError('loginOver');
      const taken = take(ctx, tokens, accountId, kept, shown);
      const opened = openSession(ctx, tokens, { account, keep: keep === true, device }, caller);
      return save(
        opened,
        [...taken, counted, data.deleteChallenge(asked.tokenHash), ...opened.queries],
        [...alertsOf(ctx, account, shown, challenge), ...opened.events],
      );
    });
    return await opening.hand();
  } catch (error) {
    if (isWrongProof(error)) logFailedLogin(ctx, ports, 'factor', accountId, caller);
    throw error;
  }
}

/** Whether what was shown was wrong, and not too late or too often. */
export function isWrongProof(error: unknown): boolean {
  return error instanceof AppError && ['factorNotValid', 'passkeyNotValid'].includes(error.code);
}

/** Its owner hears of a recovery code that was used: they are for when something was lost. */
export function alertsOf(ctx: Ctx, account: AccountRow, proof: LookedAt, key: string): MailEvent[] {
  return proof.kind === 'recoveryCode' ? [alertOwner(ctx, account, 'recoveryUsed', key)] : [];
}

/** Counts a try at an account's second factor; gives what forgets the tries once it is right. */
export async function countFactor(ctx: Ctx, tokens: Tokens, accountId: number): Promise<Query> {
  const subject = tokens.attemptSubject(`factor ${accountId}`);
  await countAttempt(ctx, 'factor', subject);
  return forgetAttempts('factor', subject);
}

/** What a proof is compared with, for `take`. */
export function readKept(accountId: number) {
  return [
    data.findSecret({ accountId }),
    data.listOpenCodes({ accountId }),
    listPasskeys({ accountId }),
  ] as const;
}
type Kept = QueryRows<ReturnType<typeof readKept>>;

/** What is written where a proof is right: it is used up. Throws `factorNotValid`, `passkeyNotValid`. The account is locked. */
export function take(
  ctx: Ctx,
  tokens: Tokens,
  accountId: number,
  [[secret], codes, passkeys]: Kept,
  proof: LookedAt,
): Query[] {
  // Whoever shows a factor has not lost them all.
  const notLost = endReset(accountId, 'shown', ctx.now);
  if (proof.kind === 'passkey') {
    const passkey = passkeys.find(({ id }) => id === proof.passkeyId);
    // Another one with the same may have come first.
    const isTaken = passkey && isCountTaken(passkey.signCount, proof.signCount);
    if (!isTaken) throw new AppError('passkeyNotValid');
    return [notePasskeyUse(passkey.id, proof, ctx.now), notLost];
  }
  if (proof.kind === 'code') {
    const step = secret?.confirmedAt ? stepOfTyped(ctx, tokens, accountId, secret, proof.code) : undefined;
    if (step === undefined) throw new AppError('factorNotValid');
    return [data.takeStep(accountId, step), notLost];
  }
  const code = readRecoveryCode(proof.code);
  const hashes = code === null ? [] : tokens.recoveryCodeHashes(code, ownerOf(ctx, accountId));
  const hash = hashes.find((one) => codes.some(({ codeHash }) => codeHash.equals(one)));
  if (!hash) throw new AppError('factorNotValid');
  return [data.takeRecoveryCode(accountId, hash, ctx.now), notLost];
}

function stepOfTyped(
  ctx: Ctx,
  tokens: Tokens,
  accountId: number,
  { sealed, lastStep }: Kept[0][number],
  typed: string,
): number | undefined {
  const code = readCode(typed);
  if (code === null) return undefined;
  const secret = tokens.unseal(sealed, ownerOf(ctx, accountId));
  return stepTaken(stepOf(secret, code, ctx.now), lastStep, ctx.now);
}

export interface ListedFactors {
  readonly codesSince: string | null;
  readonly passkeys: readonly ListedPasskey[];
  readonly recoveryCodesLeft: number;
  readonly isDemanded: boolean;
}
type ListedPasskey = QueryRows<readonly [ReturnType<typeof listPasskeys>]>[0][number];

/** What the caller has to show beside the password. */
export async function listFactors(ctx: Ctx, { accountId }: MemberActor): Promise<ListedFactors> {
  const [[secret], codes, passkeys, [account]] = await ctx.read(
    ...readKept(accountId),
    findAccount(accountId),
  );
  if (!account) throw new AppError('notLoggedIn');
  const codesSince = secret?.confirmedAt ?? null;
  const isDemanded = isDemandedOf(ctx, account);
  return { codesSince, passkeys, recoveryCodesLeft: codes.length, isDemanded };
}

/** A new secret, kept until a code of it is typed. Throws `codesThereAlready` and `proofNeeded`. */
export async function startCodes(
  ctx: Ctx,
  tokens: Tokens,
  { accountId }: MemberActor,
): Promise<{ secret: string; address: string }> {
  requireProof(ctx);
  const secret = randomBytes(secretBytes);
  return ctx.write(async ({ load, save }) => {
    const [[account], [present]] = await load(
      data.lockAccount({ accountId }),
      data.findSecret({ accountId }),
    );
    if (!account) throw new AppError('notLoggedIn');
    if (present?.confirmedAt) throw new AppError('codesThereAlready');
    return save({ secret: spellSecret(secret), address: addressOf(secret, ctx.tenant.name, account.email) }, [
      data.putSecret(accountId, tokens.seal(secret, ownerOf(ctx, accountId)), ctx.now),
    ]);
  });
}

/** Takes the first code of a new app. Throws `factorNotValid`, `codesThereAlready`, `tooManyAttempts`. */
export async function confirmCodes(
  ctx: Ctx,
  tokens: Tokens,
  actor: MemberActor,
  typed: string,
  caller: Caller,
): Promise<{ recoveryCodes: string[]; token: string | null }> {
  const { accountId, sessionId } = actor;
  const counted = await countFactor(ctx, tokens, accountId);
  const done = await ctx.write(async ({ load, save }) => {
    const [, [secret], [held], sessions, [account], [session], linked] = await load(
      data.lockAccount({ accountId }),
      data.findSecret({ accountId }),
      data.findHeld({ accountId }),
      listOpenSessions(accountId),
      findAccount(accountId),
      findOpen({ id: sessionId, now: ctx.now }),
      listOtherIdentities({ accountId, sessionId }),
    );
    if (secret?.confirmedAt) throw new AppError('codesThereAlready');
    const step = secret && stepOfTyped(ctx, tokens, accountId, secret, typed);
    if (step === undefined || !held || !account) throw new AppError('factorNotValid');
    const first = hasFactor(held)
      ? undefined
      : firstFactor(ctx, tokens, actor, account, { sessions, linked });
    return save(
      { recoveryCodes: first?.recoveryCodes ?? [], account, session },
      [data.confirmSecret(accountId, step, ctx.now), counted, ...(first?.queries ?? [])],
      [...(first?.events ?? []), alertOwner(ctx, account, 'codesAdded', `${accountId} ${ctx.now}`)],
    );
  });
  const { recoveryCodes, account, session } = done;
  if (!session) return { recoveryCodes, token: null };
  return {
    recoveryCodes,
    token: await tokenOf(ctx, tokens, { ...account, hasFactor: true }, session, caller),
  };
}

/**
 * With its first factor an account gets recovery codes, and what was opened or begun without one is over: whoever knew the
 * password may have linked somebody else. Who opened the session that goes on stays linked.
 */
export function firstFactor(
  ctx: Ctx,
  tokens: Tokens,
  { accountId, sessionId }: MemberActor,
  account: AccountRow,
  {
    sessions,
    linked,
  }: {
    readonly sessions: readonly { readonly id: string }[];
    readonly linked: Parameters<typeof unlinkAll>[2];
  },
) {
  const unlinked = unlinkAll(ctx, account, linked);
  const { recoveryCodes, queries } = newRecoveryCodes(ctx, tokens, accountId);
  return {
    recoveryCodes,
    queries: [
      ...queries,
      ...unlinked.queries,
      data.deleteChallengesOf(accountId),
      ...endOutlets(accountId, sessionId, ctx.now),
      endSessions(accountId, sessionId, ctx.now, 'factorChange'),
    ],
    events: [...sessions.filter(({ id }) => id !== sessionId).map(toEndedEvent), ...unlinked.events],
  };
}

function newRecoveryCodes(ctx: Ctx, tokens: Tokens, accountId: number) {
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, () =>
    spellRecoveryCode(randomBytes(recoveryCodeBytes)),
  );
  const hashes = recoveryCodes.map((code) =>
    tokens.recoveryCodeHash(readRecoveryCode(code) ?? '', ownerOf(ctx, accountId)),
  );
  return {
    recoveryCodes,
    queries: [
      data.deleteRecoveryCodes(accountId),
      data.putRecoveryCodes(accountId, hashes, ctx.now),
    ] as Query[],
  };
}

/** The app is asked for no more; with the last factor its recovery codes go. Gone already is as good. Throws
 * `proofNeeded`, and `factorDemanded` for the last factor of who must have one. */
export async function removeCodes(ctx: Ctx, { accountId }: MemberActor): Promise<Record<string, never>> {
  requireProof(ctx);
  return ctx.write(async ({ load, save }) => {
    const [, [held], [account]] = await load(
      data.lockAccount({ accountId }),
      data.findHeld({ accountId }),
      findAccount(accountId),
    );
    if (!held?.hasCodes || !account) return save({}, []);
    return save(
      {},
      [data.deleteSecret(accountId), ...withoutFactor(ctx, account, { ...held, hasCodes: false })],
      [alertOwner(ctx, account, 'codesRemoved', `${accountId} ${ctx.now}`)],
    );
  });
}

/** What else goes with a factor: with the last one its recovery codes. Throws `factorDemanded` where it must stay. */
export function withoutFactor(ctx: Ctx, account: AccountRow, left: FactorsHeld): Query[] {
  if (hasFactor(left)) return [];
  if (isDemandedOf(ctx, account)) throw new AppError('factorDemanded');
  return [data.deleteRecoveryCodes(account.id), data.deleteChallengesOf(account.id)];
}

/**
 * Ten new codes in place of all that were. Throws `factorMissing` where there is nothing they would stand in for, and
 * `proofNeeded`.
 */
export async function renewRecoveryCodes(
  ctx: Ctx,
  tokens: Tokens,
  { accountId }: MemberActor,
): Promise<{ recoveryCodes: string[] }> {
  requireProof(ctx);
  return ctx.write(async ({ load, save }) => {
    const [, [held], [account]] = await load(
      data.lockAccount({ accountId }),
      data.findHeld({ accountId }),
      findAccount(accountId),
    );
    if (!account || !held || !hasFactor(held)) throw new AppError('factorMissing');
    const { recoveryCodes, queries } = newRecoveryCodes(ctx, tokens, accountId);
    return save({ recoveryCodes }, queries, [
      alertOwner(ctx, account, 'recoveryRenewed', `${accountId} ${ctx.now}`),
    ]);
  });
}
