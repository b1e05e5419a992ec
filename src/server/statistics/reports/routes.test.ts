import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { creditInvoice, writeOffInvoice } from '#shared/invoices/credits/contract.ts';
import { endpointAddress } from '#shared/kernel/endpoint.ts';
import { cents } from '#shared/kernel/money.ts';
import { getGroupStatistics } from '#shared/statistics/contract.ts';
import { type Grouping, type ReportKind, reportKinds } from '#shared/statistics/kinds/domain.ts';
import * as contract from '#shared/statistics/reports/contract.ts';
import { columnsOf, groupingsOf, listColumnsOf, measures } from '#shared/statistics/reports/domain.ts';

const running = withServer();
const { centre, call, ask, clock, logIn } = running;
const { issued, draft, pay } = invoiceMeans(running);

type Query = NonNullable<Parameters<typeof call<typeof contract.getReport>>[1]>['query'];
const september = { from: '2026-09-01', until: '2026-09-30' };

const read = async (actor: TestAccount, kind: ReportKind, query: Query = september) =>
  (await call(contract.getReport, { query: { kind, ...query } }, { actor })).body;
const listed = async (
  actor: TestAccount,
  kind: ReportKind,
  query: Query & { key?: string; page?: number; limit?: number } = september,
) => (await call(contract.listBehindReport, { query: { kind, ...query } }, { actor })).body;

async function file(
  actor: TestAccount,
  kind: ReportKind,
  { language = 'en', ...query }: Query & { language?: string; key?: string; list?: number },
) {
  const path = endpointAddress(contract.downloadReport, { query: { kind, ...query } });
  const headers = {
    host: actor.host,
    authorization: `Bearer ${await logIn(actor)}`,
    'accept-language': language,
  };
  // As bytes: a reader of texts takes the mark away.
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port: running.port, path, headers }, resolve).on('error', reject);
  });
  const bytes = await buffer(incoming);
  const answer = { status: incoming.statusCode, headers: incoming.headers, bytes };
  const delimiter = language === 'en' ? ',' : ';';
  const rows: string[][] = parse(bytes, { bom: true, delimiter, recordDelimiter: '\r\n' });
  return { ...answer, rows };
}

/** Euros, counts and minutes may be added up; shares may not. */
const summed = (columns: readonly (keyof typeof measures)[]) =>
  columns.filter((measure) => measures[measure] !== 'percent');
const sumOf = (rows: readonly { values: Record<string, number | null> }[], measure: string) =>
  Math.round(rows.reduce((sum, { values }) => sum + (values[measure] ?? 0), 0) * 100) / 100;

async function here(
  home: Centre,
  training: Parameters<Centre['registration']>[0],
  marks: (boolean | null)[],
) {
  for (const [index, presence] of marks.entries()) {
    const id = await home.registration(training, await home.client(), { place: index + 1 });
    await ask('update registrations set presence = $2 where id = $1 returning 1', id, presence);
  }
}

/** Two clubs with trainings, sales, debts and what became of them. */
async function busy() {
  const home = await centre();
  const admin = await home.account({ role: 'admin', lastName: '=HYPERLINK("http://x.test")' });
  const trainer = await home.account({ role: 'trainer', firstName: 'Õnne', lastName: 'Ärm; "nobel"' });
  const other = await home.club('Second club');
  const styleId = await home.style('Jooga');
  const trainerId = trainer.trainerId ?? null;
  const first = await home.training({
    startsAt: '2026-09-10T08:00:00Z',
    trainerId,
    styleId,
    maxPlaces: 4,
    minutes: 45,
  });
  const late = await home.registration(first, await home.client(), { place: 1 });
  await ask(
    "update registrations set state = 'cancelledLate', place = null, ended_at = starts_at where id = $1 returning 1",
    late,
  );
  await here(home, first, [true, true, false, null]);
  const second = await home.training({ startsAt: '2026-09-11T15:00:00Z', trainerId, styleId, maxPlaces: 10 });
  await here(home, second, [true, false]);
  const elsewhere = await home.training({ startsAt: '2026-09-12T15:00:00Z', clubId: other, maxPlaces: 8 });
  await here(home, elsewhere, [true]);
  const ahead = await home.training({ startsAt: '2026-09-20T15:00:00Z', maxPlaces: 5 });
  await here(home, ahead, [null, null]);
  await home.training({ startsAt: '2026-09-13T15:00:00Z', trainerId, isCancelled: true });
  const { clientId } = admin;
  const holder = { clientId, firstName: 'A', lastName: 'B', email: 'a@b.test', phone: '' };
  const voucher = { kind: 'voucher' as const, productId: 1, clubId: other, holder };
  clock.set('2026-08-20T09:00:00Z');
  const old = await issued(home, { clientId, lines: [{ unitCents: cents(3333) }] });
  await pay(home, old.id, 1000);
  clock.set('2026-09-03T09:00:00Z');
  const three = await issued(home, {
    clientId,
    lines: [
      { article: 'Month', quantity: 3, unitCents: cents(990) },
      { article: '=1+1', unitCents: cents(1235), item: voucher },
      { article: 'Book; "old"', unitCents: cents(501), vatKind: 'reduced' },
    ],
  });
  await issued(home, { payer: { name: 'Somebody' }, lines: [{ article: 'Month', unitCents: cents(2500) }] });
  await draft(home, { clientId });
  clock.set('2026-09-05T09:00:00Z');
  await pay(home, three.id, 2000);
  clock.set('2026-09-06T09:00:00Z');
  const credited = { lines: [{ position: 2, amount: 5.01 }], reason: 'Moved' };
  await call(creditInvoice, { params: { id: three.id }, body: credited }, { actor: admin });
  const lost = await issued(home, { clientId, lines: [{ unitCents: cents(777) }] });
  clock.set('2026-09-08T09:00:00Z');
  await call(writeOffInvoice, { params: { id: lost.id } }, { actor: admin });
  clock.set('2026-09-14T09:00:00Z');
  // Booked on the day it came.
  await ask('update receipts set booked_on = created_at::date where tenant_id = $1 returning 1', home.id);
  return { home, admin, trainer, other, first, old, three };
}

