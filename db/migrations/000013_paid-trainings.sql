-- What a place in a training takes: nothing, or a visit of a ticket, a use of a voucher, or its own price.
alter table trainings
  add column payment text not null default 'free' check (payment in ('free', 'paid')),
  -- Bought for this one training; null: only a ticket or a voucher opens it.
  add column price_cents integer check (price_cents > 0),
  -- Whose tickets and vouchers it takes.
  add column client_type text not null default 'groupTraining'
    check (client_type in ('groupTraining', 'gym', 'other', 'personalTraining', 'pool'));

-- A reservation is known beside the ledger by the booking it is for.
alter table voucher_movements add unique (tenant_id, voucher_id, id);

-- What covers a booking, from the moment of booking until it is settled. One row for a registration, for ever: a place
-- given back and booked again is another registration.
create table registration_covers (
  tenant_id integer not null default app_tenant(),
  registration_id integer not null,
  kind text not null check (kind in ('ticket', 'voucher', 'invoice')),
  ticket_id integer,
  ticket_entry_id integer,
  voucher_id integer,
  voucher_movement_id integer,
  invoice_id integer,
  position integer,
  created_at timestamptz not null,
  -- How it ended: given back, used by coming, or lost by staying away.
  settled text check (settled in ('returned', 'used', 'forfeited')),
  settled_at timestamptz,
  -- When what was paid for this one training had become its client's credit.
  credited_at timestamptz,
  primary key (tenant_id, registration_id),
  foreign key (tenant_id, registration_id) references registrations,
  foreign key (tenant_id, ticket_id, ticket_entry_id) references ticket_entries (tenant_id, ticket_id, id),
  foreign key (tenant_id, voucher_id, voucher_movement_id) references voucher_movements (tenant_id, voucher_id, id),
  foreign key (tenant_id, invoice_id, position) references invoice_lines,
  constraint registration_covers_whole check (
    (kind = 'ticket') = (ticket_id is not null) and (kind = 'ticket') = (ticket_entry_id is not null)
    and (kind = 'voucher') = (voucher_id is not null) and (kind = 'voucher') = (voucher_movement_id is not null)
    and (kind = 'invoice') = (invoice_id is not null) and (kind = 'invoice') = (position is not null)),
  check ((settled is null) = (settled_at is null)),
  check (credited_at is null or (kind = 'invoice' and settled = 'returned'))
);
-- A reservation, a use or a paid line covers one booking.
create unique index registration_covers_one_an_entry on registration_covers (tenant_id, ticket_id, ticket_entry_id)
  where ticket_id is not null;
create unique index registration_covers_one_a_use on registration_covers (tenant_id, voucher_id, voucher_movement_id)
  where voucher_id is not null;
create unique index registration_covers_one_a_line on registration_covers (tenant_id, invoice_id, position)
  where invoice_id is not null;
create index registration_covers_open on registration_covers (tenant_id, registration_id) where settled is null;
create index registration_covers_to_credit on registration_covers (tenant_id, invoice_id)
  where kind = 'invoice' and settled = 'returned' and credited_at is null;

-- The draft somebody may pay while their place is held.
create table registration_purchases (
  tenant_id integer not null default app_tenant(),
  registration_id integer not null,
  invoice_id integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, registration_id, invoice_id),
  foreign key (tenant_id, registration_id) references registrations,
  foreign key (tenant_id, invoice_id) references invoices on delete cascade
);
create unique index registration_purchases_of_invoice on registration_purchases (tenant_id, invoice_id);

do $$
declare
  name text;
begin
  foreach name in array array['registration_covers', 'registration_purchases'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to trenn_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', name);
    execute format('create policy system on %I to trenn_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to trenn_app, trenn_system', name);
  end loop;
end $$;
