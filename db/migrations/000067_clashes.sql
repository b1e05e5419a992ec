-- A moved training may meet another booking of its member. Both places stay the member's, who chooses which to keep: the
-- moved one names the other, and while it does, the two may overlap.
alter table registrations
  add column clashes_with integer,
  -- What it was given back for by that choice: where the move is taken back, it is booked again.
  add column given_for integer,
  add constraint registrations_clashes_with foreign key (tenant_id, clashes_with) references registrations (tenant_id, id),
  add constraint registrations_given_for foreign key (tenant_id, given_for) references registrations (tenant_id, id),
  add constraint registrations_clashing check (clashes_with is null or state = 'booked'),
  drop constraint registrations_client_free;
alter table registrations
  add constraint registrations_client_free exclude using gist
    (tenant_id with =, client_id with =, tstzrange(starts_at, ends_at) with &&)
    where (state in ('booked', 'offered') and clashes_with is null) deferrable;
create index registrations_clashing_with on registrations (tenant_id, clashes_with) where clashes_with is not null;
create index registrations_given_for_of on registrations (tenant_id, given_for) where given_for is not null;

create function end_clash() returns trigger language plpgsql as $$
begin
  new.clashes_with := null;
  return new;
end $$;
create trigger end_clash before update of state on registrations for each row
  when (new.clashes_with is not null and new.state <> 'booked') execute function end_clash();

-- Who clashed with a booking that is no more clashes with the next one that it meets, or with none.
create function pass_clash() returns trigger language plpgsql as $$
begin
  update registrations r set clashes_with = (select o.id from registrations o
    where o.tenant_id = r.tenant_id and o.client_id = r.client_id and o.id <> r.id and o.state in ('booked', 'offered')
      and o.starts_at < r.ends_at and o.ends_at > r.starts_at
    order by o.starts_at, o.id limit 1)
  where r.tenant_id = new.tenant_id and r.clashes_with = new.id;
  return null;
end $$;
create trigger pass_clash after update of state on registrations for each row
  when (old.state in ('booked', 'offered') and new.state not in ('booked', 'offered')) execute function pass_clash();
