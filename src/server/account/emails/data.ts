import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OfAccount {
  readonly accountId: number;
}

/** The one that waits is forgotten: by another one, or for good. */
export function forgetWaiting(accountId: number): Query {
  return {
    text: 'delete from email_changes where tenant_id = app_tenant() and account_id = $1 and used_at is null',
    values: [accountId],
  };
}

export function insertChange(change: {
  readonly tokenHash: Buffer;
  readonly accountId: number;
  readonly email: string;
  readonly now: string;
  readonly expiresAt: string;
}): Query {
  const { tokenHash, accountId, email, now, expiresAt } = change;
  return {
    text: `insert into email_changes (token_hash, account_id, email, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    values: [tokenHash, accountId, email, now, expiresAt],
  };
}

export const lockAccount = prepared(({ accountId }: OfAccount) =>
  sqlBuilder
    .selectFrom('accounts')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', accountId)
    .forNoKeyUpdate(),
);

interface OfLink {
  readonly tokenHash: Buffer;
}

const changes = ({ tokenHash }: OfLink) =>
  sqlBuilder
    .selectFrom('email_changes')
    .select(['account_id as accountId', 'email', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('tenant_id', '=', tenant)
    .where('token_hash', '=', tokenHash);

/** What a link is for. */
export const findChange = prepared(changes);

export const lockChange = prepared((of: OfLink) => changes(of).forUpdate());

export function setEmail(accountId: number, email: string): Query {
  return {
    text: `update accounts set username = case when username = email then $2 else username end, email = $2, email_typed_at = null
      where tenant_id = app_tenant() and id = $1`,
    values: [accountId, email],
  };
}

/** Where their client is written to. */
export function setContact(accountId: number, email: string): Query {
  return {
    text: `update clients set email = $2 where tenant_id = app_tenant()
      and id = (select client_id from accounts where tenant_id = app_tenant() and id = $1)`,
    values: [accountId, email],
  };
}

export function useChange(tokenHash: Buffer, now: string): Query {
  return {
    text: 'update email_changes set used_at = $2 where tenant_id = app_tenant() and token_hash = $1',
    values: [tokenHash, now],
  };
}
