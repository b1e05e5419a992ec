import { generateSync } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTexts } from '#server/kernel/texts.ts';
import { testPassword } from '#server/testing/centre.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { login, resetPassword } from '#shared/account/contract.ts';
import { confirmCodes, startCodes } from '#shared/account/factors/contract.ts';
import { listSettings, saveSettings } from '#shared/back-office/settings/contract.ts';
import { listPublicTrainings } from '#shared/schedule/contract.ts';
import { TenantWish } from '#shared/tenants/adding/domain.ts';
import { getBuyingTerms, getPageConfiguration, getPageRules } from '#shared/tenants/contract.ts';
import { tenantKinds } from '#shared/tenants/domain.ts';
import { type Added, addTenant } from './commands.ts';

const running = withServer();
const { call, ask, clock } = running;

const device = {
  ...{ platform: 'x', userAgent: 'x', screenWidth: 1, screenHeight: 1 },
  ...{ colorDepth: 1, cpuCores: 1, touchPoints: 0 },
};

function wishOf(host: string, parts: Partial<TenantWish> = {}): TenantWish {
  return TenantWish.parse({
    ...{ host, name: `Klubi ${host}`, country: 'EE', languages: ['et', 'en'] },
    ...{ timeZone: 'Europe/Tallinn', kind: 'sportsCentre' },
    ...{ email: `mari@${host}`, firstName: 'Mari', lastName: 'Maasikas' },
    ...parts,
  });
}

function add(wish: TenantWish, isInvitedAgain = false): Promise<Added> {
  const origin = `https://${wish.host}`;
  return addTenant(running.server.system, wish, { now: testNow, origin, isInvitedAgain });
}

async function logIn(host: string): Promise<string> {
  const userCredentials = { username: `mari@${host}`, password: testPassword, keep: false };
  const body = { userCredentials, deviceParameters: device };
  const token = (await call(login, { body }, { host })).body.token ?? '';
  // A new centre demands a second factor of who administers it.
  const { secret } = (await call(startCodes, {}, { host, token })).body;
  const code = generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 });
  return (await call(confirmCodes, { body: { code } }, { host, token })).body.token ?? '';
}

const tokenOf = (added: Added) =>
  'link' in added ? (new URL(added.link).searchParams.get('token') ?? '') : '';

beforeAll(async () => {
  await loadTexts();
});

