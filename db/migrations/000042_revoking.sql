-- A centre withdraws a voucher, and may give it back (mission 2.3): each a line of the ledger that takes nothing and says why.
alter table voucher_movements
  drop constraint voucher_movements_kind_check,
  add constraint voucher_movements_kind_check
    check (kind in ('hold', 'extend', 'release', 'use', 'link', 'takeBack', 'correct', 'revoke', 'restore')),
  drop constraint voucher_movements_check1,
  add constraint voucher_movements_check1 check (case kind
    when 'hold' then uses > 0 and of_id is null
    when 'link' then uses > 0 and of_id is null
    when 'use' then (uses > 0) = (of_id is null) and uses >= 0
    when 'extend' then uses = 0 and of_id is not null
    when 'correct' then uses <> 0 and of_id is null and note <> ''
    when 'revoke' then uses = 0 and of_id is null and note <> ''
    when 'restore' then uses = 0 and of_id is null and note <> ''
    else uses < 0 and of_id is not null end);
