import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as contract from '#shared/personal-trainings/contract.ts';
import * as registrations from '#shared/registrations/contract.ts';
import { findPackages } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const open = {
  rules: { payment: { isPaymentActive: true }, pages: { isBuyPersonalTrainingPage: true } },
} as const;

const list = async (actor: TestAccount) => (await call(contract.listPersonalTrainings, {}, { actor })).body;
const show = (actor: TestAccount, id: number) =>
  call(contract.getPersonalTraining, { params: { id } }, { actor });
const share = (actor: TestAccount, id: number, recipient: string) =>
  call(contract.sharePersonalTraining, { params: { id }, body: { recipient } }, { actor });
const accept = (actor: TestAccount, id: number) => call(contract.acceptShare, { params: { id } }, { actor });
const end = (actor: TestAccount, id: number) => call(contract.endShare, { params: { id } }, { actor });
const book = (actor: TestAccount, trainingId: number) =>
  call(registrations.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });

async function addPackage(home: Centre, isShareable = true) {
  const productId = await addProduct(running, home, {
    kind: 'personalTraining',
    clientType: 'personalTraining',
    name: 'Five with a trainer',
    visits: 2,
  });
  if (isShareable) await ask('update products set is_shareable = true where id = $1 returning 1', productId);
  return productId;
}

async function scene(isShareable = true) {
  const home = await centre({
    ...open,
    limits: { upcomingMax: 50, bookingOpensDaysBefore: 60, undoSeconds: 0 },
  });
  const owner = await home.account({ firstName: 'Mari', lastName: 'Mets' });
  const friend = await home.account({ firstName: 'Kai', lastName: 'Kask' });
  const productId = await addPackage(home, isShareable);
  const { id } = await fulfil(running, home, { productId, owner });
  return { home, owner, friend, productId, id };
}

async function personal(home: Centre, startsAt: string, maxPlaces = 1) {
  const training = await home.training({ startsAt, payment: 'paid', maxPlaces });
  await ask("update trainings set client_type = 'personalTraining' where id = $1 returning 1", training.id);
  return training;
}

/** Shared and agreed to. */
async function shared() {
  const all = await scene();
  await share(all.owner, all.id, all.friend.email);
  const [offer] = (await list(all.friend)).offers;
  await accept(all.friend, offer?.shareId ?? 0);
  return { ...all, shareId: offer?.shareId ?? 0 };
}

describe('packages', () => {
  // shows: call-user-product-personal-training
  test('own ones with remaining and total, and what is for sale', async () => {
    const { owner, id, productId } = await scene();
    const { packages, offers, forSale } = await list(owner);
    expect(packages).toMatchObject([
      {
        id,
        name: 'Five with a trainer',
        remaining: 2,
        total: 2,
        ownerName: null,
        isShareable: true,
        sharers: 0,
      },
    ]);
    expect([offers, forSale.map((one) => one.id)]).toEqual([[], [productId]]);
  });

  test('are bought by an invoice; a ticket is not sold here', async () => {
    const { home, owner, productId } = await scene();
    const buy = (product: number) =>
      call(
        contract.buyPersonalTraining,
        { body: { productId: product, unitId: home.clubId } },
        { actor: owner },
      );
    expect((await buy(productId)).body.invoiceToken).toMatch(/\S{20,}/);
    expect((await buy(await addProduct(running, home, {}))).error).toBe('noProductsFound');
  });

  test('tickets are no packages, and somebody else’s package is not found', async () => {
    const { home, owner, friend, id } = await scene();
    const productId = await addProduct(running, home, {});
    const ticket = await fulfil(running, home, { productId, owner });
    expect((await list(owner)).packages.map((one) => one.id)).toEqual([id]);
    expect((await show(owner, ticket.id)).error).toBe('packageNotFound');
    expect((await show(friend, id)).error).toBe('packageNotFound');
    expect((await share(friend, id, owner.email)).error).toBe('packageNotFound');
  });

  // shows: rule-buy-personal-training
  test.each([[{ payment: { isPaymentActive: true } }], [{ pages: { isBuyPersonalTrainingPage: true } }]])(
    'closed with the rules %o',
    async (rules) => {
      const home = await centre({ rules });
      const { status } = await call(contract.listPersonalTrainings, {}, { actor: await home.account() });
      expect(status).toBeGreaterThanOrEqual(400);
    },
  );
});

