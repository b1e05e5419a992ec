-- A code that each may use once is not theirs twice by what was bought as somebody else and became theirs. Two records of a
-- person that the office makes one may both have used it: their second place says so.
alter table campaign_redemptions add column is_beside boolean not null default false;
create or replace function keep_campaign_places() returns trigger language plpgsql as $$
declare
  most integer;
  taken bigint;
  is_once boolean;
  is_moved boolean := false;
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
  if is_once and (tg_op = 'INSERT' or old.released_at is not null or is_moved) and (
    exists (select from campaign_redemptions where tenant_id = new.tenant_id and client_id = new.client_id
      and campaign_id = new.campaign_id and invoice_id <> new.invoice_id and released_at is null)
    or not is_moved and new.email <> '' and exists (select from campaign_redemptions
      where tenant_id = new.tenant_id and email = new.email
      and campaign_id = new.campaign_id and invoice_id <> new.invoice_id and released_at is null)) then
    raise exception 'a campaign once for each' using errcode = 'check_violation', constraint = 'campaigns_once';
  end if;
  return null;
end $$;
drop trigger keep_campaign_places on campaign_redemptions;
create trigger keep_campaign_places after insert or update of released_at, campaign_id, client_id on campaign_redemptions
  for each row execute function keep_campaign_places();
