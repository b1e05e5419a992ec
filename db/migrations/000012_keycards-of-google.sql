-- Cards in Google Wallet beside those in Apple's (decision 0158).
alter table keycard_issuers drop constraint keycard_issuers_provider_check;
alter table keycard_issuers add constraint keycard_issuers_provider_check check (provider in ('apple', 'google'));
alter table keycards drop constraint keycards_provider_check;
alter table keycards add constraint keycards_provider_check check (provider in ('apple', 'google'));
