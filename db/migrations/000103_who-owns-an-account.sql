-- What tells an account's owner from whoever moved its address: when somebody first logged in (sessions are forgotten after a
-- while), when the office last gave it another address, and since when it administers the centre (decision 0102).
alter table accounts
  add column first_login_at timestamptz,
  -- By the office; who changed it themselves knew the password.
  add column moved_at timestamptz,
  -- Null for who always did.
  add column admin_since timestamptz,
  add constraint accounts_admin_since_check check (admin_since is null or is_admin);

-- Whoever is not waiting for their first link may have been in long ago.
update accounts a set first_login_at = coalesce(
  (select min(s.created_at) from sessions s where s.tenant_id = a.tenant_id and s.account_id = a.id), now())
where exists (select from sessions s where s.tenant_id = a.tenant_id and s.account_id = a.id)
  or not exists (select from password_resets r where r.tenant_id = a.tenant_id and r.account_id = a.id
    and r.used_at is null and r.expires_at > now());
