-- What the queue refused is looked at within some weeks or never: it holds texts and links of mails.
alter table outbox add column refused_at timestamptz;
update outbox set refused_at = now() where is_refused;
-- The relay takes a part of each centre's now, in the order of its own: the key is that order.
drop index outbox_order;
