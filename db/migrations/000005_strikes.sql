-- Until when a client may not book ahead, after too many places left unused; kept true by a job.
alter table clients add column banned_until timestamptz;
-- A strike that the centre does not hold against the client.
alter table registrations add column strike_waived_at timestamptz;
create index registrations_strikes on registrations (tenant_id, starts_at)
  where state = 'cancelledLate' or presence = false;
create index clients_banned on clients (tenant_id, banned_until) where banned_until is not null;
