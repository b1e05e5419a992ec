import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { releaseOverdue } from './commands.ts';
import { listOverdue } from './data.ts';

const running = withServer();
const { centre, clock } = running;

test('holds that ended within a while and were neither paid nor given back are over, whatever was extended', async () => {
  const home = await centre();
  const clientId = await home.client();
  const { add } = rowsOf(running, home);
  const now = clock.now();
  const since = addMinutes(now, -60);
  /** A voucher with a use that is held until so many minutes from now, and what came of it. */
  const held = async (minutes: number, ...after: readonly { kind: string; minutes?: number }[]) => {
    const { id: voucher_id } = await voucherOf(running, home, { clientId });
    const at = { voucher_id, created_at: addMinutes(now, -120) };
    const of_id = await add('voucher_movements', {
      ...{ ...at, kind: 'hold', uses: 1, held_until: addMinutes(now, minutes) },
    });
    for (const { kind, minutes: until } of after)
      await add('voucher_movements', {
        ...{ ...at, of_id, kind, uses: kind === 'release' ? -1 : 0 },
        held_until: until === undefined ? null : addMinutes(now, until),
      });
    return voucher_id;
  };
  await held(1);
  const over = [await held(0), await held(-59), await held(-20, { kind: 'extend', minutes: -5 })];
  await held(-60);
  await held(-61);
  await held(-20, { kind: 'release' });
  await held(-20, { kind: 'use' });
  await held(-20, { kind: 'extend', minutes: -5 }, { kind: 'release' });
  const ctx = contextOf(running, home);
  const listed = async () => (await ctx.read(listOverdue({ since, now })))[0].map((one) => one.voucherId);
  expect(await listed()).toEqual(over);
  await releaseOverdue(ctx);
  expect(await listed()).toEqual([]);
});
