import { createHash, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withDoors } from '#server/testing/doors.ts';
import { serviceEmail, withKeycards } from '#server/testing/keycards.ts';
import { withServer } from '#server/testing/server.ts';
import { DoorListContract, getDoorList, uploadScans } from '#shared/entry/doors/contract.ts';
import { saveGoogleIssuer } from '#shared/entry/keycard-issuers/contract.ts';
import { listKeycards, removeKeycards } from '#shared/entry/keycards/contract.ts';
import { type KeycardCode, readKeycardCode, seenText } from '#shared/entry/keycards/domain.ts';
import type { KeycardRow } from '../keycards/data.ts';
import { hashOf } from '../keycards/keys.ts';
import { makeServiceKey } from '../wallet-emulator/authority.ts';
import { startGoogleEmulator } from '../wallet-emulator/google.ts';
import { googleClient } from './client.ts';
import { offerCard } from './commands.ts';
import { publicHalf, readGoogleIssuer } from './keys.ts';

const running = withServer();
const { call, clock, runJob, ask, send } = running;
const { furnished, gymTicket, visitsOf } = withDoors(running);
const { googleKeys, setGoogle, add, googleCode, emulator } = withKeycards(running);

/** A member with a ticket, whose card is in Google Wallet. */
async function withCard() {
  const parts = await furnished();
  const keys = await setGoogle(parts.admin);
  const { id: ticketId } = await gymTicket(parts.home, parts.member);
  const { body } = await add(parts.member, 'google');
  const jwt = body.address.split('/').at(-1) ?? '';
  const card = await emulator().open(jwt);
  if (!card) throw new Error('Google has no such card');
  const list = async () =>
    DoorListContract.parse(
      JSON.parse(
        (await call(getDoorList, { body: { token: parts.door.token } }, { host: parts.home.host })).body.list,
      ),
    );
  return { ...parts, keys, ticketId, jwt, card, list, code: (at?: number) => googleCode(card, at) };
}

describe('what a centre is at Google', () => {
  test('is taken with its key, asked about again, and must be one', async () => {
    const { home, admin } = await furnished();
    const save = (keys: { issuerId: string; secretKey: string } | null) =>
      call(saveGoogleIssuer, { body: { isOn: true, keys } }, { actor: admin });
    expect((await save(null)).error).toBe('keycardIssuerMissing');
    const keys = googleKeys();
    for (const secretKey of [
      '',
      '{}',
      '"text"',
      JSON.stringify({ ...JSON.parse(keys.secretKey), private_key: 'x' }),
    ])
      expect((await save({ ...keys, secretKey })).error).toBe('keycardServiceKeyNotValid');
    const token = await running.server.app.ports.tokens.sign({ ...admin.claims, provedAt: 0 });
    const body = { isOn: true, keys };
    expect((await call(saveGoogleIssuer, { body }, { token, host: home.host })).error).toBe('proofNeeded');
    expect((await save(keys)).body.google).toEqual({
      isOn: true,
      issuerId: keys.issuerId,
      email: serviceEmail(keys),
    });
    const [row] = await ask<{ text: string }>(
      `select (select string_agg(input::text || coalesce(after::text, ''), '') from audit_trail where tenant_id = $1)
        || details::text as text from keycard_issuers where tenant_id = $1`,
      home.id,
    );
    expect(row?.text).not.toMatch(/PRIVATE KEY/);
  });
});

test('a card of a centre that is nobody at Google any more by then is put nowhere', async () => {
  const { home } = await furnished();
  const { tokens } = running.server.app.ports;
  const google = googleClient(() => {
    throw new Error('Google was asked');
  }, clock);
  const offered = offerCard(
    contextOf(running, home),
    { tokens, google, originOf: () => 'https://klubi.test' },
    { id: 1, firstName: 'Mari', language: 'et', endedAt: null } as KeycardRow,
  );
  await expect(offered).rejects.toMatchObject({ code: 'keycardNotOffered' });
});

test('who only names another’s service account is given none of its rights', async () => {
  const named = (text: string) => readGoogleIssuer({ issuerId: '3388000000012345678', secretKey: text });
  const [own, made] = [
    named(makeServiceKey('klubi@test.example')),
    named(makeServiceKey('klubi@test.example')),
  ];
  const google = await startGoogleEmulator({ clock, keysOf: async () => [publicHalf(own.key)] });
  const client = googleClient(() => google.service, clock);
  expect(await client.put(own, 'genericClass', { id: 'c' })).toBe(true);
  expect(await client.put(made, 'genericClass', { id: 'c' })).toBe(false);
  expect(await client.put(own, 'genericClass', { id: 'c' })).toBe(true);
  await google.stop();
});

