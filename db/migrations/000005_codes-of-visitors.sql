-- An address that a visitor typed holds a code against nobody: only what was paid counts for it, and for the whole mailbox.
drop index campaign_redemptions_of_email;
create index campaign_redemptions_of_mailbox on campaign_redemptions
  (tenant_id, regexp_replace(email, '\+[^@]*@', '@'), campaign_id);

create or replace function keep_campaign_places() returns trigger language plpgsql as $$
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
end $$;

drop trigger keep_campaign_places on campaign_redemptions;
create trigger keep_campaign_places
  after insert or update of released_at, redeemed_at, campaign_id, client_id on campaign_redemptions
  for each row execute function keep_campaign_places();
