-- Held places: an offer to somebody waiting, and a place just given back that its owner may still take again.
alter table registrations
  -- Until when an offered or released place is held for this client.
  add column held_until timestamptz,
  -- Entries of one wish ("any one of these"): the first place ends the others.
  add column wish_id integer,
  -- The registration given back in the moment this one gets its place.
  add column swap_for integer,
  -- Nearer to the start than this the client wants to be asked before a place is taken for them.
  add column notice_minutes integer not null default 0 check (notice_minutes >= 0),
  -- Why somebody waiting could not have a free place; told once for each reason.
  add column passed_reason text,
  -- When somebody else took the place of a late cancelling, which then costs nothing.
  add column refilled_at timestamptz,
  drop constraint registrations_state_check,
  drop constraint registrations_check,
  drop constraint registrations_check1,
  drop constraint registrations_client_free,
  add constraint registrations_state_check check (state in ('booked', 'offered', 'releasing', 'waiting',
    'cancelledFree', 'cancelledLate', 'cancelledByCentre', 'left', 'declined', 'expired', 'closed', 'noShow')),
  add constraint registrations_place_kept check ((place is not null) = (state in ('booked', 'offered', 'releasing'))),
  add constraint registrations_ended check ((ended_at is null) = (state in ('booked', 'offered', 'waiting'))),
  add constraint registrations_held check ((held_until is not null) = (state in ('offered', 'releasing'))),
  add constraint registrations_swap_for foreign key (tenant_id, swap_for) references registrations,
  -- An offer is a place: nobody holds two of overlapping trainings.
  add constraint registrations_client_free exclude using gist
    (tenant_id with =, client_id with =, tstzrange(starts_at, ends_at) with &&) where (state in ('booked', 'offered'));

drop index registrations_one_live;
create unique index registrations_one_live on registrations (tenant_id, training_id, client_id)
  where state in ('booked', 'offered', 'releasing', 'waiting');
drop index registrations_one_a_place;
create unique index registrations_one_a_place on registrations (tenant_id, training_id, place)
  where state in ('booked', 'offered', 'releasing');
create index registrations_held on registrations (tenant_id, held_until) where state in ('offered', 'releasing');
-- What points at a registration is found when it is removed.
create index registrations_swap_for on registrations (tenant_id, swap_for) where swap_for is not null;
create index registrations_late on registrations (tenant_id, training_id, ended_at) where state = 'cancelledLate';

-- `booked` counts every place that is held, whoever holds it: none of them is free.
alter table trainings add column late_cancelled integer not null default 0 check (late_cancelled >= 0);
create index trainings_with_queue on trainings (tenant_id, starts_at) where waiting > 0;
update trainings t set late_cancelled = l.count
  from (select tenant_id, training_id, count(*) from registrations where state = 'cancelledLate' group by 1, 2) l
  where l.tenant_id = t.tenant_id and l.training_id = t.id;

create sequence registrations_wish_id_seq;
grant usage on sequence registrations_wish_id_seq to trenn_app, trenn_system;

create or replace function count_registration() returns trigger language plpgsql as $$
declare
  booked_change integer := 0;
  waiting_change integer := 0;
  late_change integer := 0;
  -- Apart from the update: under a row policy the planner trusts no coalesce() to find a row by an index.
  changed_tenant integer := coalesce(new.tenant_id, old.tenant_id);
  changed_training integer := coalesce(new.training_id, old.training_id);
begin
  -- The demo data writes rows and counters together, by the hundred thousand.
  if current_user = 'trenn_system' and current_setting('trenn.bulk', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    booked_change := booked_change - (old.state in ('booked', 'offered', 'releasing'))::integer;
    waiting_change := waiting_change - (old.state = 'waiting')::integer;
    late_change := late_change - (old.state = 'cancelledLate')::integer;
  end if;
  if tg_op <> 'DELETE' then
    booked_change := booked_change + (new.state in ('booked', 'offered', 'releasing'))::integer;
    waiting_change := waiting_change + (new.state = 'waiting')::integer;
    late_change := late_change + (new.state = 'cancelledLate')::integer;
  end if;
  if booked_change <> 0 or waiting_change <> 0 or late_change <> 0 then
    update trainings set booked = booked + booked_change, waiting = waiting + waiting_change,
        late_cancelled = late_cancelled + late_change
      where tenant_id = changed_tenant and id = changed_training
        and booked + booked_change <= greatest(max_places, booked);
    if not found then
      raise exception 'no free places' using errcode = 'check_violation', constraint = 'trainings_places';
    end if;
  end if;
  return null;
end $$;

-- How a queue moved, for those who waited in it: positions can be found again from these lines alone.
create table queue_moves (
  tenant_id integer not null default app_tenant(),
  id bigint not null generated always as identity,
  training_id integer not null,
  registration_id integer not null,
  kind text not null check (kind in ('joined', 'promoted', 'offered', 'accepted', 'claimed', 'declined', 'expired', 'left',
    'closed', 'passedOver')),
  moved_at timestamptz not null,
  held_until timestamptz,
  reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, training_id) references trainings,
  foreign key (tenant_id, registration_id) references registrations
);
create index queue_moves_of_training on queue_moves (tenant_id, training_id, id);
create index queue_moves_of_registration on queue_moves (tenant_id, registration_id);
alter table queue_moves enable row level security;
alter table queue_moves force row level security;
create policy tenant on queue_moves to trenn_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
create policy system on queue_moves to trenn_system using (true) with check (true);
grant select, insert, update, delete on queue_moves to trenn_app, trenn_system;
