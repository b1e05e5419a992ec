import { type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export type MessageState = 'planned' | 'sending' | 'sent' | 'untrue' | 'refused';

/**
 * Takes a mail for sending: a new one, one that waits, or one whose sending was cut off before `cutOffBefore`. No row when
 * it was told, or is being told.
 */
export function claimMessage(message: {
  readonly dedupeKey: string;
  readonly invoiceId: number;
  readonly now: string;
  readonly cutOffBefore: string;
}): Query<{ key: string }> {
  return {
    text: `insert into invoice_messages as m (dedupe_key, invoice_id, state, created_at, changed_at)
      values ($1, $2, 'sending', $3, $3)
      on conflict (tenant_id, dedupe_key) do update set state = 'sending', changed_at = $3
        where m.state = 'planned' or m.state = 'sending' and m.changed_at < $4
      returning dedupe_key as key`,
    values: [message.dedupeKey, message.invoiceId, message.now, message.cutOffBefore],
  };
}

export function findMessage(dedupeKey: string) {
  return sqlBuilder
    .selectFrom('invoice_messages')
    .select('state')
    .where('tenant_id', '=', tenant)
    .where('dedupe_key', '=', dedupeKey);
}

export function settleMessage(dedupeKey: string, state: MessageState, now: string): Query {
  return sqlBuilder
    .updateTable('invoice_messages')
    .set({ state, changed_at: now })
    .where('tenant_id', '=', tenant)
    .where('dedupe_key', '=', dedupeKey);
}

/** Plans mails that are not planned yet; returns the keys of those. */
export function planMessages(
  messages: readonly { readonly key: string; readonly invoiceId: number }[],
  now: string,
): Query<{ key: string }> {
  return {
    text: `insert into invoice_messages (dedupe_key, invoice_id, state, created_at, changed_at)
      select key, "invoiceId", 'planned', $2::timestamptz, $2::timestamptz
      from jsonb_to_recordset($1::jsonb) as r (key text, "invoiceId" integer)
      on conflict do nothing returning dedupe_key as key`,
    values: [JSON.stringify(messages), now],
  };
}

export interface RemindedInvoice {
  readonly id: number;
  readonly issuedOn: string;
  readonly dueOn: string;
}

/** Unpaid invoices that were or are due in a span of days. */
export function listUnpaid(span: { readonly from: string; readonly until: string }): Query<RemindedInvoice> {
  return {
    text: `select id, "issuedOn", "dueOn" from (
        select i.id, i.issued_on as "issuedOn", i.due_on as "dueOn",
          i.total_cents
            + (select coalesce(sum(c.total_cents), 0) from invoices c
              where c.tenant_id = i.tenant_id and c.credits_id = i.id and c.state = 'issued')
            - (select coalesce(sum(a.amount_cents), 0) from allocations a
              where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as balance
        from invoices i
        where i.tenant_id = app_tenant() and i.state = 'issued' and i.kind = 'invoice'
          and i.due_on between $1 and $2 and i.written_off_at is null) as due
      where balance > 0 order by id`,
    values: [span.from, span.until],
  };
}

/** What is left of receipts that were used for an invoice, or came for it and found it paid. */
export function findUnusedOf(invoiceId: number): Query<{ unusedCents: number }> {
  return {
    text: `with came as (
        select a.receipt_id as id from allocations a where a.tenant_id = app_tenant() and a.invoice_id = $1
        union select b.receipt_id from bank_entries b where b.tenant_id = app_tenant() and b.invoice_id = $1
        union select r.id from payments_of_invoice(app_tenant(), $1) p
          join receipts r on r.tenant_id = app_tenant() and r.source = 'payment:' || p.id)
      select ((select coalesce(sum(r.amount_cents), 0) from receipts r
          where r.tenant_id = app_tenant() and r.id in (select id from came))
        - (select coalesce(sum(a.amount_cents), 0) from allocations a
          where a.tenant_id = app_tenant() and a.receipt_id in (select id from came)))::integer as "unusedCents"`,
    values: [invoiceId],
  };
}
