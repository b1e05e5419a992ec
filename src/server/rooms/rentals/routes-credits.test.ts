import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { cancelRental, rentRoom } from '#shared/rooms/rentals/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

test.each([
  ['a part', 10, 14],
  ['all', 24, 0],
])(
  'given back in time after the office credited %s of it, the rest becomes credit',
  async (_, amount, credit) => {
    const home = await centre({ rules: { pages: { isRentalPage: true } } });
    const roomId = await home.room({ name: 'Lane 1', capacity: 6 });
    await ask('update rooms set rent_cents = 2400 where id = $1 returning 1', roomId);
    const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
    const rented = { roomId, startDateTime: '2026-09-19T07:00:00Z', hours: 1, people: 2 };
    const { id } = (await call(rentRoom, { body: rented }, { actor })).body;
    const [invoice] = await ask<{ id: number }>('select id from invoices where tenant_id = $1', home.id);
    const body = { lines: [{ position: 1, amount }], reason: 'The water was cold' };
    await call(creditInvoice, { params: { id: invoice?.id ?? 0 }, body }, { actor: admin });
    const answer = await call(cancelRental, { params: { id } }, { actor });
    expect(answer.body).toEqual({ state: 'cancelledFree', credit });
  },
);
