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

/** Devices that some sessions switched on. */
export function removeSubscriptionsOfSessions(sessionIds: readonly string[]): Query {
  return {
    text: 'delete from push_subscriptions where tenant_id = app_tenant() and session_id = any($1::uuid[])',
    values: [sessionIds],
  };
}

/**
 * What a browser is told of since a session of it, or an earlier one that is over: told by the device that both were
 * opened on, since a browser that waited too long has forgotten which it was.
 */
export function removeSubscriptionsOfBrowser(sessionId: string): Query {
  return {
    text: `delete from push_subscriptions p using sessions s, sessions o
      where p.tenant_id = app_tenant() and s.tenant_id = p.tenant_id and s.id = $1::uuid
        and o.tenant_id = p.tenant_id and o.id = p.session_id and o.account_id = s.account_id
        and (o.id = s.id or (o.ended_at is not null and o.device = s.device))`,
    values: [sessionId],
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
export function moveSubscriptions(accountId: number, fromSessionId: string, toSessionId: string): Query {
  return {
    text: `update push_subscriptions set session_id = $3::uuid where tenant_id = app_tenant() and session_id = $2::uuid
      and client_id = (select client_id from accounts where tenant_id = app_tenant() and id = $1)`,
    values: [accountId, fromSessionId, toSessionId],
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
