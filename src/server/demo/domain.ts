import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { type DemoClient, type DemoTrainer, seedClients, seedTrainers } from './people/domain.ts';
import { type Random, randomOf } from './random/domain.ts';
import { type FilledTraining, fillDay } from './registrations/domain.ts';
import { isOrdinary, planMember, type StoryRequest } from './registrations/member/domain.ts';
import { type DemoTraining, trainingsOf, type WallClock } from './timetable/domain.ts';
import { lateTraining } from './timetable/late/domain.ts';
import { type DemoRoom, roomsOf } from './timetable/rooms/domain.ts';
import { seedWeek, type WeeklyTraining } from './timetable/weeks/domain.ts';

/** Everything of a centre that does not depend on the date. Others point to its lists by index. */
export interface DemoCentre {
  readonly tenant: BuiltInTenant;
  readonly roomGroups: readonly string[];
  readonly rooms: readonly DemoRoom[];
  readonly trainers: readonly DemoTrainer[];
  readonly clients: readonly DemoClient[];
  readonly week: readonly WeeklyTraining[];
  /** The trainer behind the demo trainer's account. */
  readonly demoTrainerIndex: number;
}

/** The timetable around today, in days. */
export const daysBack = 31;
export const daysAhead = 62;
const daysOfWeek = 7;
/** Before those months lie some in which fewer classes were held: a centre that grew. */
const historyDays = 365;
/** Which part of today's classes was held right before, and a year ago. */
const historyLeast = 3;
const historyShare = { latest: 0.26, earliest: 0.03 };

export function seedCentre(tenant: BuiltInTenant): DemoCentre {
  const trainers = seedTrainers(tenant);
  const planned = seedWeek(tenant, trainers);
  const demoTrainerIndex = busiest(tenant, trainers, planned);
  const week = withDaily(tenant, planned, trainers, demoTrainerIndex);
  const rooms = roomsOf(tenant);
  return {
    tenant,
    roomGroups: [...new Set(rooms.map(({ roomGroup }) => roomGroup))],
    rooms,
    trainers,
    clients: seedClients(tenant, trainers[demoTrainerIndex] ?? { firstName: '', lastName: '' }),
    week,
    demoTrainerIndex,
  };
}

/** The trainer with the most trainings; where personal trainings are sold, of those in the first club who give them. */
function busiest(
  { pageRules }: BuiltInTenant,
  trainers: readonly DemoTrainer[],
  week: readonly WeeklyTraining[],
): number {
  const loads = trainers.map((_, index) => week.filter(({ trainerIndex }) => trainerIndex === index).length);
  const isPersonal = trainers.map(({ clubIndex, styles }) => clubIndex === 0 && styles.includes('personal'));
  const isSold = pageRules.pages.isBuyPersonalTrainingPage && isPersonal.includes(true);
  const counted = loads.map((load, index) => (isSold && !isPersonal[index] ? -1 : load));
  return counted.indexOf(Math.max(...counted));
}

/** Gives the demo's trainer the day's last training of theirs to teach, on days on which they would have none. */
function withDaily(
  { clubs }: BuiltInTenant,
  week: readonly WeeklyTraining[],
  trainers: readonly DemoTrainer[],
  trainerIndex: number,
): WeeklyTraining[] {
  const trainer = trainers[trainerIndex];
  const cityOf = (clubIndex: number) => clubs[clubIndex]?.city;
  const given = Array.from({ length: daysOfWeek }, (_, day) => {
    const ofDay = week.filter(({ weekday }) => weekday === day + 1);
    if (!trainer || ofDay.some((training) => training.trainerIndex === trainerIndex)) return undefined;
    return ofDay.findLast(
      (training) =>
        training.trainerIndex !== null &&
        trainer.styles.includes(training.style) &&
        cityOf(training.clubIndex) === cityOf(trainer.clubIndex),
    );
  });
  return week.map((training) => (given.includes(training) ? { ...training, trainerIndex } : training));
}

