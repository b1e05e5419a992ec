-- What a line is handed over as names its holder. Of an issued invoice that is no part of the document: it may be emptied, and
-- nothing else of the line may change.
create or replace function keep_issued_lines() returns trigger language plpgsql as $$
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
end $$;

-- Drafts that nobody paid are looked for by when they were dropped, until they name nobody.
create index invoices_to_forget on invoices (tenant_id, dropped_at) where state = 'dropped' and payer ->> 'name' <> '';

-- Whoever was forgotten before stood there still.
update invoice_lines l set item = jsonb_set(l.item, '{holder}',
    l.item -> 'holder' || '{"firstName": "", "lastName": "", "email": "", "phone": ""}')
  from invoices i join erasures e on e.tenant_id = i.tenant_id and e.client_id = i.client_id and e.closed_at is not null
  where i.tenant_id = l.tenant_id and i.id = l.invoice_id and l.item ? 'holder';
