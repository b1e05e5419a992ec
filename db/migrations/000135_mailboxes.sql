-- The box a mail address leads to, without what stands behind a plus: what is held by all who come by it is counted together. Under
-- a row policy an index serves the comparison of a column only, not that of an expression: each booking of a visitor read all
-- visitors of the centre while it held the box.

alter table visitors add column mailbox text not null generated always as (regexp_replace(lower(email), '\+[^@]*@', '@')) stored;
create index visitors_by_mailbox on visitors (tenant_id, mailbox);

alter table accounts add column mailbox text not null generated always as (regexp_replace(lower(email), '\+[^@]*@', '@')) stored;
create index accounts_by_mailbox on accounts (tenant_id, mailbox);
