-- What the migrations make; written by npm run db:sync, never by hand.

create extension btree_gist;

CREATE OR REPLACE FUNCTION public.app_tenant()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::integer
;

CREATE OR REPLACE FUNCTION public.count_registration()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
        and (booked + booked_change <= greatest(max_places, booked)
          or current_setting('trenn.beyond_places', true) = 'on');
    if not found then
      raise exception 'no free places' using errcode = 'check_violation', constraint = 'trainings_places';
    end if;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.credit_left(of receipts)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.end_clash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.clashes_with := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.end_personal_training()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state in ('booked', 'offered', 'releasing') and new.state in ('cancelledFree', 'cancelledLate', 'cancelledByCentre') then
    update trainings set is_cancelled = true, version = version + 1
      where tenant_id = new.tenant_id and id = new.training_id and is_personal and not is_cancelled and booked = 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.invoices_of_payment(of_tenant integer, of_payment uuid)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE
AS $function$
  select invoice_id from payments where tenant_id = of_tenant and id = of_payment
  union select invoice_id from payment_parts where tenant_id = of_tenant and payment_id = of_payment
$function$
;

CREATE OR REPLACE FUNCTION public.keep_allocations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_campaign_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  most integer;
  taken bigint;
  is_once boolean;
  is_moved boolean := false;
  is_taken boolean;
  is_addressed boolean;
begin
  if new.released_at is not null then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    is_moved := new.client_id is distinct from old.client_id and not new.is_beside;
  end if;
  select places, is_once_per_client into most, is_once from campaigns
    where tenant_id = new.tenant_id and id = new.campaign_id for no key update;
  select count(*) into taken from campaign_redemptions
    where tenant_id = new.tenant_id and campaign_id = new.campaign_id and released_at is null;
  if taken > most then
    raise exception 'a campaign has only its places' using errcode = 'check_violation', constraint = 'campaigns_places';
  end if;
  is_taken := tg_op = 'INSERT' or old.released_at is not null;
  -- Whoever is known is by their address what they are when they take a place; a visitor once they have paid.
  is_addressed := new.email <> '' and not is_moved and case when new.client_id is null
    then new.redeemed_at is not null and (is_taken or old.redeemed_at is null) else is_taken end;
  if is_once and (
    (is_taken or is_moved) and exists (select from campaign_redemptions where tenant_id = new.tenant_id
      and client_id = new.client_id and campaign_id = new.campaign_id and invoice_id <> new.invoice_id and released_at is null)
    or is_addressed and exists (select from campaign_redemptions where tenant_id = new.tenant_id
      and regexp_replace(email, '\+[^@]*@', '@') = regexp_replace(new.email, '\+[^@]*@', '@')
      and campaign_id = new.campaign_id and invoice_id <> new.invoice_id and released_at is null
      and (client_id is not null or redeemed_at is not null))) then
    raise exception 'a campaign once for each' using errcode = 'check_violation', constraint = 'campaigns_once';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_campaigns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  taken bigint;
begin
  select count(*) into taken from campaign_redemptions
    where tenant_id = old.tenant_id and campaign_id = old.id and released_at is null;
  if tg_op = 'DELETE' then
    if taken > 0 then
      raise exception 'a campaign in use stays' using errcode = 'check_violation', constraint = 'campaigns_used';
    end if;
    return old;
  end if;
  if taken > new.places then
    raise exception 'more places are taken' using errcode = 'check_violation', constraint = 'campaigns_places';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_contract_periods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from added a
      join contracts c on c.tenant_id = a.tenant_id and c.id = a.contract_id
    where a.from_on <> c.starts_on and not exists (
      select from contract_periods p
      where p.tenant_id = a.tenant_id and p.contract_id = a.contract_id and p.until_on = a.from_on - 1)) then
    raise exception 'a day between two periods'
      using errcode = 'check_violation', constraint = 'contract_periods_tile';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_credits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  charged integer;
  credited bigint;
  excess integer;
begin
  if new.kind <> 'creditNote' or new.state <> 'issued' or old.state = 'issued' then
    return null;
  end if;
  select total_cents into charged from invoices where tenant_id = new.tenant_id and id = new.credits_id for update;
  select sum(total_cents) into credited from invoices
    where tenant_id = new.tenant_id and credits_id = new.credits_id and state = 'issued';
  select o.position into excess from invoice_lines o
    where o.tenant_id = new.tenant_id and o.invoice_id = new.credits_id
      and o.gross_cents + (select sum(l.gross_cents) from invoices n
        join invoice_lines l on l.tenant_id = n.tenant_id and l.invoice_id = n.id
        where n.tenant_id = o.tenant_id and n.credits_id = o.invoice_id and n.state = 'issued'
          and l.credits_position = o.position) < 0
    limit 1;
  if charged + credited < 0 or excess is not null then
    raise exception 'more credited than charged' using errcode = 'check_violation', constraint = 'invoices_credited';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_issued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.state = 'issued' then
      raise exception 'an issued invoice stays' using errcode = 'check_violation', constraint = 'invoices_issued';
    end if;
    return old;
  end if;
  if old.state = 'issued'
    and (to_jsonb(old) - 'written_off_at' - 'client_id' - 'mail_to')
      is distinct from (to_jsonb(new) - 'written_off_at' - 'client_id' - 'mail_to')
  then
    raise exception 'an issued invoice stays' using errcode = 'check_violation', constraint = 'invoices_issued';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_issued_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed_tenant integer := coalesce(new.tenant_id, old.tenant_id);
  changed_invoice integer := coalesce(new.invoice_id, old.invoice_id);
  is_issued boolean;
begin
  select state = 'issued' into is_issued from invoices where tenant_id = changed_tenant and id = changed_invoice;
  if is_issued and not (tg_op = 'UPDATE'
      and to_jsonb(old) - 'item' = to_jsonb(new) - 'item'
      and old.item - 'holder' = new.item - 'holder'
      and new.item -> 'holder' = old.item -> 'holder' || '{"firstName": "", "lastName": "", "email": "", "phone": ""}') then
    raise exception 'an issued invoice stays' using errcode = 'check_violation', constraint = 'invoices_issued';
  end if;
  return coalesce(new, old);
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_payment_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_personal_training_off()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update trainings set is_cancelled = true
    where tenant_id = new.tenant_id and id = new.id and is_personal and not is_cancelled and booked = 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_refunds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_ticket_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_voucher_uses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a ledger is only added to' using errcode = 'check_violation', constraint = 'voucher_movements_kept';
end $function$
;

CREATE OR REPLACE FUNCTION public.move_rental()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update rentals set starts_at = new.starts_at, ends_at = new.ends_at, local_date = new.local_date, room_id = new.room_ids[1]
    where tenant_id = new.tenant_id and reservation_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.pass_clash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update registrations r set clashes_with = (select o.id from registrations o
    where o.tenant_id = r.tenant_id and o.client_id = r.client_id and o.id <> r.id and o.state in ('booked', 'offered')
      and o.starts_at < r.ends_at and o.ends_at > r.starts_at
    order by o.starts_at, o.id limit 1)
  where r.tenant_id = new.tenant_id and r.clashes_with = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.payments_of_invoice(of_tenant integer, of_invoice integer)
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select id from payments where tenant_id = of_tenant and invoice_id = of_invoice
  union select payment_id from payment_parts where tenant_id = of_tenant and invoice_id = of_invoice
$function$
;

CREATE OR REPLACE FUNCTION public.raise_sequence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.sequence := old.sequence + 1;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- What the database reckons is not there yet before it writes.
  beside text[] := array['reason', 'remaining_change', 'reserved_change', 'used_change'];
begin
  if tg_op = 'UPDATE' and new.reason = '–' and to_jsonb(new) - beside = to_jsonb(old) - beside then
    return new;
  end if;
  raise exception 'a ledger is only added to' using errcode = 'check_violation', constraint = 'ticket_entries_kept';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_lower_sign_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.sign_count < old.sign_count then
    raise exception 'a passkey counts forward' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.sent_back(of receipts, OUT from_credit integer, OUT on_its_way integer, OUT whole integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.use_rooms_of_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from room_uses where tenant_id = new.tenant_id and reservation_id = new.id;
  end if;
  insert into room_uses (tenant_id, room_id, reservation_id, starts_at, ends_at)
    select new.tenant_id, used.id, new.id, new.starts_at, new.ends_at
    from (select unnest(new.room_ids) as id
      union select p.part_id from room_parts p
        where p.tenant_id = new.tenant_id and p.room_id = any(new.room_ids)) as used
    order by used.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.use_rooms_of_training()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The demo data writes them by one statement.
  if current_user = 'trenn_system' and current_setting('trenn.bulk', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from room_uses where tenant_id = new.tenant_id and training_id = new.id;
  end if;
  if not new.is_cancelled then
    insert into room_uses (tenant_id, room_id, training_id, starts_at, ends_at)
      select new.tenant_id, used.id, new.id, new.starts_at - make_interval(mins => new.set_up_minutes), new.ends_at
      from (select unnest(array[new.room_id] || new.extra_room_ids) as id
        union select p.part_id from room_parts p
          where p.tenant_id = new.tenant_id and p.room_id = any(array[new.room_id] || new.extra_room_ids)) as used
      where not new.is_personal
        or not exists (select from rooms o where o.tenant_id = new.tenant_id and o.id = new.room_id and o.is_shared)
      order by used.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.wake_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (tenant_id, topic, payload)
    select t.tenant_id, 'lineDue', jsonb_build_object('topic', 'lineDue', 'trainingId', t.id, 'isFree', true,
      'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    from trainings t
    where t.tenant_id = new.tenant_id and t.id = new.id and t.waiting > 0 and t.booked < t.max_places and not t.is_cancelled;
  return null;
end $function$
;

create table accounts (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  email text not null,
  username text not null,
  password_hash text not null,
  client_id integer not null,
  trainer_id integer,
  is_admin boolean not null default false,
  can_see_registrations boolean not null default false,
  can_manage_registrations boolean not null default false,
  is_blocked boolean not null default false,
  session_version integer not null default 1,
  session_version_at timestamp with time zone,
  language text not null,
  takes_substitute_sms boolean not null default false,
  first_login_at timestamp with time zone,
  moved_at timestamp with time zone,
  admin_since timestamp with time zone,
  takes_morning_mail boolean not null default false,
  mailbox text not null generated always as (regexp_replace(lower(email), '\+[^@]*@'::text, '@'::text)) stored,
  email_typed_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (tenant_id, id),
  constraint accounts_tenant_id_email_key UNIQUE (tenant_id, email),
  constraint accounts_tenant_id_username_key UNIQUE (tenant_id, username),
  constraint accounts_admin_since_check CHECK (((admin_since IS NULL) OR is_admin)),
  constraint accounts_email_check CHECK ((email = lower(email))),
  constraint accounts_username_check CHECK ((username = lower(username))),
  constraint accounts_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint accounts_tenant_id_trainer_id_fkey FOREIGN KEY (tenant_id, trainer_id) REFERENCES trainers(tenant_id, id)
);
alter table accounts enable row level security;
alter table accounts force row level security;
CREATE INDEX accounts_by_client ON public.accounts USING btree (tenant_id, client_id);
CREATE INDEX accounts_by_mailbox ON public.accounts USING btree (tenant_id, mailbox);
CREATE INDEX accounts_by_trainer ON public.accounts USING btree (tenant_id, trainer_id) WHERE (trainer_id IS NOT NULL);
create policy system on accounts for all to trenn_system using (true) with check (true);
create policy tenant on accounts for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on accounts to trenn_app;
grant delete, insert, select, update on accounts to trenn_system;

create table allocations (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  receipt_id integer not null,
  invoice_id integer not null,
  amount_cents integer not null,
  created_at timestamp with time zone not null,
  constraint allocations_pkey PRIMARY KEY (tenant_id, id),
  constraint allocations_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint allocations_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id),
  constraint allocations_tenant_id_receipt_id_fkey FOREIGN KEY (tenant_id, receipt_id) REFERENCES receipts(tenant_id, id)
);
alter table allocations enable row level security;
alter table allocations force row level security;
CREATE INDEX allocations_of_invoice ON public.allocations USING btree (tenant_id, invoice_id);
CREATE INDEX allocations_of_receipt ON public.allocations USING btree (tenant_id, receipt_id);
CREATE TRIGGER keep_allocations AFTER INSERT OR UPDATE ON allocations FOR EACH ROW EXECUTE FUNCTION keep_allocations();
create policy system on allocations for all to trenn_system using (true) with check (true);
create policy tenant on allocations for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on allocations to trenn_app;
grant delete, insert, select, update on allocations to trenn_system;

create table attempts (
  tenant_id integer not null default app_tenant(),
  kind text not null,
  subject bytea not null,
  window_started_at timestamp with time zone not null,
  count integer not null,
  constraint attempts_pkey PRIMARY KEY (tenant_id, kind, subject),
  constraint attempts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table attempts enable row level security;
alter table attempts force row level security;
create policy system on attempts for all to trenn_system using (true) with check (true);
create policy tenant on attempts for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on attempts to trenn_app;
grant delete, insert, select, update on attempts to trenn_system;

create table audit_trail (
  tenant_id integer not null default app_tenant(),
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  account_id integer not null,
  request_id text not null,
  action text not null,
  input jsonb not null,
  noun text,
  noun_id integer,
  before jsonb,
  after jsonb,
  constraint audit_trail_pkey PRIMARY KEY (tenant_id, id),
  constraint audit_trail_action_check CHECK ((action <> ''::text)),
  constraint audit_trail_check CHECK (((noun IS NOT NULL) OR ((noun_id IS NULL) AND (before IS NULL) AND (after IS NULL)))),
  constraint audit_trail_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id)
);
alter table audit_trail enable row level security;
alter table audit_trail force row level security;
CREATE INDEX audit_trail_by_time ON public.audit_trail USING btree (tenant_id, at DESC, id DESC);
CREATE INDEX audit_trail_of_account ON public.audit_trail USING btree (tenant_id, account_id, at DESC);
CREATE INDEX audit_trail_of_noun ON public.audit_trail USING btree (tenant_id, noun, noun_id, at DESC) WHERE (noun IS NOT NULL);
create policy system on audit_trail for all to trenn_system using (true) with check (true);
create policy tenant on audit_trail for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant insert, select on audit_trail to trenn_app;
grant delete, insert, select, update on audit_trail to trenn_system;

create table bank_entries (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  account text not null,
  entry_key text not null,
  booked_on date not null,
  amount_cents integer not null,
  payer_name text not null,
  payer_account text not null,
  reference text not null,
  message text not null,
  state text not null,
  invoice_id integer,
  receipt_id integer,
  imported_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  settled_by integer,
  constraint bank_entries_pkey PRIMARY KEY (tenant_id, id),
  constraint bank_entries_tenant_id_account_entry_key_key UNIQUE (tenant_id, account, entry_key),
  constraint bank_entries_amount_cents_check CHECK ((amount_cents > 0)),
  constraint bank_entries_check CHECK (((state = ANY (ARRAY['booked'::text, 'accepted'::text])) = (receipt_id IS NOT NULL))),
  constraint bank_entries_state_check CHECK ((state = ANY (ARRAY['new'::text, 'booked'::text, 'proposed'::text, 'unmatched'::text, 'accepted'::text, 'ignored'::text]))),
  constraint bank_entries_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id),
  constraint bank_entries_tenant_id_receipt_id_fkey FOREIGN KEY (tenant_id, receipt_id) REFERENCES receipts(tenant_id, id),
  constraint bank_entries_tenant_id_settled_by_fkey FOREIGN KEY (tenant_id, settled_by) REFERENCES accounts(tenant_id, id)
);
alter table bank_entries enable row level security;
alter table bank_entries force row level security;
CREATE INDEX bank_entries_of_invoice ON public.bank_entries USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX bank_entries_of_receipt ON public.bank_entries USING btree (tenant_id, receipt_id) WHERE (receipt_id IS NOT NULL);
CREATE INDEX bank_entries_open ON public.bank_entries USING btree (tenant_id, id) WHERE (state = ANY (ARRAY['proposed'::text, 'unmatched'::text]));
create policy system on bank_entries for all to trenn_system using (true) with check (true);
create policy tenant on bank_entries for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on bank_entries to trenn_app;
grant delete, insert, select, update on bank_entries to trenn_system;

create table billing_runs (
  tenant_id integer not null default app_tenant(),
  run_on date not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  contracts integer not null default 0,
  invoices integer not null default 0,
  total_cents bigint not null default 0,
  problems jsonb not null default '[]'::jsonb,
  renewed integer not null default 0,
  credited_cents bigint not null default 0,
  debts integer not null default 0,
  bad_debts integer not null default 0,
  constraint billing_runs_pkey PRIMARY KEY (tenant_id, run_on),
  constraint billing_runs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table billing_runs enable row level security;
alter table billing_runs force row level security;
create policy system on billing_runs for all to trenn_system using (true) with check (true);
create policy tenant on billing_runs for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on billing_runs to trenn_app;
grant delete, insert, select, update on billing_runs to trenn_system;

create table calendar_feeds (
  tenant_id integer not null default app_tenant(),
  account_id integer not null,
  salt bytea not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint calendar_feeds_pkey PRIMARY KEY (tenant_id, account_id),
  constraint calendar_feeds_tenant_id_token_hash_key UNIQUE (tenant_id, token_hash),
  constraint calendar_feeds_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy system on calendar_feeds for all to trenn_system using (true) with check (true);
create policy tenant on calendar_feeds for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on calendar_feeds to trenn_app;
grant delete, insert, select, update on calendar_feeds to trenn_system;

create table campaign_clubs (
  tenant_id integer not null default app_tenant(),
  campaign_id integer not null,
  club_id integer not null,
  constraint campaign_clubs_pkey PRIMARY KEY (tenant_id, campaign_id, club_id),
  constraint campaign_clubs_tenant_id_campaign_id_fkey FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns(tenant_id, id) ON DELETE CASCADE,
  constraint campaign_clubs_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id)
);
alter table campaign_clubs enable row level security;
alter table campaign_clubs force row level security;
CREATE INDEX campaign_clubs_of_club ON public.campaign_clubs USING btree (tenant_id, club_id);
create policy system on campaign_clubs for all to trenn_system using (true) with check (true);
create policy tenant on campaign_clubs for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on campaign_clubs to trenn_app;
grant delete, insert, select, update on campaign_clubs to trenn_system;

create table campaign_products (
  tenant_id integer not null default app_tenant(),
  campaign_id integer not null,
  product_id integer not null,
  constraint campaign_products_pkey PRIMARY KEY (tenant_id, campaign_id, product_id),
  constraint campaign_products_tenant_id_campaign_id_fkey FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns(tenant_id, id) ON DELETE CASCADE,
  constraint campaign_products_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, id)
);
alter table campaign_products enable row level security;
alter table campaign_products force row level security;
CREATE INDEX campaign_products_of_product ON public.campaign_products USING btree (tenant_id, product_id);
create policy system on campaign_products for all to trenn_system using (true) with check (true);
create policy tenant on campaign_products for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on campaign_products to trenn_app;
grant delete, insert, select, update on campaign_products to trenn_system;

create table campaign_redemptions (
  tenant_id integer not null default app_tenant(),
  invoice_id integer not null,
  campaign_id integer not null,
  client_id integer,
  email text not null,
  discount_cents integer not null,
  created_at timestamp with time zone not null,
  held_until timestamp with time zone not null,
  extended_at timestamp with time zone,
  redeemed_at timestamp with time zone,
  released_at timestamp with time zone,
  is_beside boolean not null default false,
  constraint campaign_redemptions_pkey PRIMARY KEY (tenant_id, invoice_id),
  constraint campaign_redemptions_check CHECK (((redeemed_at IS NULL) OR (released_at IS NULL))),
  constraint campaign_redemptions_discount_cents_check CHECK ((discount_cents >= 0)),
  constraint campaign_redemptions_email_check CHECK ((email = lower(email))),
  constraint campaign_redemptions_tenant_id_campaign_id_fkey FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns(tenant_id, id) ON DELETE CASCADE,
  constraint campaign_redemptions_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint campaign_redemptions_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id) ON DELETE CASCADE
);
alter table campaign_redemptions enable row level security;
alter table campaign_redemptions force row level security;
CREATE INDEX campaign_redemptions_held ON public.campaign_redemptions USING btree (tenant_id, held_until) WHERE ((released_at IS NULL) AND (redeemed_at IS NULL));
CREATE INDEX campaign_redemptions_of_campaign ON public.campaign_redemptions USING btree (tenant_id, campaign_id);
CREATE INDEX campaign_redemptions_of_client ON public.campaign_redemptions USING btree (tenant_id, client_id, campaign_id) WHERE (client_id IS NOT NULL);
CREATE INDEX campaign_redemptions_of_mailbox ON public.campaign_redemptions USING btree (tenant_id, regexp_replace(email, '\+[^@]*@'::text, '@'::text), campaign_id);
CREATE INDEX campaign_redemptions_taken ON public.campaign_redemptions USING btree (tenant_id, campaign_id) WHERE (released_at IS NULL);
CREATE TRIGGER keep_campaign_places AFTER INSERT OR UPDATE OF released_at, redeemed_at, campaign_id, client_id ON campaign_redemptions FOR EACH ROW EXECUTE FUNCTION keep_campaign_places();
create policy system on campaign_redemptions for all to trenn_system using (true) with check (true);
create policy tenant on campaign_redemptions for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on campaign_redemptions to trenn_app;
grant delete, insert, select, update on campaign_redemptions to trenn_system;

