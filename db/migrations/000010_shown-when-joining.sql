-- Whoever joins may show who they are by a service outside (decision 0156). Of a draft: which question is open, who was shown,
-- in which browser and until when it holds, and whether what was agreed to is theirs.
alter table joins
  add column asked_hash bytea,
  add column shown jsonb,
  add column shown_browser_hash bytea,
  add column shown_until timestamptz,
  add column is_shown boolean not null default false,
  add constraint joins_shown_check check (
    (shown is null) = (shown_until is null) and (shown is null) = (shown_browser_hash is null));
create unique index joins_asked on joins (tenant_id, asked_hash) where asked_hash is not null;

-- When somebody showed that their id code is theirs; nothing where it was only typed.
alter table clients
  add column id_shown_at timestamptz,
  add constraint clients_id_shown_check check (id_shown_at is null or id_code is not null);

-- Who logs in by a service has not shown by it that the address they typed is theirs: until they have, it is nobody's.
alter table accounts add column email_typed_at timestamptz;

-- One purpose more; the others stay as they are.
do $$
declare
  stands text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'challenges'::regclass and conname = 'challenges_purpose_check');
begin
  alter table challenges drop constraint challenges_purpose_check;
  execute 'alter table challenges add constraint challenges_purpose_check ' || replace(stands, 'ELSE false',
    'WHEN ''identityJoining'' THEN ((account_id is null) and (keep is null) and (session_id is null)
      and (browser_hash is not null) and (sealed is not null)) ELSE false');
end $$;
