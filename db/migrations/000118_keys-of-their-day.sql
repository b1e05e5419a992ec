-- What locks and doors know was made with the secret that was in use then: the secret may be another since.
alter table tenants add column lock_key_before_since timestamptz;
alter table doors add column paired_at timestamptz;
