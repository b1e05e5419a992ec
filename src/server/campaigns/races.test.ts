import { expect, test } from 'vitest';
import { draftSale, type SaleLine } from '#server/invoices/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { campaignOf } from '#server/testing/campaigns.ts';
import type { Centre } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { cents } from '#shared/kernel/money.ts';
import * as commands from './commands.ts';

const testServer = withServer();
const { centre, ask, clock } = testServer;
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

const line: SaleLine = {
  productId: null,
  article: 'Ten visits',
  quantity: 1,
  unitCents: cents(7240),
  discountCents: cents(0),
  vatKind: 'standard',
  supplyOn: '2026-09-14',
  item: null,
};
const nobody = { name: '', phone: '', address: '', registryCode: '', vatNumber: '' };

/** A draft with a code, as whoever sells makes one: one transaction. */
async function draft(ctx: Ctx, code: string, email: string, clientId: number | null = null) {
  const { tokens } = testServer.server.app.ports;
  return ctx.write(async (transaction) => {
    const [ids] = await transaction.load(invoices.nextInvoiceId({}));
    const invoiceId = ids[0]?.id ?? 0;
    const held = await commands.holdCode(transaction.load, ctx, {
      code,
      clubId: null,
      lines: [line],
      invoiceId,
      clientId,
      email,
    });
    const sale = { clientId, payer: { ...nobody, email }, language: 'et', lines: held.lines } as const;
    const made = draftSale(ctx, tokens, invoiceId, sale);
    return transaction.save(made, [...made.queries, ...held.queries]);
  });
}

const act = (
  ctx: Ctx,
  work: (load: Parameters<typeof commands.finishCode>[0]) => Promise<readonly Query[]>,
) => ctx.write(async (transaction) => transaction.save(undefined, await work(transaction.load)));

const taken = async (campaignId: number) =>
  (
    await ask<{ taken: number }>(
      'select count(*)::integer as taken from campaign_redemptions where campaign_id = $1 and released_at is null',
      campaignId,
    )
  )[0]?.taken;

/** Work with a code of so many places; `at` is a context of the clock's present time. */
async function withCode(
  places: number,
  work: (parts: { home: Centre; at: () => Ctx; campaign: number; code: string }) => Promise<void>,
  parts: { isOncePerClient?: boolean } = {},
): Promise<void> {
  const home = await centre();
  const campaign = await campaignOf(testServer, home, { code: 'KOOD', value: 50, places, ...parts });
  await work({ home, at: () => contextOf(testServer, home), campaign, code: 'KOOD' });
}

test('10 places, 50 drafts at once: 10 have one at its price, 40 are told and nothing of theirs is saved', {
  timeout: 60_000,
}, async () => {
  await withCode(10, async ({ home, at, campaign, code }) => {
    const ctx = at();
    const ends = await Promise.allSettled(times(50, (index) => draft(ctx, code, `kai${index}@test.test`)));
    const totals = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.totalCents] : []));
    const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(totals).toEqual(times(10, () => 3620));
    expect(codes).toEqual(times(40, () => 'codePlacesFull'));
    expect(await taken(campaign)).toBe(10);
    expect(await ask('select id from invoices where tenant_id = $1', home.id)).toHaveLength(10);
  });
});

test('once for each: 20 drafts of one person at once, by account or by address', {
  timeout: 60_000,
}, async () => {
  await withCode(
    10,
    async ({ home, at, campaign, code }) => {
      const ctx = at();
      const clientId = await home.client();
      const others = await Promise.all(times(10, () => home.client()));
      const ends = await Promise.allSettled([
        ...times(10, (index) => draft(ctx, code, `mari${index}@test.test`, clientId)),
        ...others.map((other, index) => draft(ctx, code, `Kai+${index}@test.test`, other)),
      ]);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      for (const end of ends)
        if (end.status === 'rejected') expect(end.reason.code).toBe('campaignAlreadyUsed');
      expect(await taken(campaign)).toBe(2);
    },
    { isOncePerClient: true },
  );
});

