import { expect, test } from 'vitest';
import { addPackage } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { listUsers } from '#shared/account/users/contract.ts';
import * as clients from '#shared/clients/contract.ts';
import { join, openJoinDraft } from '#shared/joining/contract.ts';
import { emptyForm } from '#shared/joining/domain.ts';

const running = withServer();
const { centre, call, ask } = running;

test('what a stranger types between the digits of a phone does not reach the office’s lists', async () => {
  const rules = { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } };
  const home = await centre({ rules });
  const admin = await home.account({ role: 'admin' });
  const productId = await addPackage(running, home);
  const form = {
    ...emptyForm('EE', '2026-09-14', home.clubId),
    productId,
    ...{ firstName: 'Aadu', lastName: 'Aabits', idCode: '60001019906', email: 'aadu@test.test' },
    phone: `+372${' . '.repeat(60)}55512345`,
    ...{ address: 'Niine 3', city: 'Tallinn', zip: '10414', hasAgreed: true, startsEarly: true },
  };
  const { body } = await call(openJoinDraft, { body: form }, { host: home.host });
  const joined = await call(join, { body: { draftToken: body.draftToken, form } }, { host: home.host });
  expect(joined.status).toBe(200);
  const listed = await call(clients.listClients, { query: { q: 'aabits' } }, { actor: admin });
  expect(listed.body.items.map(({ values }) => values.phone)).toEqual(['+37255512345']);
});

test('who was erased is in no list, and takes none with them', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const { clientId } = await home.account();
  await ask(
    `update clients set first_name = '', last_name = '', email = '', phone = '' where tenant_id = $1 and id = $2`,
    home.id,
    clientId,
  );
  await ask(
    `insert into erasures (tenant_id, client_id, asked_at, asked_by, due_at, closed_at, done_at)
     values ($1, $2, '2026-08-01', $3, '2026-08-31', '2026-08-31', '2026-08-31')`,
    home.id,
    clientId,
    admin.id,
  );
  for (const query of [{}, { id: clientId }]) {
    const listed = await call(clients.listClients, { query }, { actor: admin });
    expect(listed.status).toBe(200);
    expect(listed.body.items.map(({ id }) => id)).not.toContain(clientId);
  }
  expect((await call(listUsers, { query: {} }, { actor: admin })).status).toBe(200);
});

test.each([
  ['phone', 41],
  ['first_name', 101],
  ['last_name', 101],
  ['address', 201],
  ['city', 101],
  ['county', 101],
  ['zip', 21],
])('the database keeps no %s of %i characters', async (column, length) => {
  const home = await centre();
  const { clientId } = await home.account();
  const text = 'x'.repeat(length);
  await expect(ask(`update clients set ${column} = $2 where id = $1`, clientId, text)).rejects.toThrow(
    'clients_as_shown',
  );
  await ask(`update clients set ${column} = $2 where id = $1`, clientId, text.slice(1));
});
