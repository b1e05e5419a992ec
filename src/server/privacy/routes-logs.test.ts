import { expect, test, vi } from 'vitest';
import { testPassword } from '#server/testing/centre.ts';
import { noticeStart } from '#server/testing/notices.ts';
import { addProduct } from '#server/testing/products.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { changePassword, getProfile, login, requestPasswordReset } from '#shared/account/contract.ts';
import { listClients, saveClientIdentity, updateClient } from '#shared/clients/contract.ts';
import * as privacy from '#shared/privacy/contract.ts';
import { cancelRegistration, register } from '#shared/registrations/contract.ts';
import { buyTicket, buyTicketAsVisitor } from '#shared/tickets/contract.ts';
import { bookAsVisitor } from '#shared/visitors/contract.ts';

const lines: string[] = [];
// Every line, down to the smallest: what is told at `warn` on a real machine is among them.
const running = withServer({ log: (line) => lines.push(line) });
const { centre, call, ask } = running;

const person = {
  firstName: 'Žõnglöörika',
  lastName: 'Kõrvenurm',
  email: 'zonglooerika@test.test',
  phone: '+37255559876',
  idCode: '38001085718',
};
const stranger = {
  firstName: 'Külalinder',
  lastName: 'Võõrasmaa',
  email: 'kylalinder@test.test',
  phone: '+37255551298',
};

test('in a whole day of a member, a visitor and the office no line of the log names anybody', {
  timeout: 60_000,
}, async () => {
  const home = await centre({
    rules: { payment: { isPaymentActive: true }, pages: { isJoinSimplePage: true } },
    limits: { undoSeconds: 0 },
  });
  const admin = await home.account({ role: 'admin', firstName: 'Büroolind', lastName: 'Haldurson' });
  const actor = await home.account(person);
  const training = await home.training({ startsAt: noticeStart });
  const productId = await addProduct(running, home, {});
  const sale = { productId, unitId: home.clubId, startsOn: null };

  // The office writes who somebody is.
  const found = (await call(listClients, { query: { q: person.lastName } }, { actor: admin })).body.items[0];
  const { email, phone, firstName, lastName } = person;
  await call(
    updateClient,
    {
      params: { id: actor.clientId },
      body: {
        version: found?.version ?? '',
        values: { ...(found?.values as object), email, phone, firstName, lastName } as never,
      },
    },
    { actor: admin },
  );
  const identity = { idCountry: 'EE', idCode: person.idCode, birthDate: null } as const;
  await call(saveClientIdentity, { params: { id: actor.clientId }, body: identity }, { actor: admin });

  // The member: right and wrong.
  const credentials = (password: string) => ({
    userCredentials: { username: actor.email, password, keep: false },
    deviceParameters: sampleDevice,
  });
  await call(login, { body: credentials('Wrong1234') }, { host: home.host });
  await call(login, { body: credentials(testPassword) }, { host: home.host });
  await call(getProfile, {}, { actor });
  await call(requestPasswordReset, { body: { email: actor.email } }, { host: home.host });
  const passwords = { oldPassword: 'Wrong1234', newPassword: 'Uus1Parool' };
  await call(changePassword, { body: passwords }, { actor });
  const request = { trainingId: training.id, isWaitingAccepted: true };
  const { body: booked } = await call(register, { body: request }, { actor });
  await call(register, { body: request }, { actor });
  await call(cancelRegistration, { params: { id: booked.registrationId } }, { actor });
  await call(buyTicket, { body: sale }, { actor });
  await call(privacy.downloadData, { body: { password: testPassword } }, { actor });
  await call(privacy.downloadClientData, { params: { id: actor.clientId }, body: {} }, { actor: admin });

  // The visitor, also with what no schema lets through.
  await call(bookAsVisitor, { body: { ...request, ...stranger } }, { host: home.host });
  await call(buyTicketAsVisitor, { body: { ...sale, ...stranger } }, { host: home.host });
  await call(buyTicketAsVisitor, { body: { ...sale, ...stranger, phone: 'none' } }, { host: home.host });

  await call(privacy.askErasure, { body: { password: testPassword } }, { actor });
  // Mails and notices go out by jobs, which have a log of their own.
  await vi.waitFor(async () => expect(await ask('select id from outbox')).toEqual([]), { timeout: 12_000 });
  await vi.waitFor(
    async () => expect(await ask('select id from graphile_worker.jobs where run_at <= now()')).toEqual([]),
    { timeout: 20_000, interval: 100 },
  );

  const told = lines.join('\n');
  expect(lines.length).toBeGreaterThan(0);
  const named = [
    ...Object.values(person),
    ...Object.values(stranger),
    ...[actor.email, admin.email, 'Büroolind', 'Haldurson', testPassword, 'Wrong1234', 'Uus1Parool'],
  ].filter((text) => told.toLowerCase().includes(text.toLowerCase()));
  expect(named).toEqual([]);
});

test('of a failed log-in the log tells the account, and that tries are from one address, not which', async () => {
  const home = await centre();
  const { email, id } = await home.account();
  lines.length = 0;
  const tries = [email, email, 'nobody@test.test'].map((username) => ({
    userCredentials: { username, password: 'Wrong1234', keep: false },
    deviceParameters: sampleDevice,
  }));
  for (const body of tries) await call(login, { body }, { host: home.host });
  const told = lines.filter((line) => line.includes('log-in failed')).map((line) => JSON.parse(line));
  const from = expect.stringMatching(/^[\w-]{16}$/);
  const failed = { level: 40, tenant: home.host, step: 'password', from, requestId: expect.any(String) };
  expect(told).toMatchObject([
    { ...failed, accountId: id },
    { ...failed, accountId: id },
    { ...failed, accountId: null },
  ]);
  expect(new Set(told.map((line) => line.from)).size).toBe(1);
  expect(lines.join('\n')).not.toMatch(/127\.0\.0\.1|nobody@|Wrong1234/);
});
