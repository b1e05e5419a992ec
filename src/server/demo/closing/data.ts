import type { Query } from '#server/kernel/db.ts';

interface Row {
  readonly tenantId: number;
  readonly id: number;
  readonly passwordHash: string;
}

/** Accounts of all centres with one of these addresses, or with the password of one: an address may have been changed. */
export function listAccounts(emails: readonly string[]): Query<Row> {
  return {
    text: `select tenant_id as "tenantId", id, password_hash as "passwordHash" from accounts
      where email = any($1) or password_hash in (select password_hash from accounts where email = any($1)) order by tenant_id, id`,
    values: [emails],
  };
}

/** Nobody logs in to these accounts by a password, and whoever is logged in is not any more. */
export function closeAccounts(rows: readonly Row[], passwordHash: string, now: string): Query[] {
  const accounts = [rows.map(({ tenantId }) => tenantId), rows.map(({ id }) => id)];
  const these = 'unnest($1::integer[], $2::integer[]) as v (tenant_id, account_id)';
  return [
    {
      text: `update accounts a set password_hash = $3, session_version = a.session_version + 1, session_version_at = $4
        from ${these} where a.tenant_id = v.tenant_id and a.id = v.account_id`,
      values: [...accounts, passwordHash, now],
    },
    {
      text: `update sessions s set ended_at = $3, end_reason = 'passwordChange'
        from ${these} where s.tenant_id = v.tenant_id and s.account_id = v.account_id and s.ended_at is null`,
      values: [...accounts, now],
    },
    {
      text: `update keycards k set ended_at = $3 from ${these}, accounts a
        where a.tenant_id = v.tenant_id and a.id = v.account_id
          and k.tenant_id = a.tenant_id and k.client_id = a.client_id and k.ended_at is null`,
      values: [...accounts, now],
    },
    // What whoever knew the password may have begun or left there, to come back by.
    ...['password_resets', 'email_changes', 'challenges', 'passkeys', 'external_identities'].map((table) => ({
      text: `delete from ${table} t using ${these} where t.tenant_id = v.tenant_id and t.account_id = v.account_id`,
      values: accounts,
    })),
  ];
}
