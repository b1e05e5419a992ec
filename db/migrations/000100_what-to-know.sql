-- What somebody may want to know before coming: of a training by its style, of a room, of a trainer. Texts by language,
-- empty where a centre has nothing to say.
alter table styles
  add column levels jsonb not null default '{}',
  add column descriptions jsonb not null default '{}',
  add column audiences jsonb not null default '{}',
  add column belongings jsonb not null default '{}';

-- As it stands on the door: countries count floors from 0 and from 1.
alter table rooms add column floor integer check (floor between -5 and 200);

-- A photo is the address of a picture among the centre's files.
alter table trainers
  add column strengths jsonb not null default '{}',
  add column words jsonb not null default '{}',
  add column languages text[] not null default '{}',
  add column photo text not null default '';

-- Ratings of a style are those of its trainings of the last half year.
create index trainings_of_style on trainings (tenant_id, style_id, local_date);
