import type { Statement } from '#server/kernel/batch.ts';
import { drawLogos } from '#server/tenants/logos.ts';
import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { builtInStyles, type StyleKey } from '#server/tenants/styles/built-in.ts';
import { aboutPage, buyingTerms } from '#server/tenants/texts.ts';
import { styleWords, trainerWords } from '#server/tenants/words/built-in.ts';
import { type Language, languages } from '#shared/kernel/language.ts';
import type { DemoCentre } from './domain.ts';

/** A statement with the type of its rows. */
export type Typed<Row> = Statement & { readonly row?: Row };

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

/** One process loads at a time; until the end of its transaction. */
export function tryLoadLock(): Typed<{ isMine: boolean }> {
  return { text: 'select pg_try_advisory_xact_lock($1) as "isMine"', values: [loadLock] };
}

/** For the rest of the transaction: counters come with their rows (decision 0006), and pauses are no fault. */
export function beginLoad(): Statement {
  return {
    text: `select set_config('trenn.bulk', 'on', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
    values: [],
  };
}

/** Ids of the tenants in the order of the list, whichever is written first. */
export function takeTenantIds(count: number): Typed<{ ids: number[] }> {
  return {
    text: `select array(
      select nextval(pg_get_serial_sequence('tenants', 'tenant_id'))::integer from generate_series(1, $1)) as ids`,
    values: [count],
  };
}

export function insertTenant(tenantId: number, tenant: BuiltInTenant): Statement {
  const { company, contact } = tenant;
  const inEach = <T>(make: (language: Language) => T) =>
    Object.fromEntries(languages.map((language) => [language, make(language)]));
  return {
    text: `insert into tenants (tenant_id, host, name, kind, country, time_zone, default_language, languages, slogans, theme,
        page_rules, limits, company, texts, logos)
      overriding system value
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      tenantId,
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
      { ...company, contact },
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
      {
        id: 'integer',
        club_id: 'integer',
        room_group_id: 'integer',
        name: 'text',
        capacity: 'integer',
        floor: 'integer',
      },
      rooms.map(({ name, roomGroup, places, clubIndex }, index) => ({
        id: ids.rooms[index],
        club_id: ids.clubs[clubIndex],
        room_group_id: ids.roomGroups[roomGroups.indexOf(roomGroup)],
        name,
        capacity: places,
        floor: floorOf(name, roomGroups.indexOf(roomGroup)),
      })),
    ),
    insertRows(
      tenantId,
      'styles',
      {
        id: 'integer',
        names: 'jsonb',
        colour: 'text',
        levels: 'jsonb',
        descriptions: 'jsonb',
        audiences: 'jsonb',
        belongings: 'jsonb',
      },
      tenant.styles.map((style, index) => ({
        id: ids.styles[index],
        names: builtInStyles[style].name,
        colour: builtInStyles[style].colour,
        levels: styleWords[style]?.level ?? {},
        descriptions: styleWords[style]?.description ?? {},
        audiences: styleWords[style]?.audience ?? {},
        belongings: styleWords[style]?.belongings ?? {},
      })),
    ),
    insertRows(
      tenantId,
      'trainers',
      {
        id: 'integer',
        first_name: 'text',
        last_name: 'text',
        is_active: 'boolean',
        strengths: 'jsonb',
        words: 'jsonb',
        languages: 'text[]',
      },
      trainers.map(({ firstName, lastName, isActive, ...of }, index) => ({
        id: ids.trainers[index],
        first_name: firstName,
        last_name: lastName,
        is_active: isActive,
        strengths: strengthsOf(of.styles),
        words: trainerWords[index % trainerWords.length],
        languages: [...new Set([tenant.defaultLanguage, 'en', ...(index % 2 === 0 ? ['ru'] : [])])],
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

/** The first styles a trainer teaches, in each language. */
function strengthsOf(styles: readonly StyleKey[]): Readonly<Record<Language, string>> {
  const first = styles.slice(0, 3).map((style) => builtInStyles[style].name);
  const inOne = (language: Language) => first.map((name) => name[language]).join(', ');
  return { et: inOne('et'), en: inOne('en'), lv: inOne('lv') };
}

/** Halls have floors; lanes, courses and walls are found without. */
function floorOf(name: string, group: number): number | null {
  return /saal|zāle|studio|stuudio|hall|ruum|telpa/i.test(name) ? 1 + (group % 3) : null;
}

/** One statement for any number of rows; the columns with their types. */
export function insertRows(
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
