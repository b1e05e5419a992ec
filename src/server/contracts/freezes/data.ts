import { sql } from 'kysely';
import { type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Price } from '#shared/contracts/periods/domain.ts';
import type { ShiftedPrice } from '#shared/contracts/prices/domain.ts';
import type { Cents } from '#shared/kernel/money.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');
/** No contract has prices that far apart. */
const farDays = 1_000_000;

/** The database refuses one that meets another. */
export function insertFreeze(freeze: {
  readonly contractId: number;
  readonly fromOn: string;
  readonly untilOn: string;
  readonly feeCents: Cents;
  readonly accountId: number | null;
  readonly now: string;
}): Query {
  return sqlBuilder.insertInto('contract_freezes').values({
    contract_id: freeze.contractId,
    from_on: freeze.fromOn,
    until_on: freeze.untilOn,
    asked_until: freeze.untilOn,
    fee_cents: freeze.feeCents,
    account_id: freeze.accountId,
    created_at: freeze.now,
  });
}

/** It ends on a date, or is taken back: null. */
export function endFreeze(freezeId: number, untilOn: string | null, now: string): Query {
  return sqlBuilder
    .updateTable('contract_freezes')
    .set(untilOn === null ? { cancelled_at: now } : { until_on: untilOn })
    .where('tenant_id', '=', tenant)
    .where('id', '=', freezeId);
}

/** A contract's prices with other dates; what two would count from is one's. */
export function setPriceDates(
  contractId: number,
  before: readonly Price[],
  after: readonly ShiftedPrice[],
): Query[] {
  const gone = before.filter(({ fromOn }) => !after.some(({ wasOn }) => wasOn === fromOn));
  const moved = after.filter(({ fromOn, wasOn }) => fromOn !== wasOn);
  const dates = (of: readonly string[]) => sql<string>`any(${of}::date[])`;
  const own = () => sqlBuilder.updateTable('contract_prices').where('contract_id', '=', contractId);
  if (gone.length + moved.length === 0) return [];
  return [
    sqlBuilder
      .deleteFrom('contract_prices')
      .where('tenant_id', '=', tenant)
      .where('contract_id', '=', contractId)
      .where('from_on', '=', dates(gone.map(({ fromOn }) => fromOn))),
    // Far away first: on their way none meets another.
    own()
      .set({ from_on: sql`from_on + ${farDays}::integer` })
      .where('tenant_id', '=', tenant)
      .where('from_on', '=', dates(moved.map(({ wasOn }) => wasOn))),
    ...moved.map(({ fromOn, toldOn = null, wasOn }) =>
      own()
        .set({ from_on: fromOn, told_on: toldOn })
        .where('tenant_id', '=', tenant)
        .where('from_on', '=', sql<string>`${wasOn}::date + ${farDays}::integer`),
    ),
  ];
}
