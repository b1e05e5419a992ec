-- When somebody last showed in this session who they are: by logging in, or when asked again before what matters
-- (decision 0062).
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set not null;
