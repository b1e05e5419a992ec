import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

const open = () =>
  sqlBuilder
    .selectFrom('factor_resets')
    .select([
      'id',
      'account_id as accountId',
      'reason',
      'asked_by as askedBy',
      'confirmed_at as confirmedAt',
      'opens_at as opensAt',
      'expires_at as expiresAt',
    ])
    .where('tenant_id', '=', tenant)
    .where('ended_at', 'is', null);

interface OfAccount {
  readonly accountId: number;
  readonly now: string;
}

/** What was asked for an account and is not over. */
export const findReset = prepared(({ accountId, now }: OfAccount) =>
  open().where('account_id', '=', accountId).where('expires_at', '>', now),
);

/** What a mailed link stands for, while it is good or will be. */
export const findResetOfLink = prepared(({ tokenHash, now }: { tokenHash: Buffer; now: string }) =>
  open().where('token_hash', '=', tokenHash).where('expires_at', '>', now),
);

/** Who administers the centre, with how to write to them. */
export const listAdministrators = prepared(({ isAdmin }: { isAdmin: true }) =>
  sqlBuilder
    .selectFrom('accounts as a')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.client_id'),
    )
    .select([
      'a.id',
      'a.email',
      'a.language',
      'a.admin_since as adminSince',
      'a.moved_at as movedAt',
      'c.first_name as firstName',
      'c.last_name as lastName',
    ])
    .where('a.tenant_id', '=', tenant)
    .where('a.is_admin', '=', isAdmin)
    .where('a.is_blocked', '=', false),
);

/** Nobody answers any more what is too old. */
export function endOver(accountId: number, now: string): Query {
  return {
    text: `update factor_resets set ended_at = $2, end_reason = 'over'
      where tenant_id = app_tenant() and account_id = $1 and ended_at is null and expires_at <= $2`,
    values: [accountId, now],
  };
}

export function insertReset(reset: {
  readonly accountId: number;
  readonly reason: string;
  readonly askedBy: number | null;
  readonly now: string;
  readonly expiresAt: string;
  /** Of who needs nobody's confirmation. */
  readonly link?: { readonly tokenHash: Buffer; readonly opensAt: string };
}): Query {
  const { accountId, reason, askedBy, now, expiresAt, link } = reset;
  return {
    text: `insert into factor_resets
      (account_id, reason, asked_by, asked_at, confirmed_at, token_hash, opens_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      ...[accountId, reason, askedBy, now],
      ...[link ? now : null, link?.tokenHash ?? null, link?.opensAt ?? null, expiresAt],
    ],
  };
}

export function confirmReset(
  id: number,
  confirmedBy: number,
  tokenHash: Buffer,
  now: string,
  expiresAt: string,
): Query {
  return {
    text: `update factor_resets
      set confirmed_by = $2, confirmed_at = $4, token_hash = $3, opens_at = $4, expires_at = $5
      where tenant_id = app_tenant() and id = $1`,
    values: [id, confirmedBy, tokenHash, now, expiresAt],
  };
}

/** Ends whatever is asked for an account. */
export function endReset(accountId: number, reason: 'used' | 'withdrawn' | 'shown', now: string): Query {
  return {
    text: `update factor_resets set ended_at = $3, end_reason = $2
      where tenant_id = app_tenant() and account_id = $1 and ended_at is null`,
    values: [accountId, reason, now],
  };
}

/** Takes every second factor of an account away, and every other way in beside its password. */
export function deleteFactors(accountId: number): Query[] {
  return ['totp_secrets', 'passkeys', 'recovery_codes', 'external_identities', 'challenges'].map((table) => ({
    text: `delete from ${table} where tenant_id = app_tenant() and account_id = $1`,
    values: [accountId],
  }));
}
