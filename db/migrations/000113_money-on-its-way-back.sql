-- Money that is being sent back is nobody's to spend: a client's credit of which a refund was under way paid an invoice, and
-- when the refund was done the invoice before it was owed again.

-- What refunds of an online receipt took of its client's credit, what is on its way back, and all of both.
create function sent_back(of receipts, out from_credit integer, out on_its_way integer, out whole integer) language plpgsql stable as $$
begin
  from_credit := 0;
  on_its_way := 0;
  whole := 0;
  if of.source !~ '^payment:[0-9a-f-]{36}$' then
    return;
  end if;
  select coalesce(sum(f.amount_cents - coalesce(s.cents, 0)) filter (where f.status = 'SUCCESSFUL'), 0),
      coalesce(sum(f.amount_cents) filter (where f.status <> 'SUCCESSFUL'), 0), coalesce(sum(f.amount_cents), 0)
    into from_credit, on_its_way, whole
    from refunds f, lateral (select -sum(a.amount_cents) as cents from receipts r
      join allocations a on a.tenant_id = r.tenant_id and a.receipt_id = r.id
      where r.tenant_id = f.tenant_id and r.source = 'refund:' || f.id) as s
    where f.tenant_id = of.tenant_id and f.payment_id = substring(of.source from 9)::uuid
      and f.status in ('PENDING', 'PROCESSING', 'SUCCESSFUL');
end $$;

-- What of a receipt is its client's credit: neither used for an invoice, nor sent back, nor on its way back, which takes of the
-- credit first. What went back is counted where it had come.
create function credit_left(of receipts) returns integer language plpgsql stable as $$
declare
  rest integer;
  back record;
begin
  select of.amount_cents - coalesce(sum(amount_cents), 0) into rest from allocations
    where tenant_id = of.tenant_id and receipt_id = of.id;
  if of.source ~ '^refund:[0-9a-f-]{36}$' and exists (select from refunds f
      join receipts r on r.tenant_id = f.tenant_id and r.source = 'payment:' || f.payment_id
      where f.tenant_id = of.tenant_id and f.id = substring(of.source from 8)::uuid) then
    return 0;
  end if;
  back := sent_back(of);
  rest := rest - back.from_credit;
  return rest - least(back.on_its_way, greatest(rest, 0));
end $$;

create or replace function keep_allocations() returns trigger language plpgsql as $$
declare
  receipt receipts;
  back record;
  allocated bigint;
begin
  select * into receipt from receipts where tenant_id = new.tenant_id and id = new.receipt_id for no key update;
  select sum(amount_cents) into allocated from allocations
    where tenant_id = new.tenant_id and receipt_id = new.receipt_id;
  if abs(allocated) > abs(receipt.amount_cents) or sign(allocated) not in (0, sign(receipt.amount_cents)) then
    raise exception 'more allocated than received' using errcode = 'check_violation', constraint = 'allocations_received';
  end if;
  -- What goes back of a payment may be taken from the invoice it paid; no other gets it.
  if new.amount_cents > 0 and receipt.source like 'payment:%' and not exists (select from payments
      where tenant_id = new.tenant_id and id = substring(receipt.source from 9)::uuid and invoice_id = new.invoice_id) then
    back := sent_back(receipt);
    if allocated + back.from_credit + back.on_its_way > receipt.amount_cents then
      raise exception 'allocated while it goes back' using errcode = 'check_violation', constraint = 'allocations_going_back';
    end if;
  end if;
  return null;
end $$;

-- Nor is what pays another invoice sent back. What was sent by the provider's own office has happened.
create function keep_refunds() returns trigger language plpgsql as $$
declare
  receipt receipts;
  elsewhere bigint;
begin
  select * into receipt from receipts where tenant_id = new.tenant_id and source = 'payment:' || new.payment_id
    for no key update;
  if receipt.id is null then
    return null;
  end if;
  select coalesce(sum(a.amount_cents), 0) into elsewhere from allocations a
    join payments p on p.tenant_id = a.tenant_id and p.id = new.payment_id
    where a.tenant_id = new.tenant_id and a.receipt_id = receipt.id and a.invoice_id <> p.invoice_id;
  if elsewhere + (sent_back(receipt)).whole > receipt.amount_cents then
    raise exception 'more sent back than is left' using errcode = 'check_violation', constraint = 'refunds_received';
  end if;
  return null;
end $$;
create trigger keep_refunds after insert on refunds for each row
  when (new.provider_id is null and new.status = 'PENDING') execute function keep_refunds();
