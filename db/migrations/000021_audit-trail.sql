-- What staff changed: written in the transaction of the change, and never altered. `action` is the endpoint's method
-- and path; `input` what it was asked with, without passwords and id codes.
create table audit_trail (
  tenant_id integer not null default app_tenant(),
  id bigint not null generated always as identity,
  at timestamptz not null,
  account_id integer not null,
  request_id text not null,
  action text not null check (action <> ''),
  input jsonb not null,
  -- What it was about and how that looked, where the command says so.
  noun text,
  noun_id integer,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references accounts,
  check (noun is not null or (noun_id is null and before is null and after is null))
);
create index audit_trail_by_time on audit_trail (tenant_id, at desc, id desc);
create index audit_trail_of_noun on audit_trail (tenant_id, noun, noun_id, at desc) where noun is not null;
create index audit_trail_of_account on audit_trail (tenant_id, account_id, at desc);

alter table audit_trail enable row level security;
alter table audit_trail force row level security;
create policy tenant on audit_trail to trenn_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
create policy system on audit_trail to trenn_system using (true) with check (true);
grant select, insert on audit_trail to trenn_app;
grant select, insert, update, delete on audit_trail to trenn_system;
grant usage on all sequences in schema public to trenn_app, trenn_system;
