-- When the owner of a link was told that the card they are known by is revoked: once, until a good one opens their account (decision 0167).
alter table external_identities add column revoked_told_at timestamptz;
