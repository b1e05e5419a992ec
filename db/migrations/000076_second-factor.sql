-- One-time codes of an app as a second factor (decision 0061). The secret is sealed with the installation's key: the table
-- makes no code by itself. A step of 30 seconds is taken once, so that a code that somebody saw is worth nothing.
create table totp_secrets (
  tenant_id integer not null default app_tenant(),
  account_id integer not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- Counts once a code of it was typed.
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references accounts on delete cascade
);

-- Ten at a time, each good once, kept as keyed hashes; new ones take the place of all others.
create table recovery_codes (
  tenant_id integer not null default app_tenant(),
  account_id integer not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, account_id, code_hash),
  foreign key (tenant_id, account_id) references accounts on delete cascade
);

-- What is asked once and answered within minutes: the second step of a log-in.
create table challenges (
  tenant_id integer not null default app_tenant(),
  token_hash bytea not null,
  purpose text not null check (purpose in ('logIn')),
  account_id integer not null,
  keep boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references accounts on delete cascade,
  check (expires_at > created_at)
);
create index challenges_of_account on challenges (tenant_id, account_id);

-- Whoever adds a first factor signs out what was opened without one.
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'reuse', 'passwordChange', 'blocked', 'signedOut', 'factorChange'));

do $$
declare
  name text;
begin
  foreach name in array array['totp_secrets', 'recovery_codes', 'challenges'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to trenn_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', name);
    execute format('create policy system on %I to trenn_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to trenn_app, trenn_system', name);
  end loop;
end $$;