create table campaigns (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  code text not null,
  code_hash bytea not null generated always as (sha256(decode(code, 'escape'::text))) stored,
  names jsonb not null,
  valid_from date not null,
  valid_until date,
  places integer,
  effect text not null,
  value integer not null,
  is_once_per_client boolean not null default false,
  is_active boolean not null default true,
  created_at timestamp with time zone not null,
  constraint campaigns_pkey PRIMARY KEY (tenant_id, id),
  constraint campaigns_tenant_id_code_hash_key UNIQUE (tenant_id, code_hash),
  constraint campaigns_tenant_id_code_key UNIQUE (tenant_id, code),
  constraint campaigns_check CHECK ((valid_until >= valid_from)),
  constraint campaigns_check1 CHECK (
CASE effect
    WHEN 'none'::text THEN (value = 0)
    WHEN 'percent'::text THEN ((value >= 1) AND (value <= 100))
    WHEN 'set'::text THEN (value >= 0)
    ELSE (value > 0)
END),
  constraint campaigns_code_check CHECK ((code ~ '^[A-ZÕÄÖÜŠŽĀČĒĢĪĶĻŅŪ0-9-]{4,30}$'::text)),
  constraint campaigns_effect_check CHECK ((effect = ANY (ARRAY['none'::text, 'set'::text, 'subtract'::text, 'percent'::text]))),
  constraint campaigns_places_check CHECK ((places > 0)),
  constraint campaigns_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table campaigns enable row level security;
alter table campaigns force row level security;
CREATE TRIGGER keep_campaigns BEFORE DELETE OR UPDATE OF places ON campaigns FOR EACH ROW EXECUTE FUNCTION keep_campaigns();
create policy system on campaigns for all to trenn_system using (true) with check (true);
create policy tenant on campaigns for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on campaigns to trenn_app;
grant delete, insert, select, update on campaigns to trenn_system;

create table challenges (
  tenant_id integer not null default app_tenant(),
  token_hash bytea not null,
  purpose text not null,
  account_id integer,
  keep boolean,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  session_id uuid,
  browser_hash bytea,
  sealed bytea,
  constraint challenges_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint challenges_check CHECK ((expires_at > created_at)),
  constraint challenges_purpose_check CHECK (
CASE purpose
    WHEN 'logIn'::text THEN ((account_id IS NOT NULL) AND (keep IS NOT NULL) AND (session_id IS NULL) AND (browser_hash IS NULL) AND (sealed IS NULL))
    WHEN 'passkeyLogIn'::text THEN ((account_id IS NULL) AND (keep IS NULL) AND (session_id IS NULL) AND (browser_hash IS NOT NULL) AND (sealed IS NULL))
    WHEN 'passkeyAdding'::text THEN ((account_id IS NOT NULL) AND (keep IS NULL) AND (session_id IS NOT NULL) AND (browser_hash IS NULL) AND (sealed IS NULL))
    WHEN 'passkeyProof'::text THEN ((account_id IS NOT NULL) AND (keep IS NULL) AND (session_id IS NOT NULL) AND (browser_hash IS NULL) AND (sealed IS NULL))
    WHEN 'identityLogIn'::text THEN ((account_id IS NULL) AND (keep IS NULL) AND (session_id IS NULL) AND (browser_hash IS NOT NULL) AND (sealed IS NOT NULL))
    WHEN 'identityLinking'::text THEN ((account_id IS NOT NULL) AND (keep IS NULL) AND (session_id IS NOT NULL) AND (browser_hash IS NULL) AND (sealed IS NOT NULL))
    WHEN 'identityJoining'::text THEN ((account_id IS NULL) AND (keep IS NULL) AND (session_id IS NULL) AND (browser_hash IS NOT NULL) AND (sealed IS NOT NULL))
    ELSE false
END),
  constraint challenges_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table challenges enable row level security;
alter table challenges force row level security;
CREATE INDEX challenges_of_account ON public.challenges USING btree (tenant_id, account_id);
create policy system on challenges for all to trenn_system using (true) with check (true);
create policy tenant on challenges for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on challenges to trenn_app;
grant delete, insert, select, update on challenges to trenn_system;

create table clients (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  code text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  is_blocked boolean not null default false,
  banned_until timestamp with time zone,
  notice_minutes integer not null default 0,
  id_country text,
  id_code text,
  birth_date date,
  address text not null default ''::text,
  city text not null default ''::text,
  county text not null default ''::text,
  zip text not null default ''::text,
  guardian jsonb,
  id_shown_at timestamp with time zone,
  constraint clients_pkey PRIMARY KEY (tenant_id, id),
  constraint clients_tenant_id_code_key UNIQUE (tenant_id, code),
  constraint clients_as_shown CHECK (((char_length(phone) <= 40) AND (char_length(first_name) <= 100) AND (char_length(last_name) <= 100) AND (char_length(address) <= 200) AND (char_length(city) <= 100) AND (char_length(county) <= 100) AND (char_length(zip) <= 20))),
  constraint clients_check CHECK (((id_code IS NULL) OR (id_country IS NOT NULL))),
  constraint clients_id_code_check CHECK ((id_code <> ''::text)),
  constraint clients_id_country_check CHECK ((id_country = ANY (ARRAY['EE'::text, 'LV'::text, 'XX'::text]))),
  constraint clients_id_shown_check CHECK (((id_shown_at IS NULL) OR (id_code IS NOT NULL))),
  constraint clients_notice_minutes_check CHECK ((notice_minutes >= 0)),
  constraint clients_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table clients enable row level security;
alter table clients force row level security;
CREATE INDEX clients_banned ON public.clients USING btree (tenant_id, banned_until) WHERE (banned_until IS NOT NULL);
CREATE UNIQUE INDEX clients_one_a_code ON public.clients USING btree (tenant_id, id_country, id_code) WHERE ((id_code IS NOT NULL) AND (id_country = ANY (ARRAY['EE'::text, 'LV'::text])));
create policy system on clients for all to trenn_system using (true) with check (true);
create policy tenant on clients for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on clients to trenn_app;
grant delete, insert, select, update on clients to trenn_system;

create table closures (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  club_id integer,
  from_on date not null,
  until_on date not null,
  name text not null,
  created_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  constraint closures_pkey PRIMARY KEY (tenant_id, id),
  constraint closures_check CHECK ((until_on >= from_on)),
  constraint closures_name_check CHECK ((name <> ''::text)),
  constraint closures_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id)
);
alter table closures enable row level security;
alter table closures force row level security;
CREATE INDEX closures_in_force ON public.closures USING btree (tenant_id, until_on) WHERE (lifted_at IS NULL);
CREATE INDEX closures_of_club ON public.closures USING btree (tenant_id, club_id) WHERE (club_id IS NOT NULL);
create policy system on closures for all to trenn_system using (true) with check (true);
create policy tenant on closures for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on closures to trenn_app;
grant delete, insert, select, update on closures to trenn_system;

create table clubs (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  name text not null,
  address text not null,
  city text not null,
  opening_hours jsonb not null,
  "position" integer not null default 0,
  constraint clubs_pkey PRIMARY KEY (tenant_id, id),
  constraint clubs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table clubs enable row level security;
alter table clubs force row level security;
create policy system on clubs for all to trenn_system using (true) with check (true);
create policy tenant on clubs for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on clubs to trenn_app;
grant delete, insert, select, update on clubs to trenn_system;

create table consent_texts (
  tenant_id integer not null default app_tenant(),
  version text not null,
  language text not null,
  body jsonb not null,
  seen_at timestamp with time zone not null,
  constraint consent_texts_pkey PRIMARY KEY (tenant_id, version),
  constraint consent_texts_version_check CHECK ((version <> ''::text))
);
alter table consent_texts enable row level security;
alter table consent_texts force row level security;
create policy system on consent_texts for all to trenn_system using (true) with check (true);
create policy tenant on consent_texts for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant insert, select on consent_texts to trenn_app;
grant delete, insert, select, update on consent_texts to trenn_system;

create table consents (
  tenant_id integer not null default app_tenant(),
  id bigint not null generated always as identity,
  client_id integer not null,
  purpose text not null,
  is_given boolean not null,
  version text,
  language text not null,
  source text not null,
  at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (tenant_id, id),
  constraint consents_check CHECK (((version IS NULL) OR (purpose = ANY (ARRAY['joiningTerms'::text, 'buyingTerms'::text, 'earlyStart'::text])))),
  constraint consents_purpose_check CHECK ((purpose = ANY (ARRAY['joiningTerms'::text, 'buyingTerms'::text, 'earlyStart'::text, 'marketingMail'::text, 'marketingSms'::text, 'smsNotices'::text, 'substituteSms'::text]))),
  constraint consents_source_check CHECK ((source = ANY (ARRAY['joining'::text, 'buying'::text, 'profile'::text, 'privacy'::text, 'erasure'::text]))),
  constraint consents_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint consents_tenant_id_version_fkey FOREIGN KEY (tenant_id, version) REFERENCES consent_texts(tenant_id, version)
);
alter table consents enable row level security;
alter table consents force row level security;
CREATE INDEX consents_of_client ON public.consents USING btree (tenant_id, client_id, purpose, id);
CREATE INDEX consents_of_version ON public.consents USING btree (tenant_id, version) WHERE (version IS NOT NULL);
create policy system on consents for all to trenn_system using (true) with check (true);
create policy tenant on consents for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant insert, select on consents to trenn_app;
grant delete, insert, select, update on consents to trenn_system;

create table contract_changes (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  contract_id integer not null,
  kind text not null,
  details jsonb not null default '{}'::jsonb,
  account_id integer,
  created_at timestamp with time zone not null,
  constraint contract_changes_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_changes_kind_check CHECK ((kind = ANY (ARRAY['agreed'::text, 'activated'::text, 'renewed'::text, 'freeze'::text, 'freezeCancelled'::text, 'freezeEnded'::text, 'notice'::text, 'noticeTakenBack'::text, 'withdrawal'::text, 'price'::text, 'block'::text, 'unblock'::text, 'collection'::text, 'recall'::text, 'dropped'::text]))),
  constraint contract_changes_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id) ON DELETE CASCADE
);
alter table contract_changes enable row level security;
alter table contract_changes force row level security;
CREATE INDEX contract_changes_of_contract ON public.contract_changes USING btree (tenant_id, contract_id, id);
create policy system on contract_changes for all to trenn_system using (true) with check (true);
create policy tenant on contract_changes for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on contract_changes to trenn_app;
grant delete, insert, select, update on contract_changes to trenn_system;

create table contract_freezes (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  contract_id integer not null,
  from_on date not null,
  until_on date not null,
  asked_until date not null,
  fee_cents integer not null default 0,
  invoice_id integer,
  "position" integer,
  account_id integer,
  created_at timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  constraint contract_freezes_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_freezes_apart EXCLUDE USING gist (tenant_id WITH =, contract_id WITH =, daterange(from_on, until_on, '[]'::text) WITH &&) WHERE ((cancelled_at IS NULL)),
  constraint contract_freezes_check CHECK (((until_on >= from_on) AND (until_on <= asked_until))),
  constraint contract_freezes_check1 CHECK (((invoice_id IS NULL) = ("position" IS NULL))),
  constraint contract_freezes_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint contract_freezes_within_reach CHECK ((until_on < '2201-01-01'::date)),
  constraint contract_freezes_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id) ON DELETE CASCADE,
  constraint contract_freezes_tenant_id_invoice_id_position_fkey FOREIGN KEY (tenant_id, invoice_id, "position") REFERENCES invoice_lines(tenant_id, invoice_id, "position")
);
alter table contract_freezes enable row level security;
alter table contract_freezes force row level security;
CREATE INDEX contract_freezes_of_contract ON public.contract_freezes USING btree (tenant_id, contract_id, from_on);
CREATE INDEX contract_freezes_of_line ON public.contract_freezes USING btree (tenant_id, invoice_id, "position") WHERE (invoice_id IS NOT NULL);
create policy system on contract_freezes for all to trenn_system using (true) with check (true);
create policy tenant on contract_freezes for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on contract_freezes to trenn_app;
grant delete, insert, select, update on contract_freezes to trenn_system;

create table contract_messages (
  tenant_id integer not null default app_tenant(),
  contract_id integer not null,
  key text not null,
  created_at timestamp with time zone not null,
  constraint contract_messages_pkey PRIMARY KEY (tenant_id, contract_id, key),
  constraint contract_messages_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id) ON DELETE CASCADE
);
alter table contract_messages enable row level security;
alter table contract_messages force row level security;
create policy system on contract_messages for all to trenn_system using (true) with check (true);
create policy tenant on contract_messages for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on contract_messages to trenn_app;
grant delete, insert, select, update on contract_messages to trenn_system;

create table contract_periods (
  tenant_id integer not null default app_tenant(),
  contract_id integer not null,
  from_on date not null,
  until_on date not null,
  owed_cents integer not null,
  discount_cents integer not null default 0,
  carried_cents integer not null,
  amount_cents integer not null,
  invoice_id integer,
  "position" integer,
  created_at timestamp with time zone not null,
  given_back_cents integer not null default 0,
  constraint contract_periods_pkey PRIMARY KEY (tenant_id, contract_id, from_on),
  constraint contract_periods_tenant_id_invoice_id_position_key UNIQUE (tenant_id, invoice_id, "position"),
  constraint contract_periods_apart EXCLUDE USING gist (tenant_id WITH =, contract_id WITH =, daterange(from_on, until_on, '[]'::text) WITH &&),
  constraint contract_periods_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint contract_periods_check CHECK (((discount_cents >= 0) AND (discount_cents <= owed_cents))),
  constraint contract_periods_check1 CHECK ((until_on >= from_on)),
  constraint contract_periods_check2 CHECK ((amount_cents = ((owed_cents - discount_cents) + carried_cents))),
  constraint contract_periods_check3 CHECK (((invoice_id IS NULL) = ("position" IS NULL))),
  constraint contract_periods_given_back_cents_check CHECK ((given_back_cents >= 0)),
  constraint contract_periods_owed_cents_check CHECK ((owed_cents >= 0)),
  constraint contract_periods_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id) ON DELETE CASCADE,
  constraint contract_periods_tenant_id_invoice_id_position_fkey FOREIGN KEY (tenant_id, invoice_id, "position") REFERENCES invoice_lines(tenant_id, invoice_id, "position")
);
alter table contract_periods enable row level security;
alter table contract_periods force row level security;
CREATE TRIGGER keep_contract_periods AFTER INSERT ON contract_periods REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_contract_periods();
create policy system on contract_periods for all to trenn_system using (true) with check (true);
create policy tenant on contract_periods for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on contract_periods to trenn_app;
grant delete, insert, select, update on contract_periods to trenn_system;

create table contract_prices (
  tenant_id integer not null default app_tenant(),
  contract_id integer not null,
  from_on date not null,
  price_cents integer not null,
  told_at timestamp with time zone,
  created_at timestamp with time zone not null,
  told_on date,
  constraint contract_prices_pkey PRIMARY KEY (tenant_id, contract_id, from_on),
  constraint contract_prices_price_cents_check CHECK ((price_cents >= 0)),
  constraint contract_prices_told_on_check CHECK ((told_on < from_on)),
  constraint contract_prices_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id) ON DELETE CASCADE
);
alter table contract_prices enable row level security;
alter table contract_prices force row level security;
create policy system on contract_prices for all to trenn_system using (true) with check (true);
create policy tenant on contract_prices for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on contract_prices to trenn_app;
grant delete, insert, select, update on contract_prices to trenn_system;

create table contract_terms (
  tenant_id integer not null default app_tenant(),
  contract_id integer not null,
  number integer not null,
  starts_on date not null,
  ends_on date not null,
  created_at timestamp with time zone not null,
  constraint contract_terms_pkey PRIMARY KEY (tenant_id, contract_id, number),
  constraint contract_terms_check CHECK ((ends_on >= starts_on)),
  constraint contract_terms_number_check CHECK ((number > 0)),
  constraint contract_terms_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id) ON DELETE CASCADE
);
alter table contract_terms enable row level security;
alter table contract_terms force row level security;
create policy system on contract_terms for all to trenn_system using (true) with check (true);
create policy tenant on contract_terms for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on contract_terms to trenn_app;
grant delete, insert, select, update on contract_terms to trenn_system;

