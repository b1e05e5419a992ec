import type { Query } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import type { VatKind } from '#shared/invoices/vat/domain.ts';
import type { Cents } from '#shared/kernel/money.ts';

/** A contract as it is billed. */
export interface BilledContract {
  readonly id: number;
  readonly number: string;
  readonly clientId: number;
  readonly productId: number;
  readonly names: Names;
  readonly payer: unknown;
  readonly language: string;
  readonly vatKind: VatKind;
  readonly startsOn: string;
  readonly endsOn: string | null;
  /** On the night's date it goes on by itself after its term. */
  readonly isRenewing: boolean;
  readonly anchorDay: number;
  readonly periodMonths: number;
}

/** Whether the contract of an alias goes on by itself after its term: nobody has ended it, and no other contract follows it. */
export const renewing = (
  c: string,
) => `(${c}.renews and ${c}.notice_at is null and ${c}.collected_at is null and not exists (
  select from contracts o where o.tenant_id = ${c}.tenant_id and o.client_id = ${c}.client_id and o.category = ${c}.category
    and o.state = 'live' and o.starts_on > ${c}.ends_on))`;

/** What billing reads of a contract `c`. */
export const billedParts = `c.id, c.number, c.client_id as "clientId", c.product_id as "productId", c.names, c.payer, c.language,
  c.vat_kind as "vatKind", c.starts_on as "startsOn", c.ends_on as "endsOn", c.anchor_day as "anchorDay",
  c.period_months as "periodMonths"`;

/** Which contracts a run looks for; `only` names a few, for those whose batch was refused as a whole. */
export interface Due {
  /** The id after which to look. */
  readonly after: number;
  readonly date: string;
  readonly horizon: string;
  readonly limit: number;
}

// One whose term is over by the date was not given another, and ended with it.
const dueParts = `${billedParts}, ${renewing('c')} and c.ends_on >= $3::date as "isRenewing"`;

// The periods of a contract follow one another, so the latest tells which is next.
const due = `from contracts c
  left join lateral (
    select p.until_on from contract_periods p where p.tenant_id = c.tenant_id and p.contract_id = c.id
    order by p.from_on desc limit 1) l on true
  where c.tenant_id = app_tenant() and c.state = 'live' and c.collected_at is null and c.id > $1
    and ((l.until_on is null and c.starts_on <= $2::date)
      or (l.until_on < $2::date and (c.ends_on is null or l.until_on < c.ends_on))
      or exists (select from contract_freezes f where f.tenant_id = c.tenant_id and f.contract_id = c.id
        and f.fee_cents > 0 and f.invoice_id is null and f.cancelled_at is null and f.from_on <= $3::date
        and (c.ends_on is null or f.from_on <= c.ends_on)))
  order by c.id limit $4`;

/** Live contracts that have a period or a fee to be billed, in the order of their ids. Given to a collector: none. */
export function listDue({ after, horizon, date, limit }: Due): Query<BilledContract> {
  return { text: `select ${dueParts} ${due}`, values: [after, horizon, date, limit] };
}

/** The same, locked until the end of the transaction: what is read of them afterwards is the latest. */
export function lockDue({ after, horizon, date, limit }: Due): Query<BilledContract> {
  return { text: `select ${dueParts} ${due} for update of c`, values: [after, horizon, date, limit] };
}

/** Prices of contracts, earliest first. */
export function listPrices(
  contractIds: readonly number[],
): Query<{ contractId: number; fromOn: string; priceCents: Cents }> {
  return {
    text: `select contract_id as "contractId", from_on as "fromOn", price_cents as "priceCents" from contract_prices
      where tenant_id = app_tenant() and contract_id = any($1::integer[]) order by contract_id, from_on`,
    values: [contractIds],
  };
}

export interface FreezeRow {
  readonly id: number;
  readonly contractId: number;
  readonly fromOn: string;
  readonly untilOn: string;
  readonly feeCents: Cents;
  readonly isFeeBilled: boolean;
}

/** Freezes of contracts, but those taken back. */
export function listFreezes(contractIds: readonly number[]): Query<FreezeRow> {
  return {
    text: `select id, contract_id as "contractId", from_on as "fromOn", until_on as "untilOn", fee_cents as "feeCents",
        invoice_id is not null as "isFeeBilled"
      from contract_freezes
      where tenant_id = app_tenant() and contract_id = any($1::integer[]) and cancelled_at is null
      order by contract_id, from_on`,
    values: [contractIds],
  };
}

export interface PeriodRow {
  readonly contractId: number;
  readonly fromOn: string;
  readonly untilOn: string;
  readonly owedCents: Cents;
  readonly discountCents: Cents;
  /** Less what its contract's last account gave back of it. */
  readonly carriedCents: Cents;
  readonly invoiceId: number | null;
  readonly position: number | null;
}

/** What was billed of contracts. */
export function listPeriods(contractIds: readonly number[]): Query<PeriodRow> {
  return {
    text: `select contract_id as "contractId", from_on as "fromOn", until_on as "untilOn", owed_cents as "owedCents",
        discount_cents as "discountCents", carried_cents - given_back_cents as "carriedCents", invoice_id as "invoiceId", position
      from contract_periods where tenant_id = app_tenant() and contract_id = any($1::integer[])
      order by contract_id, from_on`,
    values: [contractIds],
  };
}

export interface NewPeriodRow extends Omit<PeriodRow, 'discountCents'> {
  readonly amountCents: Cents;
}

/** Periods of several contracts; one billed before is refused by its key. */
export function insertPeriods(periods: readonly NewPeriodRow[], now: string): Query {
  return {
    text: `insert into contract_periods (contract_id, from_on, until_on, owed_cents, carried_cents, amount_cents, invoice_id,
        position, created_at)
      select "contractId", "fromOn", "untilOn", "owedCents", "carriedCents", "amountCents", "invoiceId", position,
        $2::timestamptz
      from jsonb_to_recordset($1::jsonb) as r ("contractId" integer, "fromOn" date, "untilOn" date, "owedCents" integer,
        "carriedCents" integer, "amountCents" integer, "invoiceId" integer, position integer)`,
    values: [JSON.stringify(periods), now],
  };
}

/** The lines that bill the fees of freezes. */
export function markFees(
  fees: readonly { readonly id: number; readonly invoiceId: number; readonly position: number }[],
): Query {
  return {
    text: `update contract_freezes f set invoice_id = r."invoiceId", position = r.position
      from jsonb_to_recordset($1::jsonb) as r (id integer, "invoiceId" integer, position integer)
      where f.tenant_id = app_tenant() and f.id = r.id`,
    values: [JSON.stringify(fees)],
  };
}

/** What was given back of the periods of contracts since notice was given: of what they had too much, by who ended them. */
export function listReturned(
  contractIds: readonly number[],
): Query<{ contractId: number; returnedCents: number }> {
  return {
    text: `select p.contract_id as "contractId", (-sum(k.gross_cents))::integer as "returnedCents"
      from contracts c
        join contract_periods p on p.tenant_id = c.tenant_id and p.contract_id = c.id
        join invoices n on n.tenant_id = c.tenant_id and n.credits_id = p.invoice_id
        join invoice_lines k on k.tenant_id = c.tenant_id and k.invoice_id = n.id and k.credits_position = p.position
      where c.tenant_id = app_tenant() and c.id = any($1::integer[]) and n.state = 'issued'
        and n.created_at >= c.notice_at
      group by p.contract_id`,
    values: [contractIds],
  };
}
