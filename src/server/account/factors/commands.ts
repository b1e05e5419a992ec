import { randomBytes } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, RowOf } from '#server/kernel/db.ts';
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
import type { MemberActor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { countAttempt } from '../commands.ts';
import { findAccount, forgetAttempts } from '../data.ts';
import { type Caller, type OpenedSession, openSession, toEndedEvent } from '../sessions/commands.ts';
import { endSessions, listOpenSessions } from '../sessions/data.ts';
import { addressOf, secretBytes, spellSecret, stepOf } from './codes.ts';
import * as data from './data.ts';

/** Whose secrets and codes these are: what is sealed or hashed for one opens nothing of another. */
const ownerOf = ({ tenant }: Ctx, accountId: number) => `${tenant.id}:${accountId}`;

/**
 * The second step of a log-in. Throws `loginOver` where the first one is too long ago or was answered, `factorNotValid` and
 * `tooManyAttempts`; tries are counted before anything is compared.
 */
export async function showFactor(
  ctx: Ctx,
  tokens: Tokens,
  { challenge, proof }: { challenge: string; proof: FactorProof },
  device: DeviceParameters,
  caller: Caller,
): Promise<OpenedSession> {
  const tokenHash = hashToken(challenge);
  const [[begun]] = await ctx.read(data.findChallenge({ tokenHash, now: ctx.now }));
  if (!begun) throw new AppError('loginOver', 410);
  const { accountId, keep } = begun;
  await countAttempt(ctx, 'factorAddress', tokens.attemptSubject(`factor address ${caller.address}`));
  const counted = await countFactor(ctx, tokens, accountId);
  const opening = await ctx.write(async ({ load, save }) => {
    const [, [open], [account], secrets, codes] = await load(
      data.lockAccount({ accountId }),
      data.lockChallenge({ tokenHash }),
      findAccount(accountId),
      data.findSecret({ accountId }),
      data.listOpenCodes({ accountId }),
    );
    if (!open || !account || account.isBlocked) throw new AppError('loginOver', 410);
    const taken = take(ctx, tokens, accountId, { secret: secrets[0], codes }, proof);
    const opened = openSession(ctx, tokens, { account, keep, device }, caller);
    return save(opened, [...taken, counted, data.deleteChallenge(tokenHash), ...opened.queries]);
  });
  return opening.hand();
}

/** Counts a try at an account's second factor; gives what forgets the tries once it is right. */
async function countFactor(ctx: Ctx, tokens: Tokens, accountId: number): Promise<Query> {
  const subject = tokens.attemptSubject(`factor ${accountId}`);
  await countAttempt(ctx, 'factor', subject);
  return forgetAttempts('factor', subject);
}

interface Kept {
  readonly secret: RowOf<ReturnType<typeof data.findSecret>> | undefined;
  readonly codes: readonly { readonly codeHash: Buffer }[];
}

/** What is written where a proof is right: it is used up. Throws `factorNotValid`. The account is locked. */
function take(ctx: Ctx, tokens: Tokens, accountId: number, kept: Kept, proof: FactorProof): Query[] {
  if (proof.kind === 'code') {
    const { secret } = kept;
    const step = secret?.confirmedAt ? stepOfTyped(ctx, tokens, accountId, secret, proof.code) : undefined;
    if (step === undefined) throw new AppError('factorNotValid', 400);
    return [data.takeStep(accountId, step)];
  }
  const code = readRecoveryCode(proof.code);
  const hash = code === null ? undefined : tokens.recoveryCodeHash(code, ownerOf(ctx, accountId));
  if (!hash || !kept.codes.some(({ codeHash }) => codeHash.equals(hash))) {
    throw new AppError('factorNotValid', 400);
  }
  return [data.takeRecoveryCode(accountId, hash, ctx.now)];
}

function stepOfTyped(
  ctx: Ctx,
  tokens: Tokens,
  accountId: number,
  { sealed, lastStep }: NonNullable<Kept['secret']>,
  typed: string,
): number | undefined {
  const code = readCode(typed);
  if (code === null) return undefined;
  const secret = tokens.unseal(sealed, ownerOf(ctx, accountId));
  return stepTaken(stepOf(secret, code, ctx.now), lastStep, ctx.now);
}

export interface ListedFactors extends FactorsHeld {
  readonly codesSince: string | null;
}

/** What the caller has to show beside the password. */
export async function listFactors(ctx: Ctx, { accountId }: MemberActor): Promise<ListedFactors> {
  const [[held], [secret]] = await ctx.read(data.findHeld({ accountId }), data.findSecret({ accountId }));
  if (!held) throw new AppError('notLoggedIn', 401);
  return { ...held, codesSince: secret?.confirmedAt ?? null };
}

/** A new secret, kept until a code of it is typed. Throws `codesThereAlready`. */
export async function startCodes(
  ctx: Ctx,
  tokens: Tokens,
  { accountId }: MemberActor,
): Promise<{ secret: string; address: string }> {
  const secret = randomBytes(secretBytes);
  return ctx.write(async ({ load, save }) => {
    const [[account], [present]] = await load(
      data.lockAccount({ accountId }),
      data.findSecret({ accountId }),
    );
    if (!account) throw new AppError('notLoggedIn', 401);
    if (present?.confirmedAt) throw new AppError('codesThereAlready', 409);
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
): Promise<{ recoveryCodes: string[] }> {
  const { accountId } = actor;
  const counted = await countFactor(ctx, tokens, accountId);
  return ctx.write(async ({ load, save }) => {
    const [, [secret], [held], sessions] = await load(
      data.lockAccount({ accountId }),
      data.findSecret({ accountId }),
      data.findHeld({ accountId }),
      listOpenSessions(accountId),
    );
    if (secret?.confirmedAt) throw new AppError('codesThereAlready', 409);
    const step = secret && stepOfTyped(ctx, tokens, accountId, secret, typed);
    if (step === undefined || !held) throw new AppError('factorNotValid', 400);
    const first = hasFactor(held) ? undefined : firstFactor(ctx, tokens, actor, sessions);
    return save(
      { recoveryCodes: first?.recoveryCodes ?? [] },
      [data.confirmSecret(accountId, step, ctx.now), counted, ...(first?.queries ?? [])],
      first?.events,
    );
  });
}

/** With its first factor an account gets recovery codes, and what was opened without one is over. */
function firstFactor(
  ctx: Ctx,
  tokens: Tokens,
  { accountId, sessionId }: MemberActor,
  sessions: readonly { readonly id: string }[],
) {
  const { recoveryCodes, queries } = newRecoveryCodes(ctx, tokens, accountId);
  return {
    recoveryCodes,
    queries: [...queries, endSessions(accountId, sessionId, ctx.now, 'factorChange')],
    events: sessions.filter(({ id }) => id !== sessionId).map(toEndedEvent),
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

/** The app is asked for no more; with the last factor its recovery codes go. Gone already is as good. */
export function removeCodes(ctx: Ctx, { accountId }: MemberActor): Promise<Record<string, never>> {
  return ctx.write(async ({ load, save }) => {
    const [, [held]] = await load(data.lockAccount({ accountId }), data.findHeld({ accountId }));
    const isLast = held && !hasFactor({ ...held, hasCodes: false });
    return save({}, [
      data.deleteSecret(accountId),
      ...(isLast ? [data.deleteRecoveryCodes(accountId), data.deleteChallengesOf(accountId)] : []),
    ]);
  });
}

/** Ten new codes in place of all that were. Throws `factorMissing` where there is nothing they would stand in for. */
export function renewRecoveryCodes(
  ctx: Ctx,
  tokens: Tokens,
  { accountId }: MemberActor,
): Promise<{ recoveryCodes: string[] }> {
  return ctx.write(async ({ load, save }) => {
    const [, [held]] = await load(data.lockAccount({ accountId }), data.findHeld({ accountId }));
    if (!held || !hasFactor(held)) throw new AppError('factorMissing', 409);
    const { recoveryCodes, queries } = newRecoveryCodes(ctx, tokens, accountId);
    return save({ recoveryCodes }, queries);
  });
}
