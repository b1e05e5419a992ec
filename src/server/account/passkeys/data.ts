import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

const passkeys = () =>
  sqlBuilder
    .selectFrom('passkeys')
    .select([
      'id',
      'account_id as accountId',
      'credential_id as credentialId',
      'public_key as publicKey',
      'sign_count as signCount',
      'transports',
      'name',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('tenant_id', '=', tenant);

/** What tells an authenticator which passkey is meant. */
export interface PasskeyNamed {
  readonly credentialId: Buffer;
  readonly transports: readonly string[];
}

/** An account's passkeys, by when they were added. */
export const listPasskeys = prepared(({ accountId }: { accountId: number }) =>
  passkeys().where('account_id', '=', accountId).orderBy('id'),
);

/** Whosever it is. */
export const findPasskey = prepared(({ credentialId }: { credentialId: Buffer }) =>
  passkeys().where('credential_id', '=', credentialId),
);

export interface NewPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly aaguid: string;
  readonly isBackedUp: boolean;
}

export function insertPasskey(accountId: number, name: string, passkey: NewPasskey, now: string): Query {
  const { credentialId, publicKey, signCount, transports, aaguid, isBackedUp } = passkey;
  return {
    text: `insert into passkeys
      (account_id, name, credential_id, public_key, sign_count, transports, aaguid, is_backed_up, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [accountId, name, credentialId, publicKey, signCount, transports, aaguid, isBackedUp, now],
  };
}

export function notePasskeyUse(
  id: number,
  { signCount, isBackedUp }: { readonly signCount: number; readonly isBackedUp: boolean },
  now: string,
): Query {
  return {
    text: `update passkeys set sign_count = $2, is_backed_up = $3, last_used_at = $4
      where tenant_id = app_tenant() and id = $1`,
    values: [id, signCount, isBackedUp, now],
  };
}

export function deletePasskey(id: number): Query {
  return { text: 'delete from passkeys where tenant_id = app_tenant() and id = $1', values: [id] };
}
