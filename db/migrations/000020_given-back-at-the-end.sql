-- What the night gave back by itself of a period once its contract had ended: it is not there to be carried or given back once more where the contract goes on.
alter table contract_periods add column given_back_cents integer not null default 0
  constraint contract_periods_given_back_cents_check check (given_back_cents >= 0);
