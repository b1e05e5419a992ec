import { describe, expect, test } from 'vitest';
import { janis, withIdentities } from '#server/testing/identities.ts';
import { mergingMeans } from '#server/testing/merging.ts';
import { withPasskeys } from '#server/testing/passkeys.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';

describe('of two clients who are made one', () => {
  const running = withServer();
  const { linked, link, logIn } = withIdentities(running);
  const { merging } = mergingMeans(running);

  test('the login that is closed lets go of whoever was linked to it: they link themselves to the other', async () => {
    const { home, host, account: gone } = await linked();
    const kept = await home.account();
    const admin = await home.account({ role: 'admin' });
    expect((await merging(admin, kept, gone)).status).toBe(200);
    expect((await logIn(host)).error).toBe('identityUnknown');
    expect((await link(kept)).body.isLinked).toBe(true);
    expect(readClaims((await logIn(host)).body.token ?? '')?.email).toBe(kept.email);
  });

  test('the login that stays keeps whoever is linked to it', async () => {
    const { home, host, account: kept } = await linked(janis);
    const gone = await home.account();
    const admin = await home.account({ role: 'admin' });
    expect((await merging(admin, kept, gone)).status).toBe(200);
    expect(readClaims((await logIn(host, janis)).body.token ?? '')?.email).toBe(kept.email);
  });
});

describe('beside a second step', () => {
  const running = withServer();
  const { linked, link, logIn } = withIdentities(running);
  const { add } = withPasskeys(running);

  test('logging in asks for none', async () => {
    const { host, account } = await linked();
    await add(account);
    await link(account);
    const claims = readClaims((await logIn(host)).body.token ?? '');
    expect([claims?.email, claims?.isFactorMissing]).toEqual([account.email, false]);
  });

  test('it is none: who must have one sets it up', async () => {
    const { home, host } = await linked();
    const actor = await home.account({ role: 'admin' });
    const { sections } = (await running.call(listSettings, {}, { actor })).body;
    const version = sections.find(({ name }) => name === 'security')?.version ?? '';
    const values = { demandedOf: 'everybody', demandedFrom: '2026-09-14' };
    const body = { section: 'security' as const, version, values };
    expect((await running.call(saveSettings, { body }, { actor })).status).toBe(200);
    expect(readClaims((await logIn(host)).body.token ?? '')?.isFactorMissing).toBe(true);
  });
});

describe('as many as one account may have', () => {
  const running = withServer();
  const { linked, beginLinking, finishLinking, confirm } = withIdentities(running);
  const add = (tenantId: number, accountId: number, ...subjects: string[]) =>
    running.ask(
      `insert into external_identities (tenant_id, account_id, provider, subject_hash, level, created_at)
       select $1, $2, 'smartId', sha256(s::bytea), 'qualified', $4 from unnest($3::text[]) as s returning 1`,
      ...[tenantId, accountId, subjects, running.clock.now()],
    );

  test('no fifth is linked, also where the fourth came while it was asked', async () => {
    const { home, account } = await linked(janis);
    await add(home.id, account.id, 'second', 'third');
    const { body } = await beginLinking(account);
    await confirm(body.display);
    await add(home.id, account.id, 'fourth');
    const { error, refusal } = await finishLinking(account, body.request);
    expect([error, refusal?.details]).toEqual(['tooManyIdentities', { limit: 4 }]);
    expect((await beginLinking(account)).error).toBe('tooManyIdentities');
  });
});

describe('another secret of the installation', () => {
  const seconds = Temporal.Instant.from(testNow).epochMilliseconds / 1000;
  const secrets = [
    { secret: 'the first secret of all', usedFrom: 0 },
    { secret: 'the one that comes after it', usedFrom: seconds + 60 },
  ];
  const running = withServer({ secret: () => secrets });
  const { linked, link, logIn } = withIdentities(running);
  const hashes = () =>
    running.ask<{ hash: string }>(`select subject_hash::text as hash from external_identities`);

  test('finds who was linked with the one before, and keeps them by the one in use', async () => {
    const { home, host, account } = await linked();
    const before = await hashes();
    running.clock.advance({ minutes: 2 });
    expect((await link(await home.account())).error).toBe('identityOfOther');
    expect(readClaims((await logIn(host)).body.token ?? '')?.email).toBe(account.email);
    expect(await hashes()).not.toEqual(before);
    expect((await logIn(host)).status).toBe(200);
    expect((await link(await home.account())).error).toBe('identityOfOther');
  });
});
