-- Mobile-ID is another service that knows somebody (decision 0154).
alter table external_identities drop constraint external_identities_provider_check;
alter table external_identities add constraint external_identities_provider_check
  check (provider in ('smartId', 'mobileId'));
