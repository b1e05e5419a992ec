import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { Passkey } from '#server/testing/authenticator.ts';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { changePassword, login } from '#shared/account/contract.ts';
import { confirmCodes, getFactors, showFactor, startCodes } from '#shared/account/factors/contract.ts';
import { addPasskey, offerPasskey } from '#shared/account/passkeys/contract.ts';
import * as contract from '#shared/account/resets/contract.ts';
import { listTrail } from '#shared/audit-trail/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

const shownBy = (secret: string) => generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 });

/** Two administrators, and somebody with an app and a passkey, who has neither at hand. */
async function scene() {
  const home = await centre();
  const admins = [await home.account({ role: 'admin' }), await home.account({ role: 'admin' })] as const;
  const person = await home.account();
  const { secret } = (await call(startCodes, {}, { actor: person })).body;
  await call(confirmCodes, { body: { code: shownBy(secret) } }, { actor: person });
  const offer = (await call(offerPasskey, { body: {} }, { actor: person })).body;
  const attestation = new Passkey().make(offer);
  await call(addPasskey, { body: { name: 'Phone', attestation } }, { actor: person });
  clock.advance({ seconds: 30 });
  return { home, host: home.host, admins, person, secret };
}

const askFor = (actor: TestAccount, person: TestAccount) =>
  call(
    contract.askFactorReset,
    { params: { id: person.id }, body: { reason: 'Met her at the desk' } },
    { actor },
  );
const confirm = (actor: TestAccount, person: TestAccount) =>
  call(contract.confirmFactorReset, { params: { id: person.id }, body: {} }, { actor });
const seen = async (actor: TestAccount, person: TestAccount) =>
  (await call(contract.getFactorReset, { params: { id: person.id } }, { actor })).body;

/** Mails to an address that say something, newest first. */
async function mailsTo(admin: TestAccount, email: string, words: string): Promise<string[]> {
  const { items } = (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: admin })).body;
  return items
    .filter(({ recipient, text }) => recipient === email && text.includes(words))
    .map(({ text }) => text);
}

async function linkOf(admin: TestAccount, email: string, words = 'can be removed now'): Promise<string> {
  const read = async () => (await mailsTo(admin, email, words))[0] ?? '';
  await expect.poll(read, { timeout: 30_000 }).toContain('/factor/reset?token=');
  return /token=([\w-]+)/.exec(await read())?.[1] ?? '';
}

const use = (host: string, resetToken: string, password = testPassword) =>
  call(contract.resetFactors, { body: { resetToken, password, deviceParameters: sampleDevice } }, { host });

async function logIn(host: string, { email: username }: TestAccount) {
  const userCredentials = { username, password: testPassword, keep: true };
  return (await call(login, { body: { userCredentials, deviceParameters: sampleDevice } }, { host })).body;
}

test('two administrators free somebody of what they lost, who sets up anew after the link and the password', async () => {
  const { home, host, admins, person } = await scene();
  const [first, second] = admins;
  expect((await askFor(first, person)).status).toBe(200);
  expect(await seen(second, person)).toMatchObject({
    ...{ hasFactor: true, othersCount: 1 },
    request: { isOwn: false, reason: 'Met her at the desk', isConfirmed: false },
  });
  // Whose it is is told at once, and who may confirm it.
  const told = () => mailsTo(second, person.email, 'Nothing is removed yet');
  await expect.poll(told, { timeout: 30_000 }).toHaveLength(1);
  await expect.poll(() => mailsTo(second, second.email, 'Confirm it'), { timeout: 30_000 }).toHaveLength(1);
  expect(await mailsTo(second, first.email, 'Confirm it')).toEqual([]);
  // Nothing is taken away by asking, nor by confirming.
  expect((await confirm(second, person)).status).toBe(200);
  const factors = (await call(getFactors, {}, { actor: person })).body;
  expect([factors.codes !== null, factors.passkeys.length]).toEqual([true, 1]);

  const token = await linkOf(second, person.email);
  const rows = JSON.stringify(await ask('select * from factor_resets where account_id = $1', person.id));
  expect(rows).not.toContain(token);
  const wrong = await use(host, token, 'Wrong1234');
  expect([wrong.error, wrong.cookies]).toEqual(['passwordNotValid', {}]);
  await ask(
    `insert into calendar_feeds (tenant_id, account_id, salt, token_hash, created_at)
      values ($1, $2, 'salt', sha256('feed'), $3) returning 1`,
    ...[home.id, person.id, clock.now()],
  );
  const { body } = await use(host, token);
  const as = { host, token: body.token };
  // What went on without anybody logged in may be in other hands with what was lost.
  expect(await ask('select 1 from calendar_feeds where account_id = $1', person.id)).toEqual([]);
  expect((await call(getFactors, {}, as)).body).toMatchObject({
    ...{ codes: null, passkeys: [], recoveryCodesLeft: 0 },
  });
  // The session may set up a new one at once.
  expect((await call(startCodes, {}, as)).status).toBe(200);
  expect((await use(host, token)).error).toBe('resetLinkExpired');
  expect((await logIn(host, person)).secondFactor).toBeNull();
  expect(
    (await call(listTrail, { query: {} }, { actor: first })).body.entries.map(({ action }) => action),
  ).toEqual(
    expect.arrayContaining([
      'POST /admin/back-office/user/:id/factor-reset',
      'PUT /admin/back-office/user/:id/factor-reset',
    ]),
  );
});

