import type { Query } from '#server/kernel/db.ts';

/** That the owner of a link was told that their card is revoked. */
export function noteRevokedTold(identityId: number, now: string): Query {
  return {
    text: `update external_identities set revoked_told_at = $2
      where tenant_id = app_tenant() and id = $1 and revoked_told_at is null`,
    values: [identityId, now],
  };
}
