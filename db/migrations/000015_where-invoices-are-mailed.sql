-- Where mails of an invoice go once its payer has another address: the document keeps the one that it was made with. Empty:
-- nowhere, since its payer was forgotten (decision 0163).
alter table invoices add column mail_to text;

create or replace function keep_issued() returns trigger language plpgsql as $$
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
end $$;
