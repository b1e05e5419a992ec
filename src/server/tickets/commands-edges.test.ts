import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { expireTickets } from './commands.ts';

const running = withServer();
const { centre, ask } = running;

test.each([
  ['today', '2026-09-14', 5],
  ['yesterday', '2026-09-13', 0],
])('a ticket whose end is just being set to %s is looked at once that is done', async (_, endsOn, left) => {
  const home = await centre();
  const owner = await home.account();
  const productId = await addProduct(running, home, { clientType: 'gym', visits: 5 });
  const { id } = await fulfil(running, home, { productId, owner });
  await ask(
    "update tickets set starts_on = '2026-09-01', ends_on = '2026-09-12' where id = $1 returning 1",
    id,
  );
  await withOwner(running.databaseUrl, async (other) => {
    await other.query('begin');
    await other.query('update tickets set ends_on = $2 where id = $1', [id, endsOn]);
    const expiring = expireTickets(contextOf(running, home));
    await untilWaiting(running.databaseUrl);
    await other.query('commit');
    await expiring;
  });
  const gone = await ask<{ visits: number }>(
    "select visits from ticket_entries where ticket_id = $1 and kind = 'EXPIRE'",
    id,
  );
  expect(gone.reduce((sum, { visits }) => sum - visits, 5)).toBe(left);
});
