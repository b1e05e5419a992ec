import type { Ctx } from '#server/kernel/ctx.ts';
import type { NoticeEvent } from '#server/kernel/events.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { isPaid } from '#shared/registrations/covers/domain.ts';
import { type Line, settle } from '#shared/registrations/queue/domain.ts';
import { hasFreePlace, type Rules, zoneOf } from '#shared/registrations/rules/domain.ts';
import { loadLine, ofTraining, rulesOf, saveLine } from '../queue/commands.ts';

/**
 * Moves a line that is due: holds end, entries close, free places find their owners. Doing it twice does nothing. `freedAt`:
 * a place came free then, so where the list stands still everybody waiting is told, once.
 */
export function advanceLine(
  ctx: Ctx,
  trainingId: number,
  freedAt: string | null = null,
): Promise<{ moves: number }> {
  return ctx.write(async (transaction) => {
    const loaded = await loadLine(transaction.load, ofTraining(trainingId), ctx);
    const line = settle(loaded.line, rulesOf(ctx));
    const told = freedAt === null ? [] : freeForAll(line, rulesOf(ctx), freedAt);
    const moves = line.moves.length;
    if (moves === 0 && !isPaid(line.training)) {
      return told.length > 0 ? transaction.save({ moves }, [], told) : transaction.keep({ moves });
    }
    return saveLine(transaction, ctx, loaded, line, { moves }, [], told);
  });
}

/** The list stands still and a place came free: everybody waiting is told, whoever presses first has it. */
function freeForAll({ training, entries }: Line, rules: Rules, freedAt: string): NoticeEvent[] {
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
