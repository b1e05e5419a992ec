import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { FreezeChange } from '#shared/contracts/terms/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A contract ends on another date, or its binding does; its last term with it. Null: without an end. */
export function setDates(
  contractId: number,
  { endsOn, bindingUntil }: { readonly endsOn: string | null; readonly bindingUntil: string | null },
): Query[] {
  const contract = sqlBuilder
    .updateTable('contracts')
    .set({ ends_on: endsOn, binding_until: bindingUntil })
    .where('tenant_id', '=', tenant)
    .where('id', '=', contractId);
  if (endsOn === null) return [contract];
  return [
    contract,
    {
      text: `update contract_terms set ends_on = $2 where tenant_id = app_tenant() and contract_id = $1
        and starts_on <= $2::date
        and number = (select max(number) from contract_terms where tenant_id = app_tenant() and contract_id = $1)`,
      values: [contractId, endsOn],
    },
  ];
}

/** Notice was given, or taken back. */
export function setNotice(contractId: number, noticeAt: string | null): Query {
  return sqlBuilder
    .updateTable('contracts')
    .set({ notice_at: noticeAt })
    .where('tenant_id', '=', tenant)
    .where('id', '=', contractId);
}

/** From now on it is as if it had never been; it stands in the way of no other. */
export function setWithdrawn(contractId: number, now: string): Query {
  return sqlBuilder
    .updateTable('contracts')
    .set({ state: 'withdrawn', withdrawn_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', contractId);
}

/** What the last notice found: the dates it changed. */
export const findNotice = prepared(({ contractId }: { contractId: number }) =>
  sqlBuilder
    .selectFrom('contract_changes')
    .select('details')
    .where('tenant_id', '=', tenant)
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'notice')
    .orderBy('id', 'desc')
    .limit(1),
);

/** What became of freezes since the last notice, in the order in which it did. */
export function listFreezesSinceNotice({ contractId }: { contractId: number }): Query<FreezeChange> {
  return {
    text: `select kind, details ->> 'fromOn' as "fromOn", (details ->> 'days')::integer as days
      from contract_changes
      where tenant_id = app_tenant() and contract_id = $1 and kind in ('freeze', 'freezeEnded', 'freezeCancelled')
        and id > (select max(id) from contract_changes where tenant_id = app_tenant() and contract_id = $1 and kind = 'notice')
      order by id`,
    values: [contractId],
  };
}