/** The timetable around `now` (ISO instant) with everybody's registrations and the demo member's story. */
export function seedMonths(centre: DemoCentre, now: string, clock: WallClock): FilledTraining[] {
  return seedDays(centre, now, clock, -daysBack, daysAhead);
}

/** The year before those months, thinner the further back: of each class a place in the order they came to be. */
export function seedHistory(centre: DemoCentre, now: string, clock: WallClock): FilledTraining[] {
  const { tenant, clients, week } = centre;
  const { host, limits } = tenant;
  const today = localDate(now, tenant.timeZone);
  const seconds = Math.floor(Temporal.Instant.from(now).epochMilliseconds / 1000);
  const order = randomOf(host, 'since').shuffled(week);
  const crowd = { host, clients, limits, now: seconds, upcoming: new Map() };
  return Array.from({ length: historyDays - daysBack }, (_, index) => index - historyDays).flatMap((day) => {
    const age = (-day - daysBack) / (historyDays - daysBack);
    const share = historyShare.earliest + (historyShare.latest - historyShare.earliest) * (1 - age) ** 2;
    const held = new Set(order.slice(0, Math.max(historyLeast, Math.round(order.length * share))));
    const date = addDays(today, day);
    const trainings = trainingsOf(
      tenant,
      week.filter((weekly) => held.has(weekly)),
      date,
      day,
      clock,
    );
    return fillDay(trainings, { ...crowd, wishes: comings(trainings, randomOf(host, 'member', date)) });
  });
}

/** Every few days the demo member trains. */
function comings(trainings: readonly DemoTraining[], random: Random): Map<DemoTraining, StoryRequest> {
  const ordinary = trainings.filter(isOrdinary);
  const isComing = ordinary.length > 0 && random.isTrue(0.4);
  return new Map(isComing ? [[random.pick(ordinary), 'attended']] : []);
}

/** A whole week before the months, for growing: the first, the second … one further back. */
export function seedEarlierWeek(
  centre: DemoCentre,
  now: string,
  clock: WallClock,
  weeksBack: number,
): FilledTraining[] {
  const first = -historyDays - weeksBack * daysOfWeek;
  return seedDays(centre, now, clock, first, first + daysOfWeek - 1);
}

/** What begins sooner is as good as begun. */
const soonSeconds = 10 * 60;

function seedDays(
  { tenant, clients, week, trainers }: DemoCentre,
  now: string,
  clock: WallClock,
  first: number,
  last: number,
): FilledTraining[] {
  const { host, limits } = tenant;
  const today = localDate(now, tenant.timeZone);
  const seconds = Math.floor(Temporal.Instant.from(now).epochMilliseconds / 1000);
  const days = Array.from({ length: last - first + 1 }, (_, index) =>
    trainingsOf(tenant, week, addDays(today, first + index), first + index, clock),
  );
  const todays = days[-first];
  const isLeft = todays?.some(
    (training) => isOrdinary(training) && training.startsAt > seconds + soonSeconds,
  );
  if (todays && !isLeft) {
    const late = lateTraining(tenant, week, trainers, { date: today, now: seconds, clock, today: todays });
    if (late) days[-first] = [...todays, late];
  }
  const wishes =
    last >= 0
      ? planMember(days.flat(), { limits, now: seconds, random: randomOf(host, 'member', today) })
      : new Map();
  const crowd = { host, clients, limits, now: seconds, upcoming: new Map(), wishes };
  return days.flatMap((trainings) => fillDay(trainings, crowd));
}

/** The centre at a place of a longer list: the built-in ones, then copies of them on hosts of their own. */
export function centreAt(builtIn: readonly BuiltInTenant[], index: number): BuiltInTenant {
  const original = builtIn[index % builtIn.length];
  if (!original) throw new RangeError('no centres to copy');
  if (index < builtIn.length) return original;
  const number = String(index + 1).padStart(3, '0');
  return { ...original, host: `centre-${number}.test`, title: `${original.title} ${number}` };
}
