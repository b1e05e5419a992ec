import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { waiveStrike } from '#shared/registrations/strikes/contract.ts';
import { updateBans } from './commands.ts';

const running = withServer();
const { centre, call, ask } = running;

test('a strike that is waived while it is looked who may not book ahead closes nothing, and nobody is told', async () => {
  const home = await centre({ limits: { strikePendingHours: 0, strikesMax: 3 } });
  const [member, admin] = [await home.account(), await home.account({ role: 'admin' })];
  const ids: number[] = [];
  for (const day of [10, 11, 12]) {
    const training = await home.training({ startsAt: `2026-09-${day}T15:00:00Z` });
    const id = await home.registration(training, member.clientId, { place: 1 });
    await ask('update registrations set presence = false where id = $1 returning 1', id);
    ids.push(id);
  }
  const { databaseUrl: url } = running;
  const { waived, looked } = await withOwner(url, async (owner) => {
    await owner.query('begin');
    await owner.query('select from clients where id = $1 for no key update', [member.clientId]);
    const params = { id: ids[0] ?? 0 };
    const waiving = call(waiveStrike, { params, body: { reason: 'Haige' } }, { actor: admin });
    await untilWaiting(url, 1);
    const looking = updateBans(contextOf(running, home));
    await untilWaiting(url, 2);
    await owner.query('rollback');
    return { waived: await waiving, looked: await looking };
  });
  expect([waived.status, looked]).toEqual([200, { changed: 0 }]);
  const bans = 'select banned_until as "bannedUntil" from clients where id = $1';
  expect(await ask(bans, member.clientId)).toEqual([{ bannedUntil: null }]);
});
