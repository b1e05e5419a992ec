-- A place that is taken, for the first time or again after its hold, is not a second one of the same person where each may
-- have one. Places that both were taken before, as after two records of a person became one, stay.
create or replace function keep_campaign_places() returns trigger language plpgsql as $$
declare
  most integer;
  taken bigint;
  is_once boolean;
begin
  if new.released_at is not null then
    return null;
  end if;
  select places, is_once_per_client into most, is_once from campaigns
    where tenant_id = new.tenant_id and id = new.campaign_id for no key update;
  select count(*) into taken from campaign_redemptions
    where tenant_id = new.tenant_id and campaign_id = new.campaign_id and released_at is null;
  if taken > most then
    raise exception 'a campaign has only its places' using errcode = 'check_violation', constraint = 'campaigns_places';
  end if;
  if is_once and (tg_op = 'INSERT' or old.released_at is not null) and (
    exists (select from campaign_redemptions where tenant_id = new.tenant_id and client_id = new.client_id
      and campaign_id = new.campaign_id and invoice_id <> new.invoice_id and released_at is null)
    or new.email <> '' and exists (select from campaign_redemptions where tenant_id = new.tenant_id and email = new.email
      and campaign_id = new.campaign_id and invoice_id <> new.invoice_id and released_at is null)) then
    raise exception 'a campaign once for each' using errcode = 'check_violation', constraint = 'campaigns_once';
  end if;
  return null;
end $$;
