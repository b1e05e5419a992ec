import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addUnissuedNote, invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { cents } from '#shared/kernel/money.ts';
import type { Grouping, ReportKind } from '#shared/statistics/kinds/domain.ts';
import * as contract from '#shared/statistics/reports/contract.ts';
import { groupingsOf } from '#shared/statistics/reports/domain.ts';

// What lies on the first and on the last day of a report is in it, and nothing of the days beside them.
const running = withServer();
const { centre, call, ask, clock } = running;
const { issued } = invoiceMeans(running);

type Asked = Omit<NonNullable<Parameters<typeof call<typeof contract.getReport>>[1]>['query'], 'kind'>;

function reader(actor: TestAccount) {
  const read = async (kind: ReportKind, query: Asked) =>
    (await call(contract.getReport, { query: { kind, ...query } }, { actor })).body;
  const listed = async (kind: ReportKind, query: Asked & { key?: string }) =>
    (await call(contract.listBehindReport, { query: { kind, ...query } }, { actor })).body.items;
  return { read, listed };
}

test('a report of trainings has those of its local days that were not called off, of one club or of all, held by now or ahead', async () => {
  const home = await centre();
  const { read, listed } = reader(await home.account({ role: 'admin' }));
  const other = await home.club('Second club');
  const add = (name: string, startsAt: string, more: { clubId?: number; isCancelled?: boolean } = {}) =>
    home.training({ name, startsAt, ...more });
  await add('before', '2026-09-09T20:30:00Z');
  await add('first', '2026-09-09T21:00:00Z');
  await add('called off', '2026-09-11T08:00:00Z', { isCancelled: true });
  await add('elsewhere', '2026-09-12T08:00:00Z', { clubId: other });
  await add('over', '2026-09-14T08:00:00Z');
  await add('going on', '2026-09-14T08:30:00Z');
  await add('last', '2026-09-14T20:30:00Z');
  await add('after', '2026-09-14T21:00:00Z');
  const days = { from: '2026-09-10', until: '2026-09-14' };
  const seen = async (kind: ReportKind, query: Asked & { key?: string }) => {
    const names = (await listed(kind, { ...days, ...query })).map(({ title }) => title);
    const { key: _, ...ofAll } = query;
    return [...names, (await read(kind, { ...days, ...ofAll })).total.trainings];
  };
  for (const by of groupingsOf.occupancy) {
    expect(await seen('attendance', { by })).toEqual(['over', 'elsewhere', 'first', 3]);
    const ofClub = await seen('occupancy', { by, unit: home.clubId });
    expect(ofClub).toEqual(['last', 'going on', 'over', 'first', 4]);
  }
  const all = ['last', 'going on', 'over', 'elsewhere', 'first', 5];
  expect(await seen('occupancy', {})).toEqual(all);
  expect(await seen('occupancy', { by: 'club', key: String(other) })).toEqual(['elsewhere', 5]);
  expect(await seen('hours', { unit: other })).toEqual(['elsewhere', 1]);
});

test('a report of debts moves what was issued, credited and paid on its days, and opens with what came before', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const { read, listed } = reader(admin);
  const { clientId } = await home.account();
  const at = (day: string, time = '09:00') => clock.set(`2026-09-${day}T${time}:00Z`);
  const bill = async (day: string, amount: number) => {
    at(day);
    return issued(home, { clientId, lines: [{ unitCents: cents(amount) }] });
  };
  /** Money of a day, booked at an instant, that pays an invoice then or later. */
  const receive = (id: number, amount: number, day: string, bookedAt: string, paidAt = bookedAt) =>
    ask(
      `with receipt as (insert into receipts (tenant_id, kind, amount_cents, source, client_id, booked_on, created_at)
         values ($1, 'bank', $3, gen_random_uuid()::text, $4, $5::date, $6::timestamptz) returning tenant_id, id)
       insert into allocations (tenant_id, receipt_id, invoice_id, amount_cents, created_at)
         select tenant_id, id, $2, $3, $7::timestamptz from receipt returning 1`,
      ...[home.id, id, amount, clientId, `2026-09-${day}`, `2026-09-${bookedAt}Z`, `2026-09-${paidAt}Z`],
    );
  const credit = async (id: number, day: string, amount: number) => {
    at(day, '10:00');
    const body = { lines: [{ position: 1, amount }], reason: 'Ill' };
    expect((await call(creditInvoice, { params: { id }, body }, { actor: admin })).status).toBe(200);
  };
  const old = await bill('01', 10_000);
  await credit(old.id, '04', 1);
  const first = await bill('05', 5000);
  await credit(old.id, '05', 2);
  const last = await bill('10', 7000);
  await credit(old.id, '10', 4);
  await bill('11', 9000);
  await credit(old.id, '11', 8);
  await addUnissuedNote(running, home, old.id, { amountCents: 3000, at: '2026-09-06T09:00:00Z' });
  for (const [day, amount] of [
    ['04', 1],
    ['05', 2],
    ['10', 4],
    ['11', 8],
  ] as const)
    await receive(old.id, amount, day, `${day}T12:00`);
  // Of a day before it was booked; and credit of before, used late on the last day by the centre's clock.
  await receive(old.id, 16, '05', '11T12:00');
  await receive(old.id, 32, '01', '01T12:00', '10T20:30');
  at('14');
  const days = { from: '2026-09-05', until: '2026-09-10' };
  const whole = { opening: 98.99, credited: -6, paid: -0.54, writtenOff: 0, issued: 120, closing: 212.45 };
  for (const by of groupingsOf.debts) {
    expect((await read('debts', { ...days, by })).total).toMatchObject(whole);
    const items = await listed('debts', { ...days, by });
    expect(Object.fromEntries(items.map(({ title, values }) => [title, values]))).toEqual({
      [old.number]: expect.objectContaining({ opening: 98.99, credited: -6, paid: -0.54, closing: 92.45 }),
      [first.number]: expect.objectContaining({ opening: 0, issued: 50, closing: 50 }),
      [last.number]: expect.objectContaining({ opening: 0, issued: 70, closing: 70 }),
    });
  }
});

