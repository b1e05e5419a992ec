-- Which log-in switched a device's notices on: with its being ended they end. A session that is over by itself is forgotten within
-- a month, and the device goes on; so it points to nothing. Those of before are nobody's, and end with the next password.
alter table push_subscriptions add column session_id uuid;
