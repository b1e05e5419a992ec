-- A visit that was taken at the desk by mistake is put back by an adjustment that names it: once, and only that.
alter table ticket_entries
  add column undoes_id integer,
  add unique (tenant_id, undoes_id),
  add foreign key (tenant_id, ticket_id, undoes_id) references ticket_entries (tenant_id, ticket_id, id),
  add constraint ticket_entries_undoing check (undoes_id is null or kind = 'ADJUST');

create or replace function keep_ticket_entries() returns trigger language plpgsql as $$
begin
  perform from tickets t join (select distinct tenant_id, ticket_id from added) a
    on t.tenant_id = a.tenant_id and t.id = a.ticket_id order by t.tenant_id, t.id for no key update of t;
  if exists (
    select from added a join ticket_entries r on r.tenant_id = a.tenant_id and r.id = a.settles_id
    where r.kind <> 'RESERVE' or r.visits <> a.visits) then
    raise exception 'settles no such reservation'
      using errcode = 'check_violation', constraint = 'ticket_entries_settled';
  end if;
  if exists (
    select from added a join ticket_entries r on r.tenant_id = a.tenant_id and r.id = a.undoes_id
    where r.kind <> 'CONSUME' or r.settles_id is not null or r.visits <> a.visits) then
    raise exception 'undoes no such visit'
      using errcode = 'check_violation', constraint = 'ticket_entries_undone';
  end if;
  if exists (
    select from (select distinct tenant_id, ticket_id from added) a
      join tickets t on t.tenant_id = a.tenant_id and t.id = a.ticket_id
      join ticket_entries e on e.tenant_id = a.tenant_id and e.ticket_id = a.ticket_id
    where not t.is_unlimited
    group by a.tenant_id, a.ticket_id
    having sum(e.remaining_change) < 0
      or sum(e.remaining_change) > sum(case when e.kind in ('GRANT', 'ADJUST') and e.undoes_id is null then e.visits
        else 0 end)) then
    raise exception 'more visits than the ticket holds'
      using errcode = 'check_violation', constraint = 'ticket_entries_remaining';
  end if;
  return null;
end $$;
