import { expect, test } from 'vitest';
import { type DemoTraining, seriesOf, wallClock } from './domain.ts';

test('a weekly training is one series with its wall time, whatever the clock did', () => {
  const clock = wallClock('Europe/Tallinn');
  const training = (localDate: string, minutes: number, name = 'Yoga') =>
    ({ localDate, startsAt: clock(localDate, minutes), minutes: 60, name, roomIndex: 0 }) as DemoTraining;
  const dates = ['2026-10-18', '2026-10-25', '2026-11-01'];
  const made = seriesOf(
    [...dates.map((date) => training(date, 18 * 60)), training('2026-11-02', 370)],
    clock,
  );
  expect(made.indexes).toEqual([0, 0, 0, 1]);
  expect(made.rules).toEqual([
    { weekday: 7, wallTime: '18:00', minutes: 60, startsOn: '2026-10-18', endsOn: '2026-11-01' },
    { weekday: 1, wallTime: '06:10', minutes: 60, startsOn: '2026-11-02', endsOn: '2026-11-02' },
  ]);
});
