import type { Query } from '#server/kernel/db.ts';

/** A client, and one of the accounts that open it. */
export interface Holder {
  readonly clientId: number;
  readonly firstName: string;
  /** The client's own. */
  readonly contact: string;
  /** Null: the client has no account. */
  readonly accountId: number | null;
  readonly email: string | null;
  readonly language: string | null;
  readonly isBlocked: boolean;
  readonly isAdmin: boolean;
  readonly trainerId: number | null;
  readonly canSeeRegistrations: boolean;
  readonly canManageRegistrations: boolean;
}

/** Clients with each of their accounts: at least one row for every client. */
export function listHolders(clientIds: readonly number[]): Query<Holder> {
  return {
    text: `select c.id as "clientId", c.first_name as "firstName", c.email as contact, a.id as "accountId", a.email,
        a.language, coalesce(a.is_blocked, false) as "isBlocked", coalesce(a.is_admin, false) as "isAdmin",
        a.trainer_id as "trainerId", coalesce(a.can_see_registrations, false) as "canSeeRegistrations",
        coalesce(a.can_manage_registrations, false) as "canManageRegistrations"
      from clients c left join accounts a on a.tenant_id = c.tenant_id and a.client_id = c.id
      where c.tenant_id = app_tenant() and c.id = any($1::integer[]) order by c.id, a.id`,
    values: [clientIds],
  };
}

/** Accounts that nobody logs in to any more. */
export function blockAccounts(ids: readonly number[]): Query {
  return {
    text: 'update accounts set is_blocked = true where tenant_id = app_tenant() and id = any($1::integer[])',
    values: [ids],
  };
}

/** Accounts that open another client than before: what is mailed to their addresses opens them only after a while. */
export function holdLinks(ids: readonly number[], now: string): Query {
  return {
    text: 'update accounts set moved_at = $2 where tenant_id = app_tenant() and id = any($1::integer[])',
    values: [ids, now],
  };
}
