import { type Ctx, member, type WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { type Clash, doublesOf, givenUpOf, mergeRefusal } from '#shared/clients/merging/domain.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import { joinMailed } from '../addresses/data.ts';
import * as data from './data.ts';

/** Gives up one of two contracts of a person for the same days: what is to be saved with it, in the caller's transaction. */
type GiveUp = (
  ctx: Ctx,
  load: WriteTransaction['load'],
  of: {
    readonly contractId: number;
    readonly other: { readonly number: string; readonly startsOn: string };
    readonly accountId: number | null;
  },
) => Promise<{ readonly queries: readonly Query[]; readonly events: readonly DomainEvent[] }>;

/** What becomes of the accounts of the two. */
interface MergedAccounts {
  readonly isClosed: boolean;
  readonly refusal: ErrorCode | undefined;
}

/** What the two have beside what this noun knows of. */
export interface Beside {
  readonly giveUp: GiveUp;
  lookAtAccounts(read: Ctx['read'], of: { keptId: number; goneId: number }): Promise<MergedAccounts>;
  /** What is to be saved of them, and who is told, in the caller's transaction. */
  mergeAccounts(
    ctx: Ctx,
    load: WriteTransaction['load'],
    of: { keptId: number; goneId: number },
  ): Promise<MergedAccounts & { queries: readonly Query[]; events: readonly DomainEvent[] }>;
}

export interface MergePreview {
  readonly moves: { table: string; count: number }[];
  readonly clashes: Clash[];
  readonly closesLogin: boolean;
  readonly refusal: string | null;
}

/** What a merge would move, and what stands in its way. Throws `itemNotFound`. */
export async function previewMerge(
  ctx: Ctx,
  { lookAtAccounts }: Beside,
  keptId: number,
  goneId: number,
): Promise<MergePreview> {
  const [clients, pointers] = await ctx.read(data.findClients([keptId, goneId]), data.listPointers());
  const [counts, clashes] = await ctx.read(
    data.countRows(pointers, goneId),
    data.listClashes(keptId, goneId),
  );
  const { kept, gone } = bothOf(clients, keptId, goneId);
  const accounts = await lookAtAccounts(ctx.read, { keptId, goneId });
  return {
    moves: counts.filter(({ count }) => count > 0),
    clashes,
    closesLogin: accounts.isClosed,
    refusal: mergeRefusal(kept, gone, clashes, { refusal: accounts.refusal }) ?? null,
  };
}

/** Clients of one mail address who seem to be one person. */
export async function listDoubles(ctx: Ctx) {
  const [clients] = await ctx.read(data.listOfSharedEmail());
  return doublesOf(clients);
}

/**
 * Makes two clients one. Throws `itemNotFound`, `proofNeeded` and what `mergeRefusal` names. Whoever was signed in as
 * the one that goes is asked for a new token, which names the one that stays.
 */
export function mergeClients(
  ctx: Ctx,
  { giveUp, mergeAccounts }: Beside,
  { keptId, goneId, givenUp }: { keptId: number; goneId: number; givenUp: readonly number[] },
): Promise<{ moved: number }> {
  const { accountId } = member(ctx);
  return ctx.write(async ({ load, save }) => {
    const [clients, pointers] = await load(data.lockClients([keptId, goneId]), data.listPointers());
    const { kept, gone } = bothOf(clients, keptId, goneId);
    const [counts, clashes, accounts] = await load(
      data.countRows(pointers, goneId),
      data.listClashes(keptId, goneId),
      data.listAccounts(goneId),
    );
    const merged = await mergeAccounts(ctx, load, { keptId, goneId });
    const refusal = mergeRefusal(kept, gone, clashes, { refusal: merged.refusal, givenUp });
    if (refusal !== undefined) throw new AppError(refusal, undefined, 409);
    const queries: Query[] = [...merged.queries];
    const events: DomainEvent[] = [...merged.events];
    for (const one of givenUpOf(clashes, givenUp)) {
      const given = await giveUp(ctx, load, { ...one, accountId });
      queries.push(...given.queries);
      events.push(...given.events);
    }
    const moves = counts.filter(({ count }) => count > 0);
    const { identity, hasErasure: _, ...person } = gone;
    return save(
      { moved: moves.reduce((sum, { count }) => sum + count, 0) },
      [
        ...queries,
        data.keepCodesOfBoth(keptId, goneId),
        ...data.moveRows(pointers, { keptId, goneId, identity, now: ctx.now }),
        ...(kept.email === '' ? [] : [joinMailed(keptId, gone.email, kept.email)]),
      ],
      [
        ...events,
        ...accounts.map(({ id, sessionVersion }) => ({
          topic: 'accountChanged' as const,
          accountId: id,
          sessionVersion: sessionVersion + 1,
        })),
      ],
      [
        { noun: 'clients', id: goneId, before: person },
        {
          noun: 'clients',
          id: keptId,
          before: { merged: '' },
          after: {
            merged: gone.code,
            ...(givenUp.length > 0 && { givenUp }),
            moved: Object.fromEntries(moves.map(({ table, count }) => [table, count])),
          },
        },
      ],
    );
  });
}

function bothOf(clients: readonly data.LockedClient[], keptId: number, goneId: number) {
  const [kept, gone] = [keptId, goneId].map((id) => clients.find((client) => client.id === id));
  if (!kept || !gone) throw new AppError('itemNotFound');
  return { kept, gone };
}