describe('sharing', () => {
  test('tells nothing of whether there is such a client, until they agree', async () => {
    const { owner, friend, id } = await scene();
    const answers = [await share(owner, id, friend.email), await share(owner, id, 'nobody@test.test')];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, {}],
      [200, {}],
    ]);
    const before = (await show(owner, id)).body;
    expect(before.shares.map(({ recipient, name }) => [recipient, name])).toEqual([
      [friend.email, null],
      ['nobody@test.test', null],
    ]);
    const [offer] = (await list(friend)).offers;
    expect(offer).toMatchObject({ name: 'Five with a trainer', ownerName: 'Mari M.', remaining: 2 });
    expect((await list(friend)).packages).toEqual([]);
    expect((await accept(friend, offer?.shareId ?? 0)).body).toEqual({ packageId: id });
    const after = (await show(owner, id)).body;
    expect([after.shares[0]?.name, after.shares[1]?.name, after.sharers]).toEqual(['Kai K.', null, 1]);
    expect((await list(friend)).packages).toMatchObject([{ id, ownerName: 'Mari M.', isShareable: false }]);
  });

  test('nobody but these two sees anything of it, nor the friend any more when it has ended', async () => {
    const { home, owner, friend, id, shareId } = await shared();
    const third = await home.account();
    const own = await fulfil(running, home, { productId: await addPackage(home), owner: third });
    await share(third, own.id, 'nobody@test.test');
    const ctx = contextOf(running, home);
    const seen = async (actor: TestAccount) => {
      const { packages, offers } = await list(actor);
      // Others' are not even read.
      const { rows } = await findPackages(ctx, actor.clientId);
      expect(rows.map((row) => row.id)).toEqual(packages.map((one) => one.id));
      return [packages.map((one) => one.id), offers.length];
    };
    expect([await seen(owner), await seen(friend), await seen(third)]).toEqual([
      ...[
        [[id], 0],
        [[id], 0],
        [[own.id], 0],
      ],
    ]);
    await end(owner, shareId);
    expect([await seen(owner), await seen(friend), await seen(third)]).toEqual([
      ...[
        [[id], 0],
        [[], 0],
        [[own.id], 0],
      ],
    ]);
  });

  test('by client number; declined, it looks to the owner as before', async () => {
    const { home, owner, friend, id } = await scene();
    const codeOf = async (clientId: number) =>
      (await ask<{ code: string }>('select code from clients where id = $1', clientId))[0]?.code ?? '';
    // Without a login nobody can agree: nothing is offered to them.
    await share(owner, id, await codeOf(await home.client()));
    const offered = () =>
      ask('select client_id from ticket_shares where tenant_id = $1 and ended_at is null', home.id);
    expect(await offered()).toEqual([{ client_id: null }]);
    for (const { id: shareId } of (await show(owner, id)).body.shares) await end(owner, shareId);
    await share(owner, id, await codeOf(friend.clientId));
    expect(await offered()).toEqual([{ client_id: friend.clientId }]);
    const [offer] = (await list(friend)).offers;
    expect((await end(friend, offer?.shareId ?? 0)).error).toBeUndefined();
    expect((await list(friend)).offers).toEqual([]);
    const { shares } = (await show(owner, id)).body;
    expect(shares).toMatchObject([{ name: null }]);
    expect((await end(owner, shares[0]?.id ?? 0)).error).toBeUndefined();
    expect((await show(owner, id)).body.shares).toEqual([]);
    expect((await accept(friend, offer?.shareId ?? 0)).error).toBe('shareNotFound');
  });

  test.each([
    ['taken back by its owner', 'owner'],
    ['given up by whom it was shared with', 'friend'],
  ] as const)('%s it may be offered to the same person again', async (_, by) => {
    const all = await shared();
    const { owner, friend, id, shareId } = all;
    expect((await end(all[by], shareId)).error).toBeUndefined();
    expect((await list(friend)).packages).toEqual([]);
    expect((await show(owner, id)).body).toMatchObject({ shares: [], sharers: 0 });
    // What has ended is neither agreed to nor ended once more.
    expect((await accept(friend, shareId)).error).toBe('shareNotFound');
    for (const actor of [owner, friend]) expect((await end(actor, shareId)).error).toBe('shareNotFound');
    expect((await share(owner, id, friend.email)).error).toBeUndefined();
    const { offers } = await list(friend);
    expect(offers).toHaveLength(1);
    expect((await accept(friend, offers[0]?.shareId ?? 0)).body).toEqual({ packageId: id });
    expect((await show(owner, id)).body).toMatchObject({ shares: [{ name: 'Kai K.' }], sharers: 1 });
    expect((await list(friend)).packages).toHaveLength(1);
  });

  test('declined, it is offered again only once its owner has taken it back', async () => {
    const { owner, friend, id } = await scene();
    await share(owner, id, friend.email);
    const [offer] = (await list(friend)).offers;
    await end(friend, offer?.shareId ?? 0);
    await share(owner, id, friend.email);
    expect((await list(friend)).offers).toEqual([]);
    const { shares } = (await show(owner, id)).body;
    expect(shares).toHaveLength(1);
    await end(owner, shares[0]?.id ?? 0);
    await share(owner, id, friend.email);
    expect((await list(friend)).offers).toHaveLength(1);
  });

  test('taken back and offered again, it is mailed once a day', async () => {
    const { home, owner, friend, id } = await scene();
    for (let round = 0; round < 3; round += 1) {
      await share(owner, id, friend.email);
      const { shares } = (await show(owner, id)).body;
      expect(shares).toHaveLength(1);
      await end(owner, shares[0]?.id ?? 0);
      clock.advance({ minutes: 1 });
    }
    clock.advance({ hours: 24 });
    await share(owner, id, friend.email);
    const mailed = () =>
      ask<{ id: string }>(
        "select id from stand_in_mails where tenant_id = $1 and message_id like '<share.%'",
        home.id,
      );
    const onTheirWay = () =>
      ask(
        `select 1 as one from outbox where tenant_id = $1
          union all select 1 from graphile_worker._private_jobs where payload->>'tenantId' = $1::text`,
        home.id,
      );
    await expect.poll(onTheirWay, { timeout: 5000 }).toEqual([]);
    expect(await mailed()).toHaveLength(2);
  });

  test('what cannot be shared, and with whom not', async () => {
    const { owner, id } = await scene(false);
    expect((await share(owner, id, 'kai@test.test')).error).toBe('packageNotShareable');
    const self = await share(owner, id, owner.email);
    expect(self.refusal?.details).toEqual({ field: 'recipient', problem: 'recipientSelf' });
    const shareable = await scene();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      expect((await share(shareable.owner, shareable.id, `${name}@test.test`)).error).toBeUndefined();
    }
    expect((await share(shareable.owner, shareable.id, 'f@test.test')).error).toBe('packageSharesFull');
    expect((await share(shareable.owner, shareable.id, 'a@test.test')).error).toBeUndefined();
  });

  test('a third person may neither agree nor end it', async () => {
    const { home, owner, friend, id } = await scene();
    const other = await home.account();
    await share(owner, id, friend.email);
    const [offer] = (await list(friend)).offers;
    expect((await accept(other, offer?.shareId ?? 0)).error).toBe('shareNotFound');
    expect((await end(other, offer?.shareId ?? 0)).error).toBe('shareNotFound');
    expect((await accept(owner, offer?.shareId ?? 0)).error).toBe('shareNotFound');
  });
});

