import { execFile } from 'node:child_process';
import { createHash, createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { passTypeId, teamId, unzip, withKeycards } from '#server/testing/keycards.ts';
import { withServer } from '#server/testing/server.ts';
import { getKeycardIssuers, saveAppleIssuer } from '#shared/entry/keycard-issuers/contract.ts';
import { listKeycards, removeKeycards } from '#shared/entry/keycards/contract.ts';

const running = withServer();
const { call, send, clock, runJob, ask } = running;
const { furnished } = withDoors(running);
const { appleKeys, setApple, add, fetchBytes, cardOf, appleCard } = withKeycards(running);

async function withApple() {
  const parts = await furnished();
  expect((await setApple(parts.admin)).status).toBe(200);
  return parts;
}

const woken = () => running.server.walletEmulators()?.phones.woken ?? [];
const device = 'd0f1e2';
const pushToken = 'ab12';

/** What a phone asks of the service. */
function phone(
  home: { readonly host: string },
  card: { serialNumber: string; authenticationToken: string },
  own = device,
) {
  const headers = { authorization: `ApplePass ${card.authenticationToken}` };
  const path = `/keycards/apple/v1/devices/${own}/registrations/${passTypeId}`;
  return {
    register: (token = pushToken, given = headers) =>
      send({
        method: 'POST',
        path: `${path}/${card.serialNumber}`,
        host: home.host,
        headers: { ...given, 'content-type': 'application/json' },
        body: JSON.stringify({ pushToken: token }),
      }),
    unregister: () =>
      send({ method: 'DELETE', path: `${path}/${card.serialNumber}`, host: home.host, headers }),
    changed: (since = '') =>
      send({ method: 'GET', path: since ? `${path}?passesUpdatedSince=${since}` : path, host: home.host }),
    latest: (more: Record<string, string> = {}) =>
      fetchBytes(home, `/keycards/apple/v1/passes/${passTypeId}/${card.serialNumber}`, {
        ...headers,
        ...more,
      }),
  };
}

describe('what a centre issues cards with', () => {
  test('is taken with its key, shown without it, and sealed', async () => {
    const { home, admin } = await furnished();
    expect((await call(getKeycardIssuers, {}, { actor: admin })).body).toEqual({ apple: null, google: null });
    const { body } = await setApple(admin);
    expect(body.apple).toMatchObject({ isOn: true, passTypeId, teamId });
    const [row] = await ask<{ text: string }>(
      `select details::text || encode(sealed, 'escape') as text from keycard_issuers where tenant_id = $1`,
      home.id,
    );
    expect(row?.text).not.toMatch(/PRIVATE KEY/);
    const [trail] = await ask<{ text: string }>(
      'select input::text || after::text as text from audit_trail where tenant_id = $1 order by id desc limit 1',
      home.id,
    );
    expect(trail?.text).not.toMatch(/PRIVATE KEY/);
  });

  test('is asked about again, and must belong together', async () => {
    const { home, admin } = await furnished();
    const save = (body: Parameters<typeof call<typeof saveAppleIssuer>>[1]['body']) =>
      call(saveAppleIssuer, { body }, { actor: admin });
    const keys = await appleKeys();
    const other = await appleKeys();
    expect((await save({ isOn: true, keys: null })).error).toBe('keycardIssuerMissing');
    const wrong = [
      [{ ...keys, certificate: 'nothing' }, 'keycardCertificateNotValid'],
      [{ ...keys, certificate: keys.authority }, 'keycardCertificateNotValid'],
      [{ ...keys, certificate: `${keys.secretKey}\n${keys.certificate}` }, 'keycardCertificateNotValid'],
      [{ ...keys, authority: `${keys.secretKey}\n${keys.authority}` }, 'keycardAuthorityNotValid'],
      [{ ...keys, secretKey: other.secretKey }, 'keycardKeyNotValid'],
      [{ ...keys, authority: keys.certificate }, 'keycardAuthorityNotValid'],
      [await appleKeys([-30, -1]), 'keycardCertificateOver'],
      [await appleKeys([1, 30]), 'keycardCertificateOver'],
    ] as const;
    for (const [given, code] of wrong) expect((await save({ isOn: true, keys: given })).error).toBe(code);
    const token = await running.server.app.ports.tokens.sign({ ...admin.claims, provedAt: 0 });
    const unproved = await call(saveAppleIssuer, { body: { isOn: true, keys } }, { token, host: home.host });
    expect(unproved.error).toBe('proofNeeded');
  });
});

/** An encrypted key whose passphrase is tried two thousand million times, as it says of itself, instead of two thousand. */
function endless(key: string): string {
  const options = { type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  const der = createPrivateKey(key).export(options);
  const at = der.indexOf(Buffer.from('02020800', 'hex'));
  const longer = Buffer.concat([
    der.subarray(0, at),
    Buffer.from('02047fffffff', 'hex'),
    der.subarray(at + 4),
  ]);
  longer.writeUInt16BE(longer.readUInt16BE(2) + 2, 2);
  // The lengths of all that the number stands in.
  for (const header of [4, 17, 19, 32]) longer.writeUInt8(longer.readUInt8(header + 1) + 2, header + 1);
  const lines = longer.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN ENCRYPTED PRIVATE KEY-----', ...lines, '-----END ENCRYPTED PRIVATE KEY-----', ''].join(
    '\n',
  );
}

test('a key that would be read for minutes is refused within seconds, and nobody else waits', async () => {
  const { home, admin } = await furnished();
  const keys = await appleKeys();
  const { key, passphrase } = { key: keys.secretKey, passphrase: 'x' };
  const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  const sealed = String(createPrivateKey(key).export(options));
  const save = (secretKey: string) => {
    const body = { isOn: true, keys: { ...keys, secretKey, keyPassword: passphrase } };
    return call(saveAppleIssuer, { body }, { actor: admin });
  };
  expect((await save(sealed)).body.apple).toMatchObject({ passTypeId });
  const slow = save(endless(key));
  const other = await Promise.race([slow, call(getKeycardIssuers, {}, { actor: admin })]);
  expect(other.body).toMatchObject({ apple: { isOn: true }, google: null });
  expect((await slow).error).toBe('keycardKeyNotValid');
  expect((await send({ method: 'GET', path: '/api/v0.1/page/', host: home.host })).status).toBe(200);
}, 30_000);

describe('a card', () => {
  test('is one that Apple Wallet takes: hashes of all there is, signed by the centre', async () => {
    const { home, member } = await withApple();
    const { bytes, ...card } = await appleCard(home, member);
    const files = await unzip(bytes);
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as Record<string, string>;
    const content = [...files].filter(([name]) => name !== 'manifest.json' && name !== 'signature');
    expect(Object.keys(manifest).toSorted()).toEqual(content.map(([name]) => name).toSorted());
    for (const [name, file] of content)
      expect(manifest[name]).toBe(createHash('sha1').update(file).digest('hex'));
    expect(content.map(([name]) => name)).toEqual(expect.arrayContaining(['icon.png', 'logo@3x.png']));
    expect(card).toMatchObject({ passTypeIdentifier: passTypeId, teamIdentifier: teamId, formatVersion: 1 });
    expect(card.authenticationToken.length).toBeGreaterThan(40);

    const folder = mkdtempSync(join(tmpdir(), 'trenn-card-'));
    try {
      const { authority } = await appleKeys();
      const write = (name: string, text: Buffer | string) => writeFileSync(join(folder, name), text);
      write('manifest.json', files.get('manifest.json') ?? '');
      write('signature', files.get('signature') ?? '');
      write('authority.pem', authority);
      const verify = () =>
        promisify(execFile)(
          'openssl',
          [
            ...[
              'cms',
              '-verify',
              '-inform',
              'DER',
              '-in',
              'signature',
              '-content',
              'manifest.json',
              '-binary',
            ],
            ...['-CAfile', 'authority.pem', '-purpose', 'any', '-no_check_time', '-out', 'out'],
          ],
          { cwd: folder },
        );
      await verify();
      write('manifest.json', '{}');
      await expect(verify()).rejects.toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('is one however often it is asked for, also at once', async () => {
    const { home, member } = await withApple();
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(member)));
    const serials = await Promise.all(
      answers.map(async ({ body }) => {
        const { bytes } = await fetchBytes(home, body.address);
        return (await cardOf(bytes)).serialNumber;
      }),
    );
    expect(new Set(serials).size).toBe(1);
    const { body } = await call(listKeycards, {}, { actor: member });
    expect(body.keycards).toEqual([{ provider: 'apple', addedDateTime: '2026-09-14T09:00:00Z' }]);
  });

  test('is offered nowhere without keys, nor where its codes are refused', async () => {
    const { home, admin, member, scan } = await furnished();
    expect((await call(listKeycards, {}, { actor: member })).body.keycards).toEqual([]);
    expect((await add(member)).error).toBe('keycardNotOffered');
    await setApple(admin);
    const worker = admin;
    const { code } = await appleCard(home, worker);
    await call(saveAppleIssuer, { body: { isOn: false, keys: null } }, { actor: admin });
    expect((await add(member)).error).toBe('keycardNotOffered');
    expect((await scan(code)).body).toMatchObject({ result: 'refused', reason: 'codeNotValid' });
  });

  test('is fetched by its address alone, for ten minutes, and by nobody of another centre', async () => {
    const { home, member } = await withApple();
    const other = await withApple();
    const { body } = await add(member);
    const forged = body.address.replace(/\/(\d+)\./, (_, id: string) => `/${Number(id) + 1}.`);
    expect((await fetchBytes(home, forged)).status).toBe(404);
    expect((await fetchBytes(other.home, body.address)).status).toBe(404);
    expect((await fetchBytes(home, body.address)).headers['content-type']).toBe(
      'application/vnd.apple.pkpass',
    );
    clock.advance({ minutes: 11 });
    expect((await fetchBytes(home, body.address)).status).toBe(404);
  });
});

describe('a phone', () => {
  test('hears that its card ended, and has one then that shows nothing', async () => {
    const { home, member } = await withApple();
    const card = await appleCard(home, member);
    const { register, changed, latest } = phone(home, card);
    expect((await register()).status).toBe(201);
    expect((await register()).status).toBe(200);
    const first = JSON.parse((await changed()).text) as { lastUpdated: string; serialNumbers: string[] };
    expect(first.serialNumbers).toEqual([card.serialNumber]);
    expect((await changed(first.lastUpdated)).status).toBe(204);
    const { headers } = await latest();
    expect((await latest({ 'if-modified-since': String(headers['last-modified']) })).status).toBe(304);

    clock.advance({ minutes: 1 });
    await call(removeKeycards, {}, { actor: member });
    await runJob('keycards');
    expect(woken().at(-1)).toEqual({ topic: passTypeId, pushToken, payload: '{}' });
    const count = woken().length;
    await runJob('keycards');
    expect(woken().length).toBe(count);
    expect(JSON.parse((await changed(first.lastUpdated)).text)).toMatchObject({
      serialNumbers: [card.serialNumber],
    });
    const again = await cardOf((await latest()).bytes);
    expect(again.voided).toBe(true);
    expect(again.barcodes).toBeUndefined();
  });

  test('that has the card no more is forgotten; one that cannot be reached is tried again', async () => {
    const { home, member } = await withApple();
    const { register } = phone(home, await appleCard(home, member));
    await register('cafefa11');
    await call(removeKeycards, {}, { actor: member });
    await runJob('keycards');
    const untold = () => ask('select id from keycards where tenant_id = $1 and told_at is null', home.id);
    expect(await untold()).toHaveLength(1);
    await ask(`update keycard_devices set push_token = 'cafedead' where tenant_id = $1`, home.id);
    await runJob('keycards');
    expect(await untold()).toHaveLength(0);
    expect(await ask('select device from keycard_devices where tenant_id = $1', home.id)).toEqual([]);
  });

  test('is known by what stands in its card, and stops hearing when it says so', async () => {
    const { home, member } = await withApple();
    const other = await home.account();
    const [card, another] = [await appleCard(home, member), await appleCard(home, other)];
    const stranger = phone(home, { ...card, authenticationToken: another.authenticationToken });
    expect((await stranger.register()).status).toBe(401);
    expect((await stranger.latest()).status).toBe(401);
    const { register, unregister, changed } = phone(home, card);
    expect((await register('not hex')).status).toBe(400);
    await register();
    expect((await unregister()).status).toBe(200);
    expect((await changed()).status).toBe(204);
  });

  test('hears of the cards it has, of no other, and no more of the one it gave up alone', async () => {
    const { home, member } = await withApple();
    const other = await home.account();
    const [card, another] = [await appleCard(home, member), await appleCard(home, other)];
    const [own, beside] = [phone(home, card), phone(home, another)];
    const second = phone(home, card, 'beef01');
    await own.register('aaaa01');
    await second.register('aaaa02');
    await beside.register('aaaa03');
    const serials = async ({ changed }: typeof own) => {
      const { status, text } = await changed();
      return status === 204 ? [] : (JSON.parse(text) as { serialNumbers: string[] }).serialNumbers;
    };
    const both = [card.serialNumber, another.serialNumber];
    expect([await serials(own), await serials(second)]).toEqual([both, [card.serialNumber]]);
    const count = woken().length;
    clock.advance({ minutes: 1 });
    await call(removeKeycards, {}, { actor: member });
    await runJob('keycards');
    expect(
      woken()
        .slice(count)
        .map((one) => one.pushToken)
        .toSorted(),
    ).toEqual(['aaaa01', 'aaaa02']);
    await own.unregister();
    expect([await serials(own), await serials(second)]).toEqual([
      [another.serialNumber],
      [card.serialNumber],
    ]);
  });

  test('is the twentieth that hears of a card, and no other after it; of another card it may', async () => {
    const { home, member } = await withApple();
    const [card, another] = [await appleCard(home, member), await appleCard(home, await home.account())];
    const numbers = Array.from({ length: 20 }, (_, index) => `d${index}`);
    const registered = async (of: typeof card, own: string, token?: string) =>
      (await phone(home, of, own).register(token)).status;
    expect(await registered(another, 'd20')).toBe(201);
    for (const own of numbers) expect(await registered(card, own)).toBe(201);
    expect(await registered(card, 'd20')).toBe(200);
    expect((await phone(home, another, 'd20').changed()).text).not.toContain(card.serialNumber);
    expect(await registered(another, 'd21')).toBe(201);
    // One that is known already says where it is reached by now.
    expect(await registered(card, 'd7', 'fade07')).toBe(200);
    const rows = await ask<{ device: string }>(
      `select device from keycard_devices where tenant_id = $1 and push_token = 'fade07'`,
      home.id,
    );
    expect(rows).toEqual([{ device: 'd7' }]);
  });

  test('may say what went wrong', async () => {
    const { home } = await withApple();
    const { status } = await send({
      method: 'POST',
      path: '/keycards/apple/v1/log',
      host: home.host,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ logs: ['[2026-09-14] Get pass task failed'] }),
    });
    expect(status).toBe(200);
  });
});
