-- What paying needs to know besides: which bank was chosen, whether the payer is back, when the provider is asked next
-- though it said nothing, and that the office was told that something is wrong.
alter table payments
  add column bank text,
  add column bank_name text not null default '',
  add column country text not null default '',
  add column returned_at timestamptz,
  add column asked_at timestamptz,
  add column ask_at timestamptz,
  add column alerted_at timestamptz;
create index payments_to_ask on payments (tenant_id, ask_at) where ask_at is not null;

alter table refunds add column ask_at timestamptz;
create index refunds_to_ask on refunds (tenant_id, ask_at) where ask_at is not null;
create unique index refunds_of_provider on refunds (tenant_id, provider_id) where provider_id is not null;

-- What was bought was handed over: once for an invoice, whoever brings the money and however often it is told.
create table hand_overs (
  tenant_id integer not null default app_tenant(),
  invoice_id integer not null,
  handed_over_at timestamptz not null,
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoices
);

-- Orders and refunds the built-in stand-in for a payment provider has taken (never in production).
create table stand_in_orders (
  tenant_id integer not null default app_tenant() references tenants,
  id uuid not null,
  reference text not null,
  status text not null,
  -- What was asked for, as it came.
  claims jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Paid by itself at this moment: a bank that takes its time.
  pays_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, reference)
);

create table stand_in_refunds (
  tenant_id integer not null default app_tenant() references tenants,
  id uuid not null,
  order_id uuid not null,
  idempotency_key text not null,
  amount_cents integer not null check (amount_cents > 0),
  status text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, idempotency_key),
  foreign key (tenant_id, order_id) references stand_in_orders
);
create index stand_in_refunds_of_order on stand_in_refunds (tenant_id, order_id);

do $$
declare
  name text;
begin
  foreach name in array array['hand_overs', 'stand_in_orders', 'stand_in_refunds'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to trenn_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', name);
    execute format('create policy system on %I to trenn_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to trenn_app, trenn_system', name);
  end loop;
end $$;

grant usage on all sequences in schema public to trenn_app, trenn_system;
