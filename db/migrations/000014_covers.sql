-- A correction changes how many uses a voucher has, not how many were taken: so it may add more than were sold, and may
-- never take away what is used already.
create or replace function keep_voucher_uses() returns trigger language plpgsql as $$
declare
  granted bigint;
  taken bigint;
begin
  select uses into granted from vouchers where tenant_id = new.tenant_id and id = new.voucher_id for no key update;
  select granted - coalesce(sum(uses) filter (where kind = 'correct'), 0),
      coalesce(sum(uses) filter (where kind <> 'correct'), 0)
    into granted, taken from voucher_movements where tenant_id = new.tenant_id and voucher_id = new.voucher_id;
  if taken > granted or taken < 0 then
    raise exception 'a voucher has only its uses' using errcode = 'check_violation', constraint = 'vouchers_uses';
  end if;
  return null;
end $$;
