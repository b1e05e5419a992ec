import { countAttempt } from '#server/account/commands.ts';
import { findAccount, forgetAttempts } from '#server/account/data.ts';
import { lockAccount } from '#server/account/factors/data.ts';
import { isPassword } from '#server/account/passwords.ts';
import { consentsOf } from '#server/consents/commands.ts';
import { type Ctx, member, requireProof } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { insertAudit } from '#server/kernel/writes/audit.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { FileAnswer } from '#shared/kernel/wire.ts';
import { viewErasure } from './erasure/commands.ts';
import { gatherData, toFile } from './retention/commands.ts';

/**
 * Asks for the password once more before what cannot be taken back lightly. Wrong ones are counted with those of the
 * password's change. Throws `passwordNotValid`, `tooManyAttempts`.
 */
export async function confirmPassword(ctx: Ctx, tokens: Tokens, password: string): Promise<void> {
  const { accountId } = member(ctx);
  const subject = tokens.attemptSubject(`password ${accountId}`);
  await countAttempt(ctx, 'login', subject);
  const [[account]] = await ctx.read(findAccount(accountId));
  if (!account || !(await isPassword(ctx.tenant.id, password, account.passwordHash)))
    throw new AppError('passwordNotValid');
  await ctx.write(async ({ load, save }) => {
    const [, [present]] = await load(lockAccount({ accountId }), findAccount(accountId));
    // Changed since it was compared: the one before opens nothing any more.
    if (present?.passwordHash !== account.passwordHash) throw new AppError('passwordNotValid');
    return save(undefined, [forgetAttempts('login', subject)]);
  });
}

/** What erasing a client would mean, and what they agreed to. Throws `itemNotFound`. */
export async function viewOf(ctx: Ctx, clientId: number) {
  return { erasure: await viewErasure(ctx, clientId), consents: await consentsOf(ctx, clientId) };
}

/** What a member does with their own data stands in the trail like what staff do: who, when, never what was in it. */
export function tellTrail(ctx: Ctx, action: string): Query {
  const { accountId, clientId } = member(ctx);
  const { requestId, now } = ctx;
  return insertAudit([
    {
      call: { action, accountId, requestId, now, input: {} },
      changes: [{ noun: 'clients', id: clientId }],
    },
  ]);
}

/** Everything kept about the member, as a file. Throws what `confirmPassword` throws. */
export async function downloadOwn(ctx: Ctx, tokens: Tokens, password: string): Promise<FileAnswer> {
  const { accountId, clientId } = member(ctx);
  await confirmPassword(ctx, tokens, password);
  await countAttempt(ctx, 'dataDownload', tokens.attemptSubject(`data ${accountId}`));
  const data = await gatherData(ctx, clientId);
  await ctx.write(({ save }) => save(undefined, [tellTrail(ctx, 'POST /user/account/data')]));
  return toFile(ctx, data);
}

/** The same for an administrator, whose call stands in the trail by itself. Throws `itemNotFound` and `proofNeeded`. */
export async function downloadOf(ctx: Ctx, clientId: number): Promise<FileAnswer> {
  requireProof(ctx);
  const data = await gatherData(ctx, clientId);
  await ctx.write(({ save }) => save(undefined, [], [], [{ noun: 'clients', id: clientId }]));
  return toFile(ctx, data);
}
