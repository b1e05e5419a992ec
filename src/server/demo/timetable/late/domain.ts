import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import { dayOfWeek } from '#shared/kernel/dates.ts';
import type { DemoTrainer } from '../../people/domain.ts';
import { unledStyles } from '../built-in.ts';
import type { DemoTraining, WallClock } from '../domain.ts';
import type { WeeklyTraining } from '../weeks/domain.ts';

/** What somebody may come for late in the evening, the likeliest first. */
const lateStyles: readonly StyleKey[] = [
  ...(['openSwim', 'golfSimulator', 'padel', 'saunaRitual', 'yin', 'stretching', 'bouldering'] as const),
  ...(['latin', 'mobility', 'strength', 'functional', 'reformer'] as const),
];
const quarter = 15;
/** Before it there is time to come. */
const leastMinutes = 20;
const midnight = 24 * 60;
const minutes = 45;

/**
 * One more training of today where none is left to come to, so that whoever looks at night finds something ahead too. It
 * begins before midnight and is laid out like one the week has.
 */
export function lateTraining(
  { styles }: BuiltInTenant,
  week: readonly WeeklyTraining[],
  trainers: readonly DemoTrainer[],
  {
    date,
    now,
    clock,
    today,
  }: { date: string; now: number; clock: WallClock; today: readonly DemoTraining[] },
): DemoTraining | undefined {
  const passed = Math.floor((now - clock(date, 0)) / 60);
  const wished = Math.ceil((passed + leastMinutes) / quarter) * quarter;
  const time = wished < midnight ? wished : Math.min(midnight - 1, Math.ceil((passed + 1) / 5) * 5);
  const startsAt = clock(date, time);
  const endsAt = startsAt + minutes * 60;
  const isTaken = (isSame: (other: DemoTraining) => boolean) =>
    today.some((other) => isSame(other) && other.startsAt < endsAt && other.endsAt > startsAt);
  const inOrder = [...lateStyles.filter((style) => styles.includes(style)), ...styles];
  const model = inOrder
    .flatMap((style) => week.filter((one) => one.style === style && one.isPublic))
    .find(({ roomIndex, trainerIndex, clubIndex, style }) => {
      const trainer = trainers[trainerIndex ?? -1];
      const isElsewhere = week.some(
        (one) =>
          one.trainerIndex === trainerIndex && one.weekday === dayOfWeek(date) && one.clubIndex !== clubIndex,
      );
      const canLead = unledStyles.includes(style) || (trainer !== undefined && !isElsewhere);
      const isBusy = isTaken((other) => trainerIndex !== null && other.trainerIndex === trainerIndex);
      return canLead && !isBusy && !isTaken((other) => other.roomIndex === roomIndex);
    });
  if (!model) return undefined;
  const { weekday: _, time: __, ...training } = model;
  return {
    ...training,
    minutes,
    localDate: date,
    startsAt,
    endsAt,
    opensAt: clock(date, time) - 7 * 24 * 3600,
    popularity: 0.5,
    isCancelled: false,
    isClosed: false,
  };
}
