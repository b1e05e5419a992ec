-- What costs nothing is joined by whoever reads the mail of the address that was typed: when that was shown, of the contract
-- the draft has now. Null: not yet, or nothing needs it.
alter table joins add column address_proven_at timestamptz;
