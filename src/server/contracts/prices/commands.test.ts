import { expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import { withServer } from '#server/testing/server.ts';
import { changePrice } from '#shared/contracts/prices/contract.ts';
import { getManagedContract } from '#shared/contracts/status/contract.ts';

const running = withServer();
const { centre, ask, call } = running;
const means = billingMeans(running);
const { contract, night, invoices } = means;

test('a new price is told, and counts from the first period that begins with it', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  await contract(home, { startsOn: '2026-08-20', language: 'en' });
  const body = { price: 45.5, fromDate: '2026-10-21' };
  const [{ productId } = { productId: 0 }] = await ask<{ productId: number }>(
    'select product_id as "productId" from contracts where tenant_id = $1',
    home.id,
  );
  const answer = await call(changePrice, { body: { ...body, productId } }, { actor });
  expect(answer.body).toEqual({ changed: 1 });
  expect((await call(changePrice, { body: { ...body, productId } }, { actor })).body).toEqual({ changed: 0 });
  await night(home, '2026-09-20');
  await night(home, '2026-10-20');
  await night(home, '2026-11-20');
  expect((await invoices(home)).map(({ total }) => total)).toEqual([3900, 3900, 4550]);
  const mails = () =>
    ask<{ text: string }>(
      "select text from stand_in_mails where tenant_id = $1 and subject like '%new price from 21.10.2026'",
      home.id,
    );
  await expect.poll(async () => (await mails()).length, { timeout: 25_000 }).toBe(1);
  expect((await mails())[0]?.text).toContain('from €39.00 to €45.50');
  const changes = await ask(
    "select account_id, details from contract_changes where tenant_id = $1 and kind = 'price'",
    home.id,
  );
  expect(changes).toEqual([
    {
      account_id: actor.id,
      details: { fromOn: '2026-10-21', priceCents: 4550, beforeCents: 3900 },
    },
  ]);
}, 40_000);

test('a contract alone costs less only by whoever proved who they are, and more by any administrator', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const { id } = await contract(home, { startsOn: '2026-08-20' });
  const token = await running.server.app.ports.tokens.sign({ ...actor.claims, provedAt: 0 });
  const unproved = (price: number) =>
    call(
      changePrice,
      { body: { contractId: id, price, fromDate: '2026-10-20' } },
      { host: actor.host, token },
    );
  expect((await unproved(38.99)).error).toBe('proofNeeded');
  expect((await unproved(45)).body).toEqual({ changed: 1 });
  // Less than was told is less.
  expect((await unproved(39)).error).toBe('proofNeeded');
  const body = { contractId: id, price: 38, fromDate: '2026-10-20' };
  expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 1 });
  const trail = await ask("select 1 from contract_changes where tenant_id = $1 and kind = 'price'", home.id);
  expect(trail).toHaveLength(2);
});

test('what was agreed for a term keeps its price that long', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const renewing = await contract(home, { startsOn: '2026-08-20', termMonths: 3, renews: true });
  const termination = await contract(home, { startsOn: '2026-08-20', termMonths: 3 });
  const body = { productId: renewing.productId, price: 50, fromDate: '2026-10-20' };
  expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 1 });
  const prices = await ask(
    'select contract_id as id, from_on from contract_prices where tenant_id = $1 and told_at is not null',
    home.id,
  );
  expect(prices).toEqual([{ id: renewing.id, from_on: '2026-11-20' }]);
  expect(termination.id).not.toBe(renewing.id);
});

test.each([
  ['before it begins', '2026-10-21'],
  ['for its first day', '2026-11-01'],
])('told %s, a new price counts from the second period: the first was paid', async (_, fromDate) => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const { id } = await contract(home, { startsOn: '2026-11-01' });
  const body = { contractId: id, price: 45.5, fromDate };
  expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 1 });
  expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 0 });
  await night(home, '2026-12-01');
  expect((await invoices(home)).map(({ total }) => total)).toEqual([4550]);
});