describe('of a busy centre', () => {
  test('every report sums alike by whatever it is summed, and the lists are what the sums say', async () => {
    const { admin, other } = await busy();
    for (const kind of reportKinds) {
      for (const unit of [undefined, other]) {
        const query = { ...september, unit };
        const whole = await read(admin, kind, query);
        for (const by of groupingsOf[kind]) {
          const report = await read(admin, kind, { ...query, by });
          expect([kind, by, report.by, report.total]).toEqual([kind, by, by, whole.total]);
          for (const measure of summed(columnsOf[kind])) {
            expect([kind, by, measure, sumOf(report.rows, measure)]).toEqual([
              ...[kind, by, measure],
              report.total[measure],
            ]);
          }
          for (const { key, values } of report.rows) {
            const { items } = await listed(admin, kind, { ...query, by, key });
            for (const measure of summed(listColumnsOf[kind])) {
              expect([kind, by, key, measure, sumOf(items, measure)]).toEqual([
                ...[kind, by, key, measure],
                values[measure],
              ]);
            }
          }
        }
      }
    }
  });

  test('occupancy looks ahead, attendance and hours at what was held', async () => {
    const { home, admin, trainer, other } = await busy();
    const filled = await read(admin, 'occupancy');
    expect(filled).toMatchObject({ ...september, by: 'day' });
    expect(filled.total).toEqual({
      ...{ trainings: 4, ahead: 1, full: 1, places: 27, booked: 9, occupancy: 33 },
    });
    expect((await read(admin, 'attendance')).total).toEqual({
      ...{ trainings: 3, booked: 7, came: 4, absent: 2, notNoted: 1, presence: 57, lateCancelled: 1 },
    });
    expect((await read(admin, 'attendance', { ...september, unit: other })).total).toMatchObject({
      booked: 1,
    });
    const hours = await read(admin, 'hours');
    const row = hours.rows.find(({ key }) => key === String(trainer.trainerId));
    expect(row).toMatchObject({
      name: 'Õnne Ärm; "nobel"',
      values: { trainings: 2, minutes: 105, groupMinutes: 105, personalMinutes: 0 },
    });
    // The same as the trainer reads.
    const { body } = await call(
      getGroupStatistics,
      { query: { window: 'currentMonth' } },
      { actor: trainer },
    );
    expect(body.total).toMatchObject({ trainings: 2, workingHours: 1.75, booked: 6, trained: 3 });
    expect(row?.values).toMatchObject({ booked: 6, came: 3 });
    const byHour = await read(admin, 'attendance', { ...september, by: 'hour' });
    expect(byHour.rows.map(({ key }) => key)).toEqual(['11', '18']);
    expect(home.clubId).not.toBe(other);
  });

  test('sales are what the invoices and credit notes of the days say, to the cent', async () => {
    const { home, admin, other } = await busy();
    const [ledger] = await ask<{ all: number; notes: number }>(
      `select sum(total_cents)::int as all, (sum(total_cents) filter (where kind = 'creditNote'))::int as notes
       from invoices where tenant_id = $1 and state = 'issued' and issued_on between '2026-09-01' and '2026-09-30'`,
      home.id,
    );
    const sales = await read(admin, 'sales');
    expect([sales.total.gross, sales.total.credited]).toEqual([
      (ledger?.all ?? 0) / 100,
      (ledger?.notes ?? 0) / 100,
    ]);
    expect(sales.total.credited).toBe(-5.01);
    const { net = 0, vat = 0, gross } = sales.total;
    expect(Math.round(((net ?? 0) + (vat ?? 0)) * 100) / 100).toBe(gross);
    // A credit note takes back where it was sold.
    expect((await read(admin, 'sales', { ...september, unit: other })).total).toMatchObject({
      ...{ invoiced: 12.35, credited: -5.01, gross: 7.34 },
    });
    const byClub = await read(admin, 'sales', { ...september, by: 'club' });
    expect(byClub.rows.map(({ key }) => key)).toEqual(['0', String(other)]);
    // One day alone.
    const day = { from: '2026-09-06', until: '2026-09-06' };
    expect((await read(admin, 'sales', day)).total).toMatchObject({ gross: 2.76 });
  });

  test('debts go from what was owed to what is, and say who owes it and for how long', async () => {
    const { home, admin } = await busy();
    const debts = await read(admin, 'debts');
    expect(debts).toMatchObject({ from: '2026-09-01', until: '2026-09-14' });
    const { opening, issued: invoiced, credited, paid, writtenOff, closing } = debts.total;
    const sum = [opening, invoiced, credited, paid, writtenOff].reduce<number>(
      (all, one) => all + (one ?? 0),
      0,
    );
    expect(Math.round(sum * 100) / 100).toBe(closing);
    expect(debts.total).toMatchObject({ opening: 23.33, paid: -20, credited: -5.01, writtenOff: -7.77 });
    const [open] = await ask<{ cents: number }>(
      `select sum(total_cents
          - (select coalesce(-sum(n.total_cents), 0) from invoices n where n.tenant_id = i.tenant_id
            and n.credits_id = i.id and n.state = 'issued')
          - (select coalesce(sum(a.amount_cents), 0) from allocations a where a.tenant_id = i.tenant_id
            and a.invoice_id = i.id))::int as cents
        from invoices i where tenant_id = $1 and state = 'issued' and kind = 'invoice' and written_off_at is null`,
      home.id,
    );
    expect(closing).toBe((open?.cents ?? 0) / 100);
    expect(debts.rows.map(({ key }) => key)).toEqual([String(admin.clientId), 'p:Somebody']);
    const ages = await read(admin, 'debts', { ...september, by: 'age' });
    expect(ages.rows.map(({ key, values }) => [key, values.closing, values.overdue])).toEqual([
      ['settled', 0, 0],
      ['days1', closing === null ? 0 : Math.round(((closing ?? 0) - 23.33) * 100) / 100, expect.anything()],
      ['days8', 23.33, 23.33],
    ]);
    // As it was: before the month nothing of it had happened.
    const before = await read(admin, 'debts', { from: '2026-08-01', until: '2026-08-31' });
    expect(before.total).toMatchObject({
      opening: 0,
      issued: 33.33,
      paid: -10,
      closing: 23.33,
      writtenOff: 0,
    });
    const after = await read(admin, 'debts', { from: '2026-09-15', until: '2026-09-30' });
    expect(after).toMatchObject({
      from: '2026-09-15',
      until: '2026-09-15',
      total: { opening: closing, closing },
    });
  });

  test.each([
    ['en', ','],
    ['et', ';'],
    ['lv', ';'],
  ])(
    'files in %s are read by spreadsheets, formulas stay words, and the last line is the sum',
    async (language) => {
      const { admin } = await busy();
      for (const kind of reportKinds) {
        const answer = await file(admin, kind, { ...september, language });
        expect(answer.status).toBe(200);
        expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
        expect(answer.headers['content-disposition']).toMatch(
          new RegExp(`filename="${kind}-2026-09-01-.*\\.csv"`),
        );
        expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
        const report = await read(admin, kind);
        const [, ...rows] = answer.rows;
        expect(rows).toHaveLength(report.rows.length + 1);
        const numberOf = (text = '') => Number(text.replace(language === 'en' ? '.' : ',', '.'));
        for (const [index, measure] of columnsOf[kind].entries()) {
          if (measures[measure] === 'percent') continue;
          const total = numberOf(rows.at(-1)?.[index + 1]);
          const parts = rows.slice(0, -1).reduce((sum, row) => sum + numberOf(row[index + 1]), 0);
          expect([kind, measure, Math.round(parts * 100)]).toEqual([kind, measure, Math.round(total * 100)]);
        }
      }
      const list = await file(admin, 'sales', { ...september, language, list: 1 });
      const titles = list.rows.map((row) => row[1]);
      expect(titles).toContain("'=1+1");
      expect(titles).toContain('Book; "old"');
      expect(list.rows.every((row) => row.every((cell) => !/^[=+@]/.test(cell)))).toBe(true);
      const debtors = await file(admin, 'debts', { ...september, language });
      expect(debtors.rows.map(([name]) => name)).toContain('Mari =HYPERLINK("http://x.test")');
      const trainers = await file(admin, 'hours', { ...september, language });
      expect(trainers.rows.map(([name]) => name)).toContain('Õnne Ärm; "nobel"');
    },
  );
});

