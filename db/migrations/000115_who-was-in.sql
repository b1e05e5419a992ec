-- An owner who is no superuser saw no row when the file that fills these (000103) ran, and filled nothing: whoever had been in
-- long ago counted as never come. Where it did its work there is nobody left for this one.
update accounts a set first_login_at = coalesce(
  (select min(s.created_at) from sessions s where s.tenant_id = a.tenant_id and s.account_id = a.id), now())
where a.first_login_at is null and not (select rolsuper from pg_roles where rolname = current_user)
  and (exists (select from sessions s where s.tenant_id = a.tenant_id and s.account_id = a.id)
    or not exists (select from password_resets r where r.tenant_id = a.tenant_id and r.account_id = a.id
      and r.used_at is null and r.expires_at > now()));
