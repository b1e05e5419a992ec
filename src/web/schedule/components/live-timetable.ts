import type { QueryClient } from '@tanstack/react-query';
import { apiBase, type EndpointResponse } from '#shared/kernel/endpoint.ts';
import type { listRegistrations } from '#shared/registrations/contract.ts';
import {
  getScheduleFilters,
  liveEvents,
  livePath,
  type OwnTraining,
  type OwnTrainingDetail,
  type Training,
  type TrainingNumbers,
} from '#shared/schedule/contract.ts';

type RegistrationList = EndpointResponse<typeof listRegistrations>;

/** How often an open timetable asks while it cannot hear. */
const pollMilliseconds = 15_000;
/** A stream that the browser gave up is opened again after this. */
const reopenMilliseconds = 10_000;
const noun = ['schedule'];
const registrations = ['registrations'];
const attendance = ['attendance'];

/**
 * Keeps the numbers of an open timetable true: hears what changes while the page is seen, asks every quarter of a
 * minute while it cannot hear, and reads everything anew after having been away. Returns how to stop.
 */
export function watchTimetable(client: QueryClient): () => void {
  let source: EventSource | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let isBehind = true;

  // What a timetable can be narrowed to does not change with its places.
  const readAgain = () => {
    void client.invalidateQueries({
      queryKey: noun,
      predicate: ({ queryKey }) => queryKey[1] !== getScheduleFilters.path,
    });
    void client.invalidateQueries({ queryKey: attendance });
    if (isWaitedFor(client)) void client.invalidateQueries({ queryKey: registrations });
  };
  const stop = () => {
    source?.close();
    source = undefined;
    clearInterval(poll);
    poll = undefined;
    clearTimeout(reopen);
  };
  const listen = () => {
    stop();
    source = new EventSource(apiBase + livePath);
    source.addEventListener(liveEvents.numbers, ({ data }) => take(client, JSON.parse(data)));
    source.addEventListener(liveEvents.roll, ({ data }) => readRolls(client, JSON.parse(data)));
    source.addEventListener(liveEvents.changed, readAgain);
    source.addEventListener(liveEvents.reload, readAgain);
    source.addEventListener('open', () => {
      clearInterval(poll);
      poll = undefined;
      if (isBehind) readAgain();
      isBehind = false;
    });
    source.addEventListener('error', () => {
      isBehind = true;
      poll ??= setInterval(readAgain, pollMilliseconds);
      if (source?.readyState === EventSource.CLOSED) {
        clearTimeout(reopen);
        reopen = setTimeout(reconnect, reopenMilliseconds);
      }
    });
  };
  const reconnect = () => {
    const isPolling = poll !== undefined;
    listen();
    if (isPolling) poll = setInterval(readAgain, pollMilliseconds);
  };
  // A page in the background holds no connection; it catches up when it is seen again.
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      isBehind = true;
      stop();
    } else if (!source) listen();
  };
  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState === 'visible') listen();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    stop();
  };
}

/** Writes new numbers over those shown. Whoever waits for one of these trainings may have got a place: read again. */
function take(client: QueryClient, numbers: readonly TrainingNumbers[]): void {
  const byId = new Map(
    numbers.map(([id, booked, freePlaces, waitingCount]) => [id, { booked, freePlaces, waitingCount }]),
  );
  let isOwnMoved = false;
  const renew = <T extends Training>(training: T): T => {
    const next = byId.get(training.id);
    if (!next) return training;
    const { own } = training as { own?: OwnTraining['own'] | OwnTrainingDetail['own'] };
    // A booking moves by itself only where it is kept for a swap.
    const isKept = own && 'swapTo' in own && own.swapTo !== null;
    if (own && (own.state !== 'booked' || isKept)) isOwnMoved = true;
    return { ...training, ...next };
  };
  readRolls(client, [...byId.keys()]);
  client.setQueriesData<unknown>({ queryKey: noun }, (known: unknown) => {
    if (Array.isArray(known)) return known.some(isChanged) ? known.map(renewIfTraining) : known;
    if (hasTrainings(known)) {
      return known.trainings.some(isChanged)
        ? { ...known, trainings: known.trainings.map(renewIfTraining) }
        : known;
    }
    return isChanged(known) ? renew(known) : known;
  });
  if (isOwnMoved || isWaitedFor(client, byId)) {
    void client.invalidateQueries({ queryKey: noun });
    void client.invalidateQueries({ queryKey: registrations });
  }

  function isChanged(value: unknown): value is Training {
    return isTraining(value) && byId.has(value.id);
  }
  function renewIfTraining(value: unknown): unknown {
    return isTraining(value) ? renew(value) : value;
  }
}

/** Reads the open rolls of these trainings again. */
function readRolls(client: QueryClient, trainingIds: readonly number[]): void {
  void client.invalidateQueries({
    queryKey: attendance,
    predicate: ({ queryKey: [, , input] }) => {
      // A trainer's timetable names no training.
      const trainingId = trainingOf(input);
      return trainingId === undefined || trainingIds.includes(trainingId);
    },
  });
}

function trainingOf(input: unknown): number | undefined {
  const { query } = (input ?? {}) as { query?: { training?: number } };
  return query?.training;
}

/** Whether a list of the reader's own shows a wait or an offer, for one of these trainings or for any. */
function isWaitedFor(client: QueryClient, trainings?: ReadonlyMap<number, unknown>): boolean {
  return client
    .getQueriesData<Partial<RegistrationList>>({ queryKey: registrations })
    .some(([, list]) =>
      list?.items?.some(
        ({ trainingId, state }) =>
          (state === 'waiting' || state === 'offered') && (trainings?.has(trainingId) ?? true),
      ),
    );
}

/** The admin calendar's answer holds more than trainings. */
function hasTrainings(value: unknown): value is { trainings: readonly unknown[] } {
  return (
    typeof value === 'object' && value !== null && 'trainings' in value && Array.isArray(value.trainings)
  );
}

function isTraining(value: unknown): value is Training {
  return typeof value === 'object' && value !== null && 'freePlaces' in value && 'id' in value;
}
