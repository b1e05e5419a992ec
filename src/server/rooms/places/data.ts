import { natural, type Query } from '#server/kernel/db.ts';
import type { Kind } from '#server/kernel/managed/data.ts';
import { reading } from '#server/kernel/managed/tables.ts';
import { languages } from '#shared/kernel/language.ts';
import type {
  ClubValues,
  RoomGroupValues,
  StyleValues,
  TrainerValues,
} from '#shared/rooms/places/contract.ts';
import { weekdays } from '#shared/rooms/places/domain.ts';

/** A text in each language, empty where none is kept. */
const textsSql = (column: string) =>
  `'${column}', jsonb_build_object(${languages
    .map((language) => `'${language}', coalesce(${column} ->> '${language}', '')`)
    .join(', ')})`;

const hoursSql = weekdays
  .map(
    (day, index) =>
      `'${day}', coalesce((opening_hours -> ${index} ->> 'opens') || '-' || (opening_hours -> ${index} ->> 'closes'), '')`,
  )
  .join(', ');

function openingHours({ hours }: ClubValues): string {
  return JSON.stringify(
    weekdays.map((day) => {
      const [opens, closes] = hours[day].split('-');
      return opens && closes ? { opens, closes } : null;
    }),
  );
}

export const clubs: Kind<ClubValues> = {
  noun: 'clubs',
  isPublic: true,
  references: [],
  ...reading({
    table: 'clubs',
    values: `jsonb_build_object('name', name, 'address', address, 'city', city, 'position', position, 'hours',
      jsonb_build_object(${hoursSql}))`,
    order: 'position, id',
  }),
  save: (id, values) => [
    {
      text: `insert into clubs (id, name, address, city, position, opening_hours) values ($1, $2, $3, $4, $5, $6)
        on conflict (tenant_id, id) do update set name = excluded.name, address = excluded.address, city = excluded.city,
          position = excluded.position, opening_hours = excluded.opening_hours`,
      values: [id, values.name, values.address, values.city, values.position, openingHours(values)],
    },
  ],
};

export const roomGroups: Kind<RoomGroupValues> = {
  noun: 'roomGroups',
  isPublic: true,
  references: [],
  ...reading({
    table: 'room_groups',
    values: `jsonb_build_object('name', name)`,
    order: `${natural('name')}, id`,
  }),
  save: (id, { name }) => [
    {
      text: `insert into room_groups (id, name) values ($1, $2)
        on conflict (tenant_id, id) do update set name = excluded.name`,
      values: [id, name],
    },
  ],
};

export const styles: Kind<StyleValues> = {
  noun: 'styles',
  isPublic: true,
  references: [],
  ...reading({
    table: 'styles',
    values: `jsonb_build_object('names', jsonb_build_object('et', names ->> 'et', 'en', names ->> 'en', 'lv',
      names ->> 'lv'), 'colour', upper(colour), 'isPersonal', is_personal,
      ${['levels', 'descriptions', 'audiences', 'belongings'].map(textsSql).join(', ')})`,
    order: `lower(names ->> 'en'), id`,
  }),
  refusal: (id, values, now) => ({
    // A time of a trainer is booked as a training of the one style: without it nobody could book.
    text: `select 'personalStyleNeeded' as code from styles where tenant_id = app_tenant() and id = $1 and is_personal
      and not $2 and (exists (select from trainer_hours where tenant_id = app_tenant()) or exists (
        select from trainer_exceptions where tenant_id = app_tenant() and kind = 'extra'
          and on_date >= $3::timestamptz::date - 1))`,
    values: [id, values?.isPersonal === true, now],
  }),
  save: (id, { names, colour, isPersonal, levels, descriptions, audiences, belongings }) => [
    {
      text: 'update styles set is_personal = false where tenant_id = app_tenant() and is_personal and $1',
      values: [isPersonal],
    },
    {
      text: `insert into styles (id, names, colour, is_personal, levels, descriptions, audiences, belongings)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (tenant_id, id) do update set names = excluded.names, colour = excluded.colour,
          is_personal = excluded.is_personal, levels = excluded.levels, descriptions = excluded.descriptions,
          audiences = excluded.audiences, belongings = excluded.belongings`,
      values: [
        id,
        JSON.stringify(names),
        colour.toUpperCase(),
        isPersonal,
        ...[levels, descriptions, audiences, belongings].map((texts) => JSON.stringify(texts)),
      ],
    },
  ],
};

