import { setImmediate } from 'node:timers/promises';
import type { Ctx } from '#server/kernel/ctx.ts';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { compareInstants, localDate, localTime, startOfDay } from '#shared/kernel/dates.ts';
import { strikesSince } from '#shared/registrations/strikes/domain.ts';
import type { SimulatedLimit } from '#shared/statistics/kinds/domain.ts';
import { eventsOf, type ReplayEvent } from '#shared/statistics/records/domain.ts';
import { mostListed, type Simulation } from '#shared/statistics/simulation/contract.ts';
import { Replay, type ReplaySetting, simulatedFrom } from '#shared/statistics/simulation/domain.ts';
import * as data from './data.ts';

/** So many events are decided before others get their turn. */
const breath = 100;

/**
 * What the last 90 days would have been under a changed limit, beside what today's limits make of them. Whoever those
 * refuse too is there in both: what differs is the change alone. Reads; writes nothing.
 */
export async function simulate(
  ctx: Ctx,
  limit: SimulatedLimit,
  wanted: number | undefined,
): Promise<Simulation> {
  const { now, tenant } = ctx;
  const { limits, timeZone } = tenant;
  const parsed = BookingLimits.safeParse({ ...limits, [limit]: wanted ?? limits[limit] });
  const changed = parsed.success ? parsed.data : limits;
  const today = localDate(now, timeZone);
  const from = simulatedFrom(today);
  const since = startOfDay(from, timeZone);
  // Strikes of before still count; a training under way as well.
  const [earliest = since] = [limits, changed].map((of) => strikesSince(of, since)).sort(compareInstants);
  const reach = { since: earliest };
  const [wishes, trainings] = await ctx.read(
    data.listRecordedWishes(reach),
    data.listRecordedTrainings(reach),
  );
  const known = new Map(trainings.map((training) => [training.id, training]));
  const events = eventsOf(wishes, known, now);
  const setting = { timeZone, trainings: known, since };
  const before = await replay(events, { ...setting, limits, exempt: 'all' });
  const exempt = new Set(before.refused.map(({ wish }) => wish.registrationId));
  const isSame = changed[limit] === limits[limit];
  const after = isSame ? before : await replay(events, { ...setting, limits: changed, exempt });
  const refused = after.refused.filter(({ wish }) => !exempt.has(wish.registrationId));
  const listed = refused.toReversed().slice(0, mostListed);
  const clientIds = [...new Set(listed.map(({ wish }) => wish.clientId))];
  const [names] = await ctx.read(data.listNames({ clientIds }));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const counts = Map.groupBy(refused, ({ code }) => code);
  return {
    limit,
    present: limits[limit],
    value: changed[limit],
    from,
    until: today,
    wishes: events.filter(({ kind, at }) => kind === 'wish' && compareInstants(at, since) >= 0).length,
    exempt: exempt.size,
    refused: refused.length,
    people: new Set(refused.map(({ wish }) => wish.clientId)).size,
    byError: [...counts]
      .map(([error, list]) => ({ error, count: list.length }))
      .toSorted((one, other) => other.count - one.count),
    before: { placesFilled: before.placesFilled, unused: before.unused },
    after: { placesFilled: after.placesFilled, unused: after.unused },
    list: listed.flatMap(({ wish, code: error, details }) => {
      const training = known.get(wish.trainingId);
      if (!training) return [];
      return {
        registrationId: wish.registrationId,
        clientId: wish.clientId,
        name: nameOf.get(wish.clientId) ?? '',
        trainingId: training.id,
        trainingName: training.name,
        date: training.localDate,
        time: localTime(training.startsAt, timeZone),
        wishedDateTime: wish.createdAt,
        error,
        details: { ...details },
      };
    }),
  };
}

/** Decides everything once more, a few at a time: bookings of now do not wait for those of then. */
async function replay(events: readonly ReplayEvent[], setting: ReplaySetting): Promise<Replay> {
  const run = new Replay(setting);
  for (const [index, event] of events.entries()) {
    run.play(event);
    if (index % breath === breath - 1) await setImmediate();
  }
  return run;
}