test('a long list comes a page at a time', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const lines = Array.from({ length: 60 }, (_, index) => ({
    article: `Line ${index}`,
    unitCents: cents(100),
  }));
  await issued(home, { lines });
  const first = await listed(admin, 'sales');
  const second = await listed(admin, 'sales', { ...september, page: 2 });
  expect([first.total, first.items.length, second.items.length]).toEqual([60, 50, 10]);
  expect(new Set([...first.items, ...second.items].map(({ position }) => position)).size).toBe(60);
  // As many as are asked for.
  const third = await listed(admin, 'sales', { ...september, page: 3, limit: 20 });
  expect(third.items.slice(10)).toEqual(second.items);
  expect((await listed(admin, 'sales', { ...september, limit: 1000 })).items).toHaveLength(60);
});

test('nothing of another centre is in it, and nothing makes no rows', async () => {
  await busy();
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  for (const kind of reportKinds) {
    const report = await read(admin, kind);
    expect(report.rows).toEqual([]);
    expect(Object.values(report.total).every((value) => value === 0 || value === null)).toBe(true);
    expect(await listed(admin, kind)).toEqual({ items: [], total: 0 });
  }
});

test('what cannot be read of an address is as if it were absent', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const query = { period: 'never', from: 'soon', unit: 'x', by: 'colour' } as unknown as Query;
  expect(await read(admin, 'sales', query)).toMatchObject({
    from: '2026-09-01',
    until: '2026-09-30',
    by: 'product',
  });
  expect(await read(admin, 'sales', { period: 'previousWeek', by: 'day' as Grouping })).toMatchObject({
    ...{ from: '2026-09-07', until: '2026-09-13', by: 'day' },
  });
});

