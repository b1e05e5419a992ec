import type { Query } from '#server/kernel/db.ts';
import type { MoneyLine } from '#shared/wallet/domain.ts';

/** Issued invoices of a client by what made them: their own, or a contract's. */
const invoices = {
  invoice: '$2::integer',
  contract: `select p.invoice_id from contract_periods p where p.tenant_id = app_tenant() and p.contract_id = $2
    union select f.invoice_id from contract_freezes f where f.tenant_id = app_tenant() and f.contract_id = $2
    union select c.invoice_id from contracts c where c.tenant_id = app_tenant() and c.id = $2`,
} as const;

/** Everything that made or paid what is owed, in its order: invoices, credit notes, payments and writing off. */
export function listOwedLines(
  kind: keyof typeof invoices,
  { clientId, id }: { readonly clientId: number; readonly id: number },
): Query<MoneyLine> {
  return {
    text: `with own as materialized (
        select i.* from invoices i where i.tenant_id = app_tenant() and i.client_id = $1 and i.state = 'issued'
          and i.kind = 'invoice' and i.id in (${invoices[kind]}))
      select * from (
        select 'issued' as kind, issued_at as at, total_cents as change, id as "invoiceId", number, 0 as rank, id as line
          from own
        union all
        select 'credited', n.issued_at, n.total_cents, o.id, n.number, 1, n.id
          from own o join invoices n on n.tenant_id = app_tenant() and n.credits_id = o.id and n.state = 'issued'
        union all
        select case when a.amount_cents > 0 then 'paid' else 'returned' end, a.created_at, -a.amount_cents, o.id, o.number,
            2, a.id
          from own o join allocations a on a.tenant_id = app_tenant() and a.invoice_id = o.id
        union all
        select 'writtenOff', written_off_at, 0, id, number, 3, id from own where written_off_at is not null
      ) as lines order by at, rank, line`,
    values: [clientId, id],
  };
}

/** What came from a client, what it was used for, and what of it goes back, from when that was asked for. */
export function listCreditLines(clientId: number): Query<MoneyLine> {
  return {
    text: `select * from (
        select case when r.amount_cents > 0 then 'received' else 'paidBack' end as kind, r.created_at as at,
            r.amount_cents as change, 0 as "invoiceId", '' as number, 0 as rank, r.id as line
          from receipts r where r.tenant_id = app_tenant() and r.client_id = $1
        union all
        select 'usedFor', a.created_at, -a.amount_cents, a.invoice_id, i.number, 1, a.id
          from receipts r join allocations a on a.tenant_id = app_tenant() and a.receipt_id = r.id
            join invoices i on i.tenant_id = app_tenant() and i.id = a.invoice_id
          where r.tenant_id = app_tenant() and r.client_id = $1
        union all
        select 'paidBack', f.at, -least(b.on_its_way, w.rest), 0, '', 2, r.id
          from receipts r, lateral sent_back(r) b,
            lateral (select (r.amount_cents - b.from_credit - coalesce(sum(a.amount_cents), 0))::integer as rest
              from allocations a where a.tenant_id = r.tenant_id and a.receipt_id = r.id) w,
            lateral (select max(f.created_at) as at from refunds f
              where f.tenant_id = r.tenant_id and 'payment:' || f.payment_id = r.source
                and f.status in ('PENDING', 'PROCESSING')) f
          where r.tenant_id = app_tenant() and r.client_id = $1 and least(b.on_its_way, w.rest) > 0
      ) as lines order by at, rank, line`,
    values: [clientId],
  };
}

/** What each contract of a client has billed and not been paid: invoices and credit notes less what pays them. */
export function listOwedOfContracts(
  clientId: number,
): Query<{ readonly contractId: number; readonly owedCents: number }> {
  return {
    text: `with made as materialized (
        select c.id as contract_id, p.invoice_id from contracts c
          join contract_periods p on p.tenant_id = app_tenant() and p.contract_id = c.id
          where c.tenant_id = app_tenant() and c.client_id = $1
        union select c.id, f.invoice_id from contracts c
          join contract_freezes f on f.tenant_id = app_tenant() and f.contract_id = c.id
          where c.tenant_id = app_tenant() and c.client_id = $1
        union select c.id, c.invoice_id from contracts c
          where c.tenant_id = app_tenant() and c.client_id = $1)
      select m.contract_id as "contractId", sum(i.total_cents
          + (select coalesce(sum(n.total_cents), 0) from invoices n
            where n.tenant_id = app_tenant() and n.credits_id = i.id and n.state = 'issued')
          - (select coalesce(sum(a.amount_cents), 0) from allocations a
            where a.tenant_id = app_tenant() and a.invoice_id = i.id))::integer as "owedCents"
      from made m join invoices i on i.tenant_id = app_tenant() and i.id = m.invoice_id
      where i.client_id = $1 and i.state = 'issued' and i.kind = 'invoice' and i.written_off_at is null
      group by m.contract_id`,
    values: [clientId],
  };
}

export function findOwnTicket(clientId: number, ticketId: number): Query<{ readonly isUnlimited: boolean }> {
  return {
    text: `select is_unlimited as "isUnlimited" from tickets
      where tenant_id = app_tenant() and client_id = $1 and id = $2`,
    values: [clientId, ticketId],
  };
}
