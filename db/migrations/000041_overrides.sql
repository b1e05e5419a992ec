-- Staff may let in whom a door refused, with a reason (mission 2.7): an entry of its own, one for each refusal.
alter table entries
  add column overrides_id integer,
  add column account_id integer,
  add column note text check (note <> ''),
  drop constraint entries_by_check,
  add constraint entries_by_check
    check (by in ('staff', 'booking', 'contract', 'ticket', 'sameStay', 'exit', 'list', 'override')),
  add constraint entries_override_check check (
    (by is not distinct from 'override') = (overrides_id is not null and account_id is not null and note is not null)),
  add foreign key (tenant_id, overrides_id) references entries (tenant_id, id),
  add foreign key (tenant_id, account_id) references accounts (tenant_id, id);
create unique index entries_override_once on entries (tenant_id, overrides_id) where overrides_id is not null;
create index entries_of_account on entries (tenant_id, account_id) where account_id is not null;
