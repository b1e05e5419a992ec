import type { Query } from '#server/kernel/db.ts';
import { renewing } from '../billing/data.ts';
import type { Addressee } from '../billing-runs/data.ts';

/** Whose price changes: one contract's, or a package's. */
export interface PriceScope {
  readonly contractId: number | null;
  readonly productId: number | null;
  readonly clubId: number | null;
}

export interface PricedContract extends Addressee {
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly bindingUntil: string | null;
  readonly isRenewing: boolean;
  readonly anchorDay: number;
  readonly periodMonths: number;
}

/** Live contracts of a scope that have not ended, locked, in the order of their ids. */
export function lockPriced(
  scope: PriceScope & { readonly after: number; readonly today: string; readonly limit: number },
): Query<PricedContract> {
  return {
    text: `select c.id, c.number, c.names, c.payer, c.language, c.starts_on as "startsOn", c.ends_on as "endsOn",
        c.binding_until as "bindingUntil", ${renewing('c')} as "isRenewing",
        c.anchor_day as "anchorDay", c.period_months as "periodMonths"
      from contracts c
      where c.tenant_id = app_tenant() and c.state = 'live' and c.id > $1 and ($2::integer is null or c.id = $2)
        and ($3::integer is null or c.product_id = $3) and ($4::integer is null or c.club_id = $4)
        and (c.ends_on is null or c.ends_on >= $5::date)
      order by c.id limit $6 for update`,
    values: [scope.after, scope.contractId, scope.productId, scope.clubId, scope.today, scope.limit],
  };
}

/** The last date that is billed of each, read behind their locks. */
export function listBilledUntil(
  contractIds: readonly number[],
): Query<{ contractId: number; billedUntil: string }> {
  return {
    text: `select contract_id as "contractId", max(until_on) as "billedUntil" from contract_periods
      where tenant_id = app_tenant() and contract_id = any($1::integer[]) group by contract_id`,
    values: [contractIds],
  };
}

export interface NewPrice {
  readonly contractId: number;
  readonly fromOn: string;
  /** The first day of the first period that costs it. */
  readonly countsOn: string;
  readonly priceCents: number;
  readonly beforeCents: number;
}

/** New prices, told now, in the place of others that would have counted with the same period, and what happened for the contracts' history. */
export function insertPrices(
  prices: readonly NewPrice[],
  accountId: number | null,
  now: string,
): readonly Query[] {
  const rows = JSON.stringify(prices);
  const record = `jsonb_to_recordset($1::jsonb) as r ("contractId" integer, "fromOn" date, "countsOn" date,
    "priceCents" integer, "beforeCents" integer)`;
  return [
    {
      text: `delete from contract_prices p using ${record}
        where p.tenant_id = app_tenant() and p.contract_id = r."contractId"
          and p.from_on > r."fromOn" and p.from_on <= r."countsOn"`,
      values: [rows],
    },
    {
      text: `insert into contract_prices (contract_id, from_on, price_cents, told_at, created_at)
        select "contractId", "fromOn", "priceCents", $2::timestamptz, $2::timestamptz from ${record}
        on conflict (tenant_id, contract_id, from_on) do update set price_cents = excluded.price_cents,
          told_at = excluded.told_at, told_on = null`,
      values: [rows, now],
    },
    {
      text: `insert into contract_changes (contract_id, kind, details, account_id, created_at)
        select "contractId", 'price', jsonb_build_object('fromOn', "fromOn", 'priceCents', "priceCents",
          'beforeCents', "beforeCents"), $3::integer, $2::timestamptz from ${record}`,
      values: [rows, now, accountId],
    },
  ];
}