describe('using a shared package', () => {
  test('each use shows who, and to the other only their own', async () => {
    const { home, owner, friend, id } = await shared();
    const training = await personal(home, '2026-09-15T15:00:00Z');
    const later = await personal(home, '2026-09-16T15:00:00Z');
    expect((await book(friend, training.id)).body.cover).toMatchObject({ kind: 'ticket', id, leftAfter: 1 });
    expect((await book(owner, later.id)).body.cover).toMatchObject({ id, leftAfter: 0 });
    const seen = async (actor: TestAccount) =>
      (await show(actor, id)).body.entries.map(({ kind, who, isOther, date }) => [kind, who, isOther, date]);
    expect(await seen(owner)).toEqual([
      ['GRANT', null, false, null],
      ['RESERVE', 'Kai K.', true, '2026-09-15'],
      ['RESERVE', null, false, '2026-09-16'],
    ]);
    expect(await seen(friend)).toEqual([
      ['GRANT', null, false, null],
      ['RESERVE', null, false, '2026-09-15'],
      ['RESERVE', 'Mari M.', true, null],
    ]);
  });

  test('taken back, nothing more is booked with it, and what is booked stays', async () => {
    const { home, owner, friend, id, shareId } = await shared();
    const training = await personal(home, '2026-09-15T15:00:00Z');
    const { registrationId } = (await book(friend, training.id)).body;
    expect((await end(owner, shareId)).error).toBeUndefined();
    expect((await show(friend, id)).error).toBe('packageNotFound');
    expect((await book(friend, (await personal(home, '2026-09-16T15:00:00Z')).id)).error).toBe('coverNeeded');
    expect((await show(owner, id)).body).toMatchObject({ remaining: 1, reserved: 1, shares: [] });
    const cancelled = await call(
      registrations.cancelRegistration,
      { params: { id: registrationId } },
      { actor: friend },
    );
    expect(cancelled.body.visitReturned).toBe(true);
    await expect.poll(async () => (await show(owner, id)).body.remaining).toBe(2);
  });

  test('the last training is one’s: owner and friend at once', async () => {
    const { home, owner, friend } = await shared();
    await book(owner, (await personal(home, '2026-09-14T15:00:00Z')).id);
    const trainings = await Promise.all([15, 16].map((day) => personal(home, `2026-09-${day}T15:00:00Z`)));
    const answers = await Promise.all(
      [owner, friend].map((actor, index) => book(actor, trainings[index]?.id ?? 0)),
    );
    expect(answers.map(({ error }) => error ?? 'booked').toSorted()).toEqual(['booked', 'coverNeeded']);
  });

  test('both wait for two places and one training is left: one is promoted, the other waits on', async () => {
    const { home, owner, friend, id } = await shared();
    await book(owner, (await personal(home, '2026-09-14T15:00:00Z')).id);
    const others = [await home.account(), await home.account()];
    const training = await personal(home, '2026-09-20T15:00:00Z', 2);
    const held: number[] = [];
    for (const other of others) {
      await fulfil(running, home, { productId: await addPackage(home), owner: other });
      held.push((await book(other, training.id)).body.registrationId);
    }
    await book(owner, training.id);
    await book(friend, training.id);
    for (const [index, other] of others.entries()) {
      const given = await call(
        registrations.cancelRegistration,
        { params: { id: held[index] ?? 0 } },
        { actor: other },
      );
      expect(given.status).toBe(200);
    }
    const states = await ask<{ state: string }>(
      'select state from registrations where training_id = $1 and client_id in ($2, $3) order by client_id',
      training.id,
      owner.clientId,
      friend.clientId,
    );
    expect(states.map(({ state }) => state).toSorted()).toEqual(['booked', 'waiting']);
    expect((await show(owner, id)).body.remaining).toBe(0);
  });
});
