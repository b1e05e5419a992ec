import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Cents } from '#shared/kernel/money.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface OpenInvoiceRow {
  readonly contractId: number;
  readonly invoiceId: number;
  readonly number: string;
  readonly dueOn: string;
  readonly salt: Buffer;
  readonly openCents: Cents;
}

/**
 * What is still to be paid of the invoices of these contracts: of those that bill their periods, their freezes' fees or
 * their first payment. Credit notes, money that came and what was written off count. The earliest due first.
 */
export const listOpenInvoices = prepared(({ contractIds }: { contractIds: readonly number[] }) =>
  sqlBuilder
    .selectFrom(
      sql<{ contract_id: number; invoice_id: number }>`(
        select contract_id, invoice_id from contract_periods
          where tenant_id = app_tenant() and contract_id = any(${contractIds}::integer[])
        union
        select contract_id, invoice_id from contract_freezes
          where tenant_id = app_tenant() and contract_id = any(${contractIds}::integer[]))`.as('b'),
    )
    .innerJoin('invoices as i', (join) =>
      join.on('i.tenant_id', '=', tenant).onRef('i.id', '=', 'b.invoice_id'),
    )
    .innerJoinLateral(
      sql<{ open_cents: Cents }>`(select (i.total_cents
        - (select coalesce(-sum(n.total_cents), 0) from invoices n where n.tenant_id = i.tenant_id
          and n.credits_id = i.id and n.state = 'issued')
        - (select coalesce(sum(a.amount_cents), 0) from allocations a
          where a.tenant_id = i.tenant_id and a.invoice_id = i.id))::integer as open_cents)`.as('o'),
      (join) => join.onTrue(),
    )
    .select([
      'b.contract_id as contractId',
      'i.id as invoiceId',
      'i.number',
      'i.due_on as dueOn',
      'i.salt',
      'o.open_cents as openCents',
    ])
    .where('i.state', '=', sql.lit('issued'))
    .where('i.written_off_at', 'is', null)
    .where('o.open_cents', '>', sql.lit(0) as never)
    .orderBy('i.due_on')
    .orderBy('i.id')
    .$castTo<OpenInvoiceRow>(),
);

interface OfContract {
  readonly contractId: number;
}

/** A person blocks a contract; `untilOn` is the last date of it. */
export function block({
  contractId,
  untilOn,
  reason,
  now,
}: OfContract & { readonly untilOn: string | null; readonly reason: string; readonly now: string }): Query {
  return change(contractId, { blocked_at: now, blocked_until: untilOn, block_reason: reason });
}

export function unblock(contractId: number): Query {
  return change(contractId, { blocked_at: null, blocked_until: null, block_reason: null });
}

/** Given to a collector, or taken back from there: null. */
export function setCollected(contractId: number, collectedAt: string | null): Query {
  return change(contractId, { collected_at: collectedAt });
}

/** Its account at its end is to be settled once more: while a collector had it, what it owed was not billed. */
export function settleAgain(contractId: number): Query {
  return {
    text: `delete from contract_messages m using contracts c
      where m.tenant_id = app_tenant() and m.contract_id = $1 and c.tenant_id = m.tenant_id and c.id = m.contract_id
        and m.key = 'settled:' || c.ends_on`,
    values: [contractId],
  };
}

function change(
  contractId: number,
  set: {
    blocked_at?: string | null;
    blocked_until?: string | null;
    block_reason?: string | null;
    collected_at?: string | null;
  },
): Query {
  return sqlBuilder
    .updateTable('contracts')
    .set(set)
    .where('tenant_id', '=', tenant)
    .where('id', '=', contractId);
}
