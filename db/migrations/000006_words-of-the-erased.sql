-- What the office wrote beside a movement goes with whom it was about: the numbers of a ledger stay as they are.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  -- What the database reckons is not there yet before it writes.
  beside text[] := array['reason', 'remaining_change', 'reserved_change', 'used_change'];
begin
  if tg_op = 'UPDATE' and new.reason = '–' and to_jsonb(new) - beside = to_jsonb(old) - beside then
    return new;
  end if;
  raise exception 'a ledger is only added to' using errcode = 'check_violation', constraint = 'ticket_entries_kept';
end $$;

create function keep_words() returns trigger language plpgsql as $$
begin
  raise exception 'a ledger is only added to' using errcode = 'check_violation', constraint = 'voucher_movements_kept';
end $$;
create trigger keep_words before update of note on voucher_movements for each row
  when (new.note is distinct from old.note and new.note <> '–') execute function keep_words();
grant update (note) on voucher_movements to trenn_app;

-- Who was erased before is gone over once more by the job. No policy is the owner's, who is no superuser: it stands aside for this.
alter table erasures no force row level security;
update erasures set done_at = null where done_at is not null;
alter table erasures force row level security;