create table contracts (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  number text not null,
  client_id integer not null,
  product_id integer not null,
  club_id integer not null,
  category text not null,
  names jsonb not null,
  benefits jsonb not null,
  payer jsonb not null,
  language text not null,
  state text not null,
  period_months integer not null,
  anchor_day integer not null,
  vat_kind text not null,
  starts_on date not null,
  ends_on date,
  term_months integer,
  renews boolean not null default false,
  binding_until date,
  agreed_at timestamp with time zone not null,
  starts_early boolean not null default false,
  notice_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  collected_at timestamp with time zone,
  blocked_at timestamp with time zone,
  blocked_until date,
  block_reason text,
  salt bytea not null,
  token_hash bytea not null,
  invoice_id integer,
  "position" integer,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  constraint contracts_pkey PRIMARY KEY (tenant_id, id),
  constraint contracts_tenant_id_invoice_id_position_key UNIQUE (tenant_id, invoice_id, "position"),
  constraint contracts_tenant_id_number_key UNIQUE (tenant_id, number),
  constraint contracts_tenant_id_token_hash_key UNIQUE (tenant_id, token_hash),
  constraint contracts_one_a_day EXCLUDE USING gist (tenant_id WITH =, client_id WITH =, category WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&) WHERE ((state = 'live'::text)),
  constraint contracts_anchor_day_check CHECK (((anchor_day >= 1) AND (anchor_day <= 31))),
  constraint contracts_category_check CHECK ((category = ANY (ARRAY['webapp_fitness'::text, 'webapp_pilates'::text]))),
  constraint contracts_check CHECK (((invoice_id IS NULL) = ("position" IS NULL))),
  constraint contracts_check1 CHECK ((ends_on >= starts_on)),
  constraint contracts_check2 CHECK (((NOT renews) OR (term_months IS NOT NULL))),
  constraint contracts_check3 CHECK (((state = ANY (ARRAY['live'::text, 'withdrawn'::text])) = (activated_at IS NOT NULL))),
  constraint contracts_check4 CHECK (((state = 'withdrawn'::text) = (withdrawn_at IS NOT NULL))),
  constraint contracts_check5 CHECK (((blocked_at IS NULL) = (block_reason IS NULL))),
  constraint contracts_period_months_check CHECK ((period_months = ANY (ARRAY[1, 3, 6, 12]))),
  constraint contracts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'live'::text, 'dropped'::text, 'withdrawn'::text]))),
  constraint contracts_term_months_check CHECK ((term_months > 0)),
  constraint contracts_vat_kind_check CHECK ((vat_kind = ANY (ARRAY['standard'::text, 'reduced'::text, 'zero'::text, 'exempt'::text]))),
  constraint contracts_within_reach CHECK (((ends_on < '2201-01-01'::date) AND (binding_until < '2201-01-01'::date))),
  constraint contracts_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint contracts_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id),
  constraint contracts_tenant_id_invoice_id_position_fkey FOREIGN KEY (tenant_id, invoice_id, "position") REFERENCES invoice_lines(tenant_id, invoice_id, "position"),
  constraint contracts_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, id)
);
alter table contracts enable row level security;
alter table contracts force row level security;
CREATE INDEX contracts_ending ON public.contracts USING btree (tenant_id, ends_on) WHERE ((state = 'live'::text) AND (ends_on IS NOT NULL));
CREATE INDEX contracts_of_client ON public.contracts USING btree (tenant_id, client_id, id DESC);
CREATE INDEX contracts_of_club ON public.contracts USING btree (tenant_id, club_id);
CREATE INDEX contracts_of_product ON public.contracts USING btree (tenant_id, product_id);
CREATE UNIQUE INDEX contracts_one_pending ON public.contracts USING btree (tenant_id, client_id, product_id) WHERE (state = 'pending'::text);
CREATE INDEX contracts_pending ON public.contracts USING btree (tenant_id, created_at) WHERE (state = 'pending'::text);
CREATE INDEX contracts_running ON public.contracts USING btree (tenant_id, id) WHERE (state = 'live'::text);
create policy system on contracts for all to trenn_system using (true) with check (true);
create policy tenant on contracts for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on contracts to trenn_app;
grant delete, insert, select, update on contracts to trenn_system;

create table doors (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  club_id integer not null,
  name text not null,
  direction text not null,
  client_type text not null,
  relay_url text not null default ''::text,
  is_active boolean not null default true,
  token_hash bytea,
  pairings integer not null default 0,
  pairing_hash bytea,
  pairing_until timestamp with time zone,
  seen_at timestamp with time zone,
  paired_at timestamp with time zone,
  constraint doors_pkey PRIMARY KEY (tenant_id, id),
  constraint doors_check CHECK (((pairing_hash IS NULL) = (pairing_until IS NULL))),
  constraint doors_client_type_check CHECK ((client_type = ANY (ARRAY['gym'::text, 'pool'::text, 'groupTraining'::text, 'personalTraining'::text, 'other'::text]))),
  constraint doors_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint doors_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id)
);
alter table doors enable row level security;
alter table doors force row level security;
CREATE UNIQUE INDEX doors_by_pairing ON public.doors USING btree (tenant_id, pairing_hash) WHERE (pairing_hash IS NOT NULL);
CREATE UNIQUE INDEX doors_by_token ON public.doors USING btree (tenant_id, token_hash) WHERE (token_hash IS NOT NULL);
CREATE INDEX doors_of_club ON public.doors USING btree (tenant_id, club_id);
create policy system on doors for all to trenn_system using (true) with check (true);
create policy tenant on doors for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on doors to trenn_app;
grant delete, insert, select, update on doors to trenn_system;

create table email_changes (
  tenant_id integer not null default app_tenant(),
  token_hash bytea not null,
  account_id integer not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint email_changes_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint email_changes_email_check CHECK ((email = lower(email))),
  constraint email_changes_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table email_changes enable row level security;
alter table email_changes force row level security;
CREATE INDEX email_changes_of_account ON public.email_changes USING btree (tenant_id, account_id);
CREATE UNIQUE INDEX email_changes_waiting ON public.email_changes USING btree (tenant_id, account_id) WHERE (used_at IS NULL);
create policy system on email_changes for all to trenn_system using (true) with check (true);
create policy tenant on email_changes for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on email_changes to trenn_app;
grant delete, insert, select, update on email_changes to trenn_system;

create table entries (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  scan_id uuid not null,
  door_id integer not null,
  club_id integer not null,
  client_id integer,
  device_id integer,
  step bigint,
  direction text not null,
  at timestamp with time zone not null,
  local_date date not null,
  received_at timestamp with time zone not null,
  is_offline boolean not null,
  result text not null,
  reason text,
  by text,
  contract_id integer,
  benefit smallint,
  ticket_id integer,
  inside_until timestamp with time zone,
  overrides_id integer,
  account_id integer,
  note text,
  keycard_id integer,
  constraint entries_pkey PRIMARY KEY (tenant_id, id),
  constraint entries_by_check CHECK ((by = ANY (ARRAY['staff'::text, 'booking'::text, 'contract'::text, 'ticket'::text, 'sameStay'::text, 'exit'::text, 'list'::text, 'override'::text]))),
  constraint entries_check CHECK (((result = 'refused'::text) = (by IS NULL))),
  constraint entries_check1 CHECK (((result = 'refused'::text) = (reason IS NOT NULL))),
  constraint entries_check2 CHECK (((contract_id IS NULL) = (benefit IS NULL))),
  constraint entries_check3 CHECK (((result = 'accepted'::text) OR ((contract_id IS NULL) AND (ticket_id IS NULL) AND (inside_until IS NULL)))),
  constraint entries_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint entries_note_check CHECK ((note <> ''::text)),
  constraint entries_override_check CHECK (((NOT (by IS DISTINCT FROM 'override'::text)) = ((overrides_id IS NOT NULL) AND (account_id IS NOT NULL) AND (note IS NOT NULL)))),
  constraint entries_result_check CHECK ((result = ANY (ARRAY['accepted'::text, 'refused'::text]))),
  constraint entries_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id),
  constraint entries_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint entries_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id),
  constraint entries_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint entries_tenant_id_door_id_fkey FOREIGN KEY (tenant_id, door_id) REFERENCES doors(tenant_id, id),
  constraint entries_tenant_id_overrides_id_fkey FOREIGN KEY (tenant_id, overrides_id) REFERENCES entries(tenant_id, id),
  constraint entries_tenant_id_ticket_id_fkey FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id)
);
alter table entries enable row level security;
alter table entries force row level security;
CREATE UNIQUE INDEX entries_by_scan ON public.entries USING btree (tenant_id, scan_id);
CREATE UNIQUE INDEX entries_keycard_once ON public.entries USING btree (tenant_id, keycard_id, step) WHERE ((result = 'accepted'::text) AND (keycard_id IS NOT NULL) AND (step IS NOT NULL));
CREATE INDEX entries_of_account ON public.entries USING btree (tenant_id, account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX entries_of_client ON public.entries USING btree (tenant_id, client_id, at);
CREATE INDEX entries_of_club ON public.entries USING btree (tenant_id, club_id, at);
CREATE INDEX entries_of_contract ON public.entries USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX entries_of_door ON public.entries USING btree (tenant_id, door_id, at);
CREATE INDEX entries_of_ticket ON public.entries USING btree (tenant_id, ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE UNIQUE INDEX entries_once ON public.entries USING btree (tenant_id, device_id, step) WHERE ((result = 'accepted'::text) AND (device_id IS NOT NULL) AND (step IS NOT NULL));
CREATE UNIQUE INDEX entries_override_once ON public.entries USING btree (tenant_id, overrides_id) WHERE (overrides_id IS NOT NULL);
create policy system on entries for all to trenn_system using (true) with check (true);
create policy tenant on entries for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on entries to trenn_app;
grant delete, insert, select, update on entries to trenn_system;

create table entry_devices (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  client_id integer not null,
  session_id uuid not null,
  public_key bytea not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint entry_devices_pkey PRIMARY KEY (tenant_id, id),
  constraint entry_devices_public_key_check CHECK ((octet_length(public_key) = 64)),
  constraint entry_devices_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint entry_devices_tenant_id_session_id_fkey FOREIGN KEY (tenant_id, session_id) REFERENCES sessions(tenant_id, id) ON DELETE CASCADE
);
alter table entry_devices enable row level security;
alter table entry_devices force row level security;
CREATE INDEX entry_devices_of_client ON public.entry_devices USING btree (tenant_id, client_id);
CREATE INDEX entry_devices_of_session ON public.entry_devices USING btree (tenant_id, session_id);
CREATE UNIQUE INDEX entry_devices_one ON public.entry_devices USING btree (tenant_id, client_id) WHERE (revoked_at IS NULL);
create policy system on entry_devices for all to trenn_system using (true) with check (true);
create policy tenant on entry_devices for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on entry_devices to trenn_app;
grant delete, insert, select, update on entry_devices to trenn_system;

create table erasures (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  client_id integer not null,
  asked_at timestamp with time zone not null,
  asked_by integer not null,
  due_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  closed_at timestamp with time zone,
  done_at timestamp with time zone,
  held_by text not null default ''::text,
  constraint erasures_pkey PRIMARY KEY (tenant_id, id),
  constraint erasures_check CHECK ((due_at > asked_at)),
  constraint erasures_check1 CHECK (((undone_at IS NULL) OR (closed_at IS NULL))),
  constraint erasures_check2 CHECK (((done_at IS NULL) OR (closed_at IS NOT NULL))),
  constraint erasures_tenant_id_asked_by_fkey FOREIGN KEY (tenant_id, asked_by) REFERENCES accounts(tenant_id, id),
  constraint erasures_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id)
);
alter table erasures enable row level security;
alter table erasures force row level security;
CREATE INDEX erasures_asked_by ON public.erasures USING btree (tenant_id, asked_by);
CREATE INDEX erasures_due ON public.erasures USING btree (tenant_id, due_at) WHERE ((undone_at IS NULL) AND (done_at IS NULL));
CREATE UNIQUE INDEX erasures_one_pending ON public.erasures USING btree (tenant_id, client_id) WHERE (undone_at IS NULL);
create policy system on erasures for all to trenn_system using (true) with check (true);
create policy tenant on erasures for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant insert, select, update on erasures to trenn_app;
grant delete, insert, select, update on erasures to trenn_system;

create table external_identities (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  account_id integer not null,
  provider text not null,
  subject_hash bytea not null,
  level text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_told_at timestamp with time zone,
  constraint external_identities_pkey PRIMARY KEY (tenant_id, id),
  constraint external_identities_tenant_id_provider_subject_hash_key UNIQUE (tenant_id, provider, subject_hash),
  constraint external_identities_level_check CHECK ((level = 'qualified'::text)),
  constraint external_identities_provider_check CHECK ((provider = ANY (ARRAY['smartId'::text, 'mobileId'::text, 'idCard'::text]))),
  constraint external_identities_subject_hash_check CHECK ((length(subject_hash) = 32)),
  constraint external_identities_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table external_identities enable row level security;
alter table external_identities force row level security;
CREATE INDEX external_identities_of_account ON public.external_identities USING btree (tenant_id, account_id);
create policy system on external_identities for all to trenn_system using (true) with check (true);
create policy tenant on external_identities for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on external_identities to trenn_app;
grant delete, insert, select, update on external_identities to trenn_system;

create table factor_resets (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  account_id integer not null,
  reason text not null,
  asked_by integer,
  asked_at timestamp with time zone not null,
  confirmed_by integer,
  confirmed_at timestamp with time zone,
  token_hash bytea,
  opens_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  constraint factor_resets_pkey PRIMARY KEY (tenant_id, id),
  constraint factor_resets_check CHECK (((asked_by <> account_id) AND (confirmed_by <> account_id) AND (confirmed_by <> asked_by))),
  constraint factor_resets_check1 CHECK ((((asked_by IS NOT NULL) AND (confirmed_at IS NOT NULL)) = (confirmed_by IS NOT NULL))),
  constraint factor_resets_check2 CHECK ((((confirmed_at IS NULL) = (token_hash IS NULL)) AND ((confirmed_at IS NULL) = (opens_at IS NULL)))),
  constraint factor_resets_check3 CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint factor_resets_check4 CHECK (((end_reason <> 'used'::text) OR (confirmed_at IS NOT NULL))),
  constraint factor_resets_end_reason_check CHECK ((end_reason = ANY (ARRAY['used'::text, 'withdrawn'::text, 'shown'::text, 'over'::text]))),
  constraint factor_resets_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint factor_resets_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table factor_resets enable row level security;
alter table factor_resets force row level security;
CREATE UNIQUE INDEX factor_resets_open ON public.factor_resets USING btree (tenant_id, account_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX factor_resets_token ON public.factor_resets USING btree (tenant_id, token_hash);
create policy system on factor_resets for all to trenn_system using (true) with check (true);
create policy tenant on factor_resets for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on factor_resets to trenn_app;
grant delete, insert, select, update on factor_resets to trenn_system;

create table feedback (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  training_id integer not null,
  client_id integer,
  training_rating text not null,
  trainer_rating text,
  thought text not null,
  is_shared boolean not null,
  state text not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint feedback_pkey PRIMARY KEY (tenant_id, id),
  constraint feedback_check CHECK (((thought <> ''::text) OR ((state = 'waiting'::text) AND (NOT is_shared)))),
  constraint feedback_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'allowed'::text, 'hidden'::text]))),
  constraint feedback_thought_check CHECK ((length(thought) <= 1000)),
  constraint feedback_trainer_rating_check CHECK ((trainer_rating = ANY (ARRAY['dislike'::text, 'like'::text, 'love'::text]))),
  constraint feedback_training_rating_check CHECK ((training_rating = ANY (ARRAY['dislike'::text, 'like'::text, 'love'::text]))),
  constraint feedback_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint feedback_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint feedback_tenant_id_training_id_fkey FOREIGN KEY (tenant_id, training_id) REFERENCES trainings(tenant_id, id) ON DELETE CASCADE
);
alter table feedback enable row level security;
alter table feedback force row level security;
CREATE INDEX feedback_of_client ON public.feedback USING btree (tenant_id, client_id, created_at);
CREATE UNIQUE INDEX feedback_once ON public.feedback USING btree (tenant_id, training_id, client_id);
create policy system on feedback for all to trenn_system using (true) with check (true);
create policy tenant on feedback for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on feedback to trenn_app;
grant delete, insert, select, update on feedback to trenn_system;

create table hand_overs (
  tenant_id integer not null default app_tenant(),
  invoice_id integer not null,
  handed_over_at timestamp with time zone not null,
  constraint hand_overs_pkey PRIMARY KEY (tenant_id, invoice_id),
  constraint hand_overs_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id)
);
alter table hand_overs enable row level security;
alter table hand_overs force row level security;
create policy system on hand_overs for all to trenn_system using (true) with check (true);
create policy tenant on hand_overs for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on hand_overs to trenn_app;
grant delete, insert, select, update on hand_overs to trenn_system;

create table idempotency_keys (
  tenant_id integer not null default app_tenant(),
  account_id integer not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (tenant_id, account_id, key)
);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy system on idempotency_keys for all to trenn_system using (true) with check (true);
create policy tenant on idempotency_keys for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on idempotency_keys to trenn_app;
grant delete, insert, select, update on idempotency_keys to trenn_system;

create table invoice_lines (
  tenant_id integer not null default app_tenant(),
  invoice_id integer not null,
  "position" integer not null,
  product_id integer,
  article text not null,
  quantity integer not null,
  unit_cents integer not null,
  discount_cents integer not null default 0,
  gross_cents integer not null,
  net_cents integer not null,
  vat_cents integer not null,
  vat_kind text not null,
  vat_rate integer not null,
  supply_on date not null,
  item jsonb,
  credits_position integer,
  constraint invoice_lines_pkey PRIMARY KEY (tenant_id, invoice_id, "position"),
  constraint invoice_lines_article_check CHECK (((char_length(article) >= 1) AND (char_length(article) <= 300))),
  constraint invoice_lines_check CHECK ((gross_cents = (net_cents + vat_cents))),
  constraint invoice_lines_position_check CHECK ((("position" >= 1) AND ("position" <= 1000))),
  constraint invoice_lines_quantity_check CHECK ((quantity > 0)),
  constraint invoice_lines_vat_kind_check CHECK ((vat_kind = ANY (ARRAY['standard'::text, 'reduced'::text, 'zero'::text, 'exempt'::text]))),
  constraint invoice_lines_vat_rate_check CHECK ((vat_rate >= 0)),
  constraint invoice_lines_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_lines_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, id)
);
alter table invoice_lines enable row level security;
alter table invoice_lines force row level security;
CREATE INDEX invoice_lines_of_product ON public.invoice_lines USING btree (tenant_id, product_id);
CREATE TRIGGER keep_issued_lines BEFORE INSERT OR DELETE OR UPDATE ON invoice_lines FOR EACH ROW EXECUTE FUNCTION keep_issued_lines();
create policy system on invoice_lines for all to trenn_system using (true) with check (true);
create policy tenant on invoice_lines for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on invoice_lines to trenn_app;
grant delete, insert, select, update on invoice_lines to trenn_system;

