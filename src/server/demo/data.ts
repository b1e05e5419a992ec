import type { Statement } from '#server/kernel/batch.ts';
import { drawLogos } from '#server/tenants/logos.ts';
import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { builtInStyles } from '#server/tenants/styles/built-in.ts';
import { aboutPage, buyingTerms } from '#server/tenants/texts.ts';
import { type Language, languages } from '#shared/kernel/language.ts';
import type { DemoCentre } from './domain.ts';
import type { DemoState, FilledTraining } from './registrations/domain.ts';

type Typed<Row> = Statement & { readonly row?: Row };

/** Ids for everything of a centre; lists of the centre point to them by index. */
export interface CentreIds {
  readonly clubs: readonly number[];
  readonly roomGroups: readonly number[];
  readonly rooms: readonly number[];
  readonly styles: readonly number[];
  readonly trainers: readonly number[];
  readonly clients: readonly number[];
}

export interface DemoAccountRow {
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly clientId: number;
  readonly trainerId: number | null;
  readonly isAdmin: boolean;
  readonly canSeeRegistrations: boolean;
  readonly canManageRegistrations: boolean;
}

export function hasTenants(): Typed<{ isThere: boolean }> {
  return { text: 'select exists (select from tenants) as "isThere"', values: [] };
}

/** Any number; the same for every process that may load the demo data. */
const loadLock = 7_361_002;

/** Opens a load: one process at a time, and counters that come with their rows (decision 0006). */
export function beginLoad(): Statement[] {
  return [
    { text: "select set_config('lock_timeout', '14s', true)", values: [] },
    { text: 'select pg_advisory_xact_lock($1)', values: [loadLock] },
    { text: "select set_config('trenn.bulk', 'on', true)", values: [] },
  ];
}

export function insertTenant(tenant: BuiltInTenant): Typed<{ id: number }> {
  const { company, contact, vatPercent } = tenant;
  const inEach = <T>(make: (language: Language) => T) =>
    Object.fromEntries(languages.map((language) => [language, make(language)]));
  return {
    text: `insert into tenants (host, name, kind, country, time_zone, default_language, languages, slogans, theme,
        page_rules, limits, company, texts, logos)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning tenant_id as id`,
    values: [
      tenant.host,
      tenant.title,
      tenant.kind,
      tenant.country2Code,
      tenant.timeZone,
      tenant.defaultLanguage,
      tenant.languages,
      tenant.slogan,
      tenant.theme,
      tenant.pageRules,
      tenant.limits,
      { ...company, vatPercent, contact },
      {
        buyingTerms: inEach((language) => buyingTerms(tenant, language)),
        about: inEach((language) => aboutPage(tenant, language)),
      },
      drawLogos(tenant),
    ],
  };
}

/** Takes ids from the tables' own sequences, so that what comes later goes on from there. */
export function takeIds(centre: DemoCentre): Typed<CentreIds> {
  const take = (table: string, parameter: number) =>
    `array(select nextval(pg_get_serial_sequence('${table}', 'id'))::integer from generate_series(1, $${parameter}))`;
  return {
    text: `select ${take('clubs', 1)} as clubs, ${take('room_groups', 2)} as "roomGroups",
      ${take('rooms', 3)} as rooms, ${take('styles', 4)} as styles, ${take('trainers', 5)} as trainers,
      ${take('clients', 6)} as clients`,
    values: [
      centre.tenant.clubs.length,
      centre.roomGroups.length,
      centre.rooms.length,
      centre.tenant.styles.length,
      centre.trainers.length,
      centre.clients.length,
    ],
  };
}

export function takeTrainingIds(count: number): Typed<{ ids: number[] }> {
  return {
    text: `select array(
      select nextval(pg_get_serial_sequence('trainings', 'id'))::integer from generate_series(1, $1)) as ids`,
    values: [count],
  };
}

/** Clubs, room groups, rooms, styles, trainers and clients of a centre. */
export function insertCentre(tenantId: number, centre: DemoCentre, ids: CentreIds): Statement[] {
  const { tenant, roomGroups, rooms, trainers, clients } = centre;
  return [
    insertRows(
      tenantId,
      'clubs',
      {
        id: 'integer',
        name: 'text',
        address: 'text',
        city: 'text',
        opening_hours: 'jsonb',
        position: 'integer',
      },
      tenant.clubs.map(({ name, address, city, openingHours }, index) => ({
        id: ids.clubs[index],
        name,
        address,
        city,
        opening_hours: openingHours,
        position: index,
      })),
    ),
    insertRows(
      tenantId,
      'room_groups',
      { id: 'integer', name: 'text' },
      roomGroups.map((name, index) => ({ id: ids.roomGroups[index], name })),
    ),
    insertRows(
      tenantId,
      'rooms',
      { id: 'integer', club_id: 'integer', room_group_id: 'integer', name: 'text', capacity: 'integer' },
      rooms.map(({ name, roomGroup, places, clubIndex }, index) => ({
        id: ids.rooms[index],
        club_id: ids.clubs[clubIndex],
        room_group_id: ids.roomGroups[roomGroups.indexOf(roomGroup)],
        name,
        capacity: places,
      })),
    ),
    insertRows(
      tenantId,
      'styles',
      { id: 'integer', names: 'jsonb', colour: 'text' },
      tenant.styles.map((style, index) => ({
        id: ids.styles[index],
        names: builtInStyles[style].name,
        colour: builtInStyles[style].colour,
      })),
    ),
    insertRows(
      tenantId,
      'trainers',
      { id: 'integer', first_name: 'text', last_name: 'text', is_active: 'boolean' },
      trainers.map(({ firstName, lastName, isActive }, index) => ({
        id: ids.trainers[index],
        first_name: firstName,
        last_name: lastName,
        is_active: isActive,
      })),
    ),
    insertRows(
      tenantId,
      'clients',
      {
        id: 'integer',
        code: 'text',
        first_name: 'text',
        last_name: 'text',
        email: 'text',
        phone: 'text',
        is_blocked: 'boolean',
      },
      clients.map(({ code, firstName, lastName, email, phone, isBlocked }, index) => ({
        id: ids.clients[index],
        code,
        first_name: firstName,
        last_name: lastName,
        email,
        phone,
        is_blocked: isBlocked,
      })),
    ),
  ];
}