test('a place is kept 15 minutes, once more while the bank is open, then it is another’s; paid in time it stays', async () => {
  await withCode(1, async ({ at, campaign, code }) => {
    const first = await draft(at(), code, 'kai@test.test');
    clock.advance({ minutes: 14 });
    await expect(draft(at(), code, 'mari@test.test')).rejects.toThrow('codePlacesFull');
    await act(at(), (load) => commands.keepCode(load, at(), first.invoiceId));
    clock.advance({ minutes: 14 });
    await act(at(), (load) => commands.keepCode(load, at(), first.invoiceId));
    await expect(draft(at(), code, 'mari@test.test')).rejects.toThrow('codePlacesFull');
    clock.advance({ minutes: 1 });
    const second = await draft(at(), code, 'mari@test.test');
    expect(await taken(campaign)).toBe(1);
    // The first one's money comes late: the place is another's, and whoever books it decides.
    const lost = await at().write(async (transaction) => {
      const done = await commands.finishCode(transaction.load, at(), first.invoiceId);
      return transaction.save(done, done.queries);
    });
    expect(lost.lost).toBe('codePlacesFull');
    await act(at(), async (load) => (await commands.finishCode(load, at(), second.invoiceId)).queries);
    const again = await at().write(async (transaction) =>
      transaction.keep(await commands.finishCode(transaction.load, at(), second.invoiceId)),
    );
    expect(again).toEqual({ lost: null, queries: [] });
    clock.advance({ minutes: 60 });
    await commands.releaseOverdue(at());
    expect(await taken(campaign)).toBe(1);
    await expect(act(at(), (load) => commands.keepCode(load, at(), first.invoiceId))).rejects.toThrow(
      'codePlacesFull',
    );
    await expect(draft(at(), code, 'juku@test.test')).rejects.toThrow('codePlacesFull');
  });
});

test('paid late, a place nobody took is taken again; a bank page opened late takes it again, too', async () => {
  await withCode(2, async ({ at, campaign, code }) => {
    const [paid, opened] = [
      await draft(at(), code, 'kai@test.test'),
      await draft(at(), code, 'mari@test.test'),
    ];
    clock.advance({ minutes: 20 });
    await commands.releaseOverdue(at());
    expect(await taken(campaign)).toBe(0);
    await act(at(), async (load) => {
      const { lost, queries } = await commands.finishCode(load, at(), paid.invoiceId);
      expect(lost).toBeNull();
      return queries;
    });
    await act(at(), (load) => commands.keepCode(load, at(), opened.invoiceId));
    expect(await taken(campaign)).toBe(2);
  });
});

test.each([
  ['by account', ['kai@test.test', 'mari@test.test'], true],
  ['by address', ['kai@test.test', ' KAI+2@test.test'], false],
] as const)(
  'once for each, %s: a place whose hold is over is not taken again beside another one',
  async (_, emails, isOne) => {
    await withCode(
      9,
      async ({ home, at, campaign, code }) => {
        const clientId = await home.client();
        const first = await draft(at(), code, emails[0], clientId);
        clock.advance({ minutes: 16 });
        const second = await draft(at(), code, emails[1], isOne ? clientId : await home.client());
        const finish = (invoiceId: number) =>
          at().write(async (transaction) => {
            const done = await commands.finishCode(transaction.load, at(), invoiceId);
            return transaction.save(done.lost, done.queries);
          });
        const keep = (invoiceId: number) => act(at(), (load) => commands.keepCode(load, at(), invoiceId));
        await expect(keep(first.invoiceId)).rejects.toThrow('campaignAlreadyUsed');
        expect(await finish(first.invoiceId)).toBe('campaignAlreadyUsed');
        // Whose hold stands is kept and paid, and after that the first one still is not.
        await keep(second.invoiceId);
        expect(await finish(second.invoiceId)).toBeNull();
        clock.advance({ minutes: 60 });
        expect(await finish(first.invoiceId)).toBe('campaignAlreadyUsed');
        expect(await taken(campaign)).toBe(1);
        // Somebody else's, of the same age, is taken again.
        const other = await draft(at(), code, 'uku@test.test');
        clock.advance({ minutes: 16 });
        expect(await finish(other.invoiceId)).toBeNull();
        // The database keeps it, too.
        const again = ask(
          'update campaign_redemptions set released_at = null where invoice_id = $1',
          first.invoiceId,
        );
        await expect(again).rejects.toMatchObject({ constraint: 'campaigns_once' });
        const below = ask(
          'update campaign_redemptions set discount_cents = -1 where invoice_id = $1',
          first.invoiceId,
        );
        await expect(below).rejects.toMatchObject({
          constraint: 'campaign_redemptions_discount_cents_check',
        });
      },
      { isOncePerClient: true },
    );
  },
);