create table invoice_messages (
  tenant_id integer not null default app_tenant(),
  dedupe_key text not null,
  invoice_id integer not null,
  state text not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint invoice_messages_pkey PRIMARY KEY (tenant_id, dedupe_key),
  constraint invoice_messages_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'sending'::text, 'sent'::text, 'untrue'::text, 'refused'::text]))),
  constraint invoice_messages_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id)
);
alter table invoice_messages enable row level security;
alter table invoice_messages force row level security;
CREATE INDEX invoice_messages_of_invoice ON public.invoice_messages USING btree (tenant_id, invoice_id);
create policy system on invoice_messages for all to trenn_system using (true) with check (true);
create policy tenant on invoice_messages for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on invoice_messages to trenn_app;
grant delete, insert, select, update on invoice_messages to trenn_system;

create table invoice_series (
  tenant_id integer not null default app_tenant(),
  series text not null,
  year integer not null,
  last integer not null,
  constraint invoice_series_pkey PRIMARY KEY (tenant_id, series, year),
  constraint invoice_series_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table invoice_series enable row level security;
alter table invoice_series force row level security;
create policy system on invoice_series for all to trenn_system using (true) with check (true);
create policy tenant on invoice_series for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on invoice_series to trenn_app;
grant delete, insert, select, update on invoice_series to trenn_system;

create table invoices (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  kind text not null,
  state text not null,
  number text,
  reference text,
  salt bytea not null,
  token_hash bytea not null,
  client_id integer,
  payer jsonb not null,
  seller jsonb,
  language text not null,
  issued_on date,
  due_on date,
  total_cents integer not null,
  credits_id integer,
  created_at timestamp with time zone not null,
  issued_at timestamp with time zone,
  dropped_at timestamp with time zone,
  written_off_at timestamp with time zone,
  reason text not null default ''::text,
  mail_to text,
  constraint invoices_pkey PRIMARY KEY (tenant_id, id),
  constraint invoices_tenant_id_number_key UNIQUE (tenant_id, number),
  constraint invoices_tenant_id_token_hash_key UNIQUE (tenant_id, token_hash),
  constraint invoices_check CHECK (((state = 'issued'::text) = ((number IS NOT NULL) AND (issued_on IS NOT NULL) AND (seller IS NOT NULL)))),
  constraint invoices_check1 CHECK (((kind = 'creditNote'::text) = (credits_id IS NOT NULL))),
  constraint invoices_check2 CHECK (((kind = 'creditNote'::text) OR (total_cents >= 0))),
  constraint invoices_due_on_check CHECK (((state <> 'issued'::text) OR ((due_on IS NOT NULL) AND (issued_at IS NOT NULL)))),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'creditNote'::text]))),
  constraint invoices_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'issued'::text, 'dropped'::text]))),
  constraint invoices_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint invoices_tenant_id_credits_id_fkey FOREIGN KEY (tenant_id, credits_id) REFERENCES invoices(tenant_id, id)
);
alter table invoices enable row level security;
alter table invoices force row level security;
CREATE INDEX invoices_by_day ON public.invoices USING btree (tenant_id, issued_on) WHERE (state = 'issued'::text);
CREATE UNIQUE INDEX invoices_by_reference ON public.invoices USING btree (tenant_id, reference) WHERE (kind = 'invoice'::text);
CREATE INDEX invoices_crediting ON public.invoices USING btree (tenant_id, credits_id) WHERE (credits_id IS NOT NULL);
CREATE INDEX invoices_drafts ON public.invoices USING btree (tenant_id, created_at) WHERE (state = 'draft'::text);
CREATE INDEX invoices_due ON public.invoices USING btree (tenant_id, due_on) WHERE ((state = 'issued'::text) AND (kind = 'invoice'::text));
CREATE INDEX invoices_of_client ON public.invoices USING btree (tenant_id, client_id, id DESC);
CREATE INDEX invoices_open_by_total ON public.invoices USING btree (tenant_id, total_cents) WHERE ((state = 'issued'::text) AND (kind = 'invoice'::text));
CREATE INDEX invoices_to_forget ON public.invoices USING btree (tenant_id, dropped_at) WHERE ((state = 'dropped'::text) AND ((payer ->> 'name'::text) <> ''::text));
CREATE TRIGGER keep_credits AFTER UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_credits();
CREATE TRIGGER keep_issued BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_issued();
create policy system on invoices for all to trenn_system using (true) with check (true);
create policy tenant on invoices for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on invoices to trenn_app;
grant delete, insert, select, update on invoices to trenn_system;

create table job_workers (
  id text not null,
  since timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  constraint job_workers_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on job_workers to trenn_system;

create table joins (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  salt bytea not null,
  token_hash bytea not null,
  state text not null,
  form jsonb not null,
  language text not null,
  client_id integer,
  contract_id integer,
  invoice_id integer,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  agreed_hash bytea,
  known_told_at timestamp with time zone,
  reminded_at timestamp with time zone,
  settled_at timestamp with time zone,
  taken_over_at timestamp with time zone,
  agreed jsonb,
  of_clients integer[] not null default '{}'::integer[],
  address_proven_at timestamp with time zone,
  asked_hash bytea,
  shown jsonb,
  shown_browser_hash bytea,
  shown_until timestamp with time zone,
  is_shown boolean not null default false,
  constraint joins_pkey PRIMARY KEY (tenant_id, id),
  constraint joins_tenant_id_token_hash_key UNIQUE (tenant_id, token_hash),
  constraint joins_check CHECK (((state <> ALL (ARRAY['paying'::text, 'joined'::text])) OR (contract_id IS NOT NULL))),
  constraint joins_shown_check CHECK ((((shown IS NULL) = (shown_until IS NULL)) AND ((shown IS NULL) = (shown_browser_hash IS NULL)))),
  constraint joins_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paying'::text, 'joined'::text, 'dropped'::text]))),
  constraint joins_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint joins_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint joins_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id)
);
alter table joins enable row level security;
alter table joins force row level security;
CREATE UNIQUE INDEX joins_asked ON public.joins USING btree (tenant_id, asked_hash) WHERE (asked_hash IS NOT NULL);
CREATE INDEX joins_expiring ON public.joins USING btree (tenant_id, expires_at) WHERE (state = ANY (ARRAY['open'::text, 'paying'::text]));
CREATE INDEX joins_of_client ON public.joins USING btree (tenant_id, client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX joins_of_contract ON public.joins USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX joins_of_invoice ON public.joins USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX joins_to_remind ON public.joins USING btree (tenant_id, changed_at) WHERE ((state = 'paying'::text) AND (reminded_at IS NULL));
create policy system on joins for all to trenn_system using (true) with check (true);
create policy tenant on joins for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on joins to trenn_app;
grant delete, insert, select, update on joins to trenn_system;

create table keycard_devices (
  tenant_id integer not null default app_tenant(),
  keycard_id integer not null,
  device text not null,
  push_token text not null,
  created_at timestamp with time zone not null,
  constraint keycard_devices_pkey PRIMARY KEY (tenant_id, keycard_id, device),
  constraint keycard_devices_device_check CHECK (((length(device) >= 1) AND (length(device) <= 100))),
  constraint keycard_devices_push_token_check CHECK (((length(push_token) >= 1) AND (length(push_token) <= 200))),
  constraint keycard_devices_tenant_id_keycard_id_fkey FOREIGN KEY (tenant_id, keycard_id) REFERENCES keycards(tenant_id, id) ON DELETE CASCADE
);
alter table keycard_devices enable row level security;
alter table keycard_devices force row level security;
CREATE INDEX keycard_devices_of_device ON public.keycard_devices USING btree (tenant_id, device);
create policy system on keycard_devices for all to trenn_system using (true) with check (true);
create policy tenant on keycard_devices for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on keycard_devices to trenn_app;
grant delete, insert, select, update on keycard_devices to trenn_system;

create table keycard_issuers (
  tenant_id integer not null default app_tenant(),
  provider text not null,
  is_on boolean not null,
  details jsonb not null,
  sealed bytea not null,
  constraint keycard_issuers_pkey PRIMARY KEY (tenant_id, provider),
  constraint keycard_issuers_provider_check CHECK ((provider = ANY (ARRAY['apple'::text, 'google'::text]))),
  constraint keycard_issuers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table keycard_issuers enable row level security;
alter table keycard_issuers force row level security;
create policy system on keycard_issuers for all to trenn_system using (true) with check (true);
create policy tenant on keycard_issuers for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on keycard_issuers to trenn_app;
grant delete, insert, select, update on keycard_issuers to trenn_system;

create table keycards (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  client_id integer not null,
  provider text not null,
  session_id uuid not null,
  salt bytea not null,
  language text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  told_at timestamp with time zone,
  constraint keycards_pkey PRIMARY KEY (tenant_id, id),
  constraint keycards_provider_check CHECK ((provider = ANY (ARRAY['apple'::text, 'google'::text]))),
  constraint keycards_salt_check CHECK ((octet_length(salt) = 32)),
  constraint keycards_told_check CHECK (((told_at IS NULL) OR (ended_at IS NOT NULL))),
  constraint keycards_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id)
);
alter table keycards enable row level security;
alter table keycards force row level security;
CREATE INDEX keycards_of_client ON public.keycards USING btree (tenant_id, client_id);
CREATE UNIQUE INDEX keycards_one ON public.keycards USING btree (tenant_id, client_id, provider) WHERE (ended_at IS NULL);
CREATE INDEX keycards_untold ON public.keycards USING btree (tenant_id) WHERE ((ended_at IS NOT NULL) AND (told_at IS NULL));
create policy system on keycards for all to trenn_system using (true) with check (true);
create policy tenant on keycards for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on keycards to trenn_app;
grant delete, insert, select, update on keycards to trenn_system;

create table message_deliveries (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  message_id integer not null,
  client_id integer not null,
  starts_at timestamp with time zone,
  state text not null default 'planned'::text,
  changed_at timestamp with time zone not null,
  constraint message_deliveries_pkey PRIMARY KEY (tenant_id, id),
  constraint message_deliveries_tenant_id_message_id_client_id_key UNIQUE (tenant_id, message_id, client_id),
  constraint message_deliveries_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'undelivered'::text, 'refused'::text, 'unknown'::text, 'untrue'::text]))),
  constraint message_deliveries_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id) ON DELETE CASCADE,
  constraint message_deliveries_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES messages(tenant_id, id) ON DELETE CASCADE
);
alter table message_deliveries enable row level security;
alter table message_deliveries force row level security;
CREATE INDEX message_deliveries_of_client ON public.message_deliveries USING btree (tenant_id, client_id, id);
CREATE INDEX message_deliveries_open ON public.message_deliveries USING btree (tenant_id, message_id, id) WHERE (state = ANY (ARRAY['planned'::text, 'sending'::text]));
create policy system on message_deliveries for all to trenn_system using (true) with check (true);
create policy tenant on message_deliveries for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on message_deliveries to trenn_app;
grant delete, insert, select, update on message_deliveries to trenn_system;

create table messages (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  account_id integer,
  channel text not null,
  subject text not null,
  text text not null,
  audience jsonb not null,
  audience_name text not null,
  parts integer not null,
  part_cents integer not null,
  recipients integer not null,
  unreachable integer not null default 0,
  created_at timestamp with time zone not null,
  is_offer boolean not null default false,
  constraint messages_pkey PRIMARY KEY (tenant_id, id),
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint messages_check CHECK (((channel = 'sms'::text) = (parts > 0))),
  constraint messages_part_cents_check CHECK ((part_cents >= 0)),
  constraint messages_parts_check CHECK ((parts >= 0)),
  constraint messages_recipients_check CHECK ((recipients >= 0)),
  constraint messages_text_check CHECK ((text <> ''::text)),
  constraint messages_unreachable_check CHECK ((unreachable >= 0)),
  constraint messages_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id),
  constraint messages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table messages enable row level security;
alter table messages force row level security;
CREATE INDEX messages_of_account ON public.messages USING btree (tenant_id, account_id);
CREATE INDEX messages_of_staff ON public.messages USING btree (tenant_id, id) WHERE (account_id IS NOT NULL);
create policy system on messages for all to trenn_system using (true) with check (true);
create policy tenant on messages for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on messages to trenn_app;
grant delete, insert, select, update on messages to trenn_system;

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  checksum text,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table notice_choices (
  tenant_id integer not null default app_tenant(),
  client_id integer not null,
  choices jsonb not null,
  reminders integer[],
  constraint notice_choices_pkey PRIMARY KEY (tenant_id, client_id),
  constraint notice_choices_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id) ON DELETE CASCADE
);
alter table notice_choices enable row level security;
alter table notice_choices force row level security;
create policy system on notice_choices for all to trenn_system using (true) with check (true);
create policy tenant on notice_choices for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on notice_choices to trenn_app;
grant delete, insert, select, update on notice_choices to trenn_system;

create table notice_deliveries (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  dedupe_key text not null,
  channel text not null,
  subscription_id integer,
  group_key text not null,
  client_id integer not null,
  event jsonb not null,
  state text not null default 'planned'::text,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint notice_deliveries_pkey PRIMARY KEY (tenant_id, id),
  constraint notice_deliveries_tenant_id_dedupe_key_channel_subscription_key UNIQUE NULLS NOT DISTINCT (tenant_id, dedupe_key, channel, subscription_id),
  constraint notice_deliveries_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text, 'push'::text]))),
  constraint notice_deliveries_check CHECK (((subscription_id IS NOT NULL) = (channel = 'push'::text))),
  constraint notice_deliveries_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'sending'::text, 'sent'::text, 'untrue'::text, 'refused'::text, 'unknown'::text]))),
  constraint notice_deliveries_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id) ON DELETE CASCADE,
  constraint notice_deliveries_tenant_id_subscription_id_fkey FOREIGN KEY (tenant_id, subscription_id) REFERENCES push_subscriptions(tenant_id, id) ON DELETE CASCADE
);
alter table notice_deliveries enable row level security;
alter table notice_deliveries force row level security;
CREATE INDEX notice_deliveries_of_client ON public.notice_deliveries USING btree (tenant_id, client_id, id);
CREATE INDEX notice_deliveries_of_subscription ON public.notice_deliveries USING btree (tenant_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX notice_deliveries_open ON public.notice_deliveries USING btree (tenant_id, group_key, id) WHERE (state = ANY (ARRAY['planned'::text, 'sending'::text]));
create policy system on notice_deliveries for all to trenn_system using (true) with check (true);
create policy tenant on notice_deliveries for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on notice_deliveries to trenn_app;
grant delete, insert, select, update on notice_deliveries to trenn_system;

create table outbox (
  tenant_id integer not null default app_tenant(),
  id bigint not null generated always as identity,
  topic text not null,
  payload jsonb not null,
  is_refused boolean not null default false,
  refused_at timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (tenant_id, id)
);
alter table outbox enable row level security;
alter table outbox force row level security;
create policy system on outbox for all to trenn_system using (true) with check (true);
create policy tenant on outbox for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on outbox to trenn_app;
grant delete, insert, select, update on outbox to trenn_system;

create table packages (
  tenant_id integer not null default app_tenant(),
  product_id integer not null,
  period_months integer not null,
  term_months integer,
  renews boolean not null default false,
  binding_months integer not null default 0,
  anchor text not null,
  joining_fee_id integer,
  benefits jsonb not null,
  constraint packages_pkey PRIMARY KEY (tenant_id, product_id),
  constraint packages_anchor_check CHECK ((anchor = ANY (ARRAY['start'::text, 'first'::text]))),
  constraint packages_binding_months_check CHECK ((binding_months >= 0)),
  constraint packages_check CHECK (((NOT renews) OR (term_months IS NOT NULL))),
  constraint packages_check1 CHECK (((anchor = 'start'::text) OR (period_months = 1))),
  constraint packages_period_months_check CHECK ((period_months = ANY (ARRAY[1, 3, 6, 12]))),
  constraint packages_term_months_check CHECK ((term_months > 0)),
  constraint packages_tenant_id_joining_fee_id_fkey FOREIGN KEY (tenant_id, joining_fee_id) REFERENCES products(tenant_id, id),
  constraint packages_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, id)
);
alter table packages enable row level security;
alter table packages force row level security;
CREATE INDEX packages_of_fee ON public.packages USING btree (tenant_id, joining_fee_id) WHERE (joining_fee_id IS NOT NULL);
create policy system on packages for all to trenn_system using (true) with check (true);
create policy tenant on packages for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on packages to trenn_app;
grant delete, insert, select, update on packages to trenn_system;

