import { expect, test } from 'vitest';
import { timetableChanged } from './commands.ts';

test.each([
  [1, 1],
  [400, 400],
  [401, 0],
])('of %i trainings that changed %i are named', (changed, named) => {
  const event = timetableChanged(Array.from({ length: changed }, (_, index) => 2_000_000_000 + index));
  expect(event).toMatchObject({ topic: 'timetableChanged', trainingIds: { length: named } });
  // A notification holds less than 8000 bytes.
  expect(JSON.stringify([1, event]).length).toBeLessThan(7500);
});
