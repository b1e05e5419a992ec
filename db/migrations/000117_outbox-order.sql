-- The relay takes what waits in the order it came, of all centres: a backlog is not sorted anew for each batch.
create index outbox_order on outbox (id);
