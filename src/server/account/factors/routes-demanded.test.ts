import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { getProfile, login, refresh } from '#shared/account/contract.ts';
import { confirmCodes, getFactors, removeCodes, startCodes } from '#shared/account/factors/contract.ts';
import { listUsers } from '#shared/account/users/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { listRegistrations } from '#shared/registrations/contract.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';

const { centre, call, clock } = withServer();

const shownBy = (secret: string) => generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 });

async function demand(admin: TestAccount, demandedOf: string, demandedFrom = '2026-09-14') {
  const { sections } = (await call(listSettings, {}, { actor: admin })).body;
  const version = sections.find(({ name }) => name === 'security')?.version ?? '';
  const body = { section: 'security' as const, version, values: { demandedOf, demandedFrom } };
  expect((await call(saveSettings, { body }, { actor: admin })).status).toBe(200);
}

async function logIn({ host }: Centre, { email }: TestAccount, username = email) {
  const userCredentials = { username, password: testPassword, keep: true };
  const opened = await call(login, { body: { userCredentials, deviceParameters: sampleDevice } }, { host });
  return { host, token: opened.body.token ?? '', cookie: opened.cookies.trenn_refresh ?? '' };
}

test('an administrator who has none sees nobody’s data before it is set up, and then goes on', async () => {
  const home = await centre();
  const [founder, admin] = [await home.account({ role: 'admin' }), await home.account({ role: 'admin' })];
  await demand(founder, 'staff');
  const { cookie: _, ...as } = await logIn(home, admin);
  expect(readClaims(as.token)?.isFactorMissing).toBe(true);
  const refused = await call(listUsers, { query: {} }, as);
  expect([refused.status, refused.error]).toEqual([403, 'factorDemanded']);
  expect((await call(listRegistrations, { query: {} }, as)).error).toBe('factorDemanded');
  // The account itself answers: there it is set up.
  expect((await call(getProfile, {}, as)).body.email).toBe(admin.email);
  const { secret } = (await call(startCodes, {}, as)).body;
  const { token } = (await call(confirmCodes, { body: { code: shownBy(secret) } }, as)).body;
  const after = { host: home.host, token: token ?? '' };
  expect(readClaims(after.token)?.isFactorMissing).toBe(false);
  expect((await call(listUsers, { query: {} }, after)).status).toBe(200);
  expect((await call(getFactors, {}, after)).body.isDemanded).toBe(true);
  const removed = await call(removeCodes, {}, after);
  expect([removed.status, removed.error]).toEqual([403, 'factorDemanded']);
});

test.each([
  ['staff', '2026-09-14', { role: 'trainer' }, true],
  ['staff', '2026-09-14', { canSeeRegistrations: true }, true],
  ['staff', '2026-09-15', { role: 'admin' }, false],
  ['staff', '2026-09-14', {}, false],
  ['everybody', '2026-09-14', {}, true],
  ['nobody', '2026-09-14', { role: 'admin' }, false],
] as const)('demanded of %s from %s on, of who is %j: %s', async (of, from, rights, isMissing) => {
  const home = await centre();
  await demand(await home.account({ role: 'admin' }), of, from);
  const { token } = await logIn(home, await home.account(rights));
  expect(readClaims(token)?.isFactorMissing).toBe(isMissing);
});

test('of who has begun to set up an app, beside somebody who has one, also where members log in by user name', async () => {
  const home = await centre({ rules: { login: { isEmail: false } } });
  const [other, account] = [
    await home.account({ firstName: 'Mall', lastName: 'Maasikas' }),
    await home.account({ firstName: 'Õie', lastName: 'Pärn' }),
  ];
  await demand(await home.account({ role: 'admin' }), 'everybody');
  for (const actor of [account, other]) {
    const { secret } = (await call(startCodes, {}, { actor })).body;
    if (actor === other) await call(confirmCodes, { body: { code: shownBy(secret) } }, { actor });
  }
  const claims = readClaims((await logIn(home, account, account.username)).token);
  expect(claims).toMatchObject({ clientId: account.clientId, firstName: 'Õie', isFactorMissing: true });
  expect((await logIn(home, other, other.username)).token).toBe('');
});

test('a session that is open learns of it at its next refresh, on the day it begins', async () => {
  const home = await centre();
  const trainer = await home.account({ role: 'trainer' });
  await demand(await home.account({ role: 'admin' }), 'staff', '2026-09-15');
  const { host, cookie } = await logIn(home, trainer);
  clock.advance({ hours: 11 });
  const renew = (value: string) =>
    call(refresh, { body: sampleDevice }, { host, headers: { cookie: `trenn_refresh=${value}` } });
  const before = await renew(cookie);
  expect(readClaims(before.body.token)?.isFactorMissing).toBe(false);
  // Midnight in Tallinn.
  clock.advance({ hours: 1 });
  const after = await renew(before.cookies.trenn_refresh ?? '');
  expect(readClaims(after.body.token)?.isFactorMissing).toBe(true);
});
