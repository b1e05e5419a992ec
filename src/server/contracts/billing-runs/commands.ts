import type { Ctx } from '#server/kernel/ctx.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { billingRunsDue } from '#shared/contracts/billing/domain.ts';
import { localDate, localTime } from '#shared/kernel/dates.ts';
import { billContracts } from '../billing/commands.ts';
import { tellOutlived } from '../bookings/commands.ts';
import { tellDebts } from '../debts/commands.ts';
import { renewContracts, settleEnded, tellEnds } from '../renewals/commands.ts';
import * as data from './data.ts';

export interface BillingRunPorts {
  readonly tokens: Tokens;
  originOf(tenant: Tenant): string;
}

/** From when on, by the centre's clock, a night's work is done. */
const nightBegins = '03:00';

/**
 * A centre's night: done once for each local date, from three o'clock on. Where the clocks leave three o'clock out it begins
 * after it; where they show it twice the second time finds it done. Nights that were missed come first, in their order;
 * one that was cut off goes on (mission 2.5, 5.2). Answers the dates it has worked on.
 */
export async function runBillingByNight(ctx: Ctx, ports: BillingRunPorts): Promise<readonly string[]> {
  const { timeZone } = ctx.tenant;
  if (localTime(ctx.now, timeZone) < nightBegins) return [];
  return workDue(ctx, ports, false);
}

/** The same at once, at any hour: today's again too, which does what has come up since. */
export async function runBillingNow(ctx: Ctx, ports: BillingRunPorts): Promise<readonly data.RunRow[]> {
  const nights = await workDue(ctx, ports, true);
  const [runs] = await ctx.read(data.listRuns({ limit: nights.length, offset: 0 }));
  return runs.toReversed();
}

export async function listRuns(ctx: Ctx, offset: number, limit: number) {
  const [items, [count]] = await ctx.read(data.listRuns({ limit, offset }), data.countRuns({}));
  return { items, total: count?.total ?? 0 };
}

async function workDue(ctx: Ctx, ports: BillingRunPorts, isAgain: boolean): Promise<readonly string[]> {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const [[latest]] = await ctx.read(data.listRuns({ limit: 1, offset: 0 }));
  const known = latest && { runOn: latest.runOn, hasEnded: latest.endedAt !== null };
  const nights = billingRunsDue(known, today, isAgain);
  for (const date of nights) await runBillingOf(ctx, ports, date);
  return nights;
}

/** Renews first, so that a contract which goes on is billed on. */
async function runBillingOf(ctx: Ctx, { tokens, originOf }: BillingRunPorts, date: string): Promise<void> {
  await ctx.write(({ save }) => save(undefined, [data.startRun(date, ctx.now)]));
  await renewContracts(ctx, date);
  await tellOutlived(ctx, date);
  const { problems } = await billContracts(ctx, tokens, date);
  await settleEnded(ctx, tokens, date);
  await tellEnds(ctx, originOf, date);
  const debts = await tellDebts(ctx, originOf, date);
  await ctx.write(({ save }) => save(undefined, [data.endRun(date, { problems, ...debts }, ctx.now)]));
}