create table passkeys (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  account_id integer not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  aaguid uuid not null,
  is_backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (tenant_id, id),
  constraint passkeys_tenant_id_credential_id_key UNIQUE (tenant_id, credential_id),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkeys_sign_count_check CHECK ((sign_count >= 0)),
  constraint passkeys_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table passkeys enable row level security;
alter table passkeys force row level security;
CREATE INDEX passkeys_of_account ON public.passkeys USING btree (tenant_id, account_id);
CREATE TRIGGER passkeys_count_forward BEFORE UPDATE OF sign_count ON passkeys FOR EACH ROW EXECUTE FUNCTION refuse_lower_sign_count();
create policy system on passkeys for all to trenn_system using (true) with check (true);
create policy tenant on passkeys for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on passkeys to trenn_app;
grant delete, insert, select, update on passkeys to trenn_system;

create table password_resets (
  tenant_id integer not null default app_tenant(),
  token_hash bytea not null,
  account_id integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_resets_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint password_resets_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table password_resets enable row level security;
alter table password_resets force row level security;
create policy system on password_resets for all to trenn_system using (true) with check (true);
create policy tenant on password_resets for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on password_resets to trenn_app;
grant delete, insert, select, update on password_resets to trenn_system;

create table payment_messages (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  payment_id uuid not null,
  source text not null,
  body jsonb not null,
  received_at timestamp with time zone not null,
  constraint payment_messages_pkey PRIMARY KEY (tenant_id, id),
  constraint payment_messages_source_check CHECK ((source = ANY (ARRAY['created'::text, 'returned'::text, 'notified'::text, 'asked'::text, 'refunded'::text]))),
  constraint payment_messages_tenant_id_payment_id_fkey FOREIGN KEY (tenant_id, payment_id) REFERENCES payments(tenant_id, id)
);
alter table payment_messages enable row level security;
alter table payment_messages force row level security;
CREATE INDEX payment_messages_of_payment ON public.payment_messages USING btree (tenant_id, payment_id, id);
create policy system on payment_messages for all to trenn_system using (true) with check (true);
create policy tenant on payment_messages for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on payment_messages to trenn_app;
grant delete, insert, select, update on payment_messages to trenn_system;

create table payment_parts (
  tenant_id integer not null default app_tenant(),
  payment_id uuid not null,
  invoice_id integer not null,
  "position" integer not null,
  amount_cents integer not null,
  credit_cents integer not null,
  constraint payment_parts_pkey PRIMARY KEY (tenant_id, payment_id, invoice_id),
  constraint payment_parts_position UNIQUE (tenant_id, payment_id, "position"),
  constraint payment_parts_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint payment_parts_credit_cents_check CHECK ((credit_cents >= 0)),
  constraint payment_parts_position_check CHECK (("position" > 0)),
  constraint payment_parts_something CHECK (((amount_cents + credit_cents) > 0)),
  constraint payment_parts_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id),
  constraint payment_parts_tenant_id_payment_id_fkey FOREIGN KEY (tenant_id, payment_id) REFERENCES payments(tenant_id, id)
);
alter table payment_parts enable row level security;
alter table payment_parts force row level security;
CREATE INDEX payment_parts_of_invoice ON public.payment_parts USING btree (tenant_id, invoice_id);
CREATE CONSTRAINT TRIGGER keep_payment_parts AFTER INSERT OR UPDATE ON payment_parts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_payment_parts();
create policy system on payment_parts for all to trenn_system using (true) with check (true);
create policy tenant on payment_parts for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant insert, select on payment_parts to trenn_app;
grant delete, insert, select, update on payment_parts to trenn_system;

create table payments (
  tenant_id integer not null default app_tenant(),
  id uuid not null,
  invoice_id integer not null,
  provider text not null,
  provider_id text,
  method text not null,
  amount_cents integer not null,
  status text not null,
  payment_url text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  bank text,
  bank_name text not null default ''::text,
  country text not null default ''::text,
  returned_at timestamp with time zone,
  asked_at timestamp with time zone,
  ask_at timestamp with time zone,
  alerted_at timestamp with time zone,
  ordering_until timestamp with time zone,
  session_id text,
  constraint payments_pkey PRIMARY KEY (tenant_id, id),
  constraint payments_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'AUTHORIZED'::text, 'PAID'::text, 'VOIDED'::text, 'ABANDONED'::text, 'PARTIALLY_REFUNDED'::text, 'REFUNDED'::text]))),
  constraint payments_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id)
);
alter table payments enable row level security;
alter table payments force row level security;
CREATE INDEX payments_of_invoice ON public.payments USING btree (tenant_id, invoice_id, created_at);
CREATE UNIQUE INDEX payments_of_provider ON public.payments USING btree (tenant_id, provider, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX payments_open ON public.payments USING btree (tenant_id, expires_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'AUTHORIZED'::text]));
CREATE INDEX payments_to_ask ON public.payments USING btree (tenant_id, ask_at) WHERE (ask_at IS NOT NULL);
CREATE CONSTRAINT TRIGGER keep_payment_parts AFTER UPDATE OF amount_cents, invoice_id ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_payment_parts();
create policy system on payments for all to trenn_system using (true) with check (true);
create policy tenant on payments for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on payments to trenn_app;
grant delete, insert, select, update on payments to trenn_system;

create table product_prices (
  tenant_id integer not null default app_tenant(),
  product_id integer not null,
  club_id integer not null,
  price_cents integer not null,
  price_online_cents integer,
  constraint product_prices_pkey PRIMARY KEY (tenant_id, product_id, club_id),
  constraint product_prices_price_cents_check CHECK ((price_cents >= 0)),
  constraint product_prices_price_online_cents_check CHECK ((price_online_cents >= 0)),
  constraint product_prices_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id),
  constraint product_prices_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, id)
);
alter table product_prices enable row level security;
alter table product_prices force row level security;
CREATE INDEX product_prices_of_club ON public.product_prices USING btree (tenant_id, club_id);
create policy system on product_prices for all to trenn_system using (true) with check (true);
create policy tenant on product_prices for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on product_prices to trenn_app;
grant delete, insert, select, update on product_prices to trenn_system;

create table products (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  kind text not null,
  category text not null,
  client_type text not null,
  names jsonb not null,
  descriptions jsonb not null default '{}'::jsonb,
  vat_kind text not null,
  visits integer,
  valid_count integer not null,
  valid_unit text not null,
  start_mode text not null,
  is_shareable boolean not null default false,
  is_active boolean not null default true,
  "position" integer not null default 0,
  constraint products_pkey PRIMARY KEY (tenant_id, id),
  constraint products_category_check CHECK ((category = ANY (ARRAY['webapp_fitness'::text, 'webapp_pilates'::text]))),
  constraint products_client_type_check CHECK ((client_type = ANY (ARRAY['groupTraining'::text, 'gym'::text, 'other'::text, 'personalTraining'::text, 'pool'::text]))),
  constraint products_kind_check CHECK ((kind = ANY (ARRAY['ticket'::text, 'voucher'::text, 'package'::text, 'personalTraining'::text, 'joiningFee'::text, 'training'::text]))),
  constraint products_start_mode_check CHECK ((start_mode = ANY (ARRAY['purchase'::text, 'firstUse'::text, 'chosen'::text]))),
  constraint products_valid_count_check CHECK ((valid_count > 0)),
  constraint products_valid_unit_check CHECK ((valid_unit = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint products_vat_kind_check CHECK ((vat_kind = ANY (ARRAY['standard'::text, 'reduced'::text, 'zero'::text, 'exempt'::text]))),
  constraint products_visits_check CHECK ((visits > 0)),
  constraint products_voucher_uses CHECK (((kind <> 'voucher'::text) OR (visits IS NOT NULL))),
  constraint products_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table products enable row level security;
alter table products force row level security;
create policy system on products for all to trenn_system using (true) with check (true);
create policy tenant on products for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on products to trenn_app;
grant delete, insert, select, update on products to trenn_system;

create table push_subscriptions (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  client_id integer not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null,
  session_id uuid,
  constraint push_subscriptions_pkey PRIMARY KEY (tenant_id, id),
  constraint push_subscriptions_tenant_id_endpoint_key UNIQUE (tenant_id, endpoint),
  constraint push_subscriptions_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id) ON DELETE CASCADE
);
alter table push_subscriptions enable row level security;
alter table push_subscriptions force row level security;
CREATE INDEX push_subscriptions_of_client ON public.push_subscriptions USING btree (tenant_id, client_id, id);
create policy system on push_subscriptions for all to trenn_system using (true) with check (true);
create policy tenant on push_subscriptions for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on push_subscriptions to trenn_app;
grant delete, insert, select, update on push_subscriptions to trenn_system;

create table queue_moves (
  tenant_id integer not null default app_tenant(),
  id bigint not null generated always as identity,
  training_id integer not null,
  registration_id integer not null,
  kind text not null,
  moved_at timestamp with time zone not null,
  held_until timestamp with time zone,
  reason text,
  constraint queue_moves_pkey PRIMARY KEY (tenant_id, id),
  constraint queue_moves_kind_check CHECK ((kind = ANY (ARRAY['joined'::text, 'promoted'::text, 'offered'::text, 'accepted'::text, 'claimed'::text, 'declined'::text, 'expired'::text, 'left'::text, 'closed'::text, 'passedOver'::text]))),
  constraint queue_moves_tenant_id_registration_id_fkey FOREIGN KEY (tenant_id, registration_id) REFERENCES registrations(tenant_id, id),
  constraint queue_moves_tenant_id_training_id_fkey FOREIGN KEY (tenant_id, training_id) REFERENCES trainings(tenant_id, id)
);
alter table queue_moves enable row level security;
alter table queue_moves force row level security;
CREATE INDEX queue_moves_of_registration ON public.queue_moves USING btree (tenant_id, registration_id);
CREATE INDEX queue_moves_of_training ON public.queue_moves USING btree (tenant_id, training_id, id);
create policy system on queue_moves for all to trenn_system using (true) with check (true);
create policy tenant on queue_moves for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on queue_moves to trenn_app;
grant delete, insert, select, update on queue_moves to trenn_system;

create table receipts (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  kind text not null,
  amount_cents integer not null,
  source text not null,
  client_id integer,
  booked_on date not null,
  payer_name text,
  created_at timestamp with time zone not null,
  constraint receipts_pkey PRIMARY KEY (tenant_id, id),
  constraint receipts_tenant_id_source_key UNIQUE (tenant_id, source),
  constraint receipts_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint receipts_kind_check CHECK ((kind = ANY (ARRAY['online'::text, 'bank'::text, 'cash'::text, 'refund'::text]))),
  constraint receipts_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id)
);
alter table receipts enable row level security;
alter table receipts force row level security;
CREATE INDEX receipts_of_client ON public.receipts USING btree (tenant_id, client_id, id);
create policy system on receipts for all to trenn_system using (true) with check (true);
create policy tenant on receipts for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on receipts to trenn_app;
grant delete, insert, select, update on receipts to trenn_system;

create table recovery_codes (
  tenant_id integer not null default app_tenant(),
  account_id integer not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (tenant_id, account_id, code_hash),
  constraint recovery_codes_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy system on recovery_codes for all to trenn_system using (true) with check (true);
create policy tenant on recovery_codes for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on recovery_codes to trenn_app;
grant delete, insert, select, update on recovery_codes to trenn_system;

create table refunds (
  tenant_id integer not null default app_tenant(),
  id uuid not null,
  payment_id uuid not null,
  credit_note_id integer,
  provider_id text,
  amount_cents integer not null,
  status text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  ask_at timestamp with time zone,
  invoice_id integer,
  constraint refunds_pkey PRIMARY KEY (tenant_id, id),
  constraint refunds_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'SUCCESSFUL'::text, 'REJECTED'::text, 'CANCELED'::text]))),
  constraint refunds_invoice_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id),
  constraint refunds_tenant_id_credit_note_id_fkey FOREIGN KEY (tenant_id, credit_note_id) REFERENCES invoices(tenant_id, id),
  constraint refunds_tenant_id_payment_id_fkey FOREIGN KEY (tenant_id, payment_id) REFERENCES payments(tenant_id, id)
);
alter table refunds enable row level security;
alter table refunds force row level security;
CREATE INDEX refunds_of_credit_note ON public.refunds USING btree (tenant_id, credit_note_id) WHERE (credit_note_id IS NOT NULL);
CREATE INDEX refunds_of_payment ON public.refunds USING btree (tenant_id, payment_id);
CREATE UNIQUE INDEX refunds_of_provider ON public.refunds USING btree (tenant_id, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX refunds_open ON public.refunds USING btree (tenant_id, created_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]));
CREATE INDEX refunds_to_ask ON public.refunds USING btree (tenant_id, ask_at) WHERE (ask_at IS NOT NULL);
CREATE TRIGGER keep_refunds AFTER INSERT ON refunds FOR EACH ROW WHEN (new.provider_id IS NULL AND new.status = 'PENDING'::text) EXECUTE FUNCTION keep_refunds();
create policy system on refunds for all to trenn_system using (true) with check (true);
create policy tenant on refunds for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on refunds to trenn_app;
grant delete, insert, select, update on refunds to trenn_system;

create table registration_covers (
  tenant_id integer not null default app_tenant(),
  registration_id integer not null,
  kind text not null,
  ticket_id integer,
  ticket_entry_id integer,
  voucher_id integer,
  voucher_movement_id integer,
  invoice_id integer,
  "position" integer,
  created_at timestamp with time zone not null,
  settled text,
  settled_at timestamp with time zone,
  credited_at timestamp with time zone,
  contract_id integer,
  benefit integer,
  constraint registration_covers_pkey PRIMARY KEY (tenant_id, registration_id),
  constraint registration_covers_benefit_check CHECK ((benefit >= 0)),
  constraint registration_covers_check CHECK (((settled IS NULL) = (settled_at IS NULL))),
  constraint registration_covers_check1 CHECK (((credited_at IS NULL) OR ((kind = 'invoice'::text) AND (settled = 'returned'::text)))),
  constraint registration_covers_kind_check CHECK ((kind = ANY (ARRAY['ticket'::text, 'voucher'::text, 'invoice'::text, 'contract'::text]))),
  constraint registration_covers_settled_check CHECK ((settled = ANY (ARRAY['returned'::text, 'used'::text, 'forfeited'::text]))),
  constraint registration_covers_whole CHECK ((((kind = 'ticket'::text) = (ticket_id IS NOT NULL)) AND ((kind = 'ticket'::text) = (ticket_entry_id IS NOT NULL)) AND ((kind = 'voucher'::text) = (voucher_id IS NOT NULL)) AND ((kind = 'voucher'::text) = (voucher_movement_id IS NOT NULL)) AND ((kind = 'invoice'::text) = (invoice_id IS NOT NULL)) AND ((kind = 'invoice'::text) = ("position" IS NOT NULL)) AND ((kind = 'contract'::text) = (contract_id IS NOT NULL)) AND ((kind = 'contract'::text) = (benefit IS NOT NULL)))),
  constraint registration_covers_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint registration_covers_tenant_id_invoice_id_position_fkey FOREIGN KEY (tenant_id, invoice_id, "position") REFERENCES invoice_lines(tenant_id, invoice_id, "position"),
  constraint registration_covers_tenant_id_registration_id_fkey FOREIGN KEY (tenant_id, registration_id) REFERENCES registrations(tenant_id, id),
  constraint registration_covers_tenant_id_ticket_id_ticket_entry_id_fkey FOREIGN KEY (tenant_id, ticket_id, ticket_entry_id) REFERENCES ticket_entries(tenant_id, ticket_id, id),
  constraint registration_covers_tenant_id_voucher_id_voucher_movement__fkey FOREIGN KEY (tenant_id, voucher_id, voucher_movement_id) REFERENCES voucher_movements(tenant_id, voucher_id, id)
);
alter table registration_covers enable row level security;
alter table registration_covers force row level security;
CREATE INDEX registration_covers_of_contract ON public.registration_covers USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE UNIQUE INDEX registration_covers_one_a_line ON public.registration_covers USING btree (tenant_id, invoice_id, "position") WHERE (invoice_id IS NOT NULL);
CREATE UNIQUE INDEX registration_covers_one_a_use ON public.registration_covers USING btree (tenant_id, voucher_id, voucher_movement_id) WHERE (voucher_id IS NOT NULL);
CREATE UNIQUE INDEX registration_covers_one_an_entry ON public.registration_covers USING btree (tenant_id, ticket_id, ticket_entry_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX registration_covers_open ON public.registration_covers USING btree (tenant_id, registration_id) WHERE (settled IS NULL);
CREATE INDEX registration_covers_to_credit ON public.registration_covers USING btree (tenant_id, invoice_id) WHERE ((kind = 'invoice'::text) AND (settled = 'returned'::text) AND (credited_at IS NULL));
create policy system on registration_covers for all to trenn_system using (true) with check (true);
create policy tenant on registration_covers for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on registration_covers to trenn_app;
grant delete, insert, select, update on registration_covers to trenn_system;

create table registration_purchases (
  tenant_id integer not null default app_tenant(),
  registration_id integer not null,
  invoice_id integer not null,
  created_at timestamp with time zone not null,
  constraint registration_purchases_pkey PRIMARY KEY (tenant_id, registration_id, invoice_id),
  constraint registration_purchases_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id) ON DELETE CASCADE,
  constraint registration_purchases_tenant_id_registration_id_fkey FOREIGN KEY (tenant_id, registration_id) REFERENCES registrations(tenant_id, id)
);
alter table registration_purchases enable row level security;
alter table registration_purchases force row level security;
CREATE UNIQUE INDEX registration_purchases_of_invoice ON public.registration_purchases USING btree (tenant_id, invoice_id);
create policy system on registration_purchases for all to trenn_system using (true) with check (true);
create policy tenant on registration_purchases for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on registration_purchases to trenn_app;
grant delete, insert, select, update on registration_purchases to trenn_system;

create table registrations (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  training_id integer not null,
  client_id integer not null,
  state text not null,
  place integer,
  created_at timestamp with time zone not null,
  free_until timestamp with time zone not null,
  ended_at timestamp with time zone,
  presence boolean,
  style_id integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  local_date date not null,
  held_until timestamp with time zone,
  wish_id integer,
  swap_for integer,
  passed_reason text,
  refilled_at timestamp with time zone,
  sequence integer not null default 0,
  strike_waived_at timestamp with time zone,
  strike_waived_reason text,
  clashes_with integer,
  given_for integer,
  is_presumed_absent boolean not null default false,
  constraint registrations_pkey PRIMARY KEY (tenant_id, id),
  constraint registrations_client_free EXCLUDE USING gist (tenant_id WITH =, client_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (((state = ANY (ARRAY['booked'::text, 'offered'::text])) AND (clashes_with IS NULL))) DEFERRABLE,
  constraint registrations_check2 CHECK (((presence IS NULL) OR (state = 'booked'::text))),
  constraint registrations_clashing CHECK (((clashes_with IS NULL) OR (state = 'booked'::text))),
  constraint registrations_ended CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['booked'::text, 'offered'::text, 'waiting'::text])))),
  constraint registrations_held CHECK (((held_until IS NOT NULL) = (state = ANY (ARRAY['offered'::text, 'releasing'::text])))),
  constraint registrations_place_check CHECK ((place > 0)),
  constraint registrations_place_kept CHECK (((place IS NOT NULL) = (state = ANY (ARRAY['booked'::text, 'offered'::text, 'releasing'::text])))),
  constraint registrations_state_check CHECK ((state = ANY (ARRAY['booked'::text, 'offered'::text, 'releasing'::text, 'waiting'::text, 'cancelledFree'::text, 'cancelledLate'::text, 'cancelledByCentre'::text, 'left'::text, 'declined'::text, 'expired'::text, 'closed'::text, 'noShow'::text]))),
  constraint registrations_strike_waived CHECK (((strike_waived_at IS NULL) = (strike_waived_reason IS NULL))),
  constraint registrations_clashes_with FOREIGN KEY (tenant_id, clashes_with) REFERENCES registrations(tenant_id, id),
  constraint registrations_given_for FOREIGN KEY (tenant_id, given_for) REFERENCES registrations(tenant_id, id),
  constraint registrations_swap_for FOREIGN KEY (tenant_id, swap_for) REFERENCES registrations(tenant_id, id),
  constraint registrations_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint registrations_tenant_id_training_id_fkey FOREIGN KEY (tenant_id, training_id) REFERENCES trainings(tenant_id, id)
);
alter table registrations enable row level security;
alter table registrations force row level security;
CREATE INDEX registrations_clashing_with ON public.registrations USING btree (tenant_id, clashes_with) WHERE (clashes_with IS NOT NULL);
CREATE INDEX registrations_given_for_of ON public.registrations USING btree (tenant_id, given_for) WHERE (given_for IS NOT NULL);
CREATE INDEX registrations_held ON public.registrations USING btree (tenant_id, held_until) WHERE (state = ANY (ARRAY['offered'::text, 'releasing'::text]));
CREATE INDEX registrations_held_of_training ON public.registrations USING btree (tenant_id, training_id, held_until) WHERE (state = ANY (ARRAY['offered'::text, 'releasing'::text]));
CREATE INDEX registrations_late ON public.registrations USING btree (tenant_id, training_id, ended_at) WHERE (state = 'cancelledLate'::text);
CREATE INDEX registrations_of_client ON public.registrations USING btree (tenant_id, client_id, starts_at);
CREATE UNIQUE INDEX registrations_one_a_place ON public.registrations USING btree (tenant_id, training_id, place) WHERE (state = ANY (ARRAY['booked'::text, 'offered'::text, 'releasing'::text]));
CREATE UNIQUE INDEX registrations_one_live ON public.registrations USING btree (tenant_id, training_id, client_id) WHERE (state = ANY (ARRAY['booked'::text, 'offered'::text, 'releasing'::text, 'waiting'::text]));
CREATE INDEX registrations_queue ON public.registrations USING btree (tenant_id, training_id, id) WHERE (state = 'waiting'::text);
CREATE INDEX registrations_strikes ON public.registrations USING btree (tenant_id, starts_at) WHERE ((state = 'cancelledLate'::text) OR (presence = false));
CREATE INDEX registrations_swap_for ON public.registrations USING btree (tenant_id, swap_for) WHERE (swap_for IS NOT NULL);
CREATE TRIGGER count_registration AFTER INSERT OR DELETE OR UPDATE OF state ON registrations FOR EACH ROW EXECUTE FUNCTION count_registration();
CREATE TRIGGER end_clash BEFORE UPDATE OF state ON registrations FOR EACH ROW WHEN (new.clashes_with IS NOT NULL AND new.state <> 'booked'::text) EXECUTE FUNCTION end_clash();
CREATE TRIGGER end_personal AFTER UPDATE OF state ON registrations FOR EACH ROW EXECUTE FUNCTION end_personal_training();
CREATE TRIGGER pass_clash AFTER UPDATE OF state ON registrations FOR EACH ROW WHEN ((old.state = ANY (ARRAY['booked'::text, 'offered'::text])) AND (new.state <> ALL (ARRAY['booked'::text, 'offered'::text]))) EXECUTE FUNCTION pass_clash();
CREATE TRIGGER raise_sequence BEFORE UPDATE OF state, free_until, starts_at, ends_at ON registrations FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.free_until IS DISTINCT FROM new.free_until OR old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at) EXECUTE FUNCTION raise_sequence();
create policy system on registrations for all to trenn_system using (true) with check (true);
create policy tenant on registrations for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on registrations to trenn_app;
grant delete, insert, select, update on registrations to trenn_system;

