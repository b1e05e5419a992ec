import { sql } from 'kysely';
import { type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { BankReceipt, KnownEntry } from '#shared/invoices/bank/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface NewEntry extends BankReceipt {
  readonly account: string;
}

/** Statements of an account are read one after the other. */
export function lockAccounts(accounts: readonly string[]): Query {
  return {
    text: `select pg_advisory_xact_lock(hashtextextended('bank ' || app_tenant() || ' ' || account, 0))
      from unnest($1::text[]) as a (account)`,
    values: [accounts.toSorted()],
  };
}

/** Entries that have one of the keys of these. */
export function listKnown(entries: readonly NewEntry[]): Query<KnownEntry> {
  const keys = entries.flatMap(({ account, entryKey, otherKey }) => [
    { account, key: entryKey },
    { account, key: otherKey },
  ]);
  return {
    text: `select e.account, e.entry_key as "entryKey", e.booked_on as "bookedOn", e.amount_cents as "amountCents",
        e.payer_name as "payerName", e.payer_account as "payerAccount", e.reference, e.message
      from (select distinct account, key from unnest($1::text[], $2::text[]) as k (account, key)) as k
      join bank_entries e on e.tenant_id = app_tenant() and e.account = k.account and e.entry_key = k.key`,
    values: [keys.map(({ account }) => account), keys.map(({ key }) => key)],
  };
}

/** Writes entries that are not there yet and returns them. */
export function insertEntries(
  entries: readonly NewEntry[],
  now: string,
): Query<{ id: number; account: string; entryKey: string }> {
  return {
    text: `insert into bank_entries (account, entry_key, booked_on, amount_cents, payer_name, payer_account, reference, message,
        state, imported_at)
      select account, "entryKey", "bookedOn", "amountCents", "payerName", "payerAccount", reference, message, 'new', $2
      from jsonb_to_recordset($1::jsonb) as r (account text, "entryKey" text, "bookedOn" date, "amountCents" integer,
        "payerName" text, "payerAccount" text, reference text, message text)
      on conflict do nothing returning id, account, entry_key as "entryKey"`,
    values: [JSON.stringify(entries), now],
  };
}

export interface PayableRow {
  readonly id: number;
  /** Empty for a sale that is not issued. */
  readonly number: string;
  readonly reference: string;
  readonly clientId: number | null;
  readonly dueOn: string;
  readonly totalCents: number;
  readonly creditedCents: number;
  readonly paidCents: number;
  readonly isWrittenOff: boolean;
  readonly state: string;
  readonly payerName: string;
  readonly clientName: string;
}

const payableParts = `select i.id, coalesce(i.number, '') as number, i.reference, i.client_id as "clientId", i.due_on as "dueOn", i.state,
    i.total_cents as "totalCents", i.written_off_at is not null as "isWrittenOff",
    (select coalesce(-sum(c.total_cents), 0)::integer from invoices c
      where c.tenant_id = i.tenant_id and c.credits_id = i.id and c.state = 'issued') as "creditedCents",
    (select coalesce(sum(a.amount_cents), 0)::integer from allocations a
      where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as "paidCents",
    i.payer->>'name' as "payerName", coalesce(k.first_name || ' ' || k.last_name, '') as "clientName"
  from invoices i left join clients k on k.tenant_id = i.tenant_id and k.id = i.client_id
  where i.tenant_id = app_tenant() and i.kind = 'invoice'`;
const payable = `${payableParts} and i.state = 'issued'`;

/** Issued invoices by what a receipt may say of them, in the order of ids. */
export function listNamed(references: readonly string[], numbers: readonly string[]): Query<PayableRow> {
  return {
    text: `select * from (${payable} and i.reference = any($1) union ${payable} and i.number = any($2)) as named order by id`,
    values: [references, numbers],
  };
}

/** Sales that are not issued, begun or given up: what is handed over once they are paid (`invoice_lines.item`). */
export function listSales(references: readonly string[]): Query<PayableRow> {
  return {
    text: `${payableParts} and i.state in ('draft', 'dropped') and i.reference = any($1)
      and exists (select from invoice_lines l where l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.item is not null)
      order by i.id`,
    values: [references],
  };
}

/** Wholly unpaid invoices of these sums, most urgent first; enough to choose from. */
export function listByAmount(amounts: readonly number[]): Query<PayableRow> {
  return {
    text: `select * from (${payable} and i.total_cents = any($1) and i.written_off_at is null) as open
      where "paidCents" = 0 and "creditedCents" = 0 order by "dueOn", id limit 500`,
    values: [amounts],
  };
}

export interface EntryOutcome {
  readonly id: number;
  readonly state: 'booked' | 'proposed' | 'unmatched';
  readonly invoiceId: number | null;
  readonly receiptId: number | null;
}

/** What became of new entries; after their receipts are written. */
export function settleNewEntries(outcomes: readonly EntryOutcome[]): Query {
  return {
    text: `update bank_entries as e set state = r.state, invoice_id = r."invoiceId", receipt_id = r."receiptId"
      from jsonb_to_recordset($1::jsonb) as r (id integer, state text, "invoiceId" integer, "receiptId" integer)
      where e.tenant_id = app_tenant() and e.id = r.id`,
    values: [JSON.stringify(outcomes)],
  };
}

const entryParts = [
  'id',
  'state',
  'entry_key as entryKey',
  'booked_on as bookedOn',
  'amount_cents as amountCents',
  'payer_name as payerName',
  'payer_account as payerAccount',
  'reference',
  'message',
] as const;

/** Locks an entry, before anybody decides about it. */
export function lockEntry(id: number) {
  return sqlBuilder
    .selectFrom('bank_entries')
    .select(entryParts)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate();
}

export function settleEntry(settled: {
  readonly id: number;
  readonly state: 'accepted' | 'ignored';
  readonly invoiceId: number | null;
  readonly receiptId: number | null;
  readonly accountId: number;
  readonly now: string;
}): Query {
  return sqlBuilder
    .updateTable('bank_entries')
    .set({
      state: settled.state,
      invoice_id: settled.invoiceId,
      receipt_id: settled.receiptId,
      settled_by: settled.accountId,
      settled_at: settled.now,
    })
    .where('tenant_id', '=', tenant)
    .where('id', '=', settled.id);
}

/** Those that wait for a decision, or those that were set aside. */
export type EntryFilter = 'setAside' | undefined;

const statesOf = (filter: EntryFilter) =>
  filter === 'setAside' ? [sql.lit('ignored')] : [sql.lit('proposed'), sql.lit('unmatched')];

/** Waiting for a decision, oldest first; set aside, the latest first. */
export function listEntries(filter: EntryFilter, offset: number, limit: number) {
  return sqlBuilder
    .selectFrom('bank_entries')
    .select(entryParts)
    .where('tenant_id', '=', tenant)
    .where('state', 'in', statesOf(filter))
    .orderBy('id', filter === 'setAside' ? 'desc' : 'asc')
    .offset(offset)
    .limit(limit);
}

export function countEntries(filter: EntryFilter) {
  return sqlBuilder
    .selectFrom('bank_entries')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('tenant_id', '=', tenant)
    .where('state', 'in', statesOf(filter));
}
