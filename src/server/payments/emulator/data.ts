import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

/** All of a tenant given by its number: the stand-in knows shops by their keys, as the service does. */
interface OfTenant {
  readonly tenantId: number;
}

function orders() {
  return sqlBuilder
    .selectFrom('stand_in_orders')
    .select([
      'id',
      'tenant_id as tenantId',
      'reference',
      'status',
      'claims',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'pays_at as paysAt',
    ]);
}

export const findOrder = prepared(({ tenantId, id }: OfTenant & { id: string }) =>
  orders().where('tenant_id', '=', tenantId).where('id', '=', id),
);

export const findOrderByReference = prepared(({ tenantId, reference }: OfTenant & { reference: string }) =>
  orders().where('tenant_id', '=', tenantId).where('reference', '=', reference),
);

export const findOrderOfSession = prepared(({ tenantId, sessionId }: OfTenant & { sessionId: string }) =>
  orders()
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`claims->>'sessionUuid' = ${sessionId}`)
    .orderBy('created_at', 'desc')
    .limit(1),
);

export interface NewOrder extends OfTenant {
  readonly id: string;
  readonly reference: string;
  readonly claims: object;
  readonly now: string;
  readonly expiresAt: string;
}

/** The same reference again replaces what was not paid. */
export function saveOrder(order: NewOrder): Query {
  const values = {
    id: order.id,
    status: 'PENDING',
    claims: JSON.stringify(order.claims),
    created_at: order.now,
    expires_at: order.expiresAt,
    pays_at: null,
  };
  return sqlBuilder
    .insertInto('stand_in_orders')
    .values({ ...values, tenant_id: order.tenantId, reference: order.reference })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'reference']).doUpdateSet(values));
}

/** Changes an order that is in one of some statuses; no row where it is in another. */
export function moveOrder(
  move: OfTenant & { id: string; from: readonly string[]; to: string },
): Query<{ id: string }> {
  return sqlBuilder
    .updateTable('stand_in_orders')
    .set({ status: move.to, pays_at: null })
    .where('tenant_id', '=', move.tenantId)
    .where('id', '=', move.id)
    .where('status', 'in', [...move.from])
    .returning('id');
}

export function setPaysAt({ tenantId, id, paysAt }: OfTenant & { id: string; paysAt: string }): Query {
  return sqlBuilder
    .updateTable('stand_in_orders')
    .set({ pays_at: paysAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id);
}

export const listRefunds = prepared(({ tenantId, orderId }: OfTenant & { orderId: string }) =>
  sqlBuilder
    .selectFrom('stand_in_refunds')
    .select([
      'id',
      'idempotency_key as key',
      'amount_cents as amountCents',
      'status',
      'created_at as createdAt',
    ])
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id'),
);

export interface NewRefund extends OfTenant {
  readonly id: string;
  readonly orderId: string;
  readonly key: string;
  readonly amountCents: number;
  readonly now: string;
}

/** No row under a key that was used before. */
export function insertRefund(refund: NewRefund): Query<{ id: string }> {
  return sqlBuilder
    .insertInto('stand_in_refunds')
    .values({
      tenant_id: refund.tenantId,
      id: refund.id,
      order_id: refund.orderId,
      idempotency_key: refund.key,
      amount_cents: refund.amountCents,
      status: 'PENDING',
      created_at: refund.now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'idempotency_key']).doNothing())
    .returning('id');
}

/** Ends a refund, and tells its order what of it is back by now. */
export function endRefund({ tenantId, id, status }: OfTenant & { id: string; status: string }): Query {
  return sqlBuilder
    .updateTable('stand_in_refunds')
    .set({ status })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id);
}

export function countRefunded({ tenantId, orderId }: OfTenant & { orderId: string }): Query {
  return sqlBuilder
    .updateTable('stand_in_orders as o')
    .set({
      status: sql`case when (select sum(r.amount_cents) from stand_in_refunds r where r.tenant_id = o.tenant_id
          and r.order_id = o.id and r.status = 'SUCCESSFUL') >= round((o.claims->>'grandTotal')::numeric * 100)
        then 'REFUNDED' else 'PARTIALLY_REFUNDED' end`,
    })
    .where('o.tenant_id', '=', tenantId)
    .where('o.id', '=', orderId)
    .where(
      sql<boolean>`exists (select from stand_in_refunds r where r.tenant_id = o.tenant_id and r.order_id = o.id
        and r.status = 'SUCCESSFUL')`,
    );
}
