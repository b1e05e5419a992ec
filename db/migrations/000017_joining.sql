-- Who pays for somebody who is not of full age: name, id code, e-mail and phone.
alter table clients add column guardian jsonb;

alter table joins
  -- Of the form the contract was made from, which may be changed afterwards.
  add column agreed_hash bytea,
  -- Whoever is known already was sent the way to their account.
  add column known_told_at timestamptz,
  -- The way back was mailed, since no payment had come.
  add column reminded_at timestamptz,
  -- Paid: the person was given an account, or the way to the one they have.
  add column settled_at timestamptz,
  -- The owner of an account has made it their own.
  add column taken_over_at timestamptz;
create index joins_to_remind on joins (tenant_id, changed_at) where state = 'paying' and reminded_at is null;
