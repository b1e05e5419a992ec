-- One payment for several invoices of one client. Its parts say what of the money and what of the client's credit each invoice is
-- to get; `payments.invoice_id` is the first of them. A payment without parts pays its one invoice alone.

create table payment_parts (
  tenant_id integer not null default app_tenant(),
  payment_id uuid not null,
  invoice_id integer not null,
  -- The order in which money and credit are planned: the oldest debt first.
  position integer not null check (position > 0),
  amount_cents integer not null check (amount_cents >= 0),
  credit_cents integer not null check (credit_cents >= 0),
  primary key (tenant_id, payment_id, invoice_id),
  constraint payment_parts_position unique (tenant_id, payment_id, position),
  constraint payment_parts_something check (amount_cents + credit_cents > 0),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
);
alter table payment_parts enable row level security;
alter table payment_parts force row level security;
create policy tenant on payment_parts for all to trenn_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
create policy system on payment_parts for all to trenn_system using (true) with check (true);
-- What a payment was begun for never changes.
grant select, insert on payment_parts to trenn_app;
grant select, insert, update, delete on payment_parts to trenn_system;
create index payment_parts_of_invoice on payment_parts (tenant_id, invoice_id);

-- To the cent: at the end of a transaction the parts of a payment make up its sum, its first invoice is the first of them, and
-- all are issued invoices of one client.
create function keep_payment_parts() returns trigger language plpgsql as $$
declare
  of uuid;
  payment payments;
  parts record;
begin
  if tg_table_name = 'payments' then
    of := new.id;
  else
    of := new.payment_id;
  end if;
  select * into payment from payments where tenant_id = new.tenant_id and id = of;
  select count(*) as count, sum(p.amount_cents) as cents, bool_or(p.invoice_id = payment.invoice_id and p.position = 1) as has_first,
      bool_and(i.kind = 'invoice' and i.state = 'issued' and i.client_id is not null) as are_owed, count(distinct i.client_id) as clients
    into parts from payment_parts p join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
    where p.tenant_id = new.tenant_id and p.payment_id = of;
  if parts.count > 0 and (parts.cents <> payment.amount_cents or not parts.has_first) then
    raise exception 'parts are not the payment' using errcode = 'check_violation', constraint = 'payment_parts_whole';
  end if;
  if parts.count > 0 and (not parts.are_owed or parts.clients <> 1) then
    raise exception 'parts of several clients, or of no invoices' using errcode = 'check_violation', constraint = 'payment_parts_of_one';
  end if;
  return null;
end $$;
create constraint trigger keep_payment_parts after insert or update on payment_parts
  deferrable initially deferred for each row execute function keep_payment_parts();
create constraint trigger keep_payment_parts after update of amount_cents, invoice_id on payments
  deferrable initially deferred for each row execute function keep_payment_parts();

-- Which invoices a payment is for.
create function invoices_of_payment(of_tenant integer, of_payment uuid) returns setof integer language sql stable as $$
  select invoice_id from payments where tenant_id = of_tenant and id = of_payment
  union select invoice_id from payment_parts where tenant_id = of_tenant and payment_id = of_payment
$$;

-- Which payments an invoice is paid by, alone or with others.
create function payments_of_invoice(of_tenant integer, of_invoice integer) returns table (id uuid) language sql stable as $$
  select id from payments where tenant_id = of_tenant and invoice_id = of_invoice
  union select payment_id from payment_parts where tenant_id = of_tenant and invoice_id = of_invoice
$$;

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
  -- What goes back of a payment may be taken from the invoices it paid; no other gets it.
  if new.amount_cents > 0 and receipt.source like 'payment:%'
      and new.invoice_id not in (select invoices_of_payment(new.tenant_id, substring(receipt.source from 9)::uuid)) then
    back := sent_back(receipt);
    if allocated + back.from_credit + back.on_its_way > receipt.amount_cents then
      raise exception 'allocated while it goes back' using errcode = 'check_violation', constraint = 'allocations_going_back';
    end if;
  end if;
  return null;
end $$;

create or replace function keep_refunds() returns trigger language plpgsql as $$
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
    where a.tenant_id = new.tenant_id and a.receipt_id = receipt.id
      and a.invoice_id not in (select invoices_of_payment(new.tenant_id, new.payment_id));
  if elsewhere + (sent_back(receipt)).whole > receipt.amount_cents then
    raise exception 'more sent back than is left' using errcode = 'check_violation', constraint = 'refunds_received';
  end if;
  return null;
end $$;

-- From which of its payment's invoices a refund is taken; null where nobody said.
alter table refunds add column invoice_id integer;
alter table refunds add constraint refunds_invoice_fkey foreign key (tenant_id, invoice_id) references invoices (tenant_id, id) not valid;
alter table refunds validate constraint refunds_invoice_fkey;
