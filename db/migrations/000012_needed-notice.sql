-- How much notice somebody needs before a place from a waiting list is theirs without being asked (mission 2.1): a
-- wish of the person, the same for all their lists.
alter table clients add column notice_minutes integer not null default 0 check (notice_minutes >= 0);
alter table registrations drop column notice_minutes;
