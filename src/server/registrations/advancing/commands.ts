import type { Ctx } from '#server/kernel/ctx.ts';
import type { NoticeEvent } from '#server/kernel/events.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { isPaid } from '#shared/registrations/entitlements/domain.ts';
import { hasFreePlace, type Rules, zoneOf } from '#shared/registrations/rules/domain.ts';
import { settle, type Waitlist } from '#shared/registrations/waitlist/domain.ts';
import { loadWaitlist, ofTraining, rulesOf, saveWaitlist } from '../waitlist/commands.ts';

interface Advancing {
  /** A place came free then, so where the list stands still everybody waiting is told, once. */
  readonly freedAt?: string;
  /** Covers of its bookings are due, whatever it costs by now. */
  readonly isCoverDue?: boolean;
}

/** Moves a line that is due: holds end, entries close, free places find their owners. Doing it twice does nothing. */
export function advanceWaitlist(
  ctx: Ctx,
  trainingId: number,
  { freedAt, isCoverDue = false }: Advancing = {},
): Promise<{ moves: number }> {
  return ctx.write(async (transaction) => {
    const loaded = await loadWaitlist(transaction.load, ofTraining(trainingId), ctx);
    const waitlist = settle(loaded.waitlist, rulesOf(ctx));
    const told = freedAt === undefined ? [] : freeForAll(waitlist, rulesOf(ctx), freedAt);
    const moves = waitlist.moves.length;
    if (moves === 0 && !isCoverDue && !isPaid(waitlist.training)) {
      return told.length > 0 ? transaction.save({ moves }, [], told) : transaction.keep({ moves });
    }
    return saveWaitlist(transaction, ctx, loaded, waitlist, { moves }, [], told, { isSettling: isCoverDue });
  });
}

/** The list stands still and a place came free: everybody waiting is told, whoever presses first has it. */
function freeForAll({ training, entries }: Waitlist, rules: Rules, freedAt: string): NoticeEvent[] {
  const { id: trainingId, startsAt, isCancelled } = training;
  const isOpen = zoneOf(startsAt, rules) === 'open' && compareInstants(rules.now, startsAt) < 0;
  if (!isOpen || isCancelled || !hasFreePlace(training)) return [];
  return entries
    .filter(({ state }) => state === 'waiting')
    .map(({ registrationId, client: { clientId } }) => ({
      topic: 'notice',
      kind: 'placeFree',
      dedupeKey: `placeFree:${registrationId}:${freedAt}`,
      registrationId,
      clientId,
      trainingId,
    }));
}
