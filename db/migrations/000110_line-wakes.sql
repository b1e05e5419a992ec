-- A place that comes free while somebody waits is said to the queue by the database itself, whoever freed it and by what
-- command: the line moves at once (decision 0097). Looked at when the transaction ends: what it passed on itself wakes nobody.
create function wake_line() returns trigger language plpgsql as $$
begin
  insert into outbox (tenant_id, topic, payload)
    select t.tenant_id, 'lineDue', jsonb_build_object('topic', 'lineDue', 'trainingId', t.id, 'isFree', true,
      'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    from trainings t
    where t.tenant_id = new.tenant_id and t.id = new.id and t.waiting > 0 and t.booked < t.max_places and not t.is_cancelled;
  return null;
end $$;

-- One that takes place after all has its people back only after this row was written.
create constraint trigger wake_line after update on trainings deferrable initially deferred for each row
  when (not new.is_cancelled and (old.is_cancelled or new.waiting > 0 and new.booked < new.max_places
    and (new.booked < old.booked or new.max_places > old.max_places or new.starts_at <> old.starts_at)))
  execute function wake_line();
