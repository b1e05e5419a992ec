import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { toStatement } from '#server/kernel/db.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { twinned } from '#server/testing/furnished/twins.ts';
import { type Furnished, furnished, type Person } from '#server/testing/furnished.ts';
import { withOwner } from '#server/testing/owner.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { retainedTables } from './commands.ts';
import { eraseRetained, listRetained, type Owner, type RetainedTable } from './data.ts';

const running = withServer({ isAlone: true });

type Row = Readonly<Record<string, unknown>>;

let place: Furnished;

/** Where the office reaches somebody, who logs in by another address. */
const homeAddress = ({ account }: Person) => `home.${account.email}`;

/** What the furnishing leaves out: nothing is asked for by its number. */
async function addRest(person: Person, neighbour: Person): Promise<void> {
  const { clientId, id: accountId, email } = person.account;
  const { add } = rowsOf(running, place.home);
  const made = { created_at: testNow };
  const ofAccount = { ...made, account_id: accountId };
  const ofClient = { ...made, client_id: clientId };
  const key = () => randomBytes(32);
  const later = addMinutes(testNow, 5);
  const [{ id: sessionId }] = (await running.ask<{ id: string }>(
    'select id from sessions where account_id = $1 limit 1',
    accountId,
  )) as [{ id: string }];
  await add('totp_secrets', { ...ofAccount, sealed: key() });
  await add('recovery_codes', { ...ofAccount, code_hash: key() });
  await add('factor_resets', {
    ...{ account_id: accountId, reason: 'lost', asked_at: testNow, expires_at: later },
  });
  await add('challenges', {
    ...ofAccount,
    token_hash: key(),
    purpose: 'logIn',
    keep: false,
    expires_at: later,
  });
  await add('entry_devices', { ...ofClient, session_id: sessionId, public_key: randomBytes(64) });
  const keycardId = await add('keycards', {
    ...{ ...ofClient, provider: 'apple', session_id: sessionId, salt: key(), language: 'et' },
  });
  await add('keycard_devices', { ...made, keycard_id: keycardId, device: 'd', push_token: 'p' });
  await add('push_subscriptions', {
    ...{ ...ofClient, session_id: sessionId, endpoint: `https://push.test/${clientId}` },
    ...{ p256dh: 'p', auth: 'a' },
  });
  await add('notice_choices', { client_id: clientId, choices: {} });
  await add('notice_deliveries', {
    ...{ ...ofClient, dedupe_key: `of ${clientId}`, channel: 'mail', group_key: 'g', event: {} },
    ...{ changed_at: testNow },
  });
  await add('refunds', {
    ...{ ...made, id: randomUUID(), payment_id: person.things.payment, amount_cents: 100 },
    ...{ status: 'REJECTED', reason: 'r', changed_at: testNow },
  });
  await add('payment_parts', {
    ...{ payment_id: person.things.payment, invoice_id: person.things.paidInvoice },
    ...{ position: 1, amount_cents: 7240, credit_cents: 0 },
  });
  await add('queue_moves', {
    ...{ registration_id: person.things.registration, training_id: place.things.training },
    ...{ kind: 'joined', moved_at: testNow },
  });
  await add('consents', {
    ...{ client_id: clientId, purpose: 'marketingMail', is_given: true, language: 'et' },
    ...{ source: 'privacy', at: testNow },
  });
  await add('erasures', { client_id: clientId, asked_by: accountId, asked_at: testNow, due_at: later });
  await add('visitors', { ...ofClient, email, name: 'n' });
  await running.ask('update clients set email = upper($2) where id = $1', clientId, homeAddress(person));
  for (const address of [email, homeAddress(person)])
    await add('visitor_requests', {
      ...{ ...made, token_hash: key(), training_id: place.things.training, expires_at: later },
      ...{ first_name: 'f', last_name: 'l', email: address, phone: '' },
    });
  // What they did for somebody else, as whoever works here does.
  const { ticket, voucher } = neighbour.things;
  await add('ticket_entries', { ...ofAccount, ticket_id: ticket, kind: 'CONSUME', visits: 1 });
  await add('voucher_movements', { ...ofAccount, voucher_id: voucher, kind: 'use', uses: 1 });
}

/** What somebody wrote beside rows that are otherwise kept; ledgers take nothing back, so past their guards. */
const words = {
  registrations: `strike_waived_reason = 'w', strike_waived_at = now()`,
  entries: `note = 'w'`,
  contract_changes: `details = details || '{"reason": "w"}'`,
  invoice_lines: `item = coalesce(item, '{}') || '{"holder": {"name": "w"}}'`,
  refunds: `reason = 'w'`,
  ticket_entries: `reason = 'w'`,
  voucher_movements: `note = 'w'`,
};

async function addWords(): Promise<void> {
  await withOwner(running.databaseUrl, async (owner) => {
    for (const [table, set] of Object.entries(words)) {
      await owner.query(`alter table ${table} disable trigger user`);
      await owner.query(`update ${table} set ${set} where tenant_id = $1`, [place.home.id]);
      await owner.query(`alter table ${table} enable trigger user`);
    }
  });
}

