-- A day that was shut is lifted, but the client of a personal training has gone: it stays called off. Looked at when all is
-- written: whoever takes a change back brings its booking back with it.
create function keep_personal_training_off() returns trigger language plpgsql as $$
begin
  update trainings set is_cancelled = true
    where tenant_id = new.tenant_id and id = new.id and is_personal and not is_cancelled and booked = 0;
  return null;
end $$;
create constraint trigger keep_personal_off after update of is_cancelled on trainings
  deferrable initially deferred for each row
  when (new.is_personal and old.is_cancelled and not new.is_cancelled)
  execute function keep_personal_training_off();
