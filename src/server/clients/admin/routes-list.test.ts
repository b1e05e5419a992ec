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

test('who is open comes first, whatever is searched; a phone is found from its first digit on', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const [open, kai, mari] = [
    await home.client({ firstName: 'Uku', lastName: 'Uibo' }),
    await home.client({ firstName: 'Kai', lastName: 'Kask' }),
    await home.client({ firstName: 'Mari', lastName: 'Kask' }),
  ];
  await ask('update clients set phone = $3 where tenant_id = $1 and id = $2', home.id, kai, '5123 4567');
  const found = async (query: object) =>
    (await call(clients.listClients, { query }, { actor: admin })).body.items.map(({ id }) => id);
  expect(await found({ q: 'kask' })).toEqual([kai, mari]);
  expect(await found({ q: 'kask', id: open })).toEqual([open, kai, mari]);
  expect(await found({ q: 'kask', id: mari })).toEqual([mari, kai]);
  expect(await found({ q: '51234' })).toEqual([kai]);
});

test('of an id code its last four characters are shown, of a short one none', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const codes = [null, 'A', 'A2345', 'A23456', 'A234567', 'A2345678'];
  for (const [index, code] of codes.entries()) {
    const id = await home.client({ firstName: 'Kai', lastName: `Kask ${index}` });
    await ask(
      `update clients set id_country = case when $3::text is not null then 'XX' end, id_code = $3
        where tenant_id = $1 and id = $2`,
      ...[home.id, id, code],
    );
  }
  const { items } = (await call(clients.listClients, { query: { q: 'kask' } }, { actor: admin })).body;
  expect(items.map(({ facts }) => facts.idCode)).toEqual(['', '•', '•••••', '••••••', '•••4567', '••••5678']);
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
  // Who is to be erased is somebody until they are.
  const { clientId: leaving } = await home.account();
  await ask(
    `insert into erasures (tenant_id, client_id, asked_at, asked_by, due_at) values ($1, $2, '2026-09-01', $3, '2026-10-01')`,
    ...[home.id, leaving, admin.id],
  );
  for (const query of [{}, { id: clientId }]) {
    const listed = await call(clients.listClients, { query }, { actor: admin });
    expect(listed.status).toBe(200);
    expect(listed.body.items.map(({ id }) => id)).toEqual([admin.clientId, leaving]);
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
