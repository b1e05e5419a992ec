-- Why a missed place is not held against the client (mission 2.2): never without the instant it was decided.
alter table registrations
  add column strike_waived_reason text,
  add constraint registrations_strike_waived check ((strike_waived_at is null) = (strike_waived_reason is null));
