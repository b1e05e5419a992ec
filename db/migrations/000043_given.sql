-- A centre gives a ticket without a sale (mission 2.4): why stands with it, for whoever has it reads that it was given.
alter table tickets
  add column given_for text,
  add constraint tickets_given check (given_for is null or (given_for <> '' and invoice_id is null));
