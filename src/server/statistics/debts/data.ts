import type { Query } from '#server/kernel/db.ts';
import type { Page } from '#server/statistics/held/data.ts';
import { linesWithClub } from '#server/statistics/sales/data.ts';
import type { Grouping } from '#shared/statistics/kinds/domain.ts';

export interface AskedDebts {
  /** Local dates: the day before `from` opens, `until` closes. */
  readonly from: string;
  readonly until: string;
  readonly clubId: number | null;
  readonly by: Grouping;
  readonly timeZone: string;
}

const age = `case when closing = 0 then 'settled' when due_on >= $2 then 'notDue'
  when $2::date - due_on < 8 then 'days1' when $2::date - due_on < 31 then 'days8'
  when $2::date - due_on < 91 then 'days31' else 'days91' end`;

const parts: Readonly<Partial<Record<Grouping, readonly [key: string, name: string]>>> = {
  month: [`to_char(issued_on, 'YYYY-MM')`, `''`],
  age: [age, `''`],
  client: [`coalesce(client_id::text, 'p:' || payer)`, `coalesce(client, payer)`],
};

/** Of the clubs of an invoice's lines the first one's; asked for only where one club is wanted. */
const clubs = `, ${linesWithClub(`i.kind = 'invoice' and i.issued_on <= $2`)}, of_club as (
  select distinct id from placed where position = 1 and club_id = $3)`;

/**
 * Every invoice issued by the last day, with what became of it by the day before the first and by the last: less credit
 * notes of that day and before, less money by the day it was booked (from credit: by the day it was used), and nothing
 * where the rest was written off. A balance is never stored (decision 0018), so both are reckoned from the ledger.
 */
function invoices({ by, clubId }: AskedDebts): string {
  const [key, name] = parts[by] ?? [`''`, `''`];
  return `with notes as (
      select n.credits_id as id, sum(-n.total_cents) as until_end,
        sum(case when n.issued_on < $1 then -n.total_cents else 0 end) as until_start
      from invoices n where n.tenant_id = app_tenant() and n.credits_id is not null and n.state = 'issued'
        and n.issued_on <= $2 group by n.credits_id),
    money as (
      select p.id, sum(p.amount_cents) filter (where p.day <= $2) as until_end,
        sum(p.amount_cents) filter (where p.day < $1) as until_start
      from (select a.invoice_id as id, a.amount_cents,
          case when a.created_at = r.created_at then r.booked_on else (a.created_at at time zone $4)::date end as day
        from allocations a join receipts r on r.tenant_id = a.tenant_id and r.id = a.receipt_id
        where a.tenant_id = app_tenant()) as p
      group by p.id)${clubId === null ? '' : clubs},
    known as (
      select i.id, i.number, i.issued_on, i.due_on, i.client_id, i.payer->>'name' as payer,
        -- Of who was erased their invoices alone say who they were.
        nullif(trim(c.first_name || ' ' || c.last_name), '') as client, i.total_cents as total,
        coalesce(n.until_start, 0) as credited_start, coalesce(n.until_end, 0) as credited_end,
        coalesce(m.until_start, 0) as paid_start, coalesce(m.until_end, 0) as paid_end,
        (i.written_off_at at time zone $4)::date as written_off_on, i.issued_on < $1 as is_old
      from invoices i
        left join clients c on c.tenant_id = i.tenant_id and c.id = i.client_id
        left join notes n on n.id = i.id
        left join money m on m.id = i.id
      where i.tenant_id = app_tenant() and i.state = 'issued' and i.kind = 'invoice' and i.issued_on <= $2
        and ${clubId === null ? '$3::integer is null' : 'i.id in (select id from of_club)'}),
    reckoned as (
      select *, case when is_old then total - credited_start - paid_start else 0 end as rest_start,
        total - credited_end - paid_end as rest_end
      from known),
    written as (
      select *, case when written_off_on < $1 then rest_start else 0 end as lost_start,
        case when written_off_on <= $2 then rest_end else 0 end as lost_end
      from reckoned),
    sums as (
      select *, rest_start - lost_start as opening, case when is_old then 0 else total end as issued,
        credited_end - case when is_old then credited_start else 0 end as credited,
        paid_end - case when is_old then paid_start else 0 end as paid,
        lost_end - lost_start as written_off, rest_end - lost_end as closing
      from written)
    select *, case when due_on < $2 then closing else 0 end as overdue, ${key} as key, ${name} as part
    from sums`;
}

const valuesOf = ({ from, until, clubId, timeZone }: AskedDebts) => [from, until, clubId, timeZone];

interface Sums {
  readonly opening: number;
  readonly issued: number;
  readonly credited: number;
  readonly paid: number;
  readonly writtenOff: number;
  readonly closing: number;
  readonly overdue: number;
}

/** Cents: what was owed, what came and went, what is owed; taken away stands below zero. */
const moving = [
  'opening',
  'issued',
  '-credited as credited',
  '-paid as paid',
  '-written_off as "writtenOff"',
  'closing',
  'overdue',
];

export interface DebtPart extends Sums {
  readonly key: string;
  readonly name: string;
}

/** The sums of each part. */
export function sumDebts(asked: AskedDebts): Query<DebtPart> {
  return {
    text: `select key, max(part) as name, sum(opening)::bigint as opening, sum(issued)::bigint as issued,
        -sum(credited)::bigint as credited, -sum(paid)::bigint as paid, -sum(written_off)::bigint as "writtenOff",
        sum(closing)::bigint as closing, sum(overdue)::bigint as overdue
      from (${invoices(asked)}) as owed group by key`,
    values: valuesOf(asked),
  };
}

export interface DebtItem extends Sums {
  readonly id: number;
  readonly number: string;
  readonly issuedOn: string;
  readonly payer: string | null;
  readonly clientId: number | null;
  readonly total: number;
}

/** The invoices behind the sums: what is owed first, the oldest on top; those that moved nothing are left out. */
export function listDebts(
  asked: AskedDebts,
  { key, offset, limit }: Page,
  settledKey: string | null,
): Query<DebtItem> {
  return {
    text: `select id, number, issued_on as "issuedOn", coalesce(client, payer) as payer, client_id as "clientId",
        ${moving.join(', ')}, (count(*) over ())::integer as total
      from (select *, sum(closing) over (partition by key) as of_part from (${invoices(asked)}) as owed) as list
      where ($5::text is null or key = $5 or ($5 = $8 and of_part = 0))
        and (opening <> 0 or issued <> 0 or credited <> 0 or paid <> 0 or written_off <> 0 or closing <> 0)
      order by closing = 0, due_on, id offset $6 limit $7`,
    values: [...valuesOf(asked), key, offset, limit, settledKey],
  };
}
