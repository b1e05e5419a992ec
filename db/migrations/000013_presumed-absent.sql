-- Absent because nobody noted them until their roll was closed, not because somebody said so: a door that tells late knows better.
alter table registrations add is_presumed_absent boolean not null default false;
