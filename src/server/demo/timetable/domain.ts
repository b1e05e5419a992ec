import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { addDays, dayOfWeek, instantAt } from '#shared/kernel/dates.ts';
import { randomOf } from '../random/domain.ts';
import { cancelReasons, cancelReasonsAlone, closedReasons } from '../words/built-in.ts';
import { unledStyles } from './built-in.ts';
import type { WeeklyTraining } from './weeks/domain.ts';

/** A dated training. Instants are whole seconds of the epoch: there are hundreds of thousands of them. */
export interface DemoTraining extends Omit<WeeklyTraining, 'weekday' | 'time'> {
  /** The centre's date of the start, yyyy-MM-dd. */
  readonly localDate: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly opensAt: number;
  readonly isClosed: boolean;
  readonly isCancelled: boolean;
}

/** The instant of a local date and minutes of its day, in seconds; remembers each, as centres share their hours. */
export type WallClock = (date: string, minutes: number) => number;

export function wallClock(timeZone: string): WallClock {
  const known = new Map<string, number>();
  return (date, minutes) => {
    const key = `${date} ${minutes}`;
    const seconds = known.get(key) ?? secondsAt(date, minutes, timeZone);
    known.set(key, seconds);
    return seconds;
  };
}

const two = (value: number) => String(value).padStart(2, '0');

function secondsAt(date: string, minutes: number, timeZone: string): number {
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return Math.round(Temporal.Instant.from(instantAt(date, time, timeZone)).epochMilliseconds / 1000);
}

/** Days from today on which every centre has a cancelled or a closed training, so that both are soon met. */
const cancelledDays = [-10, -6, 2, 4];
const closedDays = [-4, 1, 3];
/** Days with a training more people want than it has places. */
const crowdedDays = [0, 1];
const crowdedPopularity = 1.35;
/** Only a long day has a cancelled training among today's. */
const longDay = 12;

/** The trainings of one date, in order of start. `daysFromToday` is negative before today. */
export function trainingsOf(
  tenant: BuiltInTenant,
  week: readonly WeeklyTraining[],
  date: string,
  daysFromToday: number,
  clock: WallClock,
): DemoTraining[] {
  const random = randomOf(tenant.host, 'trainings', date);
  const language = tenant.defaultLanguage;
  const weekday = dayOfWeek(date);
  const opensOn = addDays(date, -tenant.limits.bookingOpensDaysBefore);
  const weekly = week.filter((training) => training.weekday === weekday);
  const one = (isWanted: boolean) => (isWanted ? random.integer(0, weekly.length - 1) : -1);
  const isCancelledToday = daysFromToday === 0 && weekly.length >= longDay;
  const off = one(isCancelledToday || cancelledDays.includes(daysFromToday));
  const closed = one(closedDays.includes(daysFromToday));
  // Late in the day, so that it is still to come when somebody looks.
  const late = weekly
    .slice(Math.floor((weekly.length * 2) / 3))
    .filter((training) => training.isWaitingListAllowed);
  const crowded = crowdedDays.includes(daysFromToday) && late.length > 0 ? random.pick(late) : undefined;
  return weekly.map((weeklyTraining, index) => {
    const { weekday: _, time, ...training } = weeklyTraining;
    const popularity = weeklyTraining === crowded ? crowdedPopularity : training.popularity;
    const startsAt = clock(date, time);
    const isOff = random.isTrue(0.012) || index === off;
    const isCancelled = isOff && weeklyTraining !== crowded;
    const isShut = random.isTrue(0.01) || index === closed;
    const isClosed = isShut && !isCancelled && weeklyTraining !== crowded;
    const isAlone = unledStyles.includes(training.style);
    const cancelled = isAlone ? cancelReasonsAlone : cancelReasons;
    const reasons = isCancelled ? cancelled : isClosed ? closedReasons : undefined;
    return {
      ...training,
      popularity,
      publicComment: reasons ? random.pick(reasons[language]) : training.publicComment,
      localDate: date,
      startsAt,
      endsAt: startsAt + training.minutes * 60,
      opensAt: clock(opensOn, time),
      isCancelled,
      isClosed,
    };
  });
}

/** The rule behind the dates of a weekly training. */
export interface DemoSeries {
  readonly weekday: number;
  readonly wallTime: string;
  readonly minutes: number;
  readonly startsOn: string;
  readonly endsOn: string;
}

const noon = 12 * 60;

/** The series that dated trainings, in order of date, make up, and for each training which it belongs to. */
export function seriesOf(
  trainings: readonly DemoTraining[],
  clock: WallClock,
): { rules: DemoSeries[]; indexes: number[] } {
  const rules: DemoSeries[] = [];
  const known = new Map<string, number>();
  const indexes = trainings.map(({ localDate, startsAt, minutes, name, roomIndex }) => {
    const weekday = dayOfWeek(localDate);
    // Counted from noon: clocks change in the night, before any training.
    const wall = noon + Math.round((startsAt - clock(localDate, noon)) / 60);
    const key = [name, roomIndex, weekday, wall, minutes].join(' ');
    const index = known.get(key) ?? rules.length;
    known.set(key, index);
    const wallTime = `${two(Math.floor(wall / 60))}:${two(wall % 60)}`;
    const rule = rules[index] ?? { weekday, wallTime, minutes, startsOn: localDate };
    rules[index] = { ...rule, endsOn: localDate };
    return index;
  });
  return { rules, indexes };
}
