import { type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** More than one person's devices; the oldest go first. */
const mostDevices = 10;

export interface NewSubscription {
  readonly clientId: number;
  /** With whose being ended by its owner it ends. */
  readonly sessionId: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly now: string;
}

/** A device speaks for whoever switched it on last. */
export function saveSubscription({ clientId, sessionId, endpoint, keys, now }: NewSubscription) {
  const values = {
    client_id: clientId,
    session_id: sessionId,
    p256dh: keys.p256dh,
    auth: keys.auth,
    created_at: now,
  };
  return sqlBuilder
    .insertInto('push_subscriptions')
    .values({ ...values, endpoint })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'endpoint']).doUpdateSet(values));
}

export function removeOldSubscriptions(clientId: number) {
  return sqlBuilder
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenant)
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

/**
 * Sessions `o` of the browser of a session ($1) that has been ended, with $2 for now: itself, and earlier ones that are over. These
 * are told by the device that both were opened on, since a browser that waited too long has forgotten which it was; it may be newer
 * by now.
 */
const sessionsOfBrowser = `sessions s join sessions o on o.tenant_id = s.tenant_id and o.account_id = s.account_id
    and (o.ended_at is not null or o.expires_at <= $2::timestamptz) and o.device - 'userAgent' = s.device - 'userAgent'
  where s.tenant_id = app_tenant() and s.id = $1::uuid`;

/** A browser is told of nobody's bookings any more that a session of it, or an earlier one that is over, switched on. */
export function removeSubscriptionsOfBrowser(sessionId: string, now: string): Query {
  return {
    text: `delete from push_subscriptions where tenant_id = app_tenant()
      and session_id in (select o.id from ${sessionsOfBrowser})`,
    values: [sessionId, now],
  };
}

/** All of an account's devices but those that one session switched on. */
export function removeOtherSubscriptions(accountId: number, keptSessionId: string | undefined): Query {
  return {
    text: `delete from push_subscriptions where tenant_id = app_tenant() and session_id is distinct from $2::uuid
      and client_id = (select client_id from accounts where tenant_id = app_tenant() and id = $1)`,
    values: [accountId, keptSessionId ?? null],
  };
}

/** What a browser switched on for an account stays switched on where the same logs in there anew. */
export function moveSubscriptions(
  accountId: number,
  fromSessionId: string,
  toSessionId: string,
  now: string,
): Query {
  return {
    text: `update push_subscriptions set session_id = $4::uuid where tenant_id = app_tenant()
      and session_id in (select o.id from ${sessionsOfBrowser})
      and client_id = (select client_id from accounts where tenant_id = app_tenant() and id = $3)`,
    values: [fromSessionId, now, accountId, toSessionId],
  };
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
