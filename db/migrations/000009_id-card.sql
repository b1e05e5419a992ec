-- The ID card is another way to show who somebody is (decision 0155).
alter table external_identities drop constraint external_identities_provider_check;
alter table external_identities add constraint external_identities_provider_check
  check (provider in ('smartId', 'mobileId', 'idCard'));
