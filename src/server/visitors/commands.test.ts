import { expect, test } from 'vitest';
import { cleanupTask } from '#server/kernel/cleanup.ts';
import { withServer } from '#server/testing/server.ts';
import { bookAsVisitor } from '#shared/visitors/contract.ts';

const testServer = withServer();
const { centre, call, ask, clock } = testServer;

test('an address that was refused and never booked is forgotten after a day, one that booked is not', async () => {
  const home = await centre({ rules: { pages: { isJoinCompletePage: true } } });
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 1 });
  const book = (email: string) =>
    call(
      bookAsVisitor,
      {
        body: {
          trainingId: training.id,
          isWaitingAccepted: false,
          firstName: 'Kai',
          lastName: 'Kask',
          email,
          phone: '55551234',
        },
      },
      { host: home.host },
    );
  expect((await book('first@test.test')).status).toBe(200);
  expect((await book('late@test.test')).error).toBe('noFreePlaces');
  const addresses = async () => {
    const rows = await ask<{ email: string }>(
      `select c.email from clients c join visitors v on v.tenant_id = c.tenant_id and v.client_id = c.id
        where c.tenant_id = $1 order by c.email`,
      home.id,
    );
    return rows.map(({ email }) => email);
  };
  const staff = await home.client();
  const clean = () => cleanupTask(testServer.server.system, clock)({});
  await clean();
  expect(await addresses()).toEqual(['first@test.test', 'late@test.test']);
  clock.set('2026-09-15T09:00:01Z');
  await clean();
  expect(await addresses()).toEqual(['first@test.test']);
  expect(
    await ask('select id from clients where tenant_id = $1 and email like $2', home.id, 'late%'),
  ).toEqual([]);
  expect(await ask('select id from clients where id = $1', staff)).toHaveLength(1);
});