create table reminder_marks (
  tenant_id integer not null default app_tenant(),
  reached_at timestamp with time zone not null,
  morning_on date,
  constraint reminder_marks_pkey PRIMARY KEY (tenant_id),
  constraint reminder_marks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table reminder_marks enable row level security;
alter table reminder_marks force row level security;
create policy system on reminder_marks for all to trenn_system using (true) with check (true);
create policy tenant on reminder_marks for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on reminder_marks to trenn_app;
grant delete, insert, select, update on reminder_marks to trenn_system;

create table rentals (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  client_id integer not null,
  room_id integer not null,
  reservation_id integer,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  local_date date not null,
  people integer not null,
  price_cents integer not null,
  invoice_id integer not null,
  state text not null,
  free_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint rentals_pkey PRIMARY KEY (tenant_id, id),
  constraint rentals_check CHECK ((ends_at > starts_at)),
  constraint rentals_check1 CHECK (((ended_at IS NULL) = (state = 'booked'::text))),
  constraint rentals_check2 CHECK (((reservation_id IS NOT NULL) = (state = 'booked'::text))),
  constraint rentals_people_check CHECK ((people > 0)),
  constraint rentals_price_cents_check CHECK ((price_cents > 0)),
  constraint rentals_state_check CHECK ((state = ANY (ARRAY['booked'::text, 'cancelledFree'::text, 'cancelledLate'::text, 'cancelledByCentre'::text]))),
  constraint rentals_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint rentals_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices(tenant_id, id),
  constraint rentals_tenant_id_reservation_id_fkey FOREIGN KEY (tenant_id, reservation_id) REFERENCES reservations(tenant_id, id),
  constraint rentals_tenant_id_room_id_fkey FOREIGN KEY (tenant_id, room_id) REFERENCES rooms(tenant_id, id)
);
alter table rentals enable row level security;
alter table rentals force row level security;
CREATE INDEX rentals_of_client ON public.rentals USING btree (tenant_id, client_id, starts_at);
CREATE UNIQUE INDEX rentals_of_invoice ON public.rentals USING btree (tenant_id, invoice_id);
CREATE UNIQUE INDEX rentals_of_reservation ON public.rentals USING btree (tenant_id, reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE INDEX rentals_of_room ON public.rentals USING btree (tenant_id, room_id);
create policy system on rentals for all to trenn_system using (true) with check (true);
create policy tenant on rentals for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on rentals to trenn_app;
grant delete, insert, select, update on rentals to trenn_system;

create table replacement_candidates (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  replacement_id integer not null,
  trainer_id integer not null,
  is_preferred boolean not null,
  state text not null,
  comment text not null default ''::text,
  applied_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  constraint replacement_candidates_pkey PRIMARY KEY (tenant_id, id),
  constraint replacement_candidates_tenant_id_replacement_id_trainer_id_key UNIQUE (tenant_id, replacement_id, trainer_id),
  constraint replacement_candidates_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'applied'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text, 'void'::text]))),
  constraint replacement_candidates_tenant_id_replacement_id_fkey FOREIGN KEY (tenant_id, replacement_id) REFERENCES replacements(tenant_id, id) ON DELETE CASCADE,
  constraint replacement_candidates_tenant_id_trainer_id_fkey FOREIGN KEY (tenant_id, trainer_id) REFERENCES trainers(tenant_id, id)
);
alter table replacement_candidates enable row level security;
alter table replacement_candidates force row level security;
CREATE INDEX replacement_candidates_of_trainer ON public.replacement_candidates USING btree (tenant_id, trainer_id, state);
CREATE UNIQUE INDEX replacement_candidates_one ON public.replacement_candidates USING btree (tenant_id, replacement_id) WHERE (state = 'accepted'::text);
create policy system on replacement_candidates for all to trenn_system using (true) with check (true);
create policy tenant on replacement_candidates for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on replacement_candidates to trenn_app;
grant delete, insert, select, update on replacement_candidates to trenn_system;

create table replacements (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  training_id integer not null,
  trainer_id integer not null,
  account_id integer not null,
  reason text not null,
  comment text not null,
  state text not null,
  opens_to_all_at timestamp with time zone not null,
  helper_id integer,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text not null default ''::text,
  alerted_hours integer,
  constraint replacements_pkey PRIMARY KEY (tenant_id, id),
  constraint replacements_check CHECK (((helper_id IS NOT NULL) = (state = 'accepted'::text))),
  constraint replacements_check1 CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['openPreferred'::text, 'openAll'::text])))),
  constraint replacements_check2 CHECK ((helper_id <> trainer_id)),
  constraint replacements_end_reason_check CHECK ((end_reason = ANY (ARRAY[''::text, 'takenBack'::text, 'trainingCancelled'::text, 'trainerChanged'::text]))),
  constraint replacements_reason_check CHECK ((reason = ANY (ARRAY['ill'::text, 'away'::text, 'other'::text]))),
  constraint replacements_state_check CHECK ((state = ANY (ARRAY['openPreferred'::text, 'openAll'::text, 'accepted'::text, 'cancelled'::text, 'expired'::text]))),
  constraint replacements_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id),
  constraint replacements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint replacements_tenant_id_helper_id_fkey FOREIGN KEY (tenant_id, helper_id) REFERENCES trainers(tenant_id, id),
  constraint replacements_tenant_id_trainer_id_fkey FOREIGN KEY (tenant_id, trainer_id) REFERENCES trainers(tenant_id, id),
  constraint replacements_tenant_id_training_id_fkey FOREIGN KEY (tenant_id, training_id) REFERENCES trainings(tenant_id, id) ON DELETE CASCADE
);
alter table replacements enable row level security;
alter table replacements force row level security;
CREATE INDEX replacements_of_account ON public.replacements USING btree (tenant_id, account_id);
CREATE INDEX replacements_of_helper ON public.replacements USING btree (tenant_id, helper_id) WHERE (helper_id IS NOT NULL);
CREATE INDEX replacements_of_trainer ON public.replacements USING btree (tenant_id, trainer_id, created_at);
CREATE INDEX replacements_of_training ON public.replacements USING btree (tenant_id, training_id);
CREATE UNIQUE INDEX replacements_one_open ON public.replacements USING btree (tenant_id, training_id) WHERE (state = ANY (ARRAY['openPreferred'::text, 'openAll'::text]));
create policy system on replacements for all to trenn_system using (true) with check (true);
create policy tenant on replacements for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on replacements to trenn_app;
grant delete, insert, select, update on replacements to trenn_system;

create table reservations (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  name text not null,
  room_ids integer[] not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  local_date date not null,
  comment text not null default ''::text,
  version integer not null default 1,
  constraint reservations_pkey PRIMARY KEY (tenant_id, id),
  constraint reservations_check CHECK ((ends_at > starts_at)),
  constraint reservations_name_check CHECK ((name <> ''::text)),
  constraint reservations_room_ids_check CHECK ((cardinality(room_ids) > 0))
);
alter table reservations enable row level security;
alter table reservations force row level security;
CREATE INDEX reservations_by_date ON public.reservations USING btree (tenant_id, local_date, starts_at);
CREATE TRIGGER move_rental AFTER UPDATE OF room_ids, starts_at, ends_at, local_date ON reservations FOR EACH ROW EXECUTE FUNCTION move_rental();
CREATE TRIGGER use_rooms AFTER INSERT OR UPDATE OF room_ids, starts_at, ends_at ON reservations FOR EACH ROW EXECUTE FUNCTION use_rooms_of_reservation();
create policy system on reservations for all to trenn_system using (true) with check (true);
create policy tenant on reservations for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on reservations to trenn_app;
grant delete, insert, select, update on reservations to trenn_system;

create table room_groups (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  name text not null,
  constraint room_groups_pkey PRIMARY KEY (tenant_id, id),
  constraint room_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table room_groups enable row level security;
alter table room_groups force row level security;
create policy system on room_groups for all to trenn_system using (true) with check (true);
create policy tenant on room_groups for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on room_groups to trenn_app;
grant delete, insert, select, update on room_groups to trenn_system;

create table room_parts (
  tenant_id integer not null default app_tenant(),
  room_id integer not null,
  part_id integer not null,
  constraint room_parts_pkey PRIMARY KEY (tenant_id, room_id, part_id),
  constraint room_parts_check CHECK ((room_id <> part_id)),
  constraint room_parts_tenant_id_part_id_fkey FOREIGN KEY (tenant_id, part_id) REFERENCES rooms(tenant_id, id) ON DELETE CASCADE,
  constraint room_parts_tenant_id_room_id_fkey FOREIGN KEY (tenant_id, room_id) REFERENCES rooms(tenant_id, id) ON DELETE CASCADE
);
alter table room_parts enable row level security;
alter table room_parts force row level security;
CREATE INDEX room_parts_of_part ON public.room_parts USING btree (tenant_id, part_id);
create policy system on room_parts for all to trenn_system using (true) with check (true);
create policy tenant on room_parts for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on room_parts to trenn_app;
grant delete, insert, select, update on room_parts to trenn_system;

create table room_uses (
  tenant_id integer not null default app_tenant(),
  id bigint not null generated always as identity,
  room_id integer not null,
  training_id integer,
  reservation_id integer,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint room_uses_pkey PRIMARY KEY (tenant_id, id),
  constraint room_uses_free EXCLUDE USING gist (tenant_id WITH =, room_id WITH =, tstzrange(starts_at, ends_at) WITH &&) DEFERRABLE,
  constraint room_uses_check CHECK ((ends_at > starts_at)),
  constraint room_uses_check1 CHECK (((training_id IS NULL) <> (reservation_id IS NULL))),
  constraint room_uses_tenant_id_reservation_id_fkey FOREIGN KEY (tenant_id, reservation_id) REFERENCES reservations(tenant_id, id) ON DELETE CASCADE,
  constraint room_uses_tenant_id_room_id_fkey FOREIGN KEY (tenant_id, room_id) REFERENCES rooms(tenant_id, id),
  constraint room_uses_tenant_id_training_id_fkey FOREIGN KEY (tenant_id, training_id) REFERENCES trainings(tenant_id, id) ON DELETE CASCADE
);
alter table room_uses enable row level security;
alter table room_uses force row level security;
CREATE INDEX room_uses_by_time ON public.room_uses USING btree (tenant_id, room_id, starts_at);
CREATE INDEX room_uses_of_reservation ON public.room_uses USING btree (tenant_id, reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE INDEX room_uses_of_training ON public.room_uses USING btree (tenant_id, training_id) WHERE (training_id IS NOT NULL);
create policy system on room_uses for all to trenn_system using (true) with check (true);
create policy tenant on room_uses for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on room_uses to trenn_app;
grant delete, insert, select, update on room_uses to trenn_system;

create table rooms (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  club_id integer not null,
  room_group_id integer,
  name text not null,
  capacity integer not null,
  is_shared boolean not null default false,
  rent_cents integer,
  floor integer,
  constraint rooms_pkey PRIMARY KEY (tenant_id, id),
  constraint rooms_capacity_check CHECK ((capacity > 0)),
  constraint rooms_floor_check CHECK (((floor >= '-5'::integer) AND (floor <= 200))),
  constraint rooms_rent_cents_check CHECK ((rent_cents > 0)),
  constraint rooms_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id),
  constraint rooms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint rooms_tenant_id_room_group_id_fkey FOREIGN KEY (tenant_id, room_group_id) REFERENCES room_groups(tenant_id, id)
);
alter table rooms enable row level security;
alter table rooms force row level security;
create policy system on rooms for all to trenn_system using (true) with check (true);
create policy tenant on rooms for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on rooms to trenn_app;
grant delete, insert, select, update on rooms to trenn_system;

create table schedule_changes (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  kind text not null,
  name text not null,
  at timestamp with time zone not null,
  account_id integer not null,
  closure_id integer,
  before jsonb not null,
  after jsonb not null,
  undone_at timestamp with time zone,
  constraint schedule_changes_pkey PRIMARY KEY (tenant_id, id),
  constraint schedule_changes_kind_check CHECK ((kind = ANY (ARRAY['create'::text, 'edit'::text, 'cancel'::text, 'delete'::text, 'close'::text, 'lift'::text]))),
  constraint schedule_changes_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id),
  constraint schedule_changes_tenant_id_closure_id_fkey FOREIGN KEY (tenant_id, closure_id) REFERENCES closures(tenant_id, id)
);
alter table schedule_changes enable row level security;
alter table schedule_changes force row level security;
CREATE INDEX schedule_changes_by_time ON public.schedule_changes USING btree (tenant_id, at DESC);
CREATE INDEX schedule_changes_of_account ON public.schedule_changes USING btree (tenant_id, account_id);
CREATE INDEX schedule_changes_of_closure ON public.schedule_changes USING btree (tenant_id, closure_id) WHERE (closure_id IS NOT NULL);
create policy system on schedule_changes for all to trenn_system using (true) with check (true);
create policy tenant on schedule_changes for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on schedule_changes to trenn_app;
grant delete, insert, select, update on schedule_changes to trenn_system;

