-- What somebody without an account asks for: nothing is booked before whoever reads the mail presses. Only the hash of the
-- mailed token is kept, and nothing here says who is known. What was never pressed is gone the night after it ends.
create table visitor_requests (
  tenant_id integer not null default app_tenant(),
  token_hash bytea not null,
  training_id integer not null,
  first_name text not null,
  last_name text not null,
  email text not null check (email = lower(email)),
  phone text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, training_id) references trainings on delete cascade
);
create index visitor_requests_of_training on visitor_requests (tenant_id, training_id);
alter table visitor_requests enable row level security;
alter table visitor_requests force row level security;
create policy tenant on visitor_requests to trenn_app
  using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
create policy system on visitor_requests to trenn_system using (true) with check (true);
grant select, insert, update, delete on visitor_requests to trenn_app, trenn_system;

-- A visitor is known by the address and the name: a parent's children have one address. Who was merged with somebody is
-- found by either name.
alter table visitors add column name text;
update visitors v set name = (
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from clients c, regexp_split_to_table(
    lower(regexp_replace(normalize(c.first_name || ' ' || c.last_name, NFD), '[\u0300-\u036F]', '', 'g')), '[\s''’-]+') word
  where c.tenant_id = v.tenant_id and c.id = v.client_id and word <> '');
alter table visitors
  alter column name set not null,
  drop constraint visitors_pkey,
  drop constraint visitors_tenant_id_email_key,
  add primary key (tenant_id, email, name);
create index visitors_of_client on visitors (tenant_id, client_id);
