-- What was invoiced on which day: sums of sales begin here.
create index invoices_by_day on invoices (tenant_id, issued_on) where state = 'issued';
