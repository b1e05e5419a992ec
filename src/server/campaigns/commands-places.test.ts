import { expect, test } from 'vitest';
import { campaignOf } from '#server/testing/campaigns.ts';
import type { Centre } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import { checkPublicCode } from '#shared/campaigns/contract.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import * as commands from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

interface Redemption {
  readonly clientId?: number;
  readonly email?: string;
  /** Minutes till its hold is over; 0: it is over now. */
  readonly held?: number;
  readonly isRedeemed?: boolean;
  readonly isReleased?: boolean;
}

/** A draft with a place of a campaign, held for another quarter of an hour unless told otherwise. */
async function placeOf(home: Centre, campaignId: number, parts: Redemption = {}): Promise<number> {
  const now = clock.now();
  const [row] = await ask<{ id: number }>(
    `with invoice as (
       insert into invoices (tenant_id, kind, state, salt, token_hash, payer, language, total_cents, created_at)
       values ($1, 'invoice', 'draft', 'x', sha256(gen_random_uuid()::text::bytea), '{}', 'et', 2500, $6) returning id)
     insert into campaign_redemptions (tenant_id, invoice_id, campaign_id, client_id, email, discount_cents, created_at,
       held_until, redeemed_at, released_at) select $1, id, $2, $3, $4, 0, $6, $5, $7, $8 from invoice
     returning invoice_id as id`,
    home.id,
    campaignId,
    parts.clientId ?? null,
    parts.email ?? '',
    addMinutes(now, parts.held ?? 15),
    now,
    parts.isRedeemed ? now : null,
    parts.isReleased ? now : null,
  );
  return row?.id ?? 0;
}

/** Two codes of a centre; `once` makes the second each one’s once, after its places are taken as they never would be. */
async function furnished(places: number | null = null) {
  const home = await centre();
  const [other, campaign] = [
    await campaignOf(running, home, { code: 'ANOTHER', isOncePerClient: true }),
    await campaignOf(running, home, { code: 'KOOD', places }),
  ];
  const once = (isOnce = true) =>
    ask('update campaigns set is_once_per_client = $2 where id = $1', campaign, isOnce);
  const ctx = contextOf(running, home);
  const take = (parts: Redemption, of = campaign) => placeOf(home, of, parts);
  /** Why a draft is not given its place once it is paid. */
  const lostOf = (invoiceId: number) =>
    ctx.write(async (transaction) =>
      transaction.keep((await commands.finishCode(transaction.load, ctx, invoiceId)).lost),
    );
  return { home, other, campaign, once, ctx, take, lostOf };
}

