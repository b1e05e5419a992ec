import type { Ctx } from '#server/kernel/ctx.ts';
import { pageSize } from '#server/kernel/managed/commands.ts';
import { addDays, startOfDay } from '#shared/kernel/dates.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import * as data from './data.ts';

/** A page of the trail, the latest first; dates are the centre's own, both included. */
export async function readTrail(
  ctx: Ctx,
  asked: {
    account?: number | undefined;
    from?: string | undefined;
    until?: string | undefined;
    noun?: string | undefined;
    page?: number | undefined;
    limit?: number | undefined;
  },
): Promise<{
  entries: data.TrailRow[];
  hasMore: boolean;
  accounts: { id: number; name: string }[];
  nouns: string[];
}> {
  const { timeZone } = ctx.tenant;
  const { limit } = pageOf(asked, pageSize);
  const [rows, accounts, nouns] = await ctx.read(
    data.listTrail({
      accountId: asked.account ?? null,
      fromAt: asked.from ? startOfDay(asked.from, timeZone) : null,
      untilAt: asked.until ? startOfDay(addDays(asked.until, 1), timeZone) : null,
      noun: asked.noun ?? null,
      offset: (Math.max(1, asked.page ?? 1) - 1) * limit,
      limit: limit + 1,
    }),
    data.listTrailAccounts(),
    data.listTrailNouns(),
  );
  return {
    entries: rows.slice(0, limit),
    hasMore: rows.length > limit,
    accounts,
    nouns: nouns.map(({ noun }) => noun),
  };
}
