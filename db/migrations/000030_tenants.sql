-- A centre that was added and is being set up by its first administrator: the steps of the way they have left behind.
alter table tenants add column is_setting_up boolean not null default false;
alter table tenants add column setup_steps text[] not null default '{}';
grant update (is_setting_up, setup_steps) on tenants to trenn_app;
