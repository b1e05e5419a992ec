import { type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Price } from '#shared/contracts/periods/domain.ts';
import type { Cents } from '#shared/kernel/money.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

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
  after: readonly Price[],
): Query[] {
  const toldOf = ({ fromOn, toldOn }: Price) => toldOn ?? fromOn;
  const stays = new Map(after.map((price) => [toldOf(price), price]));
  const gone = before.filter((price) => !stays.has(toldOf(price)));
  const moved = before.flatMap((price) => {
    const next = stays.get(toldOf(price));
    return next && next.fromOn !== price.fromOn ? [{ from: price.fromOn, next }] : [];
  });
  // Later ones first where they go later, earlier ones first where they come back: none meets another.
  const isLater = moved.some(({ from, next }) => next.fromOn > from);
  const sorted = moved.toSorted((one, other) => (one.from < other.from === isLater ? 1 : -1));
  return [
    ...gone.map(({ fromOn }) =>
      sqlBuilder
        .deleteFrom('contract_prices')
        .where('tenant_id', '=', tenant)
        .where('contract_id', '=', contractId)
        .where('from_on', '=', fromOn),
    ),
    ...sorted.map(({ from, next }) =>
      sqlBuilder
        .updateTable('contract_prices')
        .set({ from_on: next.fromOn, told_on: next.toldOn ?? null })
        .where('tenant_id', '=', tenant)
        .where('contract_id', '=', contractId)
        .where('from_on', '=', from),
    ),
  ];
}
