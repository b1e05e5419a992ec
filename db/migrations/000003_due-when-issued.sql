-- What is issued is due on a day: whatever shows it counts on that.
alter table invoices add constraint invoices_due_on_check
  check (state <> 'issued' or (due_on is not null and issued_at is not null)) not valid;
alter table invoices validate constraint invoices_due_on_check;
