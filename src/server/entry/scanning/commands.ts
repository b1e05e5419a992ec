import { countAttempt, countFailure } from '#server/account/commands.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { changePresence, visible } from '#server/registrations/attendance/commands.ts';
import { findRoll } from '#server/registrations/attendance/data.ts';
import { readCard } from '#shared/entry/desk/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { canManageRoll } from '#shared/registrations/attendance/policy.ts';
import { findHolder } from '../desk/commands.ts';
import * as data from './data.ts';

export interface Scanned {
  readonly state: 'here' | 'alreadyHere' | 'notRegistered';
  readonly clientId: number;
  readonly name: string;
  readonly registrationId: number | null;
}

/**
 * Notes as here whoever a shown code belongs to. The visit is what the booking holds: scanning again takes nothing
 * (mission 2.7). Who has no place here is named only to those who may put them in; others hear what is wrong with the card,
 * or `notOnRoll`. Throws what looking the code up and noting presence refuse with.
 */
export async function scan(
  ctx: Ctx,
  tokens: Tokens,
  { trainingId, cardCode }: { readonly trainingId: number; readonly cardCode: string },
): Promise<Scanned> {
  const [[row]] = await ctx.read(findRoll({ trainingId }));
  const roll = visible(ctx, row);
  const { clientId, refusal } = await holderOf(ctx, tokens, cardCode);
  const [[client]] = await ctx.read(data.findOnRoll({ clientId, trainingId }));
  if (!client) throw new AppError('cardNotFound');
  const { registrationId, presence, name } = client;
  if (registrationId === null) {
    if (refusal) throw refusal;
    // A personal training is its trainer's, and its roll names nobody else's clients.
    if (!canManageRoll(ctx.actor, { ...roll, isPersonal: false })) throw new AppError('notOnRoll');
    await countNamed(ctx, tokens, cardCode);
    return { state: 'notRegistered', clientId, name, registrationId: null };
  }
  if (presence === true) return { state: 'alreadyHere', clientId, name, registrationId };
  await changePresence(ctx, [registrationId], true);
  return { state: 'here', clientId, name, registrationId };
}

/** Numbers can be counted through, found or not: who is not on the roll is named so often an hour, but to administrators. */
async function countNamed(ctx: Ctx, tokens: Tokens, shown: string): Promise<void> {
  const { isAdmin, accountId } = member(ctx);
  if (isAdmin || readCard(shown)?.kind !== 'number') return;
  await countAttempt(ctx, 'clientLookup', tokens.attemptSubject(`clients ${accountId}`));
}

/** Whose code it is, and why it could not be used by itself. */
async function holderOf(
  ctx: Ctx,
  tokens: Tokens,
  shown: string,
): Promise<{ clientId: number; refusal: AppError | null }> {
  const card = readCard(shown);
  if (!card) throw new AppError('cardScanFailed');
  if (card.kind !== 'number') return findHolder(ctx, tokens, shown);
  // Numbers are short: whoever tries many is stopped.
  const subject = tokens.attemptSubject(`roll ${member(ctx).accountId}`);
  return countFailure(ctx, 'deskLookup', subject, async () => {
    const [[client]] = await ctx.read(data.findByNumber({ code: card.number }));
    if (!client) throw new AppError('cardNotFound');
    return { clientId: client.id, refusal: null };
  });
}
