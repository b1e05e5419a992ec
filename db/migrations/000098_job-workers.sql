-- Who works through the queue, and when each was last seen: the jobs of one that was killed are given to others.
create table job_workers (
  id text primary key,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on job_workers to trenn_system;
