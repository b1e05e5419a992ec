import { expect, test } from 'vitest';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import * as contract from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

test.each([
  ['ticket', 'update tickets set ends_on = ends_on + $2::integer where id = $1 returning 1'],
  ['voucher', 'update vouchers set valid_until = valid_until + $2::integer where id = $1 returning 1'],
] as const)(
  'a %s on its last day that is being changed is looked at once that is done',
  async (kind, change) => {
    const home = await centre();
    const owner = await home.account();
    const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1 });
    const cover = {
      ticket: async () => {
        const { id } = await fulfil(running, home, { productId, owner });
        await ask(
          "update tickets set starts_on = '2026-09-10', ends_on = '2026-09-14' where id = $1 returning 1",
          id,
        );
        return id;
      },
      voucher: async () =>
        (await voucherOf(running, home, { clientId: owner.clientId, uses: 1, validUntil: '2026-09-14' })).id,
    };
    const id = await cover[kind]();
    const training = await home.training({ startsAt: '2026-09-14T15:00:00Z', payment: 'paid' });
    const clientType = kind === 'ticket' ? 'groupTraining' : 'pool';
    await ask('update trainings set client_type = $2 where id = $1 returning 1', training.id, clientType);
    const body = { trainingId: training.id, isWaitingAccepted: false, cover: { kind, id } };
    const book = () => call(contract.register, { body }, { actor: owner });
    await withOwner(running.databaseUrl, async (other) => {
      await other.query('begin');
      await other.query(change, [id, -1]);
      const pressed = book();
      await untilWaiting(running.databaseUrl);
      await other.query('commit');
      expect((await pressed).error).toBe('coverNeeded');
    });
    await ask(change, id, 1);
    expect((await book()).status).toBe(200);
  },
);
