-- How long before a training a member is reminded of it, in minutes; null: as by default, none: not at all.
alter table notice_choices add column reminders integer[];

-- Up to which moment a centre's reminders have been raised: each moment is looked at once, whoever looks.
create table reminder_marks (
  tenant_id integer not null default app_tenant() references tenants,
  reached_at timestamptz not null,
  primary key (tenant_id)
);
alter table reminder_marks enable row level security;
alter table reminder_marks force row level security;
create policy tenant on reminder_marks to trenn_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
create policy system on reminder_marks to trenn_system using (true) with check (true);
grant select, insert, update, delete on reminder_marks to trenn_app, trenn_system;

-- What a mail to the stand-in looks like, and what it says to a calendar.
alter table stand_in_mails add column html text not null default '', add column calendar text not null default '';