create table series (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  weekdays integer[] not null,
  every_weeks integer not null,
  wall_time text not null,
  minutes integer not null,
  starts_on date not null,
  ends_on date not null,
  constraint series_pkey PRIMARY KEY (tenant_id, id),
  constraint series_check CHECK ((ends_on >= (starts_on - 1))),
  constraint series_every_weeks_check CHECK (((every_weeks >= 1) AND (every_weeks <= 8))),
  constraint series_minutes_check CHECK ((minutes > 0)),
  constraint series_wall_time_check CHECK ((wall_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint series_weekdays_check CHECK (((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7)))
);
alter table series enable row level security;
alter table series force row level security;
create policy system on series for all to trenn_system using (true) with check (true);
create policy tenant on series for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on series to trenn_app;
grant delete, insert, select, update on series to trenn_system;

create table sessions (
  tenant_id integer not null default app_tenant(),
  id uuid not null,
  account_id integer not null,
  salt bytea not null,
  generation integer not null default 1,
  rotated_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  keep boolean not null,
  device jsonb not null,
  ended_at timestamp with time zone,
  end_reason text,
  proved_at timestamp with time zone not null,
  identity_id integer,
  constraint sessions_pkey PRIMARY KEY (tenant_id, id),
  constraint sessions_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint sessions_end_reason_check CHECK ((end_reason = ANY (ARRAY['logout'::text, 'reuse'::text, 'passwordChange'::text, 'blocked'::text, 'signedOut'::text, 'factorChange'::text]))),
  constraint sessions_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
  constraint sessions_tenant_id_identity_id_fkey FOREIGN KEY (tenant_id, identity_id) REFERENCES external_identities(tenant_id, id) ON DELETE SET NULL (identity_id)
);
alter table sessions enable row level security;
alter table sessions force row level security;
CREATE INDEX sessions_of_account ON public.sessions USING btree (tenant_id, account_id);
CREATE INDEX sessions_of_identity ON public.sessions USING btree (tenant_id, identity_id) WHERE (identity_id IS NOT NULL);
create policy system on sessions for all to trenn_system using (true) with check (true);
create policy tenant on sessions for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on sessions to trenn_app;
grant delete, insert, select, update on sessions to trenn_system;

create table stand_in_mails (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  message_id text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  created_at timestamp with time zone not null,
  attachments jsonb not null default '[]'::jsonb,
  html text not null default ''::text,
  calendar text not null default ''::text,
  constraint stand_in_mails_pkey PRIMARY KEY (tenant_id, id),
  constraint stand_in_mails_tenant_id_message_id_key UNIQUE (tenant_id, message_id),
  constraint stand_in_mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table stand_in_mails enable row level security;
alter table stand_in_mails force row level security;
create policy system on stand_in_mails for all to trenn_system using (true) with check (true);
create policy tenant on stand_in_mails for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on stand_in_mails to trenn_app;
grant delete, insert, select, update on stand_in_mails to trenn_system;

create table stand_in_orders (
  tenant_id integer not null default app_tenant(),
  id uuid not null,
  reference text not null,
  status text not null,
  claims jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  pays_at timestamp with time zone,
  constraint stand_in_orders_pkey PRIMARY KEY (tenant_id, id),
  constraint stand_in_orders_tenant_id_reference_key UNIQUE (tenant_id, reference),
  constraint stand_in_orders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table stand_in_orders enable row level security;
alter table stand_in_orders force row level security;
create policy system on stand_in_orders for all to trenn_system using (true) with check (true);
create policy tenant on stand_in_orders for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on stand_in_orders to trenn_app;
grant delete, insert, select, update on stand_in_orders to trenn_system;

create table stand_in_refunds (
  tenant_id integer not null default app_tenant(),
  id uuid not null,
  order_id uuid not null,
  idempotency_key text not null,
  amount_cents integer not null,
  status text not null,
  created_at timestamp with time zone not null,
  constraint stand_in_refunds_pkey PRIMARY KEY (tenant_id, id),
  constraint stand_in_refunds_tenant_id_idempotency_key_key UNIQUE (tenant_id, idempotency_key),
  constraint stand_in_refunds_amount_cents_check CHECK ((amount_cents > 0)),
  constraint stand_in_refunds_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint stand_in_refunds_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES stand_in_orders(tenant_id, id)
);
alter table stand_in_refunds enable row level security;
alter table stand_in_refunds force row level security;
CREATE INDEX stand_in_refunds_of_order ON public.stand_in_refunds USING btree (tenant_id, order_id);
create policy system on stand_in_refunds for all to trenn_system using (true) with check (true);
create policy tenant on stand_in_refunds for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on stand_in_refunds to trenn_app;
grant delete, insert, select, update on stand_in_refunds to trenn_system;

create table stand_in_sms (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  recipient text not null,
  sender text not null,
  text text not null,
  parts integer not null,
  created_at timestamp with time zone not null,
  constraint stand_in_sms_pkey PRIMARY KEY (tenant_id, id),
  constraint stand_in_sms_parts_check CHECK ((parts > 0)),
  constraint stand_in_sms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table stand_in_sms enable row level security;
alter table stand_in_sms force row level security;
create policy system on stand_in_sms for all to trenn_system using (true) with check (true);
create policy tenant on stand_in_sms for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on stand_in_sms to trenn_app;
grant delete, insert, select, update on stand_in_sms to trenn_system;

create table styles (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  names jsonb not null,
  colour text not null,
  is_personal boolean not null default false,
  levels jsonb not null default '{}'::jsonb,
  descriptions jsonb not null default '{}'::jsonb,
  audiences jsonb not null default '{}'::jsonb,
  belongings jsonb not null default '{}'::jsonb,
  constraint styles_pkey PRIMARY KEY (tenant_id, id),
  constraint styles_colour_check CHECK ((colour ~ '^#[0-9A-Fa-f]{6}$'::text)),
  constraint styles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table styles enable row level security;
alter table styles force row level security;
CREATE UNIQUE INDEX styles_one_personal ON public.styles USING btree (tenant_id) WHERE is_personal;
create policy system on styles for all to trenn_system using (true) with check (true);
create policy tenant on styles for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on styles to trenn_app;
grant delete, insert, select, update on styles to trenn_system;

create table tenants (
  tenant_id integer not null generated always as identity,
  host text not null,
  name text not null,
  kind text not null,
  country text not null,
  time_zone text not null,
  default_language text not null,
  languages text[] not null,
  slogans jsonb not null,
  theme jsonb not null,
  page_rules jsonb not null,
  limits jsonb not null,
  company jsonb not null,
  texts jsonb not null,
  logos jsonb not null,
  is_active boolean not null default true,
  is_setting_up boolean not null default false,
  setup_steps text[] not null default '{}'::text[],
  lock_key integer not null default 1,
  lock_key_since timestamp with time zone,
  lock_key_before_since timestamp with time zone,
  constraint tenants_pkey PRIMARY KEY (tenant_id),
  constraint tenants_host_key UNIQUE (host),
  constraint tenants_country_check CHECK ((country = ANY (ARRAY['EE'::text, 'LV'::text]))),
  constraint tenants_host_check CHECK ((host = lower(host))),
  constraint tenants_lock_key_check CHECK ((lock_key > 0))
);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy system on tenants for all to trenn_system using (true) with check (true);
create policy tenant on tenants for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant select on tenants to trenn_app;
grant delete, insert, select, update on tenants to trenn_system;

create table ticket_entries (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  ticket_id integer not null,
  kind text not null,
  visits integer not null,
  settles_id integer,
  reason text,
  account_id integer,
  created_at timestamp with time zone not null,
  remaining_change integer not null generated always as (
CASE
    WHEN (kind = ANY (ARRAY['GRANT'::text, 'ADJUST'::text, 'RELEASE'::text])) THEN visits
    WHEN ((kind = ANY (ARRAY['RESERVE'::text, 'EXPIRE'::text])) OR ((kind = 'CONSUME'::text) AND (settles_id IS NULL))) THEN (- visits)
    ELSE 0
END) stored,
  reserved_change integer not null generated always as (
CASE
    WHEN (kind = 'RESERVE'::text) THEN visits
    WHEN (settles_id IS NOT NULL) THEN (- visits)
    ELSE 0
END) stored,
  used_change integer not null generated always as (
CASE
    WHEN (kind = ANY (ARRAY['CONSUME'::text, 'FORFEIT'::text])) THEN visits
    ELSE 0
END) stored,
  undoes_id integer,
  constraint ticket_entries_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_entries_tenant_id_settles_id_key UNIQUE (tenant_id, settles_id),
  constraint ticket_entries_tenant_id_ticket_id_id_key UNIQUE (tenant_id, ticket_id, id),
  constraint ticket_entries_tenant_id_undoes_id_key UNIQUE (tenant_id, undoes_id),
  constraint ticket_entries_check CHECK (
CASE
    WHEN (kind = 'ADJUST'::text) THEN (visits <> 0)
    ELSE (visits > 0)
END),
  constraint ticket_entries_ending CHECK (
CASE
    WHEN (kind = ANY (ARRAY['RELEASE'::text, 'FORFEIT'::text])) THEN (settles_id IS NOT NULL)
    WHEN (kind = 'CONSUME'::text) THEN true
    ELSE (settles_id IS NULL)
END),
  constraint ticket_entries_kind_check CHECK ((kind = ANY (ARRAY['GRANT'::text, 'RESERVE'::text, 'CONSUME'::text, 'RELEASE'::text, 'FORFEIT'::text, 'EXPIRE'::text, 'ADJUST'::text]))),
  constraint ticket_entries_reasoned CHECK (((kind <> 'ADJUST'::text) OR ((reason <> ''::text) AND (account_id IS NOT NULL)))),
  constraint ticket_entries_undoing CHECK (((undoes_id IS NULL) OR (kind = 'ADJUST'::text))),
  constraint ticket_entries_tenant_id_ticket_id_fkey FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id),
  constraint ticket_entries_tenant_id_ticket_id_settles_id_fkey FOREIGN KEY (tenant_id, ticket_id, settles_id) REFERENCES ticket_entries(tenant_id, ticket_id, id),
  constraint ticket_entries_tenant_id_ticket_id_undoes_id_fkey FOREIGN KEY (tenant_id, ticket_id, undoes_id) REFERENCES ticket_entries(tenant_id, ticket_id, id)
);
alter table ticket_entries enable row level security;
alter table ticket_entries force row level security;
CREATE TRIGGER keep_ticket_entries AFTER INSERT ON ticket_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_ticket_entries();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON ticket_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
create policy system on ticket_entries for all to trenn_system using (true) with check (true);
create policy tenant on ticket_entries for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on ticket_entries to trenn_app;
grant delete, insert, select, update on ticket_entries to trenn_system;

create table ticket_shares (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  ticket_id integer not null,
  recipient text not null,
  client_id integer,
  created_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  constraint ticket_shares_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_shares_check CHECK (((accepted_at IS NULL) OR (client_id IS NOT NULL))),
  constraint ticket_shares_check1 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint ticket_shares_ended_by_check CHECK ((ended_by = ANY (ARRAY['owner'::text, 'recipient'::text]))),
  constraint ticket_shares_recipient_check CHECK ((recipient <> ''::text)),
  constraint ticket_shares_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint ticket_shares_tenant_id_ticket_id_fkey FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id)
);
alter table ticket_shares enable row level security;
alter table ticket_shares force row level security;
CREATE INDEX ticket_shares_of_client ON public.ticket_shares USING btree (tenant_id, client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX ticket_shares_of_ticket ON public.ticket_shares USING btree (tenant_id, ticket_id, id);
CREATE UNIQUE INDEX ticket_shares_one_each ON public.ticket_shares USING btree (tenant_id, ticket_id, recipient) WHERE (ended_at IS NULL);
create policy system on ticket_shares for all to trenn_system using (true) with check (true);
create policy tenant on ticket_shares for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on ticket_shares to trenn_app;
grant delete, insert, select, update on ticket_shares to trenn_system;

create table tickets (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  product_id integer not null,
  club_id integer not null,
  client_id integer,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  names jsonb not null,
  client_type text not null,
  is_unlimited boolean not null,
  valid_count integer not null,
  valid_unit text not null,
  start_mode text not null,
  starts_on date,
  ends_on date,
  salt bytea not null,
  invoice_id integer,
  "position" integer,
  created_at timestamp with time zone not null,
  given_for text,
  constraint tickets_pkey PRIMARY KEY (tenant_id, id),
  constraint tickets_tenant_id_invoice_id_position_key UNIQUE (tenant_id, invoice_id, "position"),
  constraint tickets_check CHECK (((invoice_id IS NULL) = ("position" IS NULL))),
  constraint tickets_check1 CHECK (((starts_on IS NULL) = (ends_on IS NULL))),
  constraint tickets_check2 CHECK (((starts_on IS NOT NULL) OR (start_mode = 'firstUse'::text))),
  constraint tickets_check3 CHECK ((ends_on >= starts_on)),
  constraint tickets_client_type_check CHECK ((client_type = ANY (ARRAY['groupTraining'::text, 'gym'::text, 'other'::text, 'personalTraining'::text, 'pool'::text]))),
  constraint tickets_given CHECK (((given_for IS NULL) OR ((given_for <> ''::text) AND (invoice_id IS NULL)))),
  constraint tickets_start_mode_check CHECK ((start_mode = ANY (ARRAY['purchase'::text, 'firstUse'::text, 'chosen'::text]))),
  constraint tickets_valid_count_check CHECK ((valid_count > 0)),
  constraint tickets_valid_unit_check CHECK ((valid_unit = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint tickets_within_reach CHECK ((ends_on < '2201-01-01'::date)),
  constraint tickets_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint tickets_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id),
  constraint tickets_tenant_id_invoice_id_position_fkey FOREIGN KEY (tenant_id, invoice_id, "position") REFERENCES invoice_lines(tenant_id, invoice_id, "position"),
  constraint tickets_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, id)
);
alter table tickets enable row level security;
alter table tickets force row level security;
CREATE INDEX tickets_ending ON public.tickets USING btree (tenant_id, ends_on) WHERE (NOT is_unlimited);
CREATE INDEX tickets_of_client ON public.tickets USING btree (tenant_id, client_id, id DESC);
create policy system on tickets for all to trenn_system using (true) with check (true);
create policy tenant on tickets for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on tickets to trenn_app;
grant delete, insert, select, update on tickets to trenn_system;

create table totp_secrets (
  tenant_id integer not null default app_tenant(),
  account_id integer not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint totp_secrets_pkey PRIMARY KEY (tenant_id, account_id),
  constraint totp_secrets_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE
);
alter table totp_secrets enable row level security;
alter table totp_secrets force row level security;
create policy system on totp_secrets for all to trenn_system using (true) with check (true);
create policy tenant on totp_secrets for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on totp_secrets to trenn_app;
grant delete, insert, select, update on totp_secrets to trenn_system;

create table trainer_absences (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  trainer_id integer not null,
  from_on date not null,
  until_on date not null,
  created_at timestamp with time zone not null,
  constraint trainer_absences_pkey PRIMARY KEY (tenant_id, id),
  constraint trainer_absences_check CHECK ((until_on >= from_on)),
  constraint trainer_absences_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint trainer_absences_tenant_id_trainer_id_fkey FOREIGN KEY (tenant_id, trainer_id) REFERENCES trainers(tenant_id, id) ON DELETE CASCADE
);
alter table trainer_absences enable row level security;
alter table trainer_absences force row level security;
CREATE INDEX trainer_absences_of_trainer ON public.trainer_absences USING btree (tenant_id, trainer_id, until_on);
create policy system on trainer_absences for all to trenn_system using (true) with check (true);
create policy tenant on trainer_absences for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on trainer_absences to trenn_app;
grant delete, insert, select, update on trainer_absences to trenn_system;

create table trainer_exceptions (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  trainer_id integer not null,
  on_date date not null,
  kind text not null,
  from_minute integer not null,
  until_minute integer not null,
  room_id integer,
  constraint trainer_exceptions_pkey PRIMARY KEY (tenant_id, id),
  constraint trainer_exceptions_apart EXCLUDE USING gist (tenant_id WITH =, trainer_id WITH =, on_date WITH =, kind WITH =, int4range(from_minute, until_minute) WITH &&),
  constraint trainer_exceptions_check CHECK ((from_minute < until_minute)),
  constraint trainer_exceptions_check1 CHECK (((kind = 'extra'::text) = (room_id IS NOT NULL))),
  constraint trainer_exceptions_from_minute_check CHECK ((from_minute >= 0)),
  constraint trainer_exceptions_kind_check CHECK ((kind = ANY (ARRAY['off'::text, 'extra'::text]))),
  constraint trainer_exceptions_until_minute_check CHECK ((until_minute <= 1440)),
  constraint trainer_exceptions_tenant_id_room_id_fkey FOREIGN KEY (tenant_id, room_id) REFERENCES rooms(tenant_id, id) ON DELETE CASCADE,
  constraint trainer_exceptions_tenant_id_trainer_id_fkey FOREIGN KEY (tenant_id, trainer_id) REFERENCES trainers(tenant_id, id) ON DELETE CASCADE
);
alter table trainer_exceptions enable row level security;
alter table trainer_exceptions force row level security;
CREATE INDEX trainer_exceptions_of_room ON public.trainer_exceptions USING btree (tenant_id, room_id) WHERE (room_id IS NOT NULL);
CREATE INDEX trainer_exceptions_of_trainer ON public.trainer_exceptions USING btree (tenant_id, trainer_id, on_date);
create policy system on trainer_exceptions for all to trenn_system using (true) with check (true);
create policy tenant on trainer_exceptions for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on trainer_exceptions to trenn_app;
grant delete, insert, select, update on trainer_exceptions to trenn_system;

create table trainer_hours (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  trainer_id integer not null,
  weekday integer not null,
  from_minute integer not null,
  until_minute integer not null,
  room_id integer not null,
  constraint trainer_hours_pkey PRIMARY KEY (tenant_id, id),
  constraint trainer_hours_apart EXCLUDE USING gist (tenant_id WITH =, trainer_id WITH =, weekday WITH =, int4range(from_minute, until_minute) WITH &&),
  constraint trainer_hours_check CHECK ((from_minute < until_minute)),
  constraint trainer_hours_from_minute_check CHECK ((from_minute >= 0)),
  constraint trainer_hours_until_minute_check CHECK ((until_minute <= 1440)),
  constraint trainer_hours_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7))),
  constraint trainer_hours_tenant_id_room_id_fkey FOREIGN KEY (tenant_id, room_id) REFERENCES rooms(tenant_id, id) ON DELETE CASCADE,
  constraint trainer_hours_tenant_id_trainer_id_fkey FOREIGN KEY (tenant_id, trainer_id) REFERENCES trainers(tenant_id, id) ON DELETE CASCADE
);
alter table trainer_hours enable row level security;
alter table trainer_hours force row level security;
CREATE INDEX trainer_hours_of_room ON public.trainer_hours USING btree (tenant_id, room_id);
CREATE INDEX trainer_hours_of_trainer ON public.trainer_hours USING btree (tenant_id, trainer_id);
create policy system on trainer_hours for all to trenn_system using (true) with check (true);
create policy tenant on trainer_hours for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on trainer_hours to trenn_app;
grant delete, insert, select, update on trainer_hours to trenn_system;

create table trainer_styles (
  tenant_id integer not null default app_tenant(),
  trainer_id integer not null,
  style_id integer not null,
  constraint trainer_styles_pkey PRIMARY KEY (tenant_id, trainer_id, style_id),
  constraint trainer_styles_tenant_id_style_id_fkey FOREIGN KEY (tenant_id, style_id) REFERENCES styles(tenant_id, id) ON DELETE CASCADE,
  constraint trainer_styles_tenant_id_trainer_id_fkey FOREIGN KEY (tenant_id, trainer_id) REFERENCES trainers(tenant_id, id) ON DELETE CASCADE
);
alter table trainer_styles enable row level security;
alter table trainer_styles force row level security;
CREATE INDEX trainer_styles_of_style ON public.trainer_styles USING btree (tenant_id, style_id);
create policy system on trainer_styles for all to trenn_system using (true) with check (true);
create policy tenant on trainer_styles for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on trainer_styles to trenn_app;
grant delete, insert, select, update on trainer_styles to trenn_system;

create table trainers (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  first_name text not null,
  last_name text not null,
  is_active boolean not null default true,
  strengths jsonb not null default '{}'::jsonb,
  words jsonb not null default '{}'::jsonb,
  languages text[] not null default '{}'::text[],
  photo text not null default ''::text,
  constraint trainers_pkey PRIMARY KEY (tenant_id, id),
  constraint trainers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table trainers enable row level security;
alter table trainers force row level security;
create policy system on trainers for all to trenn_system using (true) with check (true);
create policy tenant on trainers for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on trainers to trenn_app;
grant delete, insert, select, update on trainers to trenn_system;

create table training_group_members (
  tenant_id integer not null default app_tenant(),
  group_id integer not null,
  client_id integer not null,
  contract_id integer,
  constraint training_group_members_pkey PRIMARY KEY (tenant_id, group_id, client_id),
  constraint training_group_members_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint training_group_members_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id),
  constraint training_group_members_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint training_group_members_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES training_groups(tenant_id, id)
);
alter table training_group_members enable row level security;
alter table training_group_members force row level security;
CREATE INDEX training_group_members_of_client ON public.training_group_members USING btree (tenant_id, client_id);
CREATE INDEX training_group_members_of_contract ON public.training_group_members USING btree (tenant_id, contract_id);
create policy system on training_group_members for all to trenn_system using (true) with check (true);
create policy tenant on training_group_members for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on training_group_members to trenn_app;
grant delete, insert, select, update on training_group_members to trenn_system;

create table training_groups (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  name text not null,
  club_id integer not null,
  trainer_id integer,
  max_members integer not null,
  constraint training_groups_pkey PRIMARY KEY (tenant_id, id),
  constraint training_groups_max_members_check CHECK ((max_members > 0)),
  constraint training_groups_name_check CHECK ((name <> ''::text)),
  constraint training_groups_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id),
  constraint training_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint training_groups_tenant_id_trainer_id_fkey FOREIGN KEY (tenant_id, trainer_id) REFERENCES trainers(tenant_id, id)
);
alter table training_groups enable row level security;
alter table training_groups force row level security;
CREATE INDEX training_groups_of_club ON public.training_groups USING btree (tenant_id, club_id);
CREATE INDEX training_groups_of_trainer ON public.training_groups USING btree (tenant_id, trainer_id);
create policy system on training_groups for all to trenn_system using (true) with check (true);
create policy tenant on training_groups for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on training_groups to trenn_app;
grant delete, insert, select, update on training_groups to trenn_system;

create table trainings (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  style_id integer not null,
  club_id integer not null,
  room_id integer not null,
  trainer_id integer,
  name text not null,
  name_prefix text not null default ''::text,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  local_date date not null,
  max_places integer not null,
  booked integer not null default 0,
  waiting integer not null default 0,
  is_public boolean not null default true,
  is_waiting_list_allowed boolean not null default true,
  is_closed boolean not null default false,
  is_cancelled boolean not null default false,
  is_commenting_allowed boolean not null default true,
  public_comment text not null default ''::text,
  private_comment text not null default ''::text,
  late_cancelled integer not null default 0,
  sequence integer not null default 0,
  payment text not null default 'free'::text,
  price_cents integer,
  client_type text not null default 'groupTraining'::text,
  series_id integer,
  series_on date,
  overridden text[] not null default '{}'::text[],
  version integer not null default 1,
  set_up_minutes integer not null default 0,
  extra_room_ids integer[] not null default '{}'::integer[],
  cancel_reason text not null default ''::text,
  closure_id integer,
  roll_opened_at timestamp with time zone,
  roll_closed_at timestamp with time zone,
  is_personal boolean not null default false,
  constraint trainings_pkey PRIMARY KEY (tenant_id, id),
  constraint trainings_trainer_free EXCLUDE USING gist (tenant_id WITH =, trainer_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (((NOT is_cancelled) AND (trainer_id IS NOT NULL))) DEFERRABLE,
  constraint trainings_booked_check CHECK ((booked >= 0)),
  constraint trainings_check CHECK ((ends_at > starts_at)),
  constraint trainings_client_type_check CHECK ((client_type = ANY (ARRAY['groupTraining'::text, 'gym'::text, 'other'::text, 'personalTraining'::text, 'pool'::text]))),
  constraint trainings_closed CHECK (((closure_id IS NULL) OR is_cancelled)),
  constraint trainings_late_cancelled_check CHECK ((late_cancelled >= 0)),
  constraint trainings_max_places_check CHECK ((max_places >= 0)),
  constraint trainings_payment_check CHECK ((payment = ANY (ARRAY['free'::text, 'paid'::text]))),
  constraint trainings_price_cents_check CHECK ((price_cents > 0)),
  constraint trainings_roll CHECK (((roll_closed_at IS NULL) OR (roll_opened_at IS NOT NULL))),
  constraint trainings_series_on CHECK (((series_id IS NULL) = (series_on IS NULL))),
  constraint trainings_set_up_minutes_check CHECK (((set_up_minutes >= 0) AND (set_up_minutes <= 240))),
  constraint trainings_waiting_check CHECK ((waiting >= 0)),
  constraint trainings_closure FOREIGN KEY (tenant_id, closure_id) REFERENCES closures(tenant_id, id),
  constraint trainings_series FOREIGN KEY (tenant_id, series_id) REFERENCES series(tenant_id, id),
  constraint trainings_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id),
  constraint trainings_tenant_id_room_id_fkey FOREIGN KEY (tenant_id, room_id) REFERENCES rooms(tenant_id, id),
  constraint trainings_tenant_id_style_id_fkey FOREIGN KEY (tenant_id, style_id) REFERENCES styles(tenant_id, id),
  constraint trainings_tenant_id_trainer_id_fkey FOREIGN KEY (tenant_id, trainer_id) REFERENCES trainers(tenant_id, id)
) with (fillfactor=60);
alter table trainings enable row level security;
alter table trainings force row level security;
CREATE INDEX trainings_by_date ON public.trainings USING btree (tenant_id, local_date, starts_at);
CREATE INDEX trainings_of_closure ON public.trainings USING btree (tenant_id, closure_id) WHERE (closure_id IS NOT NULL);
CREATE INDEX trainings_of_series ON public.trainings USING btree (tenant_id, series_id, series_on) WHERE (series_id IS NOT NULL);
CREATE INDEX trainings_of_style ON public.trainings USING btree (tenant_id, style_id, local_date);
CREATE INDEX trainings_of_trainer ON public.trainings USING btree (tenant_id, trainer_id, local_date);
CREATE INDEX trainings_of_trainer_in_time ON public.trainings USING btree (tenant_id, trainer_id, starts_at) WHERE (trainer_id IS NOT NULL);
CREATE INDEX trainings_open_rolls ON public.trainings USING btree (tenant_id, ends_at) WHERE ((roll_opened_at IS NOT NULL) AND (roll_closed_at IS NULL));
CREATE INDEX trainings_to_come ON public.trainings USING btree (tenant_id, starts_at);
CREATE INDEX trainings_with_queue ON public.trainings USING btree (tenant_id, starts_at) WHERE (waiting > 0);
CREATE CONSTRAINT TRIGGER keep_personal_off AFTER UPDATE OF is_cancelled ON trainings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_personal AND old.is_cancelled AND NOT new.is_cancelled) EXECUTE FUNCTION keep_personal_training_off();
CREATE TRIGGER raise_sequence BEFORE UPDATE OF name, name_prefix, starts_at, ends_at, club_id, room_id, trainer_id, is_cancelled ON trainings FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.name_prefix IS DISTINCT FROM new.name_prefix OR old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at OR old.club_id IS DISTINCT FROM new.club_id OR old.room_id IS DISTINCT FROM new.room_id OR old.trainer_id IS DISTINCT FROM new.trainer_id OR old.is_cancelled IS DISTINCT FROM new.is_cancelled) EXECUTE FUNCTION raise_sequence();
CREATE TRIGGER use_rooms AFTER INSERT ON trainings FOR EACH ROW EXECUTE FUNCTION use_rooms_of_training();
CREATE TRIGGER use_rooms_anew AFTER UPDATE OF room_id, extra_room_ids, starts_at, ends_at, set_up_minutes, is_cancelled ON trainings FOR EACH ROW WHEN (old.room_id IS DISTINCT FROM new.room_id OR old.extra_room_ids IS DISTINCT FROM new.extra_room_ids OR old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at OR old.set_up_minutes IS DISTINCT FROM new.set_up_minutes OR old.is_cancelled IS DISTINCT FROM new.is_cancelled) EXECUTE FUNCTION use_rooms_of_training();
CREATE CONSTRAINT TRIGGER wake_line AFTER UPDATE ON trainings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NOT new.is_cancelled AND (old.is_cancelled OR new.waiting > 0 AND new.booked < new.max_places AND (new.booked < old.booked OR new.max_places > old.max_places OR new.starts_at <> old.starts_at))) EXECUTE FUNCTION wake_line();
create policy system on trainings for all to trenn_system using (true) with check (true);
create policy tenant on trainings for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on trainings to trenn_app;
grant delete, insert, select, update on trainings to trenn_system;

