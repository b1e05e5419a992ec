import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { Proof } from '#shared/account/proofs/contract.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { countAttempt } from '../commands.ts';
import { findAccount, forgetAttempts } from '../data.ts';
import { alertsOf, countFactor, readKept, take } from '../factors/commands.ts';
import { lockAccount } from '../factors/data.ts';
import { isPassword } from '../passwords.ts';
import { type Caller, tokenOf } from '../sessions/commands.ts';
import { findOpen } from '../sessions/data.ts';
import * as data from './data.ts';

/**
 * Shows once more who somebody is; gives the token that says so. Throws `passwordNotValid`, `factorNotValid` and
 * `tooManyAttempts`; guesses count together with those at log-in.
 */
export async function prove(
  ctx: Ctx,
  tokens: Tokens,
  { accountId, sessionId }: MemberActor,
  proof: Proof,
  caller: Caller,
): Promise<{ token: string }> {
  const { now } = ctx;
  const [counted, right] =
    proof.kind === 'password'
      ? await checkPassword(ctx, tokens, accountId, proof.password)
      : [await countFactor(ctx, tokens, accountId), proof];
  const { account, keep } = await ctx.write(async ({ load, save }) => {
    const [, [found], [session], ...kept] = await load(
      lockAccount({ accountId }),
      findAccount(accountId),
      findOpen({ id: sessionId, now }),
      ...readKept(accountId),
    );
    if (!found || found.isBlocked || !session) throw new AppError('notLoggedIn', 401);
    const taken = right ? take(ctx, tokens, accountId, kept, right) : [];
    return save(
      { account: found, keep: session.keep },
      [...taken, counted, data.setProved(sessionId, now)],
      right ? alertsOf(ctx, found, right, `${sessionId} ${now}`) : [],
    );
  });
  return { token: await tokenOf(ctx, tokens, account, { id: sessionId, keep, provedAt: now }, caller) };
}

async function checkPassword(
  ctx: Ctx,
  tokens: Tokens,
  accountId: number,
  password: string,
): Promise<[Query, undefined]> {
  const subject = tokens.attemptSubject(`password ${accountId}`);
  await countAttempt(ctx, 'login', subject);
  const [[account]] = await ctx.read(findAccount(accountId));
  if (!(await isPassword(password, account?.passwordHash))) throw new AppError('passwordNotValid', 400);
  return [forgetAttempts('login', subject), undefined];
}