test('a price told for a period that is billed ahead counts from the one after it', async () => {
  const home = await centre();
  await means.configure(home, { billing: { aheadDays: 14, priceNoticeDays: 7 } });
  const actor = await home.account({ role: 'admin' });
  const { id } = await contract(home, { startsOn: '2026-09-01', language: 'en' });
  await night(home, '2026-09-17');
  await night(home, '2026-10-18');
  means.setLocal(home, '2026-10-20', '12:00');
  const managed = await call(getManagedContract, { params: { id } }, { actor });
  expect(managed.body.earliestPriceDate).toBe('2026-12-01');
  const body = { contractId: id, price: 45, fromDate: '2026-11-01' };
  expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 1 });
  expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 0 });
  const from = await ask<{ on: string }>(
    `select details->>'fromOn' as on from contract_changes where tenant_id = $1 and kind = 'price'`,
    home.id,
  );
  expect(from).toEqual([{ on: '2026-12-01' }]);
  await night(home, '2026-11-17');
  expect((await invoices(home)).map(({ total }) => total)).toEqual([3900, 3900, 4500]);
});

test('a price that is taken back before it counts is told to stay, and told again it is told again', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const { id } = await contract(home, { startsOn: '2026-08-20', language: 'en' });
  for (const price of [45.5, 39, 45.5]) {
    const body = { contractId: id, price, fromDate: '2026-10-21' };
    expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 1 });
    running.clock.advance({ minutes: 5 });
  }
  const mails = () =>
    ask<{ subject: string; text: string }>(
      "select subject, text from stand_in_mails where tenant_id = $1 and subject like '%price%'",
      home.id,
    );
  await expect.poll(async () => (await mails()).length, { timeout: 25_000 }).toBe(3);
  const texts = (await mails()).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('from €39.00 to €45.50'))).toHaveLength(2);
  const kept = (await mails()).find(({ subject }) => subject.endsWith('your price stays €39.00'));
  expect(kept?.text).toContain('The new price of €45.50 that we wrote to you about does not come.');
}, 40_000);

test('a price that was told for within a period and is taken back before the next begins never counted', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const { id } = await contract(home, { startsOn: '2026-08-01', language: 'en' });
  for (const [price, fromDate] of [
    [45, '2026-10-15'],
    [39, '2026-11-01'],
  ] as const) {
    const body = { contractId: id, price, fromDate };
    expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 1 });
  }
  const kept = () =>
    ask<{ text: string }>(
      "select text from stand_in_mails where tenant_id = $1 and subject like '%your price stays €39.00'",
      home.id,
    );
  await expect.poll(async () => (await kept()).length, { timeout: 25_000 }).toBe(1);
  const changes = await ask(
    `select details->>'fromOn' as on, (details->>'beforeCents')::integer as before from contract_changes
     where tenant_id = $1 and kind = 'price' order by id`,
    home.id,
  );
  expect(changes).toEqual([
    { on: '2026-10-15', before: 3900 },
    { on: '2026-11-01', before: 3900 },
  ]);
}, 40_000);

test.each([
  ['another', 42, 4200, 'from €39.00 to €42.00'],
  ['the present one', 39, 3900, 'The new price of €45.00 that we wrote to you about does not come.'],
])(
  '%s told for an earlier date takes the place of the one that no period had come to',
  async (_, price, billed, text) => {
    const home = await centre();
    const actor = await home.account({ role: 'admin' });
    const { id } = await contract(home, { startsOn: '2026-10-01', language: 'en' });
    for (const body of [
      { contractId: id, price: 45, fromDate: '2026-12-01' },
      { contractId: id, price, fromDate: '2026-11-24' },
    ])
      expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 1 });
    const mails = () =>
      ask<{ text: string }>(
        "select text from stand_in_mails where tenant_id = $1 and subject like '%price%'",
        home.id,
      );
    await expect.poll(async () => (await mails()).length, { timeout: 25_000 }).toBe(2);
    expect((await mails()).filter((mail) => mail.text.includes(text))).toHaveLength(1);
    await night(home, '2026-11-01');
    await night(home, '2026-12-01');
    expect((await invoices(home)).map(({ total }) => total)).toEqual([3900, billed]);
  },
  40_000,
);

