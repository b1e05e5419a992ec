import type { Ctx } from '#server/kernel/ctx.ts';
import { decoder } from '#server/kernel/decoding/decoder.ts';
import type { Decoders } from '#server/kernel/decoding/decoders.ts';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { compareInstants, localDate, localTime, startOfDay } from '#shared/kernel/dates.ts';
import { strikesSince } from '#shared/registrations/strikes/domain.ts';
import type { SimulatedLimit } from '#shared/statistics/kinds/domain.ts';
import type { Simulation } from '#shared/statistics/simulation/contract.ts';
import { simulatedFrom } from '#shared/statistics/simulation/domain.ts';
import * as data from './data.ts';
import type { replayBoth } from './replays.ts';

const replays = decoder<typeof replayBoth>(new URL('./replays.ts', import.meta.url), 'replayBoth', {
  lane: 'replays',
  seconds: 60,
  refusal: 'takesTooLong',
  mostWaiting: 2,
});

/** What a simulation is of, and who still waits for it. */
export interface SimulationRequest {
  readonly limit: SimulatedLimit;
  readonly value: number | undefined;
  readonly abandoned: AbortSignal;
}

/**
 * What the last 90 days would have been under a changed limit, beside what today's limits make of them. Reads; writes
 * nothing; reckoned beside this process, one of a centre at a time. Throws `busyTryAgain`, `takesTooLong`.
 */
export async function simulate(
  ctx: Ctx,
  decoders: Decoders,
  { limit, value, abandoned }: SimulationRequest,
): Promise<Simulation> {
  const { now, tenant } = ctx;
  const { limits, timeZone } = tenant;
  const parsed = BookingLimits.safeParse({ ...limits, [limit]: value ?? limits[limit] });
  const changed = parsed.success ? parsed.data : limits;
  const today = localDate(now, timeZone);
  const from = simulatedFrom(today);
  const since = startOfDay(from, timeZone);
  // Strikes of before still count; a training under way as well.
  const [earliest = since] = [limits, changed].map((of) => strikesSince(of, since)).sort(compareInstants);
  const reach = { since: earliest };
  const [[requests], [trainings]] = await ctx.read(
    data.packRecordedRequests(reach),
    data.packRecordedTrainings(reach),
  );
  const packed = { wishes: requests?.rows ?? '[]', trainings: trainings?.rows ?? '[]' };
  const isSame = changed[limit] === limits[limit];
  const { latest, ...outcome } = await decoders.run(
    replays,
    tenant.id,
    { ...packed, since, now, timeZone, limits, changed: isSame ? undefined : changed },
    abandoned,
  );
  const clientIds = [...new Set(latest.map(({ request }) => request.clientId))];
  const [names] = await ctx.read(data.listNames({ clientIds }));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return {
    limit,
    present: limits[limit],
    value: changed[limit],
    from,
    until: today,
    ...outcome,
    list: latest.map(({ request, training, code: error, details }) => ({
      registrationId: request.registrationId,
      clientId: request.clientId,
      name: nameOf.get(request.clientId) ?? '',
      trainingId: training.id,
      trainingName: training.name,
      date: training.localDate,
      time: localTime(training.startsAt, timeZone),
      wishedDateTime: request.createdAt,
      error,
      details,
    })),
  };
}
