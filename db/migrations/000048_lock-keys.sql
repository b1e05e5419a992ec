-- The locks of a centre are spoken to with a key of its own, which follows from this number. After a change the key before
-- it goes along for a while, so that locks may be told the new one in peace.
alter table tenants
  add column lock_key integer not null default 1 check (lock_key > 0),
  add column lock_key_since timestamptz;
