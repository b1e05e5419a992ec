import type { Query } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import type { OpenInvoice } from '#shared/contracts/status/domain.ts';

export interface IndebtedContract {
  readonly id: number;
  readonly number: string;
  readonly names: Names;
  readonly payer: unknown;
  readonly language: string;
  readonly openInvoices: readonly OpenInvoice[];
}

/**
 * Live contracts with invoices of their own that were due in a span of days and are not paid, in the order of their ids.
 * What a contract is billed are its periods and the fees of its freezes.
 */
export function listIndebted(span: {
  readonly from: string;
  readonly until: string;
  readonly today: string;
}): Query<IndebtedContract> {
  return {
    text: `with open as materialized (
        select id, due_on, balance from (
          select i.id, i.due_on, i.total_cents
              + (select coalesce(sum(n.total_cents), 0) from invoices n
                where n.tenant_id = i.tenant_id and n.credits_id = i.id and n.state = 'issued')
              - (select coalesce(sum(a.amount_cents), 0) from allocations a
                where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as balance
          from invoices i
          where i.tenant_id = app_tenant() and i.state = 'issued' and i.kind = 'invoice'
            and i.due_on between $1::date and $2::date and i.written_off_at is null) as due
        where balance > 0)
      select c.id, c.number, c.names, c.payer, c.language, d.open as "openInvoices"
      from (
        select contract_id, jsonb_agg(jsonb_build_object('dueOn', due_on, 'openCents', balance)) as open from (
          select p.contract_id, o.* from open o
            join contract_periods p on p.tenant_id = app_tenant() and p.invoice_id = o.id
          union
          select f.contract_id, o.* from open o
            join contract_freezes f on f.tenant_id = app_tenant() and f.invoice_id = o.id) as own
        group by contract_id) as d
        join contracts c on c.tenant_id = app_tenant() and c.id = d.contract_id
      where c.state = 'live' and c.collected_at is null and (c.ends_on is null or c.ends_on >= $3::date)
      order by c.id`,
    values: [span.from, span.until, span.today],
  };
}
