import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;

test('due to be settled is what was given back, late once its training begins, and what is over for a while', async () => {
  const home = await centre();
  const owner = await home.account();
  const contractId = await addContract(running, home, owner, { benefits: [{ visits: 9 }] });
  const ctx = contextOf(running, home);
  const cover = async (state: string, startsAt: string, settled: string | null = null) => {
    const training = await home.training({ startsAt, payment: 'paid' });
    const registrationId = await home.registration(training, owner.clientId, { place: 1 });
    const choice = { kind: 'contract', id: contractId, benefit: 0 } as const;
    await ctx.write((transaction) =>
      transaction.save(undefined, [
        data.reserve({ registrationId, trainingId: training.id, choice, now: clock.now() }),
      ]),
    );
    await ask(
      `update registrations set state = $2, place = case when $2 = 'booked' then 1 end,
         ended_at = case when $2 <> 'booked' then $3::timestamptz end where id = $1 returning 1`,
      ...[registrationId, state, clock.now()],
    );
    await ask(
      `update registration_covers set settled = $2, settled_at = case when $2::text is not null then $3::timestamptz end
       where registration_id = $1 returning 1`,
      ...[registrationId, settled, clock.now()],
    );
    return training.id;
  };
  const [free, taken, begins, over] = [
    await cover('cancelledFree', '2026-09-15T06:00:00Z'),
    await cover('cancelledByCentre', '2026-09-15T07:00:00Z'),
    await cover('cancelledLate', '2026-09-14T09:00:00Z'),
    await cover('booked', '2026-09-14T06:00:00Z'),
  ];
  await cover('cancelledLate', '2026-09-14T09:01:00Z');
  await cover('booked', '2026-09-14T07:00:00Z');
  await cover('cancelledFree', '2026-09-15T08:00:00Z', 'returned');
  await cover('booked', '2026-09-13T06:00:00Z', 'used');
  await home.registration(await home.training({ startsAt: '2026-09-13T08:00:00Z' }), owner.clientId, {
    place: 1,
  });
  const due = { now: clock.now(), endedBefore: '2026-09-14T07:00:00Z' };
  const [rows] = await ctx.read(data.listDueTrainings(due));
  expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([free, taken, begins, over]);
});
