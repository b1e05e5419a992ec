import type { Query } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import type { DateSpan } from '#shared/contracts/periods/domain.ts';
import { type BilledContract, billedParts, renewing } from '../billing/data.ts';

export interface EndingContract {
  readonly id: number;
  readonly number: string;
  readonly names: Names;
  readonly payer: unknown;
  readonly language: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly anchorDay: number;
  readonly periodMonths: number;
  readonly termMonths: number | null;
  /** It goes on by itself: nobody has ended it, and no other contract follows it. */
  readonly isRenewing: boolean;
  /** Of days behind its end. */
  readonly freezes: readonly DateSpan[];
}

const termination = `select c.id, c.number, c.names, c.payer, c.language, c.starts_on as "startsOn", c.ends_on as "endsOn",
    c.anchor_day as "anchorDay", c.period_months as "periodMonths", c.term_months as "termMonths",
    ${renewing('c')} as "isRenewing",
    coalesce((select json_agg(json_build_object('fromOn', f.from_on, 'untilOn', f.until_on)) from contract_freezes f
      where f.tenant_id = c.tenant_id and f.contract_id = c.id and f.cancelled_at is null and f.from_on > c.ends_on), '[]') as freezes
  from contracts c
  where c.tenant_id = app_tenant() and c.state = 'live' and c.id > $1
    and c.ends_on between $2::date and $3::date`;

export interface EndingSpan {
  readonly after: number;
  readonly from: string;
  readonly until: string;
  readonly limit: number;
}

/** Contracts that end in a span of days, in the order of their ids. */
export function listEnding({ after, from, until, limit }: EndingSpan): Query<EndingContract> {
  return { text: `${termination} order by c.id limit $4`, values: [after, from, until, limit] };
}

/** Of these, those that go on by themselves, locked. */
export function lockRenewing({ after, from, until, limit }: EndingSpan): Query<EndingContract> {
  return {
    text: `${termination} and ${renewing('c')} order by c.id limit $4 for update of c`,
    values: [after, from, until, limit],
  };
}

export interface Renewal {
  readonly contractId: number;
  readonly startsOn: string;
  readonly endsOn: string;
}

/** Contracts go on: a further term each, or several in the order of their days, in their history too. */
export function insertTerms(renewals: readonly Renewal[], now: string): readonly Query[] {
  const rows = JSON.stringify(renewals);
  const record = `jsonb_to_recordset($1::jsonb) as r ("contractId" integer, "startsOn" date, "endsOn" date)`;
  return [
    {
      text: `insert into contract_terms (contract_id, number, starts_on, ends_on, created_at)
        select "contractId", row_number() over (partition by "contractId" order by "startsOn")
          + (select coalesce(max(t.number), 0) from contract_terms t
          where t.tenant_id = app_tenant() and t.contract_id = "contractId"), "startsOn", "endsOn", $2::timestamptz
        from ${record}`,
      values: [rows, now],
    },
    {
      text: `insert into contract_changes (contract_id, kind, details, created_at)
        select "contractId", 'renewed', jsonb_build_object('startsOn', "startsOn", 'endsOn', "endsOn"), $2::timestamptz
        from ${record} order by "startsOn"`,
      values: [rows, now],
    },
    {
      text: `update contracts c set ends_on = l."endsOn"
        from (select "contractId", max("endsOn") as "endsOn" from ${record} group by "contractId") as l
        where c.tenant_id = app_tenant() and c.id = l."contractId"`,
      values: [rows],
    },
  ];
}

export interface EndedContract extends BilledContract {
  /** A collector has its debt: nothing is billed any more. */
  readonly isCollected: boolean;
}

/** Whose last account was not settled, of `contracts c` that have ended from $1 until $2. */
const hasEnded = `c.tenant_id = app_tenant() and c.state = 'live' and c.ends_on between $1::date and $2::date
  and not exists (select from contract_messages m where m.tenant_id = c.tenant_id and m.contract_id = c.id
    and m.key = 'settled:' || c.ends_on)`;

/** Contracts that have ended in a span of days and whose last account was not settled, locked: each is found once. */
export function lockEnded({ from, until, limit }: Omit<EndingSpan, 'after'>): Query<EndedContract> {
  return {
    text: `select ${billedParts}, false as "isRenewing", c.collected_at is not null as "isCollected" from contracts c
      where ${hasEnded} order by c.id limit $3 for update of c`,
    values: [from, until, limit],
  };
}

/**
 * The invoices of the same contracts, before these: everybody locks in this order, and whoever pays an invoice asks its
 * contract under its lock.
 */
export function lockInvoicesOfEnded({ from, until, limit }: Omit<EndingSpan, 'after'>): Query {
  return {
    text: `select from invoices i where i.tenant_id = app_tenant() and i.id in (select p.invoice_id from contract_periods p
        where p.tenant_id = app_tenant()
          and p.contract_id in (select c.id from contracts c where ${hasEnded} order by c.id limit $3))
      order by i.id for update of i`,
    values: [from, until, limit],
  };
}

/** What the last accounts of contracts gave back, noted with the last period that was billed of each. */
export function noteGivenBack(
  given: readonly { readonly contractId: number; readonly fromOn: string; readonly cents: number }[],
): Query {
  return {
    text: `update contract_periods p set given_back_cents = p.given_back_cents + r.cents
      from jsonb_to_recordset($1::jsonb) as r ("contractId" integer, "fromOn" date, cents integer)
      where p.tenant_id = app_tenant() and p.contract_id = r."contractId" and p.from_on = r."fromOn"`,
    values: [JSON.stringify(given)],
  };
}

/** Lines that billed periods of a contract, with what credit notes have taken off them. */
export function listPeriodLines(contractId: number): Query<{
  fromOn: string;
  untilOn: string;
  invoiceId: number;
  position: number;
  grossCents: number;
  creditedCents: number;
  byHandCents: number;
}> {
  return {
    text: `select p.from_on as "fromOn", p.until_on as "untilOn", p.invoice_id as "invoiceId", p.position,
        l.gross_cents as "grossCents",
        d."creditedCents", d."byHandCents"
      from contract_periods p
        join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
        join invoice_lines l on l.tenant_id = p.tenant_id and l.invoice_id = p.invoice_id and l.position = p.position
        cross join lateral (
          select coalesce(-sum(k.gross_cents), 0)::integer as "creditedCents",
            coalesce(-sum(k.gross_cents) filter (where c.notice_at is null or n.created_at < c.notice_at), 0)::integer
              as "byHandCents"
          from invoices n join invoice_lines k on k.tenant_id = n.tenant_id and k.invoice_id = n.id
          where n.tenant_id = p.tenant_id and n.credits_id = p.invoice_id and n.state = 'issued'
            and k.credits_position = p.position) as d
      where p.tenant_id = app_tenant() and p.contract_id = $1 order by p.from_on`,
    values: [contractId],
  };
}
