import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { FactorsHeld } from '#shared/account/factors/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OfAccount {
  readonly accountId: number;
}

const appSecrets = ({ accountId }: OfAccount) =>
  sqlBuilder
    .selectFrom('totp_secrets')
    .select(['sealed', 'confirmed_at as confirmedAt', 'last_step as lastStep'])
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', accountId);

/** What an account would have to show; a row for every account. */
export function findHeld({ accountId }: OfAccount): Query<FactorsHeld> {
  return {
    text: `select
      exists (select from totp_secrets s where s.tenant_id = a.tenant_id and s.account_id = a.id
        and s.confirmed_at is not null) as "hasCodes",
      (select count(*)::integer from passkeys p where p.tenant_id = a.tenant_id and p.account_id = a.id) as passkeys,
      (select count(*)::integer from recovery_codes c where c.tenant_id = a.tenant_id and c.account_id = a.id
        and c.used_at is null) as "recoveryCodesLeft"
      from accounts a where a.tenant_id = app_tenant() and a.id = $1`,
    values: [accountId],
  };
}

/** The secret of an account's app, confirmed or not yet. */
export const findSecret = prepared(appSecrets);

const openCodes = ({ accountId }: OfAccount) =>
  sqlBuilder
    .selectFrom('recovery_codes')
    .select('code_hash as codeHash')
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null);

export const listOpenCodes = prepared(openCodes);

/** The account's row: whoever changes its factors, or shows one, comes one after the other. */
export const lockAccount = prepared(({ accountId }: OfAccount) =>
  sqlBuilder
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', accountId)
    .forNoKeyUpdate(),
);

/** A new secret in place of one that was never confirmed. */
export function putSecret(accountId: number, sealed: Buffer, now: string): Query {
  return {
    text: `insert into totp_secrets (account_id, sealed, created_at) values ($1, $2, $3)
      on conflict (tenant_id, account_id) do update set sealed = excluded.sealed, created_at = excluded.created_at
      where totp_secrets.confirmed_at is null`,
    values: [accountId, sealed, now],
  };
}

export function confirmSecret(accountId: number, step: number, now: string): Query {
  return {
    text: `update totp_secrets set confirmed_at = $3, last_step = $2
      where tenant_id = app_tenant() and account_id = $1`,
    values: [accountId, step, now],
  };
}

export function takeStep(accountId: number, step: number): Query {
  return {
    text: 'update totp_secrets set last_step = $2 where tenant_id = app_tenant() and account_id = $1',
    values: [accountId, step],
  };
}

export function deleteSecret(accountId: number): Query {
  return {
    text: 'delete from totp_secrets where tenant_id = app_tenant() and account_id = $1',
    values: [accountId],
  };
}

export function putRecoveryCodes(accountId: number, hashes: readonly Buffer[], now: string): Query {
  return {
    text: `insert into recovery_codes (account_id, code_hash, created_at)
      select $1, decode(hash, 'hex'), $3 from unnest($2::text[]) hash`,
    values: [accountId, hashes.map((hash) => hash.toString('hex')), now],
  };
}

export function deleteRecoveryCodes(accountId: number): Query {
  return {
    text: 'delete from recovery_codes where tenant_id = app_tenant() and account_id = $1',
    values: [accountId],
  };
}

export function takeRecoveryCode(accountId: number, hash: Buffer, now: string): Query {
  return {
    text: `update recovery_codes set used_at = $3
      where tenant_id = app_tenant() and account_id = $1 and code_hash = $2 and used_at is null`,
    values: [accountId, hash, now],
  };
}

/** What a challenge is asked for: nothing that answers one answers another. */
export type ChallengePurpose =
  | 'logIn'
  | 'passkeyLogIn'
  | 'passkeyAdding'
  | 'passkeyProof'
  | 'identityLogIn'
  | 'identityLinking'
  | 'identityJoining';

export interface NewChallenge {
  readonly tokenHash: Buffer;
  readonly purpose: ChallengePurpose;
  /** Whose it is; nobody's yet where a passkey is to say so. */
  readonly accountId?: number;
  readonly keep?: boolean;
  readonly sessionId?: string;
  readonly browserHash?: Buffer;
  /** What a service outside was asked. */
  readonly sealed?: Buffer;
  readonly now: string;
  readonly expiresAt: string;
}

export function insertChallenge(challenge: NewChallenge): Query {
  const { tokenHash, purpose, accountId, keep, sessionId, browserHash, sealed, now, expiresAt } = challenge;
  return {
    text: `insert into challenges
      (token_hash, purpose, account_id, keep, session_id, browser_hash, sealed, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      ...[tokenHash, purpose, accountId ?? null, keep ?? null],
      ...[sessionId ?? null, browserHash ?? null, sealed ?? null, now, expiresAt],
    ],
  };
}

interface AskedChallenge {
  readonly tokenHash: Buffer;
  readonly purpose: ChallengePurpose;
  readonly now: string;
}

const challenges = ({ tokenHash, purpose, now }: AskedChallenge) =>
  sqlBuilder
    .selectFrom('challenges')
    .select([
      'account_id as accountId',
      'keep',
      'session_id as sessionId',
      'browser_hash as browserHash',
      'sealed',
      'created_at as createdAt',
    ])
    .where('tenant_id', '=', tenant)
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now);

/** What was asked, while it can be answered. */
export const findChallenge = prepared(challenges);

/** The same, locked: two that answer it at once come one after the other. */
export const lockChallenge = prepared((asked: AskedChallenge) => challenges(asked).forUpdate());

export function deleteChallenge(tokenHash: Buffer): Query {
  return {
    text: 'delete from challenges where tenant_id = app_tenant() and token_hash = $1',
    values: [tokenHash],
  };
}

/** Log-ins that were begun are to be begun again. */
export function deleteChallengesOf(accountId: number): Query {
  return {
    text: 'delete from challenges where tenant_id = app_tenant() and account_id = $1',
    values: [accountId],
  };
}