describe('a card', () => {
  test('is put at Google, and the address names it, signed, without what its code is made of', async () => {
    const { home, keys, jwt, card } = await withCard();
    const { private_key: key } = JSON.parse(keys.secretKey) as { private_key: string };
    const { payload } = await jwtVerify(jwt, publicHalf(key), {
      algorithms: ['RS256'],
      audience: 'google',
      issuer: serviceEmail(keys),
    });
    expect(decodeProtectedHeader(jwt).alg).toBe('RS256');
    expect(payload).toMatchObject({
      typ: 'savetowallet',
      origins: [`https://${home.host}`],
      payload: { genericObjects: [{ id: card.id, classId: card.classId }] },
    });
    const { parameters, periodMillis } = card.rotatingBarcode?.totpDetails ?? {
      parameters: [],
      periodMillis: '',
    };
    expect(periodMillis).toBe('30000');
    const secret = /M1\.\d+\.\d+\.([\w-]{22})\./.exec(card.rotatingBarcode?.valuePattern ?? '')?.[1] ?? '?';
    expect(JSON.stringify(decodeJwt(jwt))).not.toContain(secret);
    expect(JSON.stringify(decodeJwt(jwt))).not.toContain(parameters[0]?.key);
    expect(card).toMatchObject({
      state: 'ACTIVE',
      header: { defaultValue: { value: 'Kai' } },
      passConstraints: { screenshotEligibility: 'INELIGIBLE' },
    });
  });

  test('is one however often it is asked for, and another’s is another', async () => {
    const { home, member, card } = await withCard();
    const again = await add(member, 'google');
    expect((await emulator().open(again.body.address.split('/').at(-1) ?? ''))?.id).toBe(card.id);
    const other = await add(await home.account(), 'google');
    const otherCard = await emulator().open(other.body.address.split('/').at(-1) ?? '');
    expect(otherCard?.id).not.toBe(card.id);
    expect(otherCard?.rotatingBarcode?.totpDetails.parameters).not.toEqual(
      card.rotatingBarcode?.totpDetails.parameters,
    );
  });

  test('is added once Google answers again', async () => {
    const { admin, member } = await furnished();
    await setGoogle(admin);
    emulator().isSilent = true;
    try {
      expect((await add(member, 'google')).error).toBe('keycardServiceSilent');
    } finally {
      emulator().isSilent = false;
    }
    expect((await add(member, 'google')).status).toBe(200);
    const { body } = await call(listKeycards, {}, { actor: member });
    expect(body.keycards).toEqual([{ provider: 'google', addedDateTime: '2026-09-14T09:00:00Z' }]);
  });

  test('is shown by the stand-in, and is no file of ours', async () => {
    const { home, jwt, code } = await withCard();
    const path = `/stand-in/google-wallet/${jwt}`;
    const page = await send({ method: 'GET', path, host: home.host });
    expect(page.text).toContain(code());
    expect((await send({ method: 'GET', path: `${path}x`, host: home.host })).status).toBe(404);
  });
});

describe('at a door a moving code', () => {
  test('is taken as the app’s: of now, a minute off at most, each moment once', async () => {
    const { code, scan, ticketId } = await withCard();
    const now = clock.epochMilliseconds();
    for (const seconds of [-60, 60])
      expect((await scan(code(now + seconds * 1000))).body.reason).toBe('codeOld');
    const shown = code(now - 30_000);
    expect((await scan(shown)).body).toMatchObject({ result: 'accepted', firstName: 'Kai' });
    expect((await scan(shown)).body.reason).toBe('alreadyInside');
    clock.advance({ minutes: 20 });
    expect((await scan(shown)).body.reason).toBe('codeOld');
    // Other than a code that stands still it lets in again within the stay.
    expect((await scan(code())).body.result).toBe('accepted');
    expect(await visitsOf(ticketId)).toHaveLength(1);
  });

  test('lets in once for a moment also where coming in again is not looked at', async () => {
    const { home, code, scan } = await withCard();
    await ask(`update tenants set limits = limits || '{"passbackMinutes": 0}' where tenant_id = $1`, home.id);
    await running.server.tenants.load(home.id);
    const shown = code();
    const answers = await Promise.all([scan(shown), scan(shown), scan(shown)]);
    expect(answers.filter(({ body }) => body.result === 'accepted')).toHaveLength(1);
    const [row] = await ask<{ count: number }>(
      `select count(*)::integer as count from entries where tenant_id = $1 and result = 'accepted'`,
      home.id,
    );
    expect(row?.count).toBe(1);
  });

  test('is nobody’s who guesses: other digits, another’s secret, or a card that stands still', async () => {
    const { home, admin, code, scan } = await withCard();
    const other = await add(await home.account(), 'google');
    const otherCard = await emulator().open(other.body.address.split('/').at(-1) ?? '');
    const [own, others] = [code().split('.'), (otherCard ? googleCode(otherCard) : '').split('.')];
    const put = (index: number, part = '') => own.toSpliced(index, 1, part).join('.');
    const digits = String((Number(own[5]) + 1) % 100_000_000).padStart(8, '0');
    for (const text of [
      put(5, digits),
      put(3, others[3]),
      put(2, others[2]),
      `K1.${own.slice(1, 4).join('.')}`,
    ])
      expect((await scan(text)).body.reason).toBe('codeNotValid');
    expect((await scan(code())).body.result).toBe('accepted');
    expect(admin.id).toBeGreaterThan(0);
  });

  test('lets staff in by their right, as the app’s does', async () => {
    const { admin, scan } = await withCard();
    const { body } = await add(admin, 'google');
    const card = await emulator().open(body.address.split('/').at(-1) ?? '');
    expect((await scan(card ? googleCode(card) : '')).body.result).toBe('accepted');
  });
});

