import { afterEach, expect, test, vi } from 'vitest';
import type { Query } from '#server/kernel/db.ts';
import { withServer } from '#server/testing/server.ts';

const running = withServer();
const { clock, send } = running;

afterEach(() => {
  vi.restoreAllMocks();
});

const ask = async () => (await send({ method: 'GET', path: '/readyz', host: 'anything' })).status;
const askOften = async () => [...new Set(await Promise.all(Array.from({ length: 30 }, ask)))];

/** How often the database is asked whether it answers; while it is gone, it does not. */
function watched() {
  const { system } = running.server;
  const run = system.run.bind(system);
  const seen = { times: 0, isGone: false };
  vi.spyOn(system, 'run').mockImplementation((async (...queries: readonly Query[]) => {
    const [query] = queries;
    if (!query || !('text' in query) || query.text !== 'select 1') return run(...queries);
    seen.times += 1;
    if (seen.isGone) throw new Error('gone');
    return run(...queries);
  }) as typeof system.run);
  return seen;
}

test('however many ask whether it is ready, the database is asked once a second', async () => {
  // What was answered before is too old.
  clock.advance({ hours: 1 });
  const seen = watched();
  expect(await askOften()).toEqual([200]);
  clock.advance({ milliseconds: 999 });
  expect(await askOften()).toEqual([200]);
  expect(seen.times).toBe(1);
  clock.advance({ milliseconds: 1 });
  expect(await askOften()).toEqual([200]);
  expect(seen.times).toBe(2);
});

test('a database that is gone, and one that is back, is known after a second', async () => {
  clock.advance({ hours: 2 });
  const seen = watched();
  seen.isGone = true;
  expect(await askOften()).toEqual([503]);
  expect(seen.times).toBe(1);
  seen.isGone = false;
  clock.advance({ seconds: 1 });
  expect(await askOften()).toEqual([200]);
});

test('no answer is kept behind a clock that is set back', async () => {
  clock.advance({ hours: 3 });
  expect(await ask()).toBe(200);
  const seen = watched();
  clock.advance({ minutes: -30 });
  expect(await ask()).toBe(200);
  expect(seen.times).toBe(1);
});