describe('a new centre', () => {
  test('is served by the running server at once, and its administrator comes in by the mailed link', async () => {
    const host = 'uus-klubi.ee';
    expect((await call(getPageRules, undefined, { host })).status).toBe(404);
    const added = await add(wishOf(host));
    expect(added.outcome).toBe('added');
    // Nothing is restarted, and no tenant is read by the test.
    await expect.poll(async () => (await call(getPageRules, undefined, { host })).status).toBe(200);
    const { body } = await call(getPageConfiguration, undefined, { host });
    expect(body).toMatchObject({
      title: `Klubi ${host}`,
      isSettingUp: true,
      clubs: [],
      languages: ['et', 'en'],
    });
    expect((await call(getBuyingTerms, undefined, { host })).body.sections[0]?.paragraphs[0]).not.toMatch(
      / ,|,,|kood ,|undefined/,
    );
    expect((await call(listPublicTrainings, { query: {} }, { host })).body).toEqual([]);

    await expect
      .poll(() => ask('select subject from stand_in_mails where recipient = $1', `mari@${host}`))
      .toHaveLength(1);
    const reset = await call(
      resetPassword,
      { body: { resetToken: tokenOf(added), newPassword: testPassword } },
      { host },
    );
    expect(reset.status).toBe(200);
    const token = await logIn(host);
    const settings = await call(listSettings, {}, { host, token });
    expect(settings.status).toBe(200);
    expect(settings.body.sections.find(({ name }) => name === 'centre')?.values).toMatchObject({
      contact: { email: `info@${host}` },
    });
  });

  test.each(tenantKinds)('of kind %s has a look, rules and texts of its own', async (kind) => {
    const host = `${kind.toLowerCase()}.lv`;
    const wish = wishOf(host, { kind, country: 'LV', languages: ['lv'], timeZone: 'Europe/Riga' });
    expect((await add(wish)).outcome).toBe('added');
    await expect.poll(async () => (await call(getPageConfiguration, undefined, { host })).status).toBe(200);
    const { body } = await call(getPageConfiguration, undefined, { host });
    expect(body.timeZone).toBe('Europe/Riga');
    const rules = await call(getPageRules, undefined, { host });
    expect(rules.body.main).toMatchObject({ country2Code: 'LV', defaultLanguage: 'lv' });
    expect(rules.body.payment.isPaymentActive).toBe(false);
    const logo = await running.send({ method: 'GET', path: '/brand/logo-light.svg', host });
    expect(logo.status).toBe(200);
  });

  test('asked for twice is there once, also by two at the same moment', async () => {
    const wish = wishOf('kaks-korda.ee');
    const both = await Promise.all([add(wish), add(wish)]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['added', 'known']);
    expect((await add(wish)).outcome).toBe('known');
    const rows = await ask<{ accounts: number }>(
      `select (select count(*)::integer from accounts a where a.tenant_id = t.tenant_id) as accounts
        from tenants t where host = $1`,
      wish.host,
    );
    expect(rows).toEqual([{ accounts: 1 }]);
  });

  test('another centre cannot have its host, and nothing is changed', async () => {
    const wish = wishOf('hoivatud.ee');
    await add(wish);
    const before = await ask('select * from tenants where host = $1', wish.host);
    expect(await add({ ...wish, name: 'Keegi teine' })).toEqual({ outcome: 'hostTaken', name: wish.name });
    expect((await add({ ...wish, kind: 'spa' })).outcome).toBe('hostTaken');
    expect(await ask('select * from tenants where host = $1', wish.host)).toEqual(before);
  });

  test('invites its administrator again where asked to, and nobody else', async () => {
    const wish = wishOf('veel-kord.ee');
    const first = await add(wish);
    const again = await add(wish, true);
    expect(again.outcome).toBe('invitedAgain');
    expect(tokenOf(again)).not.toBe(tokenOf(first));
    expect((await add({ ...wish, email: 'keegi@mujal.ee' }, true)).outcome).toBe('notAdministrator');
  });

  test('has terms that follow what its company and its limits say, until somebody writes them', async () => {
    const host = 'tingimused.ee';
    const added = await add(wishOf(host));
    await expect.poll(async () => (await call(getPageRules, undefined, { host })).status).toBe(200);
    const newPassword = testPassword;
    await call(resetPassword, { body: { resetToken: tokenOf(added), newPassword } }, { host });
    const token = await logIn(host);
    const save = async (name: 'company' | 'limits' | 'texts', change: Record<string, unknown>) => {
      const { sections } = (await call(listSettings, {}, { host, token })).body;
      const section = sections.find((one) => one.name === name);
      const values = { ...section?.values, ...change };
      const body = { section: name, version: section?.version ?? '', values };
      expect(await call(saveSettings, { body }, { host, token })).toMatchObject({ status: 200 });
    };
    const terms = async () =>
      JSON.stringify((await call(getBuyingTerms, undefined, { host, language: 'en' })).body);
    await save('company', { name: 'Uus Klubi OÜ', registryCode: '19000111' });
    await expect.poll(terms).toContain('Uus Klubi OÜ, registry code 19000111');
    await save('limits', { freeCancelMinutes: 60 });
    await expect.poll(terms).toContain('at least 1 hour before it starts');
    const page = '# Terms\n\n## Ours\n\nBe kind.';
    await save('texts', { buyingTerms: { et: page, en: page, lv: page } });
    await save('company', { registryCode: '19000222' });
    await expect.poll(terms).toContain('Be kind.');
    expect(await terms()).not.toContain('19000222');
  });
});
