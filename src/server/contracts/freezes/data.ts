import { type Query, sqlBuilder } from '#server/kernel/db.ts';
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