test.each([
  ['places', 1, false, 'mari@test.test'],
  ['once for each', 9, true, 'kai@test.test'],
])(
  'paid late beside a hold that is over as well, it is taken again: %s',
  async (_, places, isOncePerClient, email) => {
    await withCode(
      places,
      async ({ at, campaign, code }) => {
        const { invoiceId } = await draft(at(), code, 'kai@test.test');
        clock.advance({ minutes: 16 });
        await draft(at(), code, email);
        clock.advance({ minutes: 16 });
        await act(at(), async (load) => {
          const { lost, queries } = await commands.finishCode(load, at(), invoiceId);
          expect(lost).toBeNull();
          return queries;
        });
        expect(await taken(campaign)).toBe(1);
      },
      { isOncePerClient },
    );
  },
);

test('two holds of who became one person: both are paid, for both were there before', async () => {
  await withCode(
    9,
    async ({ home, at, campaign, code }) => {
      const [kept, merged] = [await home.client(), await home.client()];
      const drafts = [
        await draft(at(), code, 'kai@test.test', kept),
        await draft(at(), code, 'mari@test.test', merged),
      ];
      const move = 'update campaign_redemptions set client_id = $2';
      // Nobody has it twice by a change of owner alone: the office, which makes two records one, says so.
      await expect(ask(`${move} where client_id = $1`, merged, kept)).rejects.toThrow('once for each');
      await ask(`${move}, is_beside = true where client_id = $1`, merged, kept);
      for (const { invoiceId } of drafts)
        await act(at(), async (load) => (await commands.finishCode(load, at(), invoiceId)).queries);
      expect(await taken(campaign)).toBe(2);
    },
    { isOncePerClient: true },
  );
});

test('of codes that are tried at once for a contract twenty are looked at, and the right one after them is not', async () => {
  await withCode(9, async ({ home, at, code }) => {
    const { tokens } = testServer.server.app.ports;
    const clientId = await home.client();
    const ctx = at();
    const price = (tried: string) =>
      commands.priceByCode(ctx, tokens, {
        ...{ code: tried, clubId: null, clientId, email: 'kai@test.test' },
        lines: [line],
      });
    // Right ones are not counted.
    for (let count = 0; count < 21; count += 1) await price(code);
    const ends = await Promise.allSettled([...times(50, (index) => `VALE${index}`), code].map(price));
    const codes = ends.map((end) => (end.status === 'rejected' ? end.reason.code : 'priced'));
    expect(codes.at(-1)).toBe('tooManyAttempts');
    expect(codes.filter((one) => one === 'campaignCodeNotFound')).toHaveLength(20);
  });
});

test('a dropped draft gives its place back at once; a redeemed one keeps it', async () => {
  await withCode(2, async ({ at, campaign, code }) => {
    const [dropped, paid] = [
      await draft(at(), code, 'kai@test.test'),
      await draft(at(), code, 'mari@test.test'),
    ];
    await act(at(), async (load) => (await commands.finishCode(load, at(), paid.invoiceId)).queries);
    await act(at(), async () => [commands.releaseCode(at(), dropped.invoiceId)]);
    await act(at(), async () => [commands.releaseCode(at(), paid.invoiceId)]);
    expect(await taken(campaign)).toBe(1);
    // Another's at once, or the same person's again.
    await draft(at(), code, 'kai@test.test');
    await expect(draft(at(), code, 'uku@test.test')).rejects.toMatchObject({ code: 'codePlacesFull' });
    await act(at(), (load) => commands.keepCode(load, at(), 1_999_999_999));
  });
});

