-- Clients whom joinings were made for and who turned out to be somebody else here: what the audit trail says of them is that person's,
-- and goes with their erasing. Members and jobs take joinings over, and neither stands in the trail.

alter table joins add column of_clients integer[] not null default '{}';
