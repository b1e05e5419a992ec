import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

test('a place that was given back late and is booked anew has its visit given back at once', async () => {
  const home = await centre({ limits: { undoSeconds: 0, bookingClosesMinutesBefore: 0 } });
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1 });
  const holder = async () => {
    const actor = await home.account();
    return { actor, ticketId: (await fulfil(running, home, { productId, owner: actor })).id };
  };
  const [late, next] = [await holder(), await holder()];
  const { id: trainingId } = await home.training({
    ...{ startsAt: '2026-09-14T11:00:00Z', payment: 'paid', maxPlaces: 1 },
  });
  const book = (actor: TestAccount) =>
    call(contract.register, { body: { trainingId, isWaitingAccepted: false } }, { actor });
  const { registrationId } = (await book(late.actor)).body;
  const params = { id: registrationId };
  const { body } = await call(contract.cancelRegistration, { params }, { actor: late.actor });
  expect(body).toMatchObject({ visitReturned: false });
  expect((await book(next.actor)).status).toBe(200);
  const stateOf = async () => {
    const [row] = await ask<{ state: string; settled: string | null }>(
      `select r.state, c.settled from registrations r
         join registration_covers c on c.tenant_id = r.tenant_id and c.registration_id = r.id
       where r.id = $1`,
      registrationId,
    );
    return row;
  };
  await expect.poll(stateOf).toEqual({ state: 'cancelledFree', settled: 'returned' });
  const left = await ask(
    'select sum(remaining_change)::int as left from ticket_entries where ticket_id = $1',
    late.ticketId,
  );
  expect(left).toEqual([{ left: 1 }]);
});