test('who is known by one service alone has a second step to lose', async () => {
  const { home, admins } = await scene();
  const person = await home.account();
  expect(await seen(admins[0], person)).toMatchObject({ hasFactor: false });
  await ask(
    `insert into external_identities (tenant_id, account_id, provider, subject_hash, level, created_at)
     values ($1, $2, 'smartId', sha256('one'), 'qualified', $3) returning 1`,
    ...[home.id, person.id, clock.now()],
  );
  expect(await seen(admins[0], person)).toMatchObject({ hasFactor: true });
  expect((await askFor(admins[0], person)).error).toBeUndefined();
});

test('who administers the centre no more asks for nobody’s, whatever their token says', async () => {
  const { home, admins, person } = await scene();
  await ask('update accounts set is_admin = false where id = $1', admins[0].id);
  expect((await askFor(admins[0], person)).error).toBe('actionNotAllowed');
  expect(await ask('select 1 from factor_resets where tenant_id = $1', home.id)).toEqual([]);
});

test('who asked does not confirm, nor does whom it is about, nor somebody of another centre or without the right', async () => {
  const { home, admins, person } = await scene();
  const [first, second] = admins;
  await askFor(first, person);
  expect((await confirm(first, person)).error).toBe('secondAdministratorNeeded');
  expect((await confirm(person, person)).status).toBe(403);
  const stranger = await (await centre()).account({ role: 'admin' });
  expect((await confirm(stranger, person)).error).toBe('factorResetNotFound');
  await ask('update accounts set is_admin = true where id = $1', person.id);
  const risen = { ...person, claims: { ...person.claims, isAdmin: true } };
  expect((await confirm(risen, person)).error).toBe('ownFactorReset');
  expect((await askFor(risen, person)).error).toBe('ownFactorReset');
  const plain = await home.account();
  expect((await askFor(second, plain)).error).toBe('factorMissing');
  expect((await askFor(second, person)).error).toBe('factorResetThereAlready');
  const direct = ask(
    'update factor_resets set confirmed_by = asked_by, confirmed_at = now() where account_id = $1',
    person.id,
  );
  await expect(direct).rejects.toThrow(/check constraint/);
});

test('both ask again who is there', async () => {
  const { host, admins, person } = await scene();
  const provedAt = Math.floor(clock.epochMilliseconds() / 1000) - 300;
  const late = async ({ claims }: TestAccount) => ({
    host,
    token: await running.server.app.ports.tokens.sign({ ...claims, provedAt }),
  });
  const params = { id: person.id };
  const asked = await call(contract.askFactorReset, { params, body: { reason: 'x' } }, await late(admins[0]));
  expect(asked.error).toBe('proofNeeded');
  await askFor(admins[0], person);
  const confirmed = await call(contract.confirmFactorReset, { params, body: {} }, await late(admins[1]));
  expect(confirmed.error).toBe('proofNeeded');
});

test('two who ask, and two who confirm at once: one of each', async () => {
  const { home, admins, person } = await scene();
  const asked = await Promise.all(admins.map((admin) => askFor(admin, person)));
  expect(asked.map(({ error }) => error).toSorted()).toEqual(['factorResetThereAlready', undefined]);
  const others = [await home.account({ role: 'admin' }), await home.account({ role: 'admin' })];
  const confirmed = await Promise.all(others.map((admin) => confirm(admin, person)));
  expect(confirmed.map(({ error }) => error).toSorted()).toEqual(['factorResetNotFound', undefined]);
});

