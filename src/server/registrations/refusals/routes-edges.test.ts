import { expect, test } from 'vitest';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { findAlternatives } from '#shared/registrations/refusals/contract.ts';

const running = withServer();
const { centre, call } = running;

test('the one training that can be booked instead is named also where a ticket has to cover it', async () => {
  const home = await centre();
  const [owner, other] = [await home.account(), await home.account()];
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 5 });
  const { id } = await fulfil(running, home, { productId, owner });
  const styleId = await home.style();
  const startsAt = '2026-09-15T15:00:00Z';
  const { id: trainingId } = await home.training({ startsAt, styleId, isCancelled: true });
  const paid = await home.training({ startsAt: '2026-09-16T15:00:00Z', styleId, payment: 'paid' });
  const instead = async (actor: typeof owner) => {
    const { body } = await call(findAlternatives, { params: { trainingId } }, { actor });
    return body.alternatives.map((one) => [one.id, one.booking.cover?.id]);
  };
  expect(await instead(owner)).toEqual([[paid.id, id]]);
  expect(await instead(other)).toEqual([]);
});