test('a price told for one contract takes the place of no other’s', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const [one, other] = [
    await contract(home, { startsOn: '2026-10-01' }),
    await contract(home, { startsOn: '2026-10-01' }),
  ];
  for (const body of [
    { contractId: other.id, price: 45, fromDate: '2026-12-01' },
    { contractId: one.id, price: 45, fromDate: '2026-12-01' },
    { contractId: one.id, price: 42, fromDate: '2026-11-24' },
  ])
    expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 1 });
  const prices = (id: number) =>
    ask(
      'select from_on as on, price_cents as cents from contract_prices where contract_id = $1 order by from_on',
      id,
    );
  const agreed = { on: '2026-10-01', cents: 3900 };
  expect(await prices(one.id)).toEqual([agreed, { on: '2026-11-24', cents: 4200 }]);
  expect(await prices(other.id)).toEqual([agreed, { on: '2026-12-01', cents: 4500 }]);
});

test('a step before a price that was told leaves it where a period begins between them', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const { id } = await contract(home, { startsOn: '2026-10-01' });
  for (const [price, fromDate] of [
    [45, '2026-12-01'],
    [42, '2026-11-01'],
  ] as const)
    expect(
      (await call(changePrice, { body: { contractId: id, price, fromDate } }, { actor })).body.changed,
    ).toBe(1);
  await night(home, '2026-11-01');
  await night(home, '2026-12-01');
  expect((await invoices(home)).map(({ total }) => total)).toEqual([4200, 4500]);
});

test('is refused too late, and for what is not there', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const { id } = await contract(home, { startsOn: '2026-08-20' });
  const late = { contractId: id, price: 50, fromDate: '2026-10-13' };
  const answer = await call(changePrice, { body: late }, { actor });
  expect([answer.status, answer.refusal?.details]).toEqual([400, { field: 'fromDate', days: 30 }]);
  const none = { contractId: 999_999, price: 50, fromDate: '2026-10-14' };
  expect((await call(changePrice, { body: none }, { actor })).error).toBe('contractNotFound');
  const stranger = await (await centre()).account({ role: 'admin' });
  const foreign = { contractId: id, price: 50, fromDate: '2026-10-14' };
  expect((await call(changePrice, { body: foreign }, { actor: stranger })).error).toBe('contractNotFound');
  expect(await ask('select noun from audit_trail where tenant_id = $1', home.id)).toEqual([]);
  const over = await contract(home, { startsOn: '2026-08-20' });
  const endOn = (day: string) => ask('update contracts set ends_on = $2 where id = $1', over.id, day);
  const ended = { ...none, contractId: over.id };
  await endOn('2026-09-13');
  expect((await call(changePrice, { body: ended }, { actor })).error).toBe('contractNotFound');
  await endOn('2026-09-14');
  expect((await call(changePrice, { body: ended }, { actor })).body).toEqual({ changed: 0 });
});

test('a new price reaches each contract of a package once, however many there are', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const { id, productId } = await contract(home, { startsOn: '2026-08-20', payer: {} });
  // With the first one more than are looked at in one go.
  await ask(
    `with people as (insert into clients (tenant_id, code, first_name, last_name, email, phone)
         select $1, 'many ' || n, '', '', '', '' from generate_series(1, 200) n returning id),
       many as (insert into contracts
         select r.* from people p, contracts c, jsonb_populate_record(c, jsonb_build_object('client_id', p.id,
           'id', nextval(pg_get_serial_sequence('contracts', 'id')), 'number', 'many ' || p.id,
           'token_hash', sha256(p.id::text::bytea))) r
         where c.id = $2 returning id)
     insert into contract_prices (tenant_id, contract_id, from_on, price_cents, created_at)
       select $1, id, '2026-08-20', 3900, now() from many`,
    ...[home.id, id],
  );
  const body = { productId, price: 45.5, fromDate: '2026-10-21' };
  expect((await call(changePrice, { body }, { actor })).body).toEqual({ changed: 201 });
  const told = await ask(
    `select count(*)::integer as lines, count(distinct contract_id)::integer as contracts
     from contract_changes where tenant_id = $1 and kind = 'price'`,
    home.id,
  );
  expect(told).toEqual([{ lines: 201, contracts: 201 }]);
});
