import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { contextOf } from '#server/testing/context.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { type NewEntitlement, reserve } from '../entitlements/data.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;

test('covered anew is a booking of one’s own that is still to come and that a contract covers, unsettled', async () => {
  const home = await centre();
  const [owner, other] = [await home.account(), await home.account()];
  const contractId = await addContract(running, home, owner, { benefits: [{ visits: 9 }] });
  const productId = await addProduct(running, home, { clientType: 'groupTraining' });
  const { id: ticketId } = await fulfil(running, home, { productId, owner });
  const ctx = contextOf(running, home);
  const byContract = { kind: 'contract', id: contractId, benefit: 0 } as const;
  const covered = async (startsAt: string, choice: NewEntitlement['choice'] = byContract) => {
    const training = await home.training({ startsAt, payment: 'paid' });
    const registrationId = await home.registration(training, owner.clientId, { place: 1 });
    const cover = { registrationId, trainingId: training.id, choice, now: clock.now() };
    await ctx.write((transaction) => transaction.save(undefined, [reserve(cover)]));
    return { registrationId, trainingId: training.id };
  };
  const found = async ({ registrationId }: { registrationId: number }, { clientId } = owner) =>
    (await ctx.read(data.findCovered({ registrationId, clientId, now: clock.now() })))[0];
  const ahead = await covered('2026-09-15T06:00:00Z');
  expect(await found(ahead)).toEqual([{ trainingId: ahead.trainingId, contractId }]);
  expect(await found(ahead, other)).toEqual([]);
  expect(await found(await covered(clock.now()))).toEqual([]);
  expect(await found(await covered('2026-09-15T08:00:00Z', { kind: 'ticket', id: ticketId }))).toEqual([]);
  const back = await covered('2026-09-15T10:00:00Z');
  await ask(
    "update registrations set state = 'cancelledLate', place = null, ended_at = $2 where id = $1 returning 1",
    ...[back.registrationId, clock.now()],
  );
  expect(await found(back)).toEqual([]);
  const settled = await covered('2026-09-15T12:00:00Z');
  await ask(
    "update registration_covers set settled = 'used', settled_at = $2 where registration_id = $1 returning 1",
    ...[settled.registrationId, clock.now()],
  );
  expect(await found(settled)).toEqual([]);
});
