-- Dates that are reckoned lie within the years that answers may hold, as those that are typed do: a voucher from the last of them
-- on had an end beyond, and no list it stood in could be shown any more.
update vouchers set valid_from = least(valid_from, '2200-12-31'), valid_until = '2200-12-31' where valid_until >= '2201-01-01';
alter table vouchers add constraint vouchers_within_reach check (valid_until < '2201-01-01');
update tickets set starts_on = least(starts_on, '2200-12-31'), ends_on = '2200-12-31' where ends_on >= '2201-01-01';
alter table tickets add constraint tickets_within_reach check (ends_on < '2201-01-01');
alter table contracts add constraint contracts_within_reach check (ends_on < '2201-01-01' and binding_until < '2201-01-01');
alter table contract_freezes add constraint contract_freezes_within_reach check (until_on < '2201-01-01');
