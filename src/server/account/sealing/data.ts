import type { Query } from '#server/kernel/db.ts';

interface SealedRow {
  readonly tenantId: number;
  readonly accountId: number;
  readonly sealed: Buffer;
}

/** Of all centres. */
export function listSealed(): Query<SealedRow> {
  return {
    text: 'select tenant_id as "tenantId", account_id as "accountId", sealed from totp_secrets',
    values: [],
  };
}

/** Leaves one that was set up anew meanwhile. */
export function replaceSealed({ tenantId, accountId, sealed }: SealedRow, by: Buffer): Query {
  return {
    text: 'update totp_secrets set sealed = $4 where tenant_id = $1 and account_id = $2 and sealed = $3',
    values: [tenantId, accountId, sealed, by],
  };
}