/** A contract of a club, with whoever has it. */
async function contractIn(home: Centre, clubId: number): Promise<number> {
  const id = await addContract(running, home, await home.account());
  await ask('update contracts set club_id = $2 where id = $1 returning 1', id, clubId);
  return id;
}

test('a report of sales has the lines of its days, each where its training, contract, period or freeze is', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const { read, listed } = reader(admin);
  const { clientId } = admin;
  const clubs: number[] = [];
  for (const name of ['Training', 'Contract', 'Period', 'Freeze', 'Nothing'])
    clubs.push(await home.club(name));
  const [ofTraining = 0, ofContract = 0, ofPeriod = 0, ofFreeze = 0, ofNone = 0] = clubs;
  const training = await home.training({ startsAt: '2026-09-20T15:00:00Z', clubId: ofTraining });
  await home.training({ startsAt: '2026-09-21T15:00:00Z', clubId: ofNone });
  const bought = await contractIn(home, ofContract);
  const billed = await contractIn(home, ofPeriod);
  const frozen = await contractIn(home, ofFreeze);
  await contractIn(home, ofNone);
  const sell = async (day: string, ...lines: NonNullable<Parameters<typeof issued>[1]>['lines'] & object) => {
    clock.set(`2026-09-${day}T09:00:00Z`);
    return issued(home, { clientId, lines });
  };
  const line = (unitCents: number) => ({ article: String(unitCents), unitCents: cents(unitCents) });
  await sell('04', line(1));
  await sell('05', { ...line(2), item: { kind: 'registration', trainingId: training.id, clientId } });
  await sell('06', { ...line(4), item: { kind: 'contract', contractId: bought } });
  const { id: invoiceId } = await sell('10', line(8), line(16), line(32));
  const { id: another } = await sell('10', line(64), line(128));
  await sell('10', line(512));
  await sell('11', line(256));
  const period = (id: number, month: number, of: number, position: number) =>
    ask(
      `insert into contract_periods (tenant_id, contract_id, from_on, until_on, owed_cents, carried_cents, amount_cents, invoice_id,
         position, created_at)
       values ($1, $2, '2026-09-05'::date + $5 * 30, '2026-10-04'::date + $5 * 30, 8, 0, 8, $3, $4, now()) returning 1`,
      ...[home.id, id, of, position, month],
    );
  const fee = (id: number, week: number, of: number, position: number) =>
    ask(
      `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, fee_cents, invoice_id, position, created_at)
       select $1, $2, day, day + 6, day + 6, 16, $3, $4, now() from (select '2026-09-20'::date + 7 * $5 as day) as of_week
       returning 1`,
      ...[home.id, id, of, position, week],
    );
  await period(billed, 0, invoiceId, 1);
  await fee(frozen, 0, invoiceId, 2);
  // On another invoice the other way round, and on the last one neither.
  await fee(frozen, 1, another, 1);
  await period(billed, 1, another, 2);
  clock.set('2026-09-14T09:00:00Z');
  const days = { from: '2026-09-05', until: '2026-09-10' };
  const { rows } = await read('sales', { ...days, by: 'club' });
  expect(Object.fromEntries(rows.map(({ key, values }) => [key, [values.lines, values.gross]]))).toEqual({
    [ofTraining]: [1, 0.02],
    [ofContract]: [1, 0.04],
    [ofPeriod]: [2, 0.08 + 1.28],
    [ofFreeze]: [2, 0.16 + 0.64],
    0: [2, 0.32 + 5.12],
  });
  const articles = async (key?: string, by: Grouping = 'club') =>
    (await listed('sales', { ...days, by, ...(key && { key }) })).map(({ title }) => title);
  for (const by of groupingsOf.sales) {
    expect([by, await articles(undefined, by)]).toEqual([
      by,
      ['512', '64', '128', '8', '16', '32', '4', '2'],
    ]);
    expect((await read('sales', { ...days, by })).total.gross).toBe(7.66);
    // Of one club its own.
    const inClub = { ...days, by, unit: ofFreeze };
    expect((await read('sales', inClub)).total.gross).toBe(0.8);
    expect((await listed('sales', inClub)).map(({ title }) => title)).toEqual(['64', '16']);
  }
  expect(await articles(String(ofPeriod))).toEqual(['128', '8']);
  expect(await articles(String(ofFreeze))).toEqual(['64', '16']);
  expect(await articles('0')).toEqual(['512', '32']);
});