test('a card that ended opens nothing, at once, and shows nothing once Google was told', async () => {
  const { home, member, card, code, scan, list } = await withCard();
  await call(removeKeycards, {}, { actor: member });
  expect((await scan(code())).body.reason).toBe('codeNotValid');
  expect((await list()).keycards).toEqual([]);
  emulator().isSilent = true;
  await runJob('keycards').finally(() => {
    emulator().isSilent = false;
  });
  expect(emulator().cards.get(card.id)?.state).toBe('ACTIVE');
  await runJob('keycards');
  expect(emulator().cards.get(card.id)).toMatchObject({ state: 'EXPIRED' });
  expect(emulator().cards.get(card.id)?.rotatingBarcode).toBeUndefined();
  expect(await ask('select id from keycards where tenant_id = $1 and told_at is null', home.id)).toEqual([]);
});

describe('a door without a network', () => {
  test('can make no code of a card that moves: it knows what its secret comes to, and no digits', async () => {
    const { list, code, card } = await withCard();
    const { keycards } = await list();
    const shown = readKeycardCode(code());
    expect(keycards).toMatchObject([
      {
        firstName: 'Kai',
        secretHash: createHash('sha256')
          .update(shown?.secret ?? '')
          .digest('base64url'),
      },
    ]);
    const key = card.rotatingBarcode?.totpDetails.parameters[0]?.key ?? '';
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    expect(JSON.stringify(keycards)).not.toContain(Buffer.from(key, 'hex').toString('base64url'));
    expect(JSON.stringify(keycards)).not.toContain(shown?.secret);
  });

  test('lets nobody in by the right of staff: what it takes is as if it stood still', async () => {
    const { home, list } = await withCard();
    const trainer = await home.account({ role: 'trainer' });
    await add(trainer, 'google');
    const { keycards } = await list();
    expect(keycards.map(({ spans }) => spans.length > 0)).toEqual([true, false]);
  });

  test.each([
    [
      'as its tablet writes it down',
      (shown: KeycardCode) => seenText({ ...shown, secretHash: hashOf(shown.secret) }),
    ],
    ['whole, as tablets did', (_: KeycardCode, text: string) => text],
  ])('what it let in is written down %s', async (_, written) => {
    const { home, door, code, ticketId } = await withCard();
    const text = code();
    const shown = readKeycardCode(text);
    if (!shown) throw new Error('no code');
    const at = clock.now();
    const scan = (code: string) => ({
      scanId: randomUUID(),
      code,
      at,
      result: 'accepted' as const,
      reason: null,
    });
    clock.advance({ minutes: 5 });
    const others = seenText({ ...shown, secretHash: hashOf('x'.repeat(22)) });
    const elsewhere = seenText({ ...shown, tenantId: shown.tenantId + 1, secretHash: hashOf(shown.secret) });
    const scans = [scan(others), scan(elsewhere)];
    await call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
    expect(await visitsOf(ticketId)).toEqual([]);
    await call(
      uploadScans,
      { body: { token: door.token, scans: [scan(written(shown, text))] } },
      { host: home.host },
    );
    expect(await visitsOf(ticketId)).toHaveLength(1);
  });
});
