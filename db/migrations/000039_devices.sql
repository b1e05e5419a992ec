-- A device that its owner signed out from another one, or from itself.
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'reuse', 'passwordChange', 'blocked', 'signedOut'));

-- Another address for an account: it counts once its link, mailed there, was used. The token is kept as a hash alone.
create table email_changes (
  tenant_id integer not null default app_tenant(),
  token_hash bytea not null,
  account_id integer not null,
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references accounts on delete cascade
);
-- One waits at a time: a later one takes its place.
create unique index email_changes_waiting on email_changes (tenant_id, account_id) where used_at is null;
create index email_changes_of_account on email_changes (tenant_id, account_id);

alter table email_changes enable row level security;
alter table email_changes force row level security;
create policy tenant on email_changes to trenn_app
  using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
create policy system on email_changes to trenn_system using (true) with check (true);
grant select, insert, update, delete on email_changes to trenn_app, trenn_system;
