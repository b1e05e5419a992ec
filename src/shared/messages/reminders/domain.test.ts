import { describe, expect, it } from 'vitest';
import { compareInstants } from '#shared/kernel/dates.ts';
import { isQuiet } from '../notices/domain.ts';
import { defaultReminders, readReminders, remindAt, reminderMinutes } from './domain.ts';

const zone = 'Europe/Riga';

describe('the moment of a reminder', () => {
  it.each([
    // 18:00, three hours before.
    ['2026-09-15T15:00:00Z', 180, '2026-09-15T12:00:00Z'],
    ['2026-09-15T15:00:00Z', 1440, '2026-09-14T15:00:00Z'],
    // 07:00: four in the morning is the evening before at nine.
    ['2026-09-15T04:00:00Z', 180, '2026-09-14T18:00:00Z'],
    // 09:30: half past six is seven.
    ['2026-09-15T06:30:00Z', 180, '2026-09-15T04:00:00Z'],
    // 06:30 a day before is seven of that day.
    ['2026-09-15T03:30:00Z', 1440, '2026-09-14T04:00:00Z'],
    // 22:30 a day before is quiet already: the morning after.
    ['2026-09-15T19:30:00Z', 1440, '2026-09-15T04:00:00Z'],
    // 08:00 an hour before is the first minute that is not quiet.
    ['2026-09-15T05:00:00Z', 60, '2026-09-15T04:00:00Z'],
    ['2026-09-15T04:20:00Z', 60, '2026-09-14T18:00:00Z'],
  ])('of %s, %i minutes before, is %s', (startsAt, minutes, at) => {
    expect(compareInstants(remindAt(startsAt, minutes, zone), at)).toBe(0);
  });

  it('is before the start and never in the quiet hours, whatever the clock does that night', () => {
    for (let quarter = 0; quarter < 4 * 24 * 4; quarter += 1) {
      for (const day of ['2026-10-24T00:00:00Z', '2026-03-28T00:00:00Z', '2026-06-01T00:00:00Z']) {
        const startsAt = Temporal.Instant.from(day)
          .add({ minutes: quarter * 15 })
          .toString();
        for (const minutes of reminderMinutes) {
          const at = remindAt(startsAt, minutes, zone);
          expect(isQuiet(at, zone)).toBe(false);
          expect(compareInstants(at, startsAt)).toBe(-1);
        }
      }
    }
  });
});

describe('what is stored', () => {
  it.each([
    [null, defaultReminders],
    [undefined, defaultReminders],
    [[], []],
    [
      [1440, 60],
      [60, 1440],
    ],
    [[17, 180], [180]],
  ])('%j is %j', (stored, read) => {
    expect(readReminders(stored)).toEqual(read);
  });
});
