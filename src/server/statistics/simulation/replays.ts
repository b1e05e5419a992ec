import type { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import {
  eventsOf,
  type RecordedRequest,
  type RecordedTraining,
  type ReplayEvent,
} from '#shared/statistics/records/domain.ts';
import { mostListed } from '#shared/statistics/simulation/contract.ts';
import { Replay, type ReplaySetting } from '#shared/statistics/simulation/domain.ts';

interface Given {
  /** Rows of RecordedWish and of RecordedTraining, as the database writes them in JSON. */
  readonly wishes: string;
  readonly trainings: string;
  /** What was wished for before is taken as it was recorded. */
  readonly since: string;
  readonly now: string;
  readonly timeZone: string;
  readonly limits: BookingLimits;
  /** Absent where nothing is changed. */
  readonly changed: BookingLimits | undefined;
}

/**
 * The recorded history under today's limits and under changed ones. Whoever today's refuse too is there in both: what
 * differs is the change alone. Takes seconds of a processor: not for the process that answers.
 */
export function replayBoth({ since, now, timeZone, limits, changed, ...packed }: Given) {
  const requests = unpack<RecordedRequest>(packed.wishes);
  const trainings = unpack<RecordedTraining>(packed.trainings);
  const known = new Map(trainings.map((training) => [training.id, training]));
  const events = eventsOf(requests, known, now);
  const setting = { timeZone, trainings: known, since };
  const before = replay(events, { ...setting, limits, exempt: 'all' });
  const exempt = new Set(before.refused.map(({ request }) => request.registrationId));
  const after = changed ? replay(events, { ...setting, limits: changed, exempt }) : before;
  const refused = after.refused.filter(({ request }) => !exempt.has(request.registrationId));
  const counts = Map.groupBy(refused, ({ code }) => code);
  return {
    wishes: events.filter(({ kind, at }) => kind === 'wish' && compareInstants(at, since) >= 0).length,
    exempt: exempt.size,
    refused: refused.length,
    people: new Set(refused.map(({ request }) => request.clientId)).size,
    byError: [...counts]
      .map(([error, list]) => ({ error, count: list.length }))
      .toSorted((one, other) => other.count - one.count),
    before: { placesFilled: before.placesFilled, unused: before.unused },
    after: { placesFilled: after.placesFilled, unused: after.unused },
    latest: refused
      .toReversed()
      .slice(0, mostListed)
      .flatMap(({ request, code, details }) => {
        const training = known.get(request.trainingId);
        return training ? [{ request, training, code, details: { ...details } }] : [];
      }),
  };
}

const instants: ReadonlySet<string> = new Set(['createdAt', 'endedAt', 'startsAt', 'endsAt']);

/** Instants in JSON name their offset, which is none: ours end in Z. */
function unpack<Row>(rows: string): readonly Row[] {
  return JSON.parse(rows, (name, value: unknown) =>
    instants.has(name) && typeof value === 'string' ? value.replace('+00:00', 'Z') : value,
  ) as Row[];
}

function replay(events: readonly ReplayEvent[], setting: ReplaySetting): Replay {
  const run = new Replay(setting);
  for (const event of events) run.play(event);
  return run;
}
