import type { Query } from '#server/kernel/db.ts';
import type { Page } from '#server/statistics/held/data.ts';
import type { Grouping } from '#shared/statistics/kinds/domain.ts';

export interface AskedSales {
  /** Local dates of issuing, both included. */
  readonly from: string;
  readonly until: string;
  readonly clubId: number | null;
  readonly by: Grouping;
  readonly language: string;
  readonly defaultLanguage: string;
}

const parts: Readonly<Partial<Record<Grouping, readonly [key: string, name: string]>>> = {
  day: ['w.issued_on::text', `''`],
  week: [`(w.issued_on - (extract(isodow from w.issued_on)::integer - 1))::text`, `''`],
  month: [`to_char(w.issued_on, 'YYYY-MM')`, `''`],
  club: [`coalesce(w.club_id::text, '0')`, `coalesce(c.name, '')`],
  product: [
    `coalesce(w.product_id::text, 'a:' || w.article)`,
    'coalesce(p.names->>$4, p.names->>$5, w.article)',
  ],
  productKind: [`coalesce(p.kind, 'none')`, `''`],
  vat: [`w.vat_kind || ' ' || w.vat_rate`, `''`],
};

/**
 * The club of each sold line: where its ticket, voucher, contract or training belongs; a credit note's line follows the
 * line it takes back. The ids that stand in the line's own goods are read out first: behind a row policy the planner
 * looks nothing up by what a function says.
 */
export const linesWithClub = (which: string) => `sold as materialized (
    select i.id, i.number, i.kind, i.issued_on, i.client_id, i.payer->>'name' as payer, l.position, l.article,
      l.product_id, l.net_cents, l.vat_cents, l.gross_cents, l.vat_kind, l.vat_rate, o.product_id as own_product_id,
      o.invoice_id as own_invoice_id, o.position as own_position, (o.item->>'clubId')::integer as item_club_id,
      (o.item->>'trainingId')::integer as item_training_id, (o.item->>'contractId')::integer as item_contract_id
    from invoices i
      join invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
      left join invoice_lines o on o.tenant_id = i.tenant_id
        and o.invoice_id = case when i.credits_id is null then i.id else i.credits_id end
        and o.position = case when i.credits_id is null then l.position else l.credits_position end
    where i.tenant_id = app_tenant() and i.state = 'issued' and ${which}),
  placed as (
    select s.*, coalesce(s.item_club_id, t.club_id, d.club_id, e.club_id, g.club_id, h.club_id, b.club_id) as club_id
    from sold s
      left join trainings t on t.tenant_id = app_tenant() and t.id = s.item_training_id
      left join contracts d on d.tenant_id = app_tenant() and d.id = s.item_contract_id
      left join contract_periods m on m.tenant_id = app_tenant() and m.invoice_id = s.own_invoice_id
        and m.position = s.own_position
      left join contracts e on e.tenant_id = app_tenant() and e.id = m.contract_id
      left join contract_freezes f on f.tenant_id = app_tenant() and f.invoice_id = s.own_invoice_id
        and f.position = s.own_position
      left join contracts g on g.tenant_id = app_tenant() and g.id = f.contract_id
      left join rentals r on r.tenant_id = app_tenant() and r.invoice_id = s.own_invoice_id
      left join rooms h on h.tenant_id = app_tenant() and h.id = r.room_id
      left join (select distinct on (k.invoice_id) k.invoice_id, k.club_id from contracts k
          where k.tenant_id = app_tenant() and k.invoice_id is not null order by k.invoice_id, k.id) b
        on b.invoice_id = s.own_invoice_id)`;

/** Lines of the invoices and credit notes that were issued: what the ledger of invoices says, line by line. */
function lines({ by }: AskedSales): string {
  const [key, name] = parts[by] ?? [`''`, `''`];
  return `with ${linesWithClub('i.issued_on >= $1 and i.issued_on <= $2')}
    select w.*, ${key} as key, ${name} as part
    from placed w
      left join products p on p.tenant_id = app_tenant() and p.id = w.product_id
      left join clubs c on c.tenant_id = app_tenant() and c.id = w.club_id
    where ($3::integer is null or w.club_id = $3) and $4::text is not null and $5::text is not null`;
}

const valuesOf = ({ from, until, clubId, language, defaultLanguage }: AskedSales) => [
  from,
  until,
  clubId,
  language,
  defaultLanguage,
];

export interface SalesPart {
  readonly key: string;
  readonly name: string;
  readonly lines: number;
  readonly invoiced: number;
  readonly credited: number;
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
}

/** The sums of each part, in cents; what is credited stands below zero. */
export function sumSales(asked: AskedSales): Query<SalesPart> {
  return {
    text: `select key, min(part) as name, count(*)::integer as lines,
        sum(case when kind = 'invoice' then gross_cents else 0 end)::bigint as invoiced,
        sum(case when kind = 'invoice' then 0 else gross_cents end)::bigint as credited,
        sum(net_cents)::bigint as net, sum(vat_cents)::bigint as vat, sum(gross_cents)::bigint as gross
      from (${lines(asked)}) as sold group by key`,
    values: valuesOf(asked),
  };
}

export interface SalesItem {
  readonly id: number;
  readonly position: number;
  readonly number: string;
  readonly issuedOn: string;
  readonly article: string;
  readonly payer: string | null;
  readonly clientId: number | null;
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
  readonly total: number;
}

/** The lines behind the sums, the latest first. */
export function listSales(asked: AskedSales, { key, offset, limit }: Page): Query<SalesItem> {
  return {
    text: `select id, position, number, issued_on as "issuedOn", article, payer, client_id as "clientId",
        net_cents as net, vat_cents as vat, gross_cents as gross, (count(*) over ())::integer as total
      from (${lines(asked)}) as sold where $6::text is null or key = $6
      order by issued_on desc, id desc, position offset $7 limit $8`,
    values: [...valuesOf(asked), key, offset, limit],
  };
}
