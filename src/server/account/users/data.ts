import type { Query } from '#server/kernel/db.ts';
import type { Asked, Kept } from '#server/kernel/managed/data.ts';
import type { UserValues } from '#shared/account/users/contract.ts';

const columns = `a.id, jsonb_build_object('email', a.email, 'firstName', c.first_name, 'lastName', c.last_name,
    'phone', c.phone, 'isAdmin', a.is_admin, 'trainerId', a.trainer_id, 'canSeeRegistrations', a.can_see_registrations,
    'canManageRegistrations', a.can_manage_registrations, 'isBlocked', a.is_blocked) as values,
  jsonb_build_object('client', c.code, 'emailTyped', coalesce(to_char(a.email_typed_at
    at time zone (select time_zone from tenants t where t.tenant_id = app_tenant()), 'DD.MM.YYYY'), '')) as facts`;
const from = `from accounts a join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
  where a.tenant_id = app_tenant()`;

/** Those with rights; with words, whoever has them in name or e-mail. */
export function listUsers({ q, id, offset, limit }: Asked): Query<Kept & { readonly total: number }> {
  return {
    text: `select ${columns}, (count(*) over ())::integer as total ${from}
        and (a.id = $2 or case when $1::text is null
          then a.is_admin or a.trainer_id is not null or a.can_see_registrations or a.can_manage_registrations
          else strpos(lower(c.first_name || ' ' || c.last_name || ' ' || a.email), lower($1)) > 0 end)
      order by a.is_blocked, a.is_admin desc, lower(c.last_name), a.id offset $3 limit $4`,
    values: [q, id, offset, limit],
  };
}

export interface LockedUser extends Kept {
  readonly sessionVersion: number;
  readonly hasLoggedIn: boolean;
  readonly clientId: number;
  /** What they are written to in. */
  readonly language: string;
}

/** An account, the others of its person, and every one that administers the centre, locked in the order of their ids. */
export function lockUsers(id: number): Query<{ readonly id: number; readonly isAdmin: boolean }> {
  return {
    text: `select id, is_admin and not is_blocked as "isAdmin" from accounts
      where tenant_id = app_tenant() and (is_admin
        or client_id = (select client_id from accounts where tenant_id = app_tenant() and id = $1))
      order by id for no key update`,
    values: [id],
  };
}

export function findUser(id: number): Query<LockedUser> {
  return {
    text: `select ${columns}, a.session_version as "sessionVersion", a.first_login_at is not null as "hasLoggedIn",
      a.language, a.client_id as "clientId" ${from} and a.id = $1`,
    values: [id],
  };
}

/** Whether another account has the address, as e-mail or as user name. Who only typed it does not. */
export function findOtherByEmail(email: string, id: number): Query<{ readonly id: number }> {
  return {
    text: `select id from accounts where tenant_id = app_tenant() and id <> $2 and email = $1 and email_typed_at is null
      union all select id from accounts where tenant_id = app_tenant() and id <> $2 and username = $1 and email_typed_at is null`,
    values: [email.toLowerCase(), id],
  };
}

/** The address of another login of the same person that is open. */
export function findOtherLogin(id: number): Query<{ readonly email: string }> {
  return {
    text: `select o.email from accounts a join accounts o on o.tenant_id = a.tenant_id and o.client_id = a.client_id and o.id <> a.id
      where a.tenant_id = app_tenant() and a.id = $1 and not o.is_blocked order by o.id limit 1`,
    values: [id],
  };
}

/**
 * The user name follows the e-mail where it was the same. What opens the account waits for a while at a new address. Who
 * is blocked administers nothing: whoever is let in again is as new as whoever has just been given the right.
 */
export function updateUser(id: number, values: UserValues, now: string): Query {
  return {
    text: `update accounts set username = case when username = email then $2 else username end, email = $2,
        moved_at = case when email = $2 then moved_at else $8 end,
        email_typed_at = case when email = $2 then email_typed_at end,
        admin_since = case when not $3 or $7 then null when is_admin and not is_blocked then admin_since else $8 end, is_admin = $3, trainer_id = $4, can_see_registrations = $5, can_manage_registrations = $6, is_blocked = $7
      where tenant_id = app_tenant() and id = $1`,
    values: [
      id,
      values.email.toLowerCase(),
      values.isAdmin,
      values.trainerId,
      values.canSeeRegistrations,
      values.canManageRegistrations,
      values.isBlocked,
      now,
    ],
  };
}

/** What is mailed to the client follows, where it went to the account's address. */
export function moveContact(id: number, before: string, after: string): Query {
  return {
    text: `update clients set email = $3 where tenant_id = app_tenant() and lower(email) = lower($2)
      and id = (select client_id from accounts where tenant_id = app_tenant() and id = $1)`,
    values: [id, before, after.toLowerCase()],
  };
}

/** Tokens of an earlier version are not taken any more. */
export function raiseSessionVersion(id: number, now: string): Query {
  return {
    text: `update accounts set session_version = session_version + 1, session_version_at = $2
      where tenant_id = app_tenant() and id = $1`,
    values: [id, now],
  };
}

export function endSessionsOfBlocked(id: number, now: string): Query {
  return {
    text: `update sessions set ended_at = $2, end_reason = 'blocked'
      where tenant_id = app_tenant() and account_id = $1 and ended_at is null`,
    values: [id, now],
  };
}