test('behind the debts of some days stand the invoices that moved in them, and of a club its own', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const { clientId } = admin;
  const other = await home.club('Second club');
  const holder = { clientId, firstName: 'A', lastName: 'B', email: 'a@b.test', phone: '' };
  const at = (clubId: number) => ({ kind: 'voucher' as const, productId: 1, clubId, holder });
  clock.set('2026-07-20T09:00:00Z');
  const settled = await issued(home, { clientId, lines: [{ unitCents: cents(1000) }] });
  await pay(home, settled.id, 1000);
  clock.set('2026-09-03T09:00:00Z');
  const here = await issued(home, { clientId, lines: [{ unitCents: cents(2000), item: at(home.clubId) }] });
  const there = await issued(home, { clientId, lines: [{ unitCents: cents(3000), item: at(other) }] });
  clock.set('2026-09-14T09:00:00Z');
  await ask('update receipts set booked_on = created_at::date where tenant_id = $1 returning 1', home.id);
  const numbers = async (query: Query) =>
    (await listed(admin, 'debts', query)).items.map((item) => item.title).toSorted();
  expect(await numbers(september)).toEqual([here.number, there.number]);
  expect(await numbers({ ...september, unit: other })).toEqual([there.number]);
  expect(await numbers({ ...september, unit: home.clubId })).toEqual([here.number]);
  expect((await read(admin, 'debts', { ...september, unit: other })).total.closing).toBe(30);
});

test('rents and joining fees are sold where the room and the contract are', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const { clientId } = admin;
  const other = await home.club('Second club');
  const roomId = await home.room({ clubId: other });
  clock.set('2026-09-03T09:00:00Z');
  const rent = await issued(home, { clientId, lines: [{ unitCents: cents(4000) }] });
  await ask(
    `insert into rentals (tenant_id, client_id, room_id, starts_at, ends_at, local_date, people, price_cents, invoice_id,
       state, free_until, created_at, ended_at)
     values ($1, $2, $3, '2026-09-10T15:00Z', '2026-09-10T16:00Z', '2026-09-10', 4, 4000, $4, 'cancelledLate', now(), now(),
       now()) returning 1`,
    ...[home.id, clientId, roomId, rent.id],
  );
  const joined = await makeContract(running, home, await home.account(), {});
  const fee = await issued(home, { clientId, lines: [{ article: 'Joining fee', unitCents: cents(1000) }] });
  await ask(
    'update contracts set club_id = $2, invoice_id = $3 where id = $1 returning 1',
    ...[joined.contractId, other, fee.id],
  );
  const { total } = await read(admin, 'sales', { ...september, unit: other });
  // The contract's own line is of it as well, whatever club it is in by now.
  expect(total.gross).toBe(40 + 10 + 45);
  const byClub = await read(admin, 'sales', { ...september, by: 'club' });
  expect(byClub.rows.map(({ key }) => key)).toEqual([String(other)]);
});
