import { addDays, dayOfWeek, localDate } from '#shared/kernel/dates.ts';
import type { DemoCentre } from '../domain.ts';
import type { WallClock } from '../timetable/domain.ts';

/** When a trainer is there for personal trainings. */
export interface DemoHours {
  readonly trainerIndex: number;
  /** 1 for Monday. */
  readonly weekday: number;
  /** Minutes of the day. */
  readonly from: number;
  readonly until: number;
}

const weekly = [
  { weekday: 1, from: 480, until: 720 },
  { weekday: 2, from: 840, until: 1080 },
  { weekday: 4, from: 480, until: 720 },
  { weekday: 5, from: 840, until: 1080 },
  { weekday: 6, from: 600, until: 840 },
] as const;
const trainersMost = 4;

/** Trainers of the first club who train one by one, the demo's own first, on days that take them to no other club. */
export function hoursOf({ trainers, week, demoTrainerIndex }: DemoCentre): DemoHours[] {
  const indexes = trainers.flatMap(({ isActive, clubIndex, styles }, index) =>
    isActive && clubIndex === 0 ? [{ index, isPersonal: styles.includes('personal') }] : [],
  );
  const able = indexes.filter(({ isPersonal }) => isPersonal);
  const chosen = [demoTrainerIndex, ...(able.length > 0 ? able : indexes).map(({ index }) => index)];
  return [...new Set(chosen)].slice(0, trainersMost).flatMap((trainerIndex) => {
    const isElsewhere = (weekday: number) =>
      week.some((one) => one.trainerIndex === trainerIndex && one.weekday === weekday && one.clubIndex !== 0);
    return weekly.filter(({ weekday }) => !isElsewhere(weekday)).map((hours) => ({ ...hours, trainerIndex }));
  });
}

/** A client and their trainer, at the same hour every week. */
interface Pair {
  readonly trainerIndex: number;
  readonly clientIndex: number;
  readonly weekday: number;
  readonly time: number;
}

const minutes = 60;
const clientsOfEach = 3;

/** Clients who come for their trainer alone, each trainer with a few. */
function pairsOf(centre: DemoCentre): Pair[] {
  const { clients, week } = centre;
  const hours = hoursOf(centre);
  // Who is in no group is never in two places.
  const free = clients.flatMap(({ isRegular, isBlocked, isChild }, index) =>
    index > 2 && !isRegular && !isBlocked && !isChild ? [index] : [],
  );
  const left = free.values();
  return [...Map.groupBy(hours, ({ trainerIndex }) => trainerIndex)].flatMap(([trainerIndex, own]) => {
    const slots = own.flatMap(({ weekday, from, until }) => {
      const busy = week.filter((one) => one.trainerIndex === trainerIndex && one.weekday === weekday);
      const times = Array.from({ length: (until - from) / minutes }, (_, step) => from + step * minutes);
      const isFree = (time: number) =>
        busy.every((one) => time >= one.time + one.minutes || one.time >= time + minutes);
      return times.filter(isFree).map((time) => ({ weekday, time }));
    });
    // On days apart, as people come.
    const days = [...Map.groupBy(slots, ({ weekday }) => weekday).values()];
    return Array.from(
      { length: clientsOfEach },
      (_, turn) => days[turn % days.length]?.[Math.floor(turn / days.length)],
    )
      .filter((slot) => slot !== undefined)
      .flatMap((slot) => {
        const clientIndex = left.next().value;
        return clientIndex === undefined ? [] : [{ ...slot, trainerIndex, clientIndex }];
      });
  });
}

interface DemoSession {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly localDate: string;
  readonly isOver: boolean;
}

/** What a client has of a trainer: a package bought before, and hours from it, over and to come. */
export interface DemoSessions extends Pair {
  readonly boughtOn: string;
  readonly sessions: readonly DemoSession[];
}

const daysBack = 30;
const daysAhead = 14;

/** The hours of each pair around `now`, an ISO instant: at most seven, fewer than a package has. */
export function sessionsOf(centre: DemoCentre, now: string, clock: WallClock): DemoSessions[] {
  const today = localDate(now, centre.tenant.timeZone);
  const seconds = Temporal.Instant.from(now).epochMilliseconds / 1000;
  return pairsOf(centre).map((pair) => ({
    ...pair,
    boughtOn: addDays(today, -daysBack - 2),
    sessions: Array.from({ length: daysBack + daysAhead + 1 }, (_, day) => addDays(today, day - daysBack))
      .filter((date) => dayOfWeek(date) === pair.weekday)
      .map((date) => {
        const startsAt = clock(date, pair.time);
        const endsAt = startsAt + minutes * 60;
        return { localDate: date, startsAt, endsAt, isOver: endsAt <= seconds };
      }),
  }));
}