export function insertAccounts(
  tenantId: number,
  language: Language,
  accounts: readonly DemoAccountRow[],
): Statement {
  return insertRows(
    tenantId,
    'accounts',
    {
      email: 'text',
      username: 'text',
      password_hash: 'text',
      client_id: 'integer',
      trainer_id: 'integer',
      is_admin: 'boolean',
      can_see_registrations: 'boolean',
      can_manage_registrations: 'boolean',
      language: 'text',
    },
    accounts.map((account) => ({
      email: account.email,
      username: account.username,
      password_hash: account.passwordHash,
      client_id: account.clientId,
      trainer_id: account.trainerId,
      is_admin: account.isAdmin,
      can_see_registrations: account.canSeeRegistrations,
      can_manage_registrations: account.canManageRegistrations,
      language,
    })),
  );
}

/** Trainings with their counters; `trainingIds` goes with the list. */
export function insertTrainings(
  tenantId: number,
  { tenant }: DemoCentre,
  ids: CentreIds,
  filled: readonly FilledTraining[],
  trainingIds: readonly number[],
): Statement {
  const instant = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();
  return insertRows(
    tenantId,
    'trainings',
    {
      id: 'integer',
      style_id: 'integer',
      club_id: 'integer',
      room_id: 'integer',
      trainer_id: 'integer',
      name: 'text',
      name_prefix: 'text',
      starts_at: 'timestamptz',
      ends_at: 'timestamptz',
      local_date: 'date',
      max_places: 'integer',
      booked: 'integer',
      waiting: 'integer',
      is_public: 'boolean',
      is_waiting_list_allowed: 'boolean',
      is_closed: 'boolean',
      is_cancelled: 'boolean',
      is_commenting_allowed: 'boolean',
      public_comment: 'text',
      private_comment: 'text',
    },
    filled.map(({ training, booked, waiting }, index) => ({
      id: trainingIds[index],
      style_id: ids.styles[tenant.styles.indexOf(training.style)],
      club_id: ids.clubs[training.clubIndex],
      room_id: ids.rooms[training.roomIndex],
      trainer_id: training.trainerIndex === null ? null : ids.trainers[training.trainerIndex],
      name: training.name,
      name_prefix: training.namePrefix,
      starts_at: instant(training.startsAt),
      ends_at: instant(training.endsAt),
      local_date: training.localDate,
      max_places: training.maxPlaces,
      booked,
      waiting,
      is_public: training.isPublic,
      is_waiting_list_allowed: training.isWaitingListAllowed,
      is_closed: training.isClosed,
      is_cancelled: training.isCancelled,
      is_commenting_allowed: training.isCommentingAllowed,
      public_comment: training.publicComment,
      private_comment: training.privateComment,
    })),
  );
}

/** A registration as it is sent: ids, and seconds of the epoch. */
export interface RegistrationRow {
  readonly trainingId: number;
  readonly clientId: number;
  readonly state: DemoState;
  readonly place: number | null;
  readonly createdAt: number;
  readonly freeUntil: number;
  readonly endedAt: number | null;
  readonly presence: boolean | null;
}

/** Registrations in the order given: who came first has the lower id. */
export function insertRegistrations(tenantId: number, rows: readonly RegistrationRow[]): Statement {
  const column = <Key extends keyof RegistrationRow>(key: Key) => rows.map((row) => row[key]);
  return {
    text: `insert into registrations (tenant_id, training_id, client_id, state, place, created_at, free_until, ended_at,
        presence, style_id, starts_at, ends_at, local_date)
      select t.tenant_id, t.id, r.client_id, r.state, r.place, to_timestamp(r.created_at), to_timestamp(r.free_until),
        to_timestamp(r.ended_at), r.presence, t.style_id, t.starts_at, t.ends_at, t.local_date
      from unnest($2::integer[], $3::integer[], $4::text[], $5::integer[], $6::integer[], $7::integer[], $8::integer[],
        $9::boolean[]) with ordinality
        as r (training_id, client_id, state, place, created_at, free_until, ended_at, presence, rank)
      join trainings t on t.tenant_id = $1 and t.id = r.training_id
      order by r.rank`,
    values: [
      tenantId,
      column('trainingId'),
      column('clientId'),
      column('state'),
      column('place'),
      column('createdAt'),
      column('freeUntil'),
      column('endedAt'),
      column('presence'),
    ],
  };
}

/** One statement for any number of rows; the columns with their types. */
function insertRows(
  tenantId: number,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Statement {
  const names = Object.keys(columns).join(', ');
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return {
    text: `insert into ${table} (tenant_id, ${names})
      select $1, ${names} from jsonb_to_recordset($2::jsonb) as r (${types.join(', ')})`,
    values: [tenantId, JSON.stringify(rows)],
  };
}
