import { expect, test } from 'vitest';
import { seriesOf } from './commands.ts';

const old = {
  ...{ id: 3, weekdays: [1, 2], everyWeeks: 1, startsOn: '2026-09-14', endsOn: '2026-12-31' },
  ...{ wallTime: '18:00', minutes: 60 },
};

test.each([
  ['its third day', '2026-09-16', '2026-09-15'],
  ['its second day: the first is left', '2026-09-15', '2026-09-14'],
  ['its first day: nothing is left', '2026-09-14', '2026-09-13'],
  ['a day before it', '2026-09-10', '2026-09-13'],
])('a series called off from %s on ends the day before', (_, firstDate, endsOn) => {
  const command = { kind: 'cancel', trainingId: 1, scope: 'following', reason: '' } as const;
  const change = { freshId: 4, firstDate, shift: 0, isSplit: true };
  expect(seriesOf(command, old, change)).toEqual({ rows: [{ ...old, endsOn }], seriesId: null });
});
