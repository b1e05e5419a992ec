-- A price that was told for after a term goes later with a term that a freeze makes longer, and comes back with it:
-- then this is the date that was told.
alter table contract_prices add told_on date;
alter table contract_prices add constraint contract_prices_told_on_check check (told_on < from_on);
