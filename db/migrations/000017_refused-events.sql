-- An event that the queue refuses stands aside and holds up none behind it; the log says why.
alter table outbox add column is_refused boolean not null default false;
drop index outbox_order;
create index outbox_order on outbox (id) where not is_refused;
