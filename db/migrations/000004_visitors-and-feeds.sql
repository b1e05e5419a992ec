-- How often what a calendar shows of a registration has changed, from outside the rows' own writers: only an update
-- that names one of these columns fires, so the counters of places stay as cheap as they were.
alter table registrations add column sequence integer not null default 0;
alter table trainings add column sequence integer not null default 0;

create function raise_sequence() returns trigger language plpgsql as $$
begin
  new.sequence := old.sequence + 1;
  return new;
end $$;

create trigger raise_sequence before update of state, free_until, starts_at, ends_at on registrations
  for each row when ((old.state, old.free_until, old.starts_at, old.ends_at)
    is distinct from (new.state, new.free_until, new.starts_at, new.ends_at))
  execute function raise_sequence();

create trigger raise_sequence
  before update of name, name_prefix, starts_at, ends_at, club_id, room_id, trainer_id, is_cancelled on trainings
  for each row when (
    (old.name, old.name_prefix, old.starts_at, old.ends_at, old.club_id, old.room_id, old.trainer_id, old.is_cancelled)
    is distinct from
    (new.name, new.name_prefix, new.starts_at, new.ends_at, new.club_id, new.room_id, new.trainer_id, new.is_cancelled))
  execute function raise_sequence();

-- A member's private calendar address. The token in it follows from the salt and the installation's secret, so that
-- it can be shown again, and is looked up by its hash: a copy of this table opens nothing.
create table calendar_feeds (
  tenant_id integer not null default app_tenant(),
  account_id integer not null,
  salt bytea not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, account_id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references accounts on delete cascade
);

-- A client who books without an account, known by the address the mails go to.
create table visitors (
  tenant_id integer not null default app_tenant(),
  client_id integer not null,
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  primary key (tenant_id, client_id),
  unique (tenant_id, email),
  foreign key (tenant_id, client_id) references clients
);

-- What a mailed link gives back. Only the hash of its token is kept.
create table visitor_links (
  tenant_id integer not null default app_tenant(),
  token_hash bytea not null,
  registration_id integer not null,
  client_id integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, registration_id) references registrations on delete cascade,
  foreign key (tenant_id, client_id) references clients
);
create index visitor_links_of_registration on visitor_links (tenant_id, registration_id);

do $$
declare
  name text;
begin
  foreach name in array array['calendar_feeds', 'visitors', 'visitor_links'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to trenn_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', name);
    execute format('create policy system on %I to trenn_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to trenn_app, trenn_system', name);
  end loop;
end $$;
