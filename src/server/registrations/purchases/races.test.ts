import { expect, test } from 'vitest';
import { untilLookedAt } from '#server/testing/looked-at.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, clock, runJob } = running;

/** Two trainings with one place each that are waited for together by who cannot come by then, so that it stays their turn. */
async function waitedFor() {
  const home = await centre({
    limits: { bookingOpensDaysBefore: 60, sameDayMax: 10, sameStylePerDateMax: 10 },
    rules: { payment: { isPaymentActive: true } },
  });
  const startsAt = ['2026-09-17T15:00:00Z', '2026-09-19T15:00:00Z'] as const;
  const sold = { payment: 'paid', maxPlaces: 1, isWaitingListAllowed: true, priceCents: 900 } as const;
  const [one, other] = [
    await home.training({ startsAt: startsAt[0], ...sold }),
    await home.training({ startsAt: startsAt[1], ...sold }),
  ];
  const trainingIds = [one.id, other.id];
  const elsewhere = await Promise.all(startsAt.map((at) => home.training({ startsAt: at, maxPlaces: 50 })));
  const buy = async (trainingId: number) =>
    call(contract.purchasePlace, { body: { trainingId } }, { actor: await home.account() });
  // Both are held by somebody who will not pay.
  for (const id of trainingIds) expect((await buy(id)).status).toBe(200);
  for (let count = 0; count < 3; count += 1) {
    const actor = await home.account();
    expect((await call(contract.joinWaitlistGroup, { body: { trainingIds } }, { actor })).status).toBe(200);
    for (const { id } of elsewhere)
      await call(contract.register, { body: { trainingId: id, isWaitingAccepted: false } }, { actor });
  }
  clock.advance({ minutes: 16 });
  await runJob('lines');
  await untilLookedAt(running, home);
  return { one, other, buy };
}

test('who buys places at once of trainings that are waited for together is told of the place, and none that the centre is busy', async () => {
  const { one, other, buy } = await waitedFor();
  const buyers = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? one.id : other.id));
  const answers = await Promise.all(buyers.map(buy));
  const told = Map.groupBy(answers, ({ status, error }) => `${status} ${error ?? ''}`.trim());
  expect([...told.keys()].toSorted()).toEqual(['200', '409 noFreePlaces']);
  expect(told.get('200')).toHaveLength(2);
});

test('whoever waits for a training of the line holds none that comes after it', async () => {
  const { one, other, buy } = await waitedFor();
  expect(one.id).toBeLessThan(other.id);
  const lock = 'select 1 from trainings where id = $1 for no key update';
  await withOwner(running.databaseUrl, async (first) => {
    await first.query('begin');
    await first.query(lock, [one.id]);
    const pressed = buy(other.id);
    await untilWaiting(running.databaseUrl);
    await first.query(`${lock} nowait`, [other.id]);
    await first.query('rollback');
    expect((await pressed).status).toBe(200);
  });
});
