import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import type { AppError } from '#shared/kernel/errors.ts';
import { Db, roleUrl } from './db.ts';
import { Turns } from './turns.ts';

const running = withServer();
const bounds = { perCentre: 2, inAll: 3, mostWaiting: 2, seconds: 60 };
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: AppError) => error.code,
  );

test('a centre has its share, and where there are none left centres take turns', async () => {
  const turns = new Turns(bounds);
  const begun: string[] = [];
  const take = (centre: number, name: string) =>
    turns.take(centre).then((leave) => {
      begun.push(name);
      return leave;
    });
  const [leaveA1, leaveA2] = await Promise.all([take(1, 'a1'), take(1, 'a2')]);
  const waiting = [take(1, 'a3'), take(1, 'a4')];
  const leaveB1 = await take(2, 'b1');
  waiting.push(take(2, 'b2'), take(3, 'c1'));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  leaveA1?.();
  // Leaving twice makes no room for two.
  leaveA1?.();
  await waiting[0];
  leaveA2?.();
  await waiting[2];
  leaveB1();
  await waiting[3];
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1']);
  (await waiting[0])?.();
  await waiting[1];
  expect(begun.at(-1)).toBe('a4');
});

test('few wait, and who leaves or waits too long makes room', async () => {
  const turns = new Turns({ ...bounds, perCentre: 1 });
  const leave = await turns.take(1);
  const leaving = new AbortController();
  const left = codeOf(turns.take(1, leaving.signal));
  const next = turns.take(1);
  expect(await codeOf(turns.take(1))).toBe('busyTryAgain');
  leaving.abort();
  expect(await left).toBe('busyTryAgain');
  leave();
  const late = new Turns({ ...bounds, perCentre: 1, seconds: 0.01 });
  await late.take(1);
  expect(await codeOf(late.take(1))).toBe('busyTryAgain');
  await next;
});

test('work that fails gives its turn to the next', async () => {
  const turns = new Turns({ ...bounds, perCentre: 1 });
  const failing = turns.run(1, () => Promise.reject(new Error('failed')));
  const next = turns.run(1, async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

test('a centre never has all connections to the database', async () => {
  const [one, other] = [await running.centre(), await running.centre()];
  const db = new Db({
    url: roleUrl(running.databaseUrl, 'trenn_app'),
    poolSize: 3,
    isNamed: true,
    onError: () => {},
  });
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const slow = Array.from({ length: 5 }, () =>
    db.write(one.id, async ({ load, save }) => {
      await load({ text: 'select 1', values: [] });
      await over;
      await save();
      return 'done';
    }),
  );
  const [rows] = await db.read(other.id, { text: 'select app_tenant() as id', values: [] });
  expect(rows).toEqual([{ id: other.id }]);
  end();
  expect(await Promise.all(slow)).toEqual(Array(5).fill('done'));
  await db.close();
});
