import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

const identities = () =>
  sqlBuilder
    .selectFrom('external_identities')
    .select([
      'id',
      'account_id as accountId',
      'provider',
      'subject_hash as subjectHash',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'revoked_told_at as revokedToldAt',
    ])
    .where('tenant_id', '=', tenant);

/** Whom services know an account as, by when they were linked. */
export const listIdentities = prepared(({ accountId }: { accountId: number }) =>
  identities().where('account_id', '=', accountId).orderBy('id'),
);

/** The same but for the one by which a session was opened; without a session all of them. */
export const listOtherIdentities = prepared(
  ({ accountId, sessionId }: { accountId: number; sessionId: string | null }) =>
    identities()
      .where('account_id', '=', accountId)
      .where((expression) =>
        expression.not(
          expression.exists(
            expression
              .selectFrom('sessions as s')
              .select('s.id')
              .where('s.tenant_id', '=', tenant)
              .where('s.id', '=', sessionId)
              .whereRef('s.identity_id', '=', 'external_identities.id'),
          ),
        ),
      )
      .orderBy('id'),
);

export interface ShownSubject {
  readonly provider: IdentityProviderName;
  /** What it may be stored as, of each secret that is known. */
  readonly hashes: readonly Buffer[];
}

/** Whosever it is. */
export function findIdentity({ provider, hashes }: ShownSubject) {
  return identities().where('provider', '=', provider).where('subject_hash', 'in', hashes).orderBy('id');
}

/** The accounts that are whosever it is, with what their devices are known by. */
export function listLinkedAccounts({ provider, hashes }: ShownSubject) {
  return sqlBuilder
    .selectFrom('external_identities as i')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'i.tenant_id').onRef('a.id', '=', 'i.account_id'),
    )
    .select(['a.id', 'a.password_hash as passwordHash'])
    .where('i.tenant_id', '=', tenant)
    .where('i.provider', '=', provider)
    .where('i.subject_hash', 'in', hashes)
    .orderBy('i.id');
}

export function insertIdentity(identity: {
  readonly accountId: number;
  readonly provider: IdentityProviderName;
  readonly subjectHash: Buffer;
  readonly level: string;
  readonly now: string;
}): Query {
  const { accountId, provider, subjectHash, level, now } = identity;
  return {
    text: `insert into external_identities (account_id, provider, subject_hash, level, created_at)
      values ($1, $2, $3, $4, $5)`,
    values: [accountId, provider, subjectHash, level, now],
  };
}

/** `subjectHash`: of the secret that is in use, in place of one before it. Of a card that is revoked its owner hears anew. */
export function noteIdentityUse(id: number, subjectHash: Buffer, now: string): Query {
  return {
    text: `update external_identities set subject_hash = $2, last_used_at = $3, revoked_told_at = null
      where tenant_id = app_tenant() and id = $1`,
    values: [id, subjectHash, now],
  };
}

/** Nobody is linked to an account any more. */
export function deleteIdentitiesOf(accountId: number): Query {
  return {
    text: 'delete from external_identities where tenant_id = app_tenant() and account_id = $1',
    values: [accountId],
  };
}

export function deleteIdentity(id: number): Query {
  return { text: 'delete from external_identities where tenant_id = app_tenant() and id = $1', values: [id] };
}
