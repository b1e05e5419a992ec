import type { BookingLimits } from '#shared/kernel/booking-limits.ts';
import type { Random } from '../../random/domain.ts';
import type { DemoTraining } from '../../timetable/domain.ts';

/** What becomes of the demo member in a training. */
export type StoryRequest =
  | 'booked'
  | 'waiting'
  | 'attended'
  | 'missed'
  | 'cancelledFree'
  | 'cancelledLate'
  | 'cancelledByCentre'
  | 'left'
  | 'closed';

/** Latest first; most of a history is simply training. */
const past: readonly StoryRequest[] = [
  'attended',
  'attended',
  'cancelledLate',
  'attended',
  'missed',
  'attended',
  'closed',
  'attended',
  'cancelledFree',
  'attended',
  'left',
  'attended',
  'attended',
  'cancelledFree',
  'attended',
];
const upcomingMost = 5;
/** A queue needs more people than there are places, so the member waits where the room is small. */
const smallRoom = 20;

/**
 * The demo member's own story in a timetable, one training a day: a history of every kind, one for today while
 * there is time, a few in the days to come, and second in the queue of one that is full.
 */
export function planMember(
  trainings: readonly DemoTraining[],
  { limits, now, random }: { limits: BookingLimits; now: number; random: Random },
): Map<DemoTraining, StoryRequest> {
  const requests = new Map<DemoTraining, StoryRequest>();
  const dates = [...Map.groupBy(trainings, ({ localDate }) => localDate).values()];
  const hasWaitlist = ({ maxPlaces, isWaitingListAllowed }: DemoTraining) =>
    isWaitingListAllowed && limits.waitingListMax >= 2 && maxPlaces <= smallRoom && maxPlaces > 0;

  const isCancelledPast = ({ isCancelled, endsAt }: DemoTraining) => isCancelled && endsAt <= now;
  const cancelledDate = dates.find((date) => date.some(isCancelledPast));
  const cancelled = cancelledDate?.find(isCancelledPast);
  if (cancelled) requests.set(cancelled, 'cancelledByCentre');

  const story = past.filter((request) => !isWaitlistRequest(request) || trainings.some(hasWaitlist));
  let told = 0;
  for (const date of dates.toReversed()) {
    const request = story[told];
    const isOver = date.every(({ endsAt }) => endsAt <= now);
    if (request === undefined || !isOver || date === cancelledDate || random.isTrue(0.3)) continue;
    const fitting = date.filter(
      (training) => isOrdinary(training) && (!isWaitlistRequest(request) || hasWaitlist(training)),
    );
    if (fitting.length === 0) continue;
    requests.set(random.pick(fitting), request);
    told += 1;
  }

  const open = dates
    .map((date) =>
      date.filter(
        (training) => training.startsAt > now && training.opensAt + 3600 < now && isOrdinary(training),
      ),
    )
    .filter((date) => date.length > 0);
  const waitingDate = open.find((date, index) => index > 0 && date.some(hasWaitlist));
  if (waitingDate) requests.set(random.pick(waitingDate.filter(hasWaitlist)), 'waiting');
  const most = Math.min(upcomingMost, limits.upcomingMax - 1);
  // Today and tomorrow, then every second day.
  const booked = open
    .filter((date) => date !== waitingDate)
    .filter((_, index) => index < 2 || index % 2 === 1);
  for (const [index, date] of booked.slice(0, most).entries()) {
    // After work; the first of them as late as can be, so that it is still to come for long.
    requests.set(random.pick(date.slice(index === 0 ? -1 : Math.floor(date.length / 2))), 'booked');
  }
  return requests;
}

function isWaitlistRequest(request: StoryRequest): boolean {
  return request === 'closed' || request === 'left';
}

/** What anybody may book as it stands. */
export function isOrdinary({ isCancelled, isClosed, isPublic }: DemoTraining): boolean {
  return !isCancelled && !isClosed && isPublic;
}
