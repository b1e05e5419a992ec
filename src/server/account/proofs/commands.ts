import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { PasskeyAssertion } from '#shared/account/contract.ts';
import type { Proof } from '#shared/account/proofs/contract.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type ShownPasskey, showPasskey } from '../assertions/commands.ts';
import { countAttempt } from '../commands.ts';
import { findAccount, forgetAttempts } from '../data.ts';
import { alertsOf, countFactor, type LookedAt, readKept, take } from '../factors/commands.ts';
import { deleteChallenge, findChallenge, lockAccount, lockChallenge } from '../factors/data.ts';
import { challengeOf } from '../passkeys/ceremonies.ts';
import { isPassword } from '../passwords.ts';
import { type Caller, tokenOf } from '../sessions/commands.ts';
import { findOpen } from '../sessions/data.ts';
import * as data from './data.ts';

/**
 * Shows once more who somebody is, on pages at `origin`; gives the token that says so. Throws `passwordNotValid`,
 * `factorNotValid`, `passkeyNotValid`, `passkeyRequestOver` and `tooManyAttempts`; guesses count together with those at log-in.
 */
export async function prove(
  ctx: Ctx,
  tokens: Tokens,
  actor: MemberActor,
  { proof, origin }: { proof: Proof; origin: string },
  caller: Caller,
): Promise<{ token: string }> {
  const { now } = ctx;
  const { accountId, sessionId } = actor;
  const { counted, right, asked, passwordHash } = await look(ctx, tokens, actor, proof, origin);
  const { account, keep } = await ctx.write(async ({ load, save }) => {
    const [, [found], [session], ...kept] = await load(
      lockAccount({ accountId }),
      findAccount(accountId),
      findOpen({ id: sessionId, now }),
      ...readKept(accountId),
    );
    if (!found || found.isBlocked || !session) throw new AppError('notLoggedIn');
    // Changed since it was compared: the one before proves nothing any more.
    if (passwordHash !== undefined && found.passwordHash !== passwordHash)
      throw new AppError('passwordNotValid');
    const [[open]] = asked ? await load(lockChallenge(asked)) : [[undefined]];
    if (asked && !open) throw new AppError('passkeyRequestOver');
    const taken = right ? take(ctx, tokens, accountId, kept, right) : [];
    return save(
      { account: found, keep: session.keep },
      [
        ...[...taken, counted, data.setProved(sessionId, now)],
        ...(asked ? [deleteChallenge(asked.tokenHash)] : []),
      ],
      right ? alertsOf(ctx, found, right, `${sessionId} ${now}`) : [],
    );
  });
  return { token: await tokenOf(ctx, tokens, account, { id: sessionId, keep, provedAt: now }, caller) };
}

interface Looked {
  /** Forgets the tries that were counted. */
  readonly counted: Query;
  /** What is still to be compared. */
  readonly right?: LookedAt;
  /** Of the password that was compared. */
  readonly passwordHash?: string;
  /** The question that it answers. */
  readonly asked?: Asked;
}
type Asked = Parameters<typeof lockChallenge>[0];

/** What of a proof can be looked at before anything is locked. */
async function look(
  ctx: Ctx,
  tokens: Tokens,
  actor: MemberActor,
  proof: Proof,
  origin: string,
): Promise<Looked> {
  const { accountId } = actor;
  if (proof.kind === 'password') {
    return checkPassword(ctx, tokens, accountId, proof.password);
  }
  const counted = await countFactor(ctx, tokens, accountId);
  if (proof.kind !== 'passkey') return { counted, right: proof };
  return { counted, ...(await showAsked(ctx, tokens, actor, proof.assertion, origin)) };
}

async function checkPassword(ctx: Ctx, tokens: Tokens, accountId: number, password: string): Promise<Looked> {
  const subject = tokens.attemptSubject(`password ${accountId}`);
  await countAttempt(ctx, 'login', subject);
  const [[account]] = await ctx.read(findAccount(accountId));
  if (!account || !(await isPassword(ctx.tenant.id, password, account.passwordHash)))
    throw new AppError('passwordNotValid');
  return { counted: forgetAttempts('login', subject), passwordHash: account.passwordHash };
}

/** A passkey that answered what this session was asked: it stands alone, so it has looked at who holds it. */
async function showAsked(
  ctx: Ctx,
  tokens: Tokens,
  { accountId, sessionId }: MemberActor,
  assertion: PasskeyAssertion,
  origin: string,
): Promise<{ right: ShownPasskey; asked: Asked }> {
  const challenge = challengeOf(assertion);
  if (challenge === undefined) throw new AppError('passkeyNotValid');
  const asked: Asked = { tokenHash: hashToken(challenge), purpose: 'passkeyProof', now: ctx.now };
  const [[found]] = await ctx.read(findChallenge(asked));
  if (found?.accountId !== accountId || found.sessionId !== sessionId) {
    throw new AppError('passkeyRequestOver');
  }
  const right = await showPasskey(ctx, tokens, assertion, { challenge, origin, isAlone: true, accountId });
  return { right, asked };
}
