import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { untilLookedAt } from '#server/testing/looked-at.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

async function sums(ticketId: number) {
  const [row] = await ask<{ sums: number[] }>(
    `select array[sum(remaining_change), sum(reserved_change), sum(used_change)]::int[] as sums
     from ticket_entries where ticket_id = $1`,
    ticketId,
  );
  return row?.sums;
}

const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: false } }, { actor });

/** Ways to a place that somebody gave back late; who takes it has a booking in another training. */
const ways = {
  booking: (actor: TestAccount, { training }: { training: number }) => book(actor, training),
  'moving to it': (
    actor: TestAccount,
    { training, registration }: { training: number; registration: number },
  ) =>
    call(
      contract.swapRegistration,
      { params: { id: registration }, body: { trainingId: training } },
      { actor },
    ),
  'one of several': (actor: TestAccount, { training, full }: { training: number; full: number }) =>
    call(contract.joinWaitlistGroup, { body: { trainingIds: [training, full] } }, { actor }),
};

test.each(Object.entries(ways))(
  'whoever gave a place back late has the visit back at once when it is taken by %s',
  async (_, take) => {
    const home = await centre({ limits: { upcomingMax: 50, undoSeconds: 0 } });
    const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 3 });
    const [late, taker, other] = [await home.account(), await home.account(), await home.account()];
    const tickets = [
      await fulfil(running, home, { productId, owner: late }),
      await fulfil(running, home, { productId, owner: taker }),
    ];
    await fulfil(running, home, { productId, owner: other });
    const paid = (day: number, maxPlaces = 10) =>
      home.training({ startsAt: `2026-09-${day}T15:00:00Z`, payment: 'paid', maxPlaces });
    const [training, present, full] = [await paid(15), await paid(17), await paid(18, 1)];
    await book(other, full.id);
    const {
      body: { registrationId },
    } = await book(late, training.id);
    const { body: kept } = await book(taker, present.id);
    clock.set('2026-09-15T13:00:00Z');
    await call(contract.cancelRegistration, { params: { id: registrationId } }, { actor: late });
    await untilLookedAt(running, home);
    expect(await sums(tickets[0]?.id ?? 0)).toEqual([2, 1, 0]);
    const answer = await take(taker, {
      training: training.id,
      full: full.id,
      registration: kept.registrationId,
    });
    expect(answer.error).toBeUndefined();
    await untilLookedAt(running, home);
    expect(await sums(tickets[0]?.id ?? 0)).toEqual([3, 0, 0]);
  },
);