create table video_type_links (
  tenant_id integer not null default app_tenant(),
  video_id integer not null,
  type_id integer not null,
  constraint video_type_links_pkey PRIMARY KEY (tenant_id, video_id, type_id),
  constraint video_type_links_tenant_id_type_id_fkey FOREIGN KEY (tenant_id, type_id) REFERENCES video_types(tenant_id, id),
  constraint video_type_links_tenant_id_video_id_fkey FOREIGN KEY (tenant_id, video_id) REFERENCES videos(tenant_id, id) ON DELETE CASCADE
);
alter table video_type_links enable row level security;
alter table video_type_links force row level security;
CREATE INDEX video_type_links_of_type ON public.video_type_links USING btree (tenant_id, type_id);
create policy system on video_type_links for all to trenn_system using (true) with check (true);
create policy tenant on video_type_links for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on video_type_links to trenn_app;
grant delete, insert, select, update on video_type_links to trenn_system;

create table video_types (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  names jsonb not null,
  "position" integer not null,
  constraint video_types_pkey PRIMARY KEY (tenant_id, id),
  constraint video_types_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table video_types enable row level security;
alter table video_types force row level security;
create policy system on video_types for all to trenn_system using (true) with check (true);
create policy tenant on video_types for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on video_types to trenn_app;
grant delete, insert, select, update on video_types to trenn_system;

create table videos (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  titles jsonb not null,
  descriptions jsonb not null,
  url text not null,
  thumbnail text not null,
  captions jsonb not null,
  is_active boolean not null,
  "position" integer not null,
  created_at timestamp with time zone not null,
  constraint videos_pkey PRIMARY KEY (tenant_id, id),
  constraint videos_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
alter table videos enable row level security;
alter table videos force row level security;
CREATE INDEX videos_shown ON public.videos USING btree (tenant_id, "position", id) WHERE is_active;
create policy system on videos for all to trenn_system using (true) with check (true);
create policy tenant on videos for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on videos to trenn_app;
grant delete, insert, select, update on videos to trenn_system;

create table visitor_links (
  tenant_id integer not null default app_tenant(),
  token_hash bytea not null,
  registration_id integer not null,
  client_id integer not null,
  created_at timestamp with time zone not null,
  constraint visitor_links_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint visitor_links_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint visitor_links_tenant_id_registration_id_fkey FOREIGN KEY (tenant_id, registration_id) REFERENCES registrations(tenant_id, id) ON DELETE CASCADE
);
alter table visitor_links enable row level security;
alter table visitor_links force row level security;
CREATE INDEX visitor_links_of_registration ON public.visitor_links USING btree (tenant_id, registration_id);
create policy system on visitor_links for all to trenn_system using (true) with check (true);
create policy tenant on visitor_links for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on visitor_links to trenn_app;
grant delete, insert, select, update on visitor_links to trenn_system;

create table visitor_requests (
  tenant_id integer not null default app_tenant(),
  token_hash bytea not null,
  training_id integer not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint visitor_requests_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint visitor_requests_check CHECK ((expires_at > created_at)),
  constraint visitor_requests_email_check CHECK ((email = lower(email))),
  constraint visitor_requests_tenant_id_training_id_fkey FOREIGN KEY (tenant_id, training_id) REFERENCES trainings(tenant_id, id) ON DELETE CASCADE
);
alter table visitor_requests enable row level security;
alter table visitor_requests force row level security;
CREATE INDEX visitor_requests_of_training ON public.visitor_requests USING btree (tenant_id, training_id);
create policy system on visitor_requests for all to trenn_system using (true) with check (true);
create policy tenant on visitor_requests for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on visitor_requests to trenn_app;
grant delete, insert, select, update on visitor_requests to trenn_system;

create table visitors (
  tenant_id integer not null default app_tenant(),
  client_id integer not null,
  email text not null,
  created_at timestamp with time zone not null,
  name text not null,
  mailbox text not null generated always as (regexp_replace(lower(email), '\+[^@]*@'::text, '@'::text)) stored,
  constraint visitors_pkey PRIMARY KEY (tenant_id, email, name),
  constraint visitors_email_check CHECK ((email = lower(email))),
  constraint visitors_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id)
);
alter table visitors enable row level security;
alter table visitors force row level security;
CREATE INDEX visitors_by_mailbox ON public.visitors USING btree (tenant_id, mailbox);
CREATE INDEX visitors_of_client ON public.visitors USING btree (tenant_id, client_id);
create policy system on visitors for all to trenn_system using (true) with check (true);
create policy tenant on visitors for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on visitors to trenn_app;
grant delete, insert, select, update on visitors to trenn_system;

create table voucher_links (
  tenant_id integer not null default app_tenant(),
  id integer not null,
  voucher_id integer not null,
  salt bytea not null,
  token_hash bytea not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  claimed_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  constraint voucher_links_pkey PRIMARY KEY (tenant_id, id),
  constraint voucher_links_tenant_id_code_hash_key UNIQUE (tenant_id, code_hash),
  constraint voucher_links_tenant_id_token_hash_key UNIQUE (tenant_id, token_hash),
  constraint voucher_links_one_end CHECK (((claimed_at IS NULL) OR (taken_back_at IS NULL))),
  constraint voucher_links_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES voucher_movements(tenant_id, id),
  constraint voucher_links_tenant_id_voucher_id_fkey FOREIGN KEY (tenant_id, voucher_id) REFERENCES vouchers(tenant_id, id)
);
alter table voucher_links enable row level security;
alter table voucher_links force row level security;
CREATE INDEX voucher_links_of_voucher ON public.voucher_links USING btree (tenant_id, voucher_id, id);
create policy system on voucher_links for all to trenn_system using (true) with check (true);
create policy tenant on voucher_links for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on voucher_links to trenn_app;
grant delete, insert, select, update on voucher_links to trenn_system;

create table voucher_movements (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  voucher_id integer not null,
  kind text not null,
  uses integer not null,
  of_id integer,
  held_until timestamp with time zone,
  registration_id integer,
  note text not null default ''::text,
  account_id integer,
  created_at timestamp with time zone not null,
  constraint voucher_movements_pkey PRIMARY KEY (tenant_id, id),
  constraint voucher_movements_tenant_id_voucher_id_id_key UNIQUE (tenant_id, voucher_id, id),
  constraint voucher_movements_check CHECK (((kind = ANY (ARRAY['hold'::text, 'extend'::text])) = (held_until IS NOT NULL))),
  constraint voucher_movements_check1 CHECK (
CASE kind
    WHEN 'hold'::text THEN ((uses > 0) AND (of_id IS NULL))
    WHEN 'link'::text THEN ((uses > 0) AND (of_id IS NULL))
    WHEN 'use'::text THEN (((uses > 0) = (of_id IS NULL)) AND (uses >= 0))
    WHEN 'extend'::text THEN ((uses = 0) AND (of_id IS NOT NULL))
    WHEN 'correct'::text THEN ((uses <> 0) AND (of_id IS NULL) AND (note <> ''::text))
    WHEN 'revoke'::text THEN ((uses = 0) AND (of_id IS NULL) AND (note <> ''::text))
    WHEN 'restore'::text THEN ((uses = 0) AND (of_id IS NULL) AND (note <> ''::text))
    ELSE ((uses < 0) AND (of_id IS NOT NULL))
END),
  constraint voucher_movements_kind_check CHECK ((kind = ANY (ARRAY['hold'::text, 'extend'::text, 'release'::text, 'use'::text, 'link'::text, 'takeBack'::text, 'correct'::text, 'revoke'::text, 'restore'::text]))),
  constraint voucher_movements_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE SET NULL (account_id),
  constraint voucher_movements_tenant_id_of_id_fkey FOREIGN KEY (tenant_id, of_id) REFERENCES voucher_movements(tenant_id, id),
  constraint voucher_movements_tenant_id_registration_id_fkey FOREIGN KEY (tenant_id, registration_id) REFERENCES registrations(tenant_id, id) ON DELETE SET NULL (registration_id),
  constraint voucher_movements_tenant_id_voucher_id_fkey FOREIGN KEY (tenant_id, voucher_id) REFERENCES vouchers(tenant_id, id)
);
alter table voucher_movements enable row level security;
alter table voucher_movements force row level security;
CREATE INDEX voucher_movements_held ON public.voucher_movements USING btree (tenant_id, held_until) WHERE (kind = 'hold'::text);
CREATE INDEX voucher_movements_of_account ON public.voucher_movements USING btree (tenant_id, account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX voucher_movements_of_registration ON public.voucher_movements USING btree (tenant_id, registration_id) WHERE (registration_id IS NOT NULL);
CREATE INDEX voucher_movements_of_voucher ON public.voucher_movements USING btree (tenant_id, voucher_id, id);
CREATE UNIQUE INDEX voucher_movements_one_end ON public.voucher_movements USING btree (tenant_id, of_id) WHERE ((kind = ANY (ARRAY['release'::text, 'use'::text, 'takeBack'::text])) AND (of_id IS NOT NULL));
CREATE UNIQUE INDEX voucher_movements_one_extension ON public.voucher_movements USING btree (tenant_id, of_id) WHERE (kind = 'extend'::text);
CREATE TRIGGER keep_voucher_uses AFTER INSERT ON voucher_movements FOR EACH ROW EXECUTE FUNCTION keep_voucher_uses();
CREATE TRIGGER keep_words BEFORE UPDATE OF note ON voucher_movements FOR EACH ROW WHEN (new.note IS DISTINCT FROM old.note AND new.note <> '–'::text) EXECUTE FUNCTION keep_words();
create policy system on voucher_movements for all to trenn_system using (true) with check (true);
create policy tenant on voucher_movements for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant insert, select on voucher_movements to trenn_app;
grant delete, insert, select, update on voucher_movements to trenn_system;

create table vouchers (
  tenant_id integer not null default app_tenant(),
  id integer not null generated by default as identity,
  product_id integer not null,
  club_id integer,
  client_id integer,
  holder_name text not null,
  holder_email text not null,
  uses integer not null,
  valid_from date not null,
  valid_until date not null,
  is_shareable boolean not null,
  salt bytea not null,
  token_hash bytea not null,
  code_hash bytea not null,
  revoked_at timestamp with time zone,
  invoice_id integer,
  "position" integer,
  link_id integer,
  created_at timestamp with time zone not null,
  constraint vouchers_pkey PRIMARY KEY (tenant_id, id),
  constraint vouchers_tenant_id_code_hash_key UNIQUE (tenant_id, code_hash),
  constraint vouchers_tenant_id_token_hash_key UNIQUE (tenant_id, token_hash),
  constraint vouchers_check CHECK ((valid_until >= valid_from)),
  constraint vouchers_check1 CHECK (((invoice_id IS NULL) = ("position" IS NULL))),
  constraint vouchers_holder_email_check CHECK ((holder_email = lower(holder_email))),
  constraint vouchers_uses_check CHECK ((uses > 0)),
  constraint vouchers_within_reach CHECK ((valid_until < '2201-01-01'::date)),
  constraint vouchers_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES clients(tenant_id, id),
  constraint vouchers_tenant_id_club_id_fkey FOREIGN KEY (tenant_id, club_id) REFERENCES clubs(tenant_id, id),
  constraint vouchers_tenant_id_invoice_id_position_fkey FOREIGN KEY (tenant_id, invoice_id, "position") REFERENCES invoice_lines(tenant_id, invoice_id, "position"),
  constraint vouchers_tenant_id_link_id_fkey FOREIGN KEY (tenant_id, link_id) REFERENCES voucher_links(tenant_id, id),
  constraint vouchers_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, id)
);
alter table vouchers enable row level security;
alter table vouchers force row level security;
CREATE INDEX vouchers_of_client ON public.vouchers USING btree (tenant_id, client_id, valid_until);
CREATE INDEX vouchers_of_club ON public.vouchers USING btree (tenant_id, club_id);
CREATE INDEX vouchers_of_product ON public.vouchers USING btree (tenant_id, product_id);
CREATE UNIQUE INDEX vouchers_one_a_line ON public.vouchers USING btree (tenant_id, invoice_id, "position") WHERE (invoice_id IS NOT NULL);
CREATE UNIQUE INDEX vouchers_one_a_link ON public.vouchers USING btree (tenant_id, link_id) WHERE (link_id IS NOT NULL);
create policy system on vouchers for all to trenn_system using (true) with check (true);
create policy tenant on vouchers for all to trenn_app using ((tenant_id = app_tenant())) with check ((tenant_id = app_tenant()));
grant delete, insert, select, update on vouchers to trenn_app;
grant delete, insert, select, update on vouchers to trenn_system;
