import { expect, test } from 'vitest';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { addProduct } from '#server/testing/products.ts';
import { testNow, withServer } from '#server/testing/server.ts';
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

test('a ticket that is used for the first time just now is looked at once that is done; one that is shared with them no more is not waited for', async () => {
  const home = await centre();
  const [actor, owner] = [await home.account(), await home.account()];
  const parts = { clientType: 'groupTraining', startMode: 'firstUse' } as const;
  const productId = await addProduct(running, home, parts);
  const own = await fulfil(running, home, { productId, owner: actor });
  const shared = await fulfil(running, home, { productId, owner });
  await rowsOf(running, home).add('ticket_shares', {
    ...{ ticket_id: shared.id, client_id: actor.clientId, recipient: actor.email },
    ...{ created_at: testNow, accepted_at: testNow, ended_at: testNow, ended_by: 'owner' },
  });
  const book = async (startsAt: string) => {
    const { id: trainingId } = await home.training({ startsAt, payment: 'paid' });
    return call(contract.register, { body: { trainingId, isWaitingAccepted: false } }, { actor });
  };
  await withOwner(running.databaseUrl, async (other) => {
    await other.query('begin');
    await other.query('select from tickets where id = $1 for no key update', [shared.id]);
    expect((await book('2026-09-15T15:00:00Z')).body.cover?.id).toBe(own.id);
    await other.query("update tickets set starts_on = '2026-09-14', ends_on = '2026-09-14' where id = $1", [
      own.id,
    ]);
    const pressed = book('2026-09-16T15:00:00Z');
    await untilWaiting(running.databaseUrl);
    await other.query('commit');
    expect((await pressed).error).toBe('coverNeeded');
  });
});
