import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask } = running;
const today = '2026-09-14';

test('in a group counts whose contract lives and has not ended; joined is by the latest that runs today', async () => {
  const home = await centre();
  const [group, beside] = await ask<{ id: number }>(
    `insert into training_groups (tenant_id, name, club_id, max_members)
     values ($1, 'Juniors', $2, 9), ($1, 'Seniors', $2, 9) returning id`,
    ...[home.id, home.clubId],
  );
  const groupId = group?.id ?? 0;
  const ctx = contextOf(running, home);
  const told = async (clientId: number) => {
    const [[row]] = await ctx.read(data.findCandidate(groupId, clientId, today));
    return row && [row.isMember, row.isActive, row.contractId];
  };
  const join = (clientId: number, contractId: number | null, to = groupId) =>
    ctx.write((transaction) => transaction.save(undefined, [data.insertMember(to, clientId, contractId)]));
  const person = async (...contracts: readonly { startsOn: string; endsOn: string | null }[]) => {
    const owner = await home.account();
    const ids: number[] = [];
    for (const parts of contracts) ids.push(await addContract(running, home, owner, parts));
    return { clientId: owner.clientId, ids };
  };
  const ended = { startsOn: '2026-08-01', endsOn: '2026-09-13' };
  const endsToday = { startsOn: today, endsOn: today };
  const ahead = { startsOn: '2026-09-15', endsOn: null };

  const last = await person(ended, endsToday, ahead);
  expect(await told(last.clientId)).toEqual([false, false, last.ids[1]]);
  const over = await person(ended, ahead);
  expect(await told(over.clientId)).toEqual([false, false, null]);
  await join(last.clientId, last.ids[1] ?? 0);
  await join(over.clientId, over.ids[0] ?? 0);
  const free = await person();
  await join(free.clientId, null);
  const elsewhere = await person(endsToday);
  await join(elsewhere.clientId, elsewhere.ids[0] ?? 0, beside?.id ?? 0);
  expect(await told(last.clientId)).toEqual([true, true, last.ids[1]]);
  expect(await told(over.clientId)).toEqual([true, false, null]);
  expect(await told(free.clientId)).toEqual([true, true, null]);
  expect(await told(elsewhere.clientId)).toEqual([false, false, elsewhere.ids[0]]);
  const [[counted]] = await ctx.read(data.countActive(groupId, today));
  expect(counted?.active).toBe(2);
});
