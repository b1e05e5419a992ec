import type { Statement } from '#server/kernel/batch.ts';
import { drawLogos } from '#server/tenants/logos.ts';
import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { builtInStyles, type StyleKey } from '#server/tenants/styles/built-in.ts';
import { aboutPage, buyingTerms } from '#server/tenants/texts.ts';
import type { IdentitySettings } from '#shared/account/identity-keys/domain.ts';
import type { Seller } from '#shared/invoices/domain.ts';
import { type Language, languages } from '#shared/kernel/language.ts';
import type { DemoCentre } from './domain.ts';
import type { DemoClient } from './people/domain.ts';
import { nameOf, wordsOf } from './styles/built-in.ts';

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

export function insertTenant(
  tenantId: number,
  tenant: BuiltInTenant,
  identities: IdentitySettings,
): Statement {
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
      { ...company, contact, identities },
      {
        buyingTerms: inEach((language) => buyingTerms(tenant, language)),
        about: inEach((language) => aboutPage(tenant, language)),
      },
      drawLogos(tenant),
    ],
  };
}

/**
 * Takes ids from the tables' own sequences, as many of each as asked, so that what comes later goes on from there. Tables
 * by their names in camel case.
 */
export function takeIds<Table extends string>(
  counts: Readonly<Record<Table, number>>,
): Typed<Record<Table, number[]>> {
  const lists = Object.keys(counts).map((name, index) => {
    const table = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `array(select nextval(pg_get_serial_sequence('${table}', 'id'))::integer
      from generate_series(1, $${index + 1})) as "${name}"`;
  });
  return { text: `select ${lists.join(', ')}`, values: Object.values(counts) };
}

/** Clubs, room groups, rooms, styles, trainers and clients of a centre. */
export function insertCentre(tenantId: number, centre: DemoCentre, ids: CentreIds): Statement[] {
  const { tenant, roomGroups, rooms, trainers, clients } = centre;
  return [
    insertRows(
      tenantId,
      'clubs',
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
      roomGroups.map((name, index) => ({ id: ids.roomGroups[index], name })),
    ),
    insertRows(
      tenantId,
      'rooms',
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
      tenant.styles.map((style, index) => ({
        id: ids.styles[index],
        names: nameOf(style, tenant.kind),
        colour: builtInStyles[style].colour,
        ...styleColumns(style, tenant),
      })),
    ),
    insertRows(
      tenantId,
      'trainers',
      trainers.map(({ firstName, lastName, isActive, words, photo, ...of }, index) => ({
        id: ids.trainers[index],
        first_name: firstName,
        last_name: lastName,
        is_active: isActive,
        strengths: strengthsOf(of.styles, tenant),
        words,
        photo,
        languages: [...new Set([tenant.defaultLanguage, 'en', ...(index % 2 === 0 ? ['ru'] : [])])],
      })),
    ),
    insertRows(
      tenantId,
      'trainer_styles',
      trainers.flatMap(({ styles }, index) =>
        styles.map((style) => ({
          trainer_id: ids.trainers[index],
          style_id: ids.styles[tenant.styles.indexOf(style)],
        })),
      ),
    ),
    insertRows(
      tenantId,
      'clients',
      clients.map(
        ({ code, firstName, lastName, email, phone, isBlocked, address, city, parentIndex }, index) => ({
          id: ids.clients[index],
          code,
          first_name: firstName,
          last_name: lastName,
          email,
          phone,
          is_blocked: isBlocked,
          address,
          city,
          guardian: guardianOf(clients[parentIndex ?? -1]),
        }),
      ),
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

/** What a style says of itself, in the columns of its table. */
function styleColumns(style: StyleKey, { kind }: Pick<BuiltInTenant, 'kind'>) {
  const words = wordsOf(style, kind);
  return {
    levels: words?.level ?? {},
    descriptions: words?.description ?? {},
    audiences: words?.audience ?? {},
    belongings: words?.belongings ?? {},
  };
}

/** As who joins for a child is written down. */
function guardianOf(parent: DemoClient | undefined) {
  if (!parent) return null;
  const { firstName, lastName, email, phone } = parent;
  return { firstName, lastName, email, phone, country: 'XX', idCode: '' };
}

/** The first styles a trainer teaches, in each language; where people come for one trainer, that before all. */
function strengthsOf(
  styles: readonly StyleKey[],
  { kind }: Pick<BuiltInTenant, 'kind'>,
): Readonly<Record<Language, string>> {
  const isOne = (style: StyleKey) => kind === 'trainerPortal' && style === 'personal';
  const inOrder = styles.toSorted((one, other) => Number(isOne(other)) - Number(isOne(one)));
  const first = inOrder.slice(0, 3).map((style) => nameOf(style, kind));
  const inOne = (language: Language) => first.map((name) => name[language]).join(', ');
  return { et: inOne('et'), en: inOne('en'), lv: inOne('lv') };
}

/** Halls have floors; lanes, courses and walls are found without. */
function floorOf(name: string, group: number): number | null {
  return /saal|zāle|studio|stuudio|hall|ruum|telpa/i.test(name) ? 1 + (group % 3) : null;
}

/** One statement for any number of rows of a table, which knows their types. The columns are all that any row names. */
export function insertRows(
  tenantId: number,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Statement {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const names = ['tenant_id', ...columns].join(', ');
  const values = ['$1', ...columns.map((column) => `r.${column}`)].join(', ');
  return {
    text: `insert into ${table} (${names}) select ${values} from jsonb_populate_recordset(null::${table}, $2::jsonb) as r`,
    values: [tenantId, JSON.stringify(rows)],
  };
}

/** What an invoice is told when it is issued. */
const issuing = ['number', 'issued_on', 'due_on', 'issued_at', 'written_off_at'];

/** Drafts, their lines, then all of them issued: as the rules of the tables have it. */
export function insertIssued(
  tenantId: number,
  invoices: readonly Readonly<Record<string, unknown>>[],
  lines: readonly Readonly<Record<string, unknown>>[],
  seller: Seller,
): Statement[] {
  const drafts = invoices.map((row) => ({
    ...Object.fromEntries(Object.entries(row).filter(([column]) => !issuing.includes(column))),
    state: 'draft',
    created_at: row.issued_at,
  }));
  return [
    insertRows(tenantId, 'invoices', drafts),
    insertRows(tenantId, 'invoice_lines', lines),
    {
      text: `update invoices as i set state = 'issued', number = r.number, issued_on = r.issued_on, due_on = r.due_on,
          seller = $3::jsonb, issued_at = r.issued_at, written_off_at = r.written_off_at
        from jsonb_populate_recordset(null::invoices, $2::jsonb) as r where i.tenant_id = $1 and i.id = r.id`,
      values: [tenantId, JSON.stringify(invoices), JSON.stringify(seller)],
    },
  ];
}
