import { expect, test } from 'vitest';
import { campaignOf } from '#server/testing/campaigns.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherProduct } from '#server/testing/vouchers.ts';
import { checkCode, checkPublicCode } from '#shared/campaigns/contract.ts';

const testServer = withServer();
const { centre, call, send, ask } = testServer;

async function furnished() {
  const home = await centre();
  const product = await voucherProduct(testServer, home, { priceCents: 7240 });
  const check = (query: { code: string; product?: number; unit?: number; quantity?: number }) =>
    call(checkPublicCode, { query }, { host: home.host, language: 'et' });
  return { home, product, unit: home.clubId, check };
}

// shows: campaign-code-fields, call-public-code, number-not-kept
test('a code tells its effect on what is bought and the places left, however it is typed', async () => {
  const { home, product, unit, check } = await furnished();
  await campaignOf(testServer, home, { code: 'SÜGIS-26', effect: 'percent', value: 25, places: 10 });
  const answer = await check({ code: ' sügis-26', product, unit, quantity: 2 });
  expect(answer.body).toEqual({
    code: 'SÜGIS-26',
    name: 'Sügiskampaania',
    effect: 'percent',
    value: 25,
    placesLeft: 10,
    lines: [{ name: 'Vesivõimlemine', price: 144.8, discount: 36.2, total: 108.6 }],
    total: 108.6,
  });
  expect(answer.headers['cache-control']).toMatch(/no-(cache|store)/);
});

test.each([
  ['none', 0, 0, 72.4],
  ['set', 5000, 50, 50],
  ['subtract', 500, 5, 67.4],
  ['percent', 10, 10, 65.16],
] as const)('%s: money in euros, percents as they are', async (effect, value, shown, total) => {
  const { home, product, unit, check } = await furnished();
  await campaignOf(testServer, home, { code: 'KOOD', effect, value });
  expect((await check({ code: 'KOOD', product, unit })).body).toMatchObject({ effect, value: shown, total });
});

test('asked without a product it tells what it does, without lines; a product of no price here has none either', async () => {
  const { home, product, unit, check } = await furnished();
  await campaignOf(testServer, home, { code: 'KOOD' });
  expect((await check({ code: 'KOOD', product, unit })).body.lines).toHaveLength(1);
  expect((await check({ code: 'KOOD' })).body).toMatchObject({ placesLeft: null, lines: [], total: null });
  expect((await check({ code: 'KOOD', product, unit: 999_999 })).body.lines).toEqual([]);
  // Nor what is sold no more.
  await ask('update products set is_active = false where tenant_id = $1 and id = $2', home.id, product);
  expect((await check({ code: 'KOOD', product, unit })).body.lines).toEqual([]);
});

test('every message of a code', async () => {
  const { home, product, unit, check } = await furnished();
  const other = await voucherProduct(testServer, home);
  const club = await home.club();
  await campaignOf(testServer, home, { code: 'LATER', validFrom: '2026-09-15' });
  await campaignOf(testServer, home, { code: 'OVER', validUntil: '2026-09-13' });
  await campaignOf(testServer, home, { code: 'OFF-', isActive: false });
  await campaignOf(testServer, home, { code: 'OTHER', productIds: [other] });
  await campaignOf(testServer, home, { code: 'THERE', clubIds: [club] });
  const full = await campaignOf(testServer, home, { code: 'FULL', places: 1 });
  await redeem(home.id, full, null);
  const refused = async (code: string) => {
    const { status, error, refusal } = await check({ code, product, unit });
    return [status, error, refusal?.details];
  };
  expect(await refused('NOBODY')).toEqual([404, 'campaignCodeNotFound', undefined]);
  expect(await refused('')).toEqual([404, 'campaignCodeNotFound', undefined]);
  expect(await refused('OFF-')).toEqual([404, 'campaignCodeNotFound', undefined]);
  expect(await refused('LATER')).toEqual([409, 'campaignNotYetValid', { date: '15.09.2026' }]);
  expect(await refused('OVER')).toEqual([409, 'campaignExpired', { date: '13.09.2026' }]);
  expect(await refused('OTHER')).toEqual([409, 'campaignNotForPackage', undefined]);
  expect(await refused('THERE')).toEqual([409, 'campaignNotForClub', undefined]);
  expect(await refused('FULL')).toEqual([409, 'codePlacesFull', undefined]);
});

// shows: call-user-code
test('a member who has used it is told so; a stranger cannot be known', async () => {
  const { home, check } = await furnished();
  const actor = await home.account();
  const campaign = await campaignOf(testServer, home, { code: 'ONCE', isOncePerClient: true });
  const asMember = () => call(checkCode, { query: { code: 'ONCE' } }, { actor });
  expect((await asMember()).status).toBe(200);
  await redeem(home.id, campaign, actor.clientId);
  expect((await asMember()).error).toBe('campaignAlreadyUsed');
  expect((await check({ code: 'ONCE' })).status).toBe(200);
});

test('a code of another centre is unknown, and unknown ones answer alike, byte for byte', async () => {
  const { home } = await furnished();
  const other = await centre();
  await campaignOf(testServer, home, { code: 'KOOD-1' });
  await campaignOf(testServer, home, { code: 'KOOD-2', isActive: false });
  const texts = new Set<string>();
  for (const [host, code] of [
    [other.host, 'KOOD-1'],
    [home.host, 'KOOD-2'],
    [home.host, 'KOOD-3'],
    [home.host, '%F0%9F%92%A5'],
  ] as const) {
    texts.add((await send({ method: 'GET', path: `/api/v0.1/public/code?code=${code}`, host })).text);
  }
  expect([...texts]).toEqual(['{"errors":["campaignCodeNotFound"],"code":404}']);
});

test('guessing is slowed down, for an account and for a place', async () => {
  const { home, check } = await furnished();
  const actor = await home.account();
  const asMember = () => call(checkCode, { query: { code: 'X' } }, { actor });
  for (let tries = 0; tries < 20; tries += 1) expect((await asMember()).error).toBe('campaignCodeNotFound');
  expect((await asMember()).error).toBe('tooManyAttempts');
  for (let tries = 21; tries < 60; tries += 1) await check({ code: 'X' });
  const refused = await check({ code: 'X' });
  expect([refused.status, refused.error]).toEqual([429, 'tooManyAttempts']);
});

/** A draft that holds a place without end. */
async function redeem(tenantId: number, campaignId: number, clientId: number | null): Promise<void> {
  await ask(
    `with invoice as (
       insert into invoices (tenant_id, kind, state, salt, token_hash, payer, language, total_cents, created_at)
       values ($1, 'invoice', 'draft', 'x', decode(md5(random()::text), 'hex'), '{}', 'et', 2500, now()) returning id)
     insert into campaign_redemptions (tenant_id, invoice_id, campaign_id, client_id, email, discount_cents, created_at,
       held_until, redeemed_at) select $1, id, $2, $3, '', 0, now(), now(), now() from invoice`,
    tenantId,
    campaignId,
    clientId,
  );
}
