import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, clock, runJob } = running;

test('who buys places of two trainings at once that are waited for together meets in one order: nobody is told that the centre is busy', {
  timeout: 60_000,
}, async () => {
  const home = await centre({
    limits: { bookingOpensDaysBefore: 60, sameDayMax: 10, sameStylePerDateMax: 10 },
    rules: { payment: { isPaymentActive: true } },
  });
  const startsAt = ['2026-09-17T15:00:00Z', '2026-09-19T15:00:00Z'] as const;
  const sold = { payment: 'paid', maxPlaces: 1, isWaitingListAllowed: true, priceCents: 900 } as const;
  const trainings = await Promise.all(startsAt.map((at) => home.training({ startsAt: at, ...sold })));
  const trainingIds = trainings.map(({ id }) => id);
  const elsewhere = await Promise.all(startsAt.map((at) => home.training({ startsAt: at, maxPlaces: 50 })));
  const buy = async (trainingId: number) =>
    call(contract.purchasePlace, { body: { trainingId } }, { actor: await home.account() });
  // Both are held by somebody who will not pay.
  for (const id of trainingIds) expect((await buy(id)).status).toBe(200);
  for (let count = 0; count < 3; count += 1) {
    const actor = await home.account();
    expect((await call(contract.joinWaitlistGroup, { body: { trainingIds } }, { actor })).status).toBe(200);
    // They cannot come by then, so that it stays their turn.
    for (const { id } of elsewhere)
      await call(contract.register, { body: { trainingId: id, isWaitingAccepted: false } }, { actor });
  }
  clock.advance({ minutes: 16 });
  await runJob('lines');
  const buyers = Array.from({ length: 16 }, (_, index) => trainingIds[index % 2] ?? 0);
  const answers = await Promise.all(buyers.map(buy));
  const told = Map.groupBy(answers, ({ status, error }) => `${status} ${error ?? ''}`.trim());
  expect([...told.keys()].toSorted()).toEqual(['200', '409 noFreePlaces']);
  expect(told.get('200')).toHaveLength(2);
});