test('it is over after a day without a second one, and so is the link', async () => {
  const { home, host, admins, person } = await scene();
  const [first, second] = admins;
  const other = await home.account();
  const { secret } = (await call(startCodes, {}, { actor: other })).body;
  await call(confirmCodes, { body: { code: shownBy(secret) } }, { actor: other });
  await askFor(first, other);
  await askFor(second, person);
  await call(contract.withdrawFactorReset, { params: { id: person.id } }, { actor: second });
  await askFor(first, person);
  clock.advance({ hours: 24 });
  expect((await confirm(second, person)).error).toBe('factorResetNotFound');
  expect((await seen(second, person)).request).toBeNull();
  expect((await askFor(second, person)).status).toBe(200);
  const ends = await ask<{ end: string | null }>(
    'select end_reason as "end" from factor_resets where tenant_id = $1 order by id',
    home.id,
  );
  expect(ends.map(({ end }) => end)).toEqual([null, 'withdrawn', 'over', null]);
  await confirm(first, person);
  const token = await linkOf(first, person.email);
  clock.advance({ hours: 24 });
  expect((await use(host, token)).error).toBe('resetLinkExpired');
  expect((await use((await centre()).host, token)).error).toBe('resetLinkExpired');
});

test('who withdraws it, and who shows that nothing is lost, ends it', async () => {
  const { host, admins, person, secret } = await scene();
  const [first, second] = admins;
  await askFor(first, person);
  await confirm(second, person);
  const token = await linkOf(first, person.email);
  const params = { id: person.id };
  expect((await call(contract.withdrawFactorReset, { params }, { actor: second })).status).toBe(200);
  expect((await use(host, token)).error).toBe('resetLinkExpired');
  expect((await call(contract.withdrawFactorReset, { params }, { actor: second })).error).toBe(
    'factorResetNotFound',
  );

  await askFor(first, person);
  const challenge = (await logIn(host, person)).secondFactor?.challenge ?? '';
  const proof = { kind: 'code' as const, code: shownBy(secret) };
  const body = { challenge, proof, deviceParameters: sampleDevice };
  expect((await call(showFactor, { body }, { host })).status).toBe(200);
  expect((await confirm(second, person)).error).toBe('factorResetNotFound');
});

test('of whoever was blocked meanwhile the link opens nothing; guessing the password ends', async () => {
  const { host, admins, person } = await scene();
  await askFor(admins[0], person);
  await confirm(admins[1], person);
  const token = await linkOf(admins[0], person.email);
  await ask('update accounts set is_blocked = true where id = $1', person.id);
  expect((await use(host, token)).error).toBe('resetLinkExpired');
  for (let tries = 0; tries < 9; tries += 1)
    expect((await use(host, token, 'Wrong1234')).error).toBe('passwordNotValid');
  expect((await use(host, token)).error).toBe('tooManyAttempts');
});

test('where the centre demands a second step the new session can do nothing else', async () => {
  const { home, host, admins } = await scene();
  const person = await home.account({ role: 'trainer' });
  const { secret } = (await call(startCodes, {}, { actor: person })).body;
  await call(confirmCodes, { body: { code: shownBy(secret) } }, { actor: person });
  const { sections } = (await call(listSettings, {}, { actor: admins[0] })).body;
  const version = sections.find(({ name }) => name === 'security')?.version ?? '';
  const values = { demandedOf: 'staff', demandedFrom: '2026-09-14' };
  const body = { section: 'security' as const, version, values };
  expect((await call(saveSettings, { body }, { actor: admins[0] })).status).toBe(200);
  await askFor(admins[0], person);
  await confirm(admins[1], person);
  const token = await linkOf(admins[0], person.email);
  expect(readClaims((await use(host, token)).body.token)?.isFactorMissing).toBe(true);
});

test('another password than the one that was looked at opens nothing', async () => {
  const { host, admins, person } = await scene();
  await askFor(admins[0], person);
  await confirm(admins[1], person);
  const token = await linkOf(admins[0], person.email);
  const passwords = { oldPassword: testPassword, newPassword: 'Uus1Parool' };
  await call(changePassword, { body: passwords }, { actor: person });
  expect((await use(host, token)).error).toBe('passwordNotValid');
  expect((await use(host, token, 'Uus1Parool')).status).toBe(200);
});
