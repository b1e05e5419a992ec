-- What a centre's administrators may change of their own row; host, country, time zone and being there at all stay the
-- installation's. The row policy keeps it their own.
grant update (name, default_language, languages, slogans, theme, page_rules, limits, company, texts, logos)
  on tenants to trenn_app;

-- What a trainer may teach.
create table trainer_styles (
  tenant_id integer not null default app_tenant(),
  trainer_id integer not null,
  style_id integer not null,
  primary key (tenant_id, trainer_id, style_id),
  foreign key (tenant_id, trainer_id) references trainers on delete cascade,
  foreign key (tenant_id, style_id) references styles on delete cascade
);
create index trainer_styles_of_style on trainer_styles (tenant_id, style_id);

-- A row that is taken away is looked for from each of these; a login is found by its trainer.
create index accounts_by_trainer on accounts (tenant_id, trainer_id) where trainer_id is not null;

alter table trainer_styles enable row level security;
alter table trainer_styles force row level security;
create policy tenant on trainer_styles to trenn_app
  using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
create policy system on trainer_styles to trenn_system using (true) with check (true);
grant select, insert, update, delete on trainer_styles to trenn_app, trenn_system;

-- Whose an issued invoice is may change when two clients turn out to be one person; what it says does not.
create or replace function keep_issued() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'issued' then
      raise exception 'an issued invoice stays' using errcode = 'check_violation', constraint = 'invoices_issued';
    end if;
    return old;
  end if;
  if old.state = 'issued'
    and (to_jsonb(old) - 'written_off_at' - 'client_id') is distinct from (to_jsonb(new) - 'written_off_at' - 'client_id')
  then
    raise exception 'an issued invoice stays' using errcode = 'check_violation', constraint = 'invoices_issued';
  end if;
  return new;
end $$;
