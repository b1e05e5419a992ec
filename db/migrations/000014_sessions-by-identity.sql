-- By whom a service knows was a session opened: that identity stays where the session's owner lets go of all others (decision 0162).
alter table sessions add column identity_id integer;
alter table sessions add constraint sessions_tenant_id_identity_id_fkey foreign key (tenant_id, identity_id)
  references external_identities(tenant_id, id) on delete set null (identity_id);
create index sessions_of_identity on sessions (tenant_id, identity_id) where identity_id is not null;
