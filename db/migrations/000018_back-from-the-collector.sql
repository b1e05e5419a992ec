-- What was given to a collector is taken back: a press on the wrong contract, or everything was paid after all.
alter table contract_changes drop constraint contract_changes_kind_check;
alter table contract_changes add constraint contract_changes_kind_check check (kind in ('agreed', 'activated', 'renewed', 'freeze',
  'freezeCancelled', 'freezeEnded', 'notice', 'noticeTakenBack', 'withdrawal', 'price', 'block', 'unblock', 'collection', 'recall',
  'dropped'));
