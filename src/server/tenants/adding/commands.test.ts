import { generateSync } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTexts } from '#server/kernel/texts.ts';
import { testPassword } from '#server/testing/centre.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { login, resetPassword } from '#shared/account/contract.ts';
import { confirmCodes, startCodes } from '#shared/account/factors/contract.ts';
import { listPublicTrainings } from '#shared/schedule/contract.ts';
import { TenantRequest } from '#shared/tenants/adding/domain.ts';
import { getBuyingTerms, getPageConfiguration, getPageRules } from '#shared/tenants/contract.ts';
import { tenantKinds } from '#shared/tenants/domain.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';
import { type Added, addTenant } from './commands.ts';

const running = withServer();
const { call, ask, clock } = running;

const device = {
  ...{ platform: 'x', userAgent: 'x', screenWidth: 1, screenHeight: 1 },
  ...{ colorDepth: 1, cpuCores: 1, touchPoints: 0 },
};

function requestOf(host: string, parts: Partial<TenantRequest> = {}): TenantRequest {
  return TenantRequest.parse({
    ...{ host, name: `Klubi ${host}`, country: 'EE', languages: ['et', 'en'] },
    ...{ timeZone: 'Europe/Tallinn', kind: 'sportsCentre' },
    ...{ email: `mari@${host}`, firstName: 'Mari', lastName: 'Maasikas' },
    ...parts,
  });
}

function add(request: TenantRequest, isInvitedAgain = false): Promise<Added> {
  const origin = `https://${request.host}`;
  return addTenant(running.server.system, request, { now: testNow, origin, isInvitedAgain });
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
    const added = await add(requestOf(host));
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
    const request = requestOf(host, { kind, country: 'LV', languages: ['lv'], timeZone: 'Europe/Riga' });
    expect((await add(request)).outcome).toBe('added');
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
    const request = requestOf('kaks-korda.ee');
    const both = await Promise.all([add(request), add(request)]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['added', 'known']);
    expect((await add(request)).outcome).toBe('known');
    const rows = await ask<{ accounts: number }>(
      `select (select count(*)::integer from accounts a where a.tenant_id = t.tenant_id) as accounts
        from tenants t where host = $1`,
      request.host,
    );
    expect(rows).toEqual([{ accounts: 1 }]);
  });

  test('another centre cannot have its host, and nothing is changed', async () => {
    const request = requestOf('hoivatud.ee');
    await add(request);
    const before = await ask('select * from tenants where host = $1', request.host);
    expect(await add({ ...request, name: 'Keegi teine' })).toEqual({
      outcome: 'hostTaken',
      name: request.name,
    });
    expect((await add({ ...request, kind: 'spa' })).outcome).toBe('hostTaken');
    expect(await ask('select * from tenants where host = $1', request.host)).toEqual(before);
  });

  test('invites its administrator again where asked to, and nobody else', async () => {
    const request = requestOf('veel-kord.ee');
    const first = await add(request);
    const again = await add(request, true);
    expect(again.outcome).toBe('invitedAgain');
    expect(tokenOf(again)).not.toBe(tokenOf(first));
    expect((await add({ ...request, email: 'keegi@mujal.ee' }, true)).outcome).toBe('notAdministrator');
  });

  test('has terms that follow what its company and its limits say, until somebody writes them', async () => {
    const host = 'tingimused.ee';
    const added = await add(requestOf(host));
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