beforeAll(async () => {
  place = await furnished(running, 'Kahekesi');
  await addRest(place.owner, place.other);
  await addRest(place.other, place.owner);
  await addWords();
  await twinned(running, place.home, Object.values(place.things).map(Number));
}, 600_000);

const erased = retainedTables.filter(({ erasing }) => erasing.kind !== 'kept');

const ownerOf = ({ account }: Person): Owner => ({
  ...{ clientId: account.clientId, accountIds: [account.id], language: 'et' },
});

/** What erasing somebody takes out of a table or empties there, as it stood before; nothing of it stays. */
function erasedOf(table: RetainedTable, person: Person): Promise<readonly Row[]> {
  const query = eraseRetained(table, ownerOf(person));
  if (!query) return Promise.resolve([]);
  const { text, values } = toStatement(query);
  return running.server.app.ports.db.write(place.home.id, async ({ load }) => {
    const [rows] = await load({ text: `${text} returning to_jsonb(old) as row`, values });
    return (rows as readonly { readonly row: Row }[]).map(({ row }) => row);
  });
}

/** Where a row says itself whose it is; who else is named in it is staff. */
function isOf({ table, of }: RetainedTable, row: Row, person: Person): boolean {
  const { clientId, id, email } = person.account;
  if (table === 'visitor_requests') return row.email === email || row.email === homeAddress(person);
  if (row.client_id !== undefined && row.client_id !== null) return row.client_id === clientId;
  return !of.startsWith('k.account_id') || row.account_id === id;
}

describe('erasing one of two people who have everything, between things that differ in one column each', () => {
  test.each(erased.map((table) => [table.table, table] as const))('%s', async (_, table) => {
    const own = await erasedOf(table, place.owner);
    const others = await erasedOf(table, place.other);
    expect(own).not.toEqual([]);
    expect(others).not.toEqual([]);
    const keys = new Set(own.map((row) => JSON.stringify(row)));
    const both = others.filter((row) => keys.has(JSON.stringify(row)));
    // A visit that was handed on is of whose ticket it is, and of whom it was handed to.
    expect(both.length > 0).toBe(table.table === 'ticket_shares');
    if (table.table === 'ticket_shares') return;
    for (const [person, rows] of [
      [place.owner, own],
      [place.other, others],
    ] as const)
      expect(rows.filter((row) => !isOf(table, row, person))).toEqual([]);
  });
});

const given = retainedTables.filter(({ fields }) => fields);

async function countGiven(table: RetainedTable, person: Person): Promise<number> {
  const query = listRetained(table, ownerOf(person));
  const [[found]] = await running.server.app.ports.db.read(place.home.id, query);
  return found?.rows.length ?? 0;
}

/** Where a row says by another whose it is: in which column, and in which table that one is. */
const through: Readonly<Record<string, readonly [column: string, table: string]>> = {
  ...{ ticket_entries: ['ticket_id', 'tickets'], ticket_shares: ['ticket_id', 'tickets'] },
  ...{ voucher_movements: ['voucher_id', 'vouchers'], voucher_links: ['voucher_id', 'vouchers'] },
  ...{ contract_periods: ['contract_id', 'contracts'], contract_freezes: ['contract_id', 'contracts'] },
  contract_changes: ['contract_id', 'contracts'],
  ...{ payments: ['invoice_id', 'invoices'], payment_parts: ['invoice_id', 'invoices'] },
  ...{ refunds: ['payment_id', 'payments'], queue_moves: ['registration_id', 'registrations'] },
  keycard_devices: ['keycard_id', 'keycards'],
};

async function rowsIn(table: string): Promise<readonly Row[]> {
  const text = `select to_jsonb(k) as row from ${table} k where tenant_id = $1`;
  return (await running.ask<{ row: Row }>(text, place.home.id)).map(({ row }) => row);
}

/** The rows of a table that are somebody's, looked for one by one. */
async function ownIn(table: string, { account }: Person): Promise<readonly Row[]> {
  const [column = '', of] = through[table] ?? [];
  const holders = of === undefined ? [] : await ownIn(of, { account } as Person);
  const held = new Set(holders.map(({ id }) => id));
  const isOwn = (row: Row) =>
    held.has(row[column]) ||
    (table === 'clients' ? row.id === account.clientId : row.client_id === account.clientId) ||
    (row.account_id !== undefined && row.account_id === account.id);
  return (await rowsIn(table)).filter(isOwn);
}

describe('the download of one of two people who have everything', () => {
  test.each(given.map((table) => [table.table, table] as const))(
    'holds all of their %s, no more',
    async (name, table) => {
      for (const person of [place.owner, place.other]) {
        const own = await ownIn(name, person);
        expect(own).not.toEqual([]);
        expect(await countGiven(table, person)).toBe(own.length);
      }
    },
  );
});
