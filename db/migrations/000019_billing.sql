-- What else a night does, for the office to read.
alter table billing_runs
  add column renewed integer not null default 0,
  -- Given back by credit notes of contracts that have ended.
  add column credited_cents bigint not null default 0,
  -- How many contracts are in debt, and of these how many in bad debt.
  add column debts integer not null default 0,
  add column bad_debts integer not null default 0;
