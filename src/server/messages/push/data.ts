import { sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** More than one person's devices; the oldest go first. */
const mostDevices = 10;

export interface NewSubscription {
  readonly clientId: number;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly now: string;
}

/** A device speaks for whoever switched it on last. */
export function saveSubscription({ clientId, endpoint, keys, now }: NewSubscription) {
  const values = { client_id: clientId, p256dh: keys.p256dh, auth: keys.auth, created_at: now };
  return sqlBuilder
    .insertInto('push_subscriptions')
    .values({ ...values, endpoint })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'endpoint']).doUpdateSet(values));
}

export function removeOldSubscriptions(clientId: number) {
  return sqlBuilder
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', clientId)
    .where('id', 'in', (expression) =>
      expression
        .selectFrom('push_subscriptions')
        .select('id')
        .where('tenant_id', '=', tenant)
        .where('client_id', '=', clientId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(mostDevices),
    );
}

export function removeSubscriptionByEndpoint(clientId: number, endpoint: string) {
  return sqlBuilder
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', clientId)
    .where('endpoint', '=', endpoint);
}

/** Gone for good: the browser maker says so. Its open deliveries go with it. */
export function removeSubscription(id: number) {
  return sqlBuilder.deleteFrom('push_subscriptions').where('tenant_id', '=', tenant).where('id', '=', id);
}

export function listSubscriptions(clientId: number) {
  return sqlBuilder
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint'])
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', clientId)
    .orderBy('id');
}

/** Only as long as it is the client's: a device handed on is told nothing of its former owner. */
export function findSubscription(id: number, clientId: number) {
  return sqlBuilder
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', clientId)
    .where('id', '=', id);
}