/** Whoever logs in as a trainer has other rights once that one trains here no more, or again: their tokens end at once. */
function tellAccountsOf(id: number, isActive: boolean, now: string): Query {
  return {
    text: `with changed as (
        update accounts a set session_version = session_version + 1, session_version_at = $3 from trainers t
        where a.tenant_id = app_tenant() and a.trainer_id = $1 and t.tenant_id = a.tenant_id and t.id = $1
          and t.is_active <> $2::boolean
        returning a.id, a.session_version)
      insert into outbox (topic, payload)
        select 'accountChanged', jsonb_build_object('topic', 'accountChanged', 'accountId', id,
          'sessionVersion', session_version) from changed`,
    values: [id, isActive, now],
  };
}

export const trainers: Kind<TrainerValues> = {
  noun: 'trainers',
  isPublic: true,
  references: ['styles'],
  ...reading({
    table: 'trainers',
    values: `jsonb_build_object('firstName', first_name, 'lastName', last_name, 'isActive', is_active, 'styleIds',
      (select coalesce(jsonb_agg(style_id order by style_id), '[]') from trainer_styles s
        where s.tenant_id = app_tenant() and s.trainer_id = t.id), 'languages', to_jsonb(languages), 'photo', photo,
      ${['strengths', 'words'].map(textsSql).join(', ')})`,
    facts: `jsonb_build_object('account', coalesce((select string_agg(email, ', ' order by email) from accounts a
      where a.tenant_id = app_tenant() and a.trainer_id = t.id), ''))`,
    order: 'is_active desc, lower(last_name), lower(first_name), id',
  }),
  // Nobody is left waiting for a trainer who does not come: each training is given to another, or called off, by a person.
  refusal: (id, values, now) => ({
    text: `select 'trainerHasTrainings' as code, jsonb_build_object('count', count(*), 'which',
        string_agg(name || ' ' || to_char(local_date, 'DD.MM.'), ', ' order by starts_at) filter (where nth <= 3)) as details
      from (select name, local_date, starts_at, row_number() over (order by starts_at, id) as nth from trainings
        where tenant_id = app_tenant() and trainer_id = $1 and not is_cancelled and ends_at > $2) as ahead
      where $3 and exists (select from trainers where tenant_id = app_tenant() and id = $1 and is_active)
      having count(*) > 0`,
    values: [id, now, values !== undefined && !values.isActive],
  }),
  save: (
    id,
    { firstName, lastName, isActive, styleIds, languages: taught, photo, strengths, words },
    now,
  ) => [
    tellAccountsOf(id, isActive, now),
    {
      text: `insert into trainers (id, first_name, last_name, is_active, languages, strengths, words, photo)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (tenant_id, id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
          is_active = excluded.is_active, languages = excluded.languages, strengths = excluded.strengths,
          words = excluded.words, photo = excluded.photo`,
      values: [
        id,
        firstName,
        lastName,
        isActive,
        taught,
        JSON.stringify(strengths),
        JSON.stringify(words),
        photo,
      ],
    },
    {
      text: `delete from trainer_styles where tenant_id = app_tenant() and trainer_id = $1 and style_id <> all($2)`,
      values: [id, styleIds],
    },
    {
      text: `insert into trainer_styles (trainer_id, style_id) select $1, unnest($2::integer[]) on conflict do nothing`,
      values: [id, styleIds],
    },
  ],
};