/** What somebody who buys is told of the code. */
async function toldOf(
  { ctx }: Awaited<ReturnType<typeof furnished>>,
  clientId: number | null,
  email: string,
) {
  const line = { productId: null, article: '', quantity: 1, unitCents: cents(1000), discountCents: cents(0) };
  try {
    const { tokens } = running.server.app.ports;
    const of = { code: 'KOOD', clubId: null, lines: [line], clientId, email };
    return (await commands.priceByCode(ctx, tokens, of)).map(({ discountCents }) => discountCents);
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

test('what is left of a code is what nobody has paid for or still holds', async () => {
  const { home, other, take } = await furnished(9);
  await take({ held: -60, isRedeemed: true });
  await take({ held: 1 });
  await take({ held: 0 });
  await take({ isReleased: true });
  await take({}, other);
  const { body } = await call(checkPublicCode, { query: { code: 'KOOD' } }, { host: home.host });
  expect(body.placesLeft).toBe(7);
});

test('a code that is each one’s once is still theirs beside what was given back, what is over and what others have', async () => {
  const made = await furnished();
  const { home, other, once, take } = made;
  const [kai, somebody] = [await home.client(), await home.client()];
  const email = 'kai@test.test';
  await take({ clientId: kai, isRedeemed: true }, other);
  await take({ clientId: kai, isReleased: true });
  await take({ clientId: kai, held: 0 });
  await take({ clientId: somebody, email, isRedeemed: true }, other);
  await take({ clientId: somebody, email, isReleased: true });
  await take({ clientId: somebody, email, held: 0 });
  await take({ email: 'kai+two@test.test' });
  await take({ clientId: somebody, email: 'uku@test.test', isRedeemed: true });
  await take({ clientId: somebody, isRedeemed: true });
  await once();
  expect(await toldOf(made, kai, 'Kai+one@test.test')).toEqual([100]);
  // Who has no address is not taken for whoever has none either.
  expect(await toldOf(made, kai, '')).toEqual([100]);
});

test.each<[string, 'kai' | 'somebody' | 'nobody', Redemption]>([
  ['paid with their account', 'kai', { held: -60, isRedeemed: true }],
  ['held with their account', 'kai', { held: 1 }],
  ['paid as a visitor', 'nobody', { email: 'kai+two@test.test', held: -60, isRedeemed: true }],
  [
    'paid by another record of their address',
    'somebody',
    { email: 'kai@test.test', held: -60, isRedeemed: true },
  ],
  ['held by another record of their address', 'somebody', { email: 'kai@test.test', held: 1 }],
])('a code that is each one’s once is theirs no more: %s', async (_, whose, parts) => {
  const made = await furnished();
  const { home, once, take, lostOf } = made;
  const people = { kai: await home.client(), somebody: await home.client(), nobody: undefined };
  // A draft whose hold is over, to be paid after all.
  const late = await take({ clientId: people.kai, email: 'kai+late@test.test', held: -1 });
  expect(await lostOf(late)).toBeNull();
  await take({ ...parts, ...(whose === 'nobody' ? {} : { clientId: people[whose] }) });
  await once();
  expect(await toldOf(made, people.kai, 'kai+one@test.test')).toBe('campaignAlreadyUsed');
  expect(await lostOf(late)).toBe('campaignAlreadyUsed');
});

test('who pays late has the place again beside what was given back, what is over and what others have', async () => {
  const { home, other, once, take, lostOf } = await furnished();
  const [kai, somebody, third] = [await home.client(), await home.client(), await home.client()];
  const email = 'kai@test.test';
  const late = await take({ clientId: kai, email, held: -1 });
  const unnamed = await take({ clientId: third, held: -1 });
  await take({ clientId: kai, isRedeemed: true }, other);
  await take({ clientId: kai, isReleased: true });
  await take({ clientId: kai, held: 0 });
  await take({ clientId: somebody, email, isRedeemed: true }, other);
  await take({ clientId: somebody, email, isReleased: true });
  await take({ clientId: somebody, email, held: 0 });
  await take({ email: 'kai+two@test.test' });
  await take({ clientId: somebody, email: 'uku@test.test', isRedeemed: true });
  await take({ clientId: somebody, isRedeemed: true });
  await once();
  expect([await lostOf(late), await lostOf(unnamed)]).toEqual([null, null]);
});

test('who pays late has one of the places that nobody has paid for or still holds, of this code alone', async () => {
  const { other, campaign, take, lostOf } = await furnished();
  const late = await take({ isReleased: true });
  await take({ held: -60, isRedeemed: true });
  const over = await take({ held: 0 });
  await take({ isReleased: true });
  for (let count = 0; count < 4; count += 1) await take({ isRedeemed: true }, other);
  const setPlaces = (places: number) =>
    ask('update campaigns set places = $2 where id = $1', campaign, places);
  const give = (id: number) =>
    ask('update campaign_redemptions set released_at = $2 where invoice_id = $1', id, clock.now());
  await setPlaces(2);
  expect(await lostOf(late)).toBeNull();
  await give(over);
  const held = await take({ held: 1 });
  expect(await lostOf(late)).toBe('codePlacesFull');
  await give(held);
  expect(await lostOf(late)).toBeNull();
  await setPlaces(1);
  expect(await lostOf(late)).toBe('codePlacesFull');
});

test('what is over is given back alone, of a code that is used again or of all', async () => {
  const { home, other, ctx, take } = await furnished();
  const [over, elsewhere] = [await take({ held: 0 }), await take({ held: 0 }, other)];
  await take({ held: 1 });
  await take({ held: -1, isRedeemed: true });
  const before = await take({ held: -1 });
  const paid = await take({});
  const given = async () =>
    (
      await ask<{ id: number }>(
        'select invoice_id as id from campaign_redemptions where tenant_id = $1 and released_at is not null order by 1',
        home.id,
      )
    ).map(({ id }) => id);
  await ctx.write(async (transaction) =>
    transaction.save(undefined, (await commands.finishCode(transaction.load, ctx, paid)).queries),
  );
  expect(await given()).toEqual([over, before]);
  await commands.releaseOverdue(ctx);
  expect(await given()).toEqual([over, elsewhere, before]);
});

test('what becomes somebody’s who has its code already is told with it, beside all that is not theirs any more', async () => {
  const { home, other, once, ctx, take } = await furnished();
  const often = await campaignOf(running, home, { code: 'OFTEN' });
  const [kai, somebody] = [await home.client(), await home.client()];
  const [draft, given, free] = [
    await take({ clientId: kai }),
    await take({ clientId: somebody, isReleased: true }),
    await take({ clientId: somebody }, often),
  ];
  await take({ clientId: kai, isRedeemed: true }, other);
  await take({ clientId: kai, isRedeemed: true }, often);
  await take({ clientId: kai, isReleased: true });
  await take({ clientId: kai, held: 0 });
  await take({ clientId: somebody, isRedeemed: true });
  const usedBefore = (invoiceId: number) =>
    ctx.write(async (transaction) => {
      const used = await commands.findUseBefore(transaction.load, ctx, { invoiceId, clientId: kai });
      return transaction.keep(used && [used.code, used.number]);
    });
  await once();
  expect(await usedBefore(draft)).toBeUndefined();
  for (const parts of [{ held: -60, isRedeemed: true }, { held: 1 }]) {
    await once(false);
    const theirs = await take({ clientId: kai, ...parts });
    await once();
    expect(await usedBefore(draft)).toEqual(['KOOD', '']);
    expect([await usedBefore(given), await usedBefore(free)]).toEqual([undefined, undefined]);
    await ask('delete from campaign_redemptions where tenant_id = $1 and invoice_id = $2', home.id, theirs);
  }
});