test.each<[string, string]>([
  ['an account', ''],
  ['an address', 'kai@test.test'],
])('a code that is each one’s once, given back, is theirs again: %s', async (_, email) => {
  await withCode(
    10,
    async ({ home, at, code }) => {
      const clientId = await home.client();
      const sameId = email === '' ? clientId : await home.client();
      const { invoiceId } = await draft(at(), code, email, clientId);
      const again = () => draft(at(), code, email, sameId);
      await expect(again()).rejects.toMatchObject({ code: 'campaignAlreadyUsed' });
      await act(at(), async () => [commands.releaseCode(at(), invoiceId)]);
      await again();
      // What was held too long is nobody's either.
      clock.advance({ minutes: 16 });
      await again();
    },
    { isOncePerClient: true },
  );
});

test('a place whose hold is over is taken again where who took it meanwhile has dropped it', async () => {
  await withCode(
    1,
    async ({ at, campaign, code }) => {
      const first = await draft(at(), code, 'kai@test.test');
      clock.advance({ minutes: 16 });
      const second = await draft(at(), code, 'kai@test.test');
      await act(at(), async () => [commands.releaseCode(at(), second.invoiceId)]);
      await act(at(), async (load) => {
        const { lost, queries } = await commands.finishCode(load, at(), first.invoiceId);
        expect(lost).toBeNull();
        return queries;
      });
      expect(await taken(campaign)).toBe(1);
    },
    { isOncePerClient: true },
  );
});

test('places never go below those taken, and only an unused campaign can be deleted', async () => {
  await withCode(3, async ({ at, campaign, code }) => {
    const kept = [await draft(at(), code, 'kai@test.test'), await draft(at(), code, 'mari@test.test')];
    const refused = async (text: string) =>
      ask(text, campaign).then(
        () => 'done',
        (error: { constraint?: string }) => error.constraint,
      );
    expect(await refused('update campaigns set places = 1 where id = $1')).toBe('campaigns_places');
    expect(await refused('update campaigns set places = 2 where id = $1')).toBe('done');
    expect(await refused('update campaigns set places = null where id = $1')).toBe('done');
    expect(await refused('delete from campaigns where id = $1')).toBe('campaigns_used');
    for (const { invoiceId } of kept) await act(at(), async () => [commands.releaseCode(at(), invoiceId)]);
    expect(await refused('delete from campaigns where id = $1')).toBe('done');
  });
});

test('twin: without the guard in the database, whoever looks before writing takes too many; with it, never', {
  timeout: 60_000,
}, async () => {
  const guard = (on: boolean) =>
    withOwner(testServer.databaseUrl, (owner) =>
      owner.query(
        `alter table campaign_redemptions ${on ? 'enable' : 'disable'} trigger keep_campaign_places`,
      ),
    );
  const attempt = (tenantId: number, campaign: number) =>
    ask(
      `with invoice as (
         insert into invoices (tenant_id, kind, state, salt, token_hash, payer, language, total_cents, created_at)
         select $1, 'invoice', 'draft', 'x', decode(md5(random()::text), 'hex'), '{}', 'et', 0, now()
         from (select pg_sleep(0.2)) as pause
         where (select count(*) from campaign_redemptions where tenant_id = $1 and campaign_id = $2) < 1 returning id)
       insert into campaign_redemptions (tenant_id, invoice_id, campaign_id, email, discount_cents, created_at, held_until)
         select $1, id, $2, '', 0, now(), now() + interval '15 minutes' from invoice`,
      tenantId,
      campaign,
    );
  const counts: (number | undefined)[] = [];
  for (const isGuarded of [false, true]) {
    // One place: whoever looks in step with others takes too many, however many look at once.
    await withCode(1, async ({ home, campaign }) => {
      await guard(isGuarded);
      try {
        await Promise.allSettled(times(20, () => attempt(home.id, campaign)));
        counts.push(await taken(campaign));
      } finally {
        await guard(true);
      }
    });
  }
  expect(counts[0]).toBeGreaterThan(1);
  expect(counts[1]).toBe(1);
});
