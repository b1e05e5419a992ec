import { prepared, sqlBuilder } from '#server/kernel/db.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export function insertSession(session: {
  id: string;
  accountId: number;
  salt: Buffer;
  keep: boolean;
  device: DeviceParameters;
  identityId: number | null;
  now: string;
  expiresAt: string;
}) {
  return sqlBuilder.insertInto('sessions').values({
    id: session.id,
    account_id: session.accountId,
    salt: session.salt,
    keep: session.keep,
    device: JSON.stringify(session.device),
    identity_id: session.identityId,
    created_at: session.now,
    proved_at: session.now,
    rotated_at: session.now,
    expires_at: session.expiresAt,
  });
}

function sessions(id: string) {
  return sqlBuilder
    .selectFrom('sessions')
    .select([
      'id',
      'account_id as accountId',
      'salt',
      'generation',
      'keep',
      'proved_at as provedAt',
      'created_at as createdAt',
      'rotated_at as rotatedAt',
      'expires_at as expiresAt',
      'ended_at as endedAt',
    ])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);
}

export function lockSession(id: string) {
  return sessions(id).forNoKeyUpdate();
}

export function rotateSession(id: string, device: DeviceParameters, now: string, expiresAt: string) {
  return sqlBuilder
    .updateTable('sessions')
    .set((expression) => ({
      generation: expression('generation', '+', 1),
      rotated_at: now,
      expires_at: expiresAt,
      device: JSON.stringify(device),
    }))
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);
}

export function endSession(id: string, reason: 'logout' | 'reuse', now: string) {
  return sqlBuilder
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('ended_at', 'is', null);
}

export function listOpenSessions(accountId: number) {
  return sqlBuilder
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
}

/** Open sessions of an account beyond so many, which were used last. */
export const listSurplus = prepared((of: { accountId: number; most: number; now: string }) =>
  sqlBuilder
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', of.accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', of.now)
    .orderBy('rotated_at', 'desc')
    .orderBy('created_at', 'desc')
    .offset(of.most)
    .limit(of.most),
);

/** Ends the account's sessions but one. */
export function endSessions(
  accountId: number,
  exceptId: string | undefined,
  now: string,
  reason: 'passwordChange' | 'factorChange' = 'passwordChange',
) {
  const query = sqlBuilder
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  return exceptId === undefined ? query : query.where('id', '!=', exceptId);
}

/** A session that is open. */
export const findOpen = prepared(({ id, now }: { id: string; now: string }) =>
  sqlBuilder
    .selectFrom('sessions')
    .select(['id', 'keep', 'proved_at as provedAt'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now),
);
