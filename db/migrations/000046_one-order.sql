-- Of those who want the same payment's order at once one makes it, till then; the others wait for the page it leads to.
alter table payments
  add column ordering_until timestamptz,
  -- The fields a card was typed into: pressed twice, they pay once.
  add column session_id text;
