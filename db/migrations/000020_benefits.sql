-- A contract covers a booking by one of its benefits: its place in the list the contract was agreed with. What was taken
-- in a billing period is counted from these rows by the date of the training.
alter table registration_covers
  add column contract_id integer,
  add column benefit integer check (benefit >= 0),
  drop constraint registration_covers_kind_check,
  drop constraint registration_covers_whole,
  add constraint registration_covers_kind_check check (kind in ('ticket', 'voucher', 'invoice', 'contract')),
  add constraint registration_covers_whole check (
    (kind = 'ticket') = (ticket_id is not null) and (kind = 'ticket') = (ticket_entry_id is not null)
    and (kind = 'voucher') = (voucher_id is not null) and (kind = 'voucher') = (voucher_movement_id is not null)
    and (kind = 'invoice') = (invoice_id is not null) and (kind = 'invoice') = (position is not null)
    and (kind = 'contract') = (contract_id is not null) and (kind = 'contract') = (benefit is not null)),
  add foreign key (tenant_id, contract_id) references contracts;
create index registration_covers_of_contract on registration_covers (tenant_id, contract_id) where contract_id is not null;
