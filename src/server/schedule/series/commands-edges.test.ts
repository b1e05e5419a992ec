import { expect, test } from 'vitest';
import * as testing from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';

const running = withServer();
const { at } = testing;

test('one training that was deleted comes back as it was, of its series', async () => {
  const { weekly, trainings, apply, undo } = await testing.scene(running);
  await weekly('2026-10-05');
  const before = (await trainings()).map(({ id, series_id: series }) => [id, series]);
  const trainingId = at(await trainings(), 1).id;
  const { answer } = await apply({ kind: 'delete', trainingId, scope: 'this' });
  expect((await trainings()).map(({ id }) => id)).toEqual([before[0]?.[0], before[2]?.[0]]);
  expect((await undo(answer?.changeId ?? 0)).status).toBe(200);
  expect((await trainings()).map(({ id, series_id: series }) => [id, series])).toEqual(before);
});
