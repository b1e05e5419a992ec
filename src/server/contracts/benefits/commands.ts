import { settingsOf } from '#server/contracts/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { ContractClock, ContractFacts } from '#shared/contracts/benefits/domain.ts';
import { debtOf } from '#shared/contracts/status/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import type { ContractPass, TakenVisit } from './data.ts';

/** Today and the rules by which this centre's contracts cover. */
export function clockOf(ctx: Pick<Ctx, 'tenant' | 'now'>): ContractClock {
  const { timeZone } = ctx.tenant;
  return { today: localDate(ctx.now, timeZone), timeZone, debt: settingsOf(ctx).debt };
}

/** A live contract as the rules look at it; of `visits` only its own count. */
export function toFacts(
  row: ContractPass,
  visits: readonly TakenVisit[],
  { today, debt }: ContractClock,
): ContractFacts {
  const { id, startsOn, endsOn, noticeAt, freezes, anchorDay, periodMonths, termMonths, benefits } = row;
  const { openInvoices, isCollected, blockedAt, blockedUntil } = row;
  return {
    id,
    state: 'live',
    startsOn,
    endsOn,
    noticeAt,
    freezes,
    anchorDay,
    periodMonths,
    termMonths,
    benefits,
    debt: debtOf(openInvoices, isCollected, today, debt),
    block: blockedAt === null ? null : { untilOn: blockedUntil },
    visits: visits.filter(({ contractId }) => contractId === id),
  };
}
