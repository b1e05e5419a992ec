import type pg from 'pg';
import { systemClock } from '#server/kernel/clock.ts';
import { EventBus } from '#server/kernel/events.ts';
import { readSecret } from '#server/kernel/secrets.ts';
import { Tokens } from '#server/kernel/tokens.ts';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addDays, addMinutes, instantAt, localDate } from '#shared/kernel/dates.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';

/** The one centre of the fixture; everything in it is made up for measuring. */
export const tenantId = 1;
export const host = 'bench.example';
export const timeZone = 'Europe/Tallinn';
export const members = 9000;
export const accountBase = 1_000_000;

/** A row of trainings alike: all at the same hour of one day, each in a room of its own. */
export interface Row {
  readonly first: number;
  readonly count: number;
  readonly places: number;
  /** Days from today. */
  readonly day: number;
}

export const rows = {
  today: { first: 1001, count: 50, places: 30, day: 0 },
  /** What members hold already, on three days. */
  held1: { first: 2001, count: 360, places: 30, day: 2 },
  held2: { first: 3001, count: 360, places: 30, day: 3 },
  held3: { first: 4001, count: 360, places: 30, day: 4 },
  spread: { first: 10_001, count: 500, places: 30, day: 5 },
  /** Booked one after the other, so that all are after the same training. */
  hot: { first: 20_001, count: 30, places: 300, day: 6 },
  rush: { first: 30_001, count: 20, places: 30, day: 7 },
  sample: { first: 70_001, count: 1, places: 30, day: 8 },
} as const satisfies Record<string, Row>;

/** The row with which trainings to measure with begin; those before it stay as they are. */
const firstMeasured = rows.spread.first;
export const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
const limits = BookingLimits.parse({ sameStylePerDateMax: 2, upcomingMax: 30, waitingListMax: 500 });

/** Fills an empty migrated database: a centre with rooms, members who hold three registrations each, trainings. */
export async function fillFixture(owner: pg.Client): Promise<void> {
  const today = localDate(systemClock.now(), timeZone);
  await owner.query(
    `insert into tenants (tenant_id, host, name, kind, country, time_zone, default_language, languages, slogans,
       theme, page_rules, limits, company, texts, logos) overriding system value
     values ($1, $2, 'Bench', 'sportsCentre', 'EE', $3, 'en', '{en,et}', '{"en":"Move"}', $4, $5, $6, $7,
       '{"buyingTerms":{}}', $8)`,
    [
      tenantId,
      host,
      timeZone,
      { light: '#0F766E', dark: '#5EEAD4', defaultColorScheme: 'dark' },
      PageRules.parse({}),
      limits,
      { contact: { email: `info@${host}`, phone: '+3725550000', address: 'Pikk 1, Tallinn' } },
      { light: mark, dark: mark, favicon: mark, invoice: mark },
    ],
  );
  await owner.query("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
  await owner.query(
    `insert into clubs (id, name, address, city, opening_hours) values (1, 'Bench', 'Pikk 1', 'Tallinn', '[]')`,
  );
  await owner.query(
    `insert into rooms (id, club_id, name, capacity) select n, 1, 'Room ' || n, 30 from generate_series(1, 600) n`,
  );
  await owner.query(
    `insert into styles (id, names, colour) values (1, '{"en":"Yoga","et":"Jooga"}', '#0F766E')`,
  );
  await owner.query(
    `insert into clients (id, code, first_name, last_name, email, phone)
     select n, 'B' || n, 'Mari', 'Maasikas', 'm' || n || '@bench.example', '+3725550000'
     from generate_series(1, $1::integer) n`,
    [members],
  );
  await owner.query(
    `insert into accounts (id, email, username, password_hash, client_id, language)
     select $2::integer + n, 'm' || n || '@bench.example', 'm' || n, 'none', n, 'en'
     from generate_series(1, $1::integer) n`,
    [members, accountBase],
  );
  for (const row of Object.values(rows)) await insertTrainings(owner, row, today);
  for (const row of [rows.held1, rows.held2, rows.held3]) await holdPlaces(owner, row);
  await owner.query(`select setval(pg_get_serial_sequence('registrations', 'id'), 5000000)`);
  await settle(owner);
}

async function insertTrainings(owner: pg.Client, row: Row, today: string): Promise<void> {
  const date = addDays(today, row.day);
  // Today's trainings follow one another, so that the public day looks like a day.
  const startsAt = instantAt(date, row.day === 0 ? '06:00' : '12:00', timeZone);
  await owner.query(
    `insert into trainings (id, style_id, club_id, room_id, name, starts_at, ends_at, local_date, max_places,
       public_comment)
     select $1::integer + n, 1, 1, n + 1, 'Hatha jooga', $2::timestamptz + n * $3::interval,
       $4::timestamptz + n * $3::interval, $5::date, $6, 'Bring a mat'
     from generate_series(0, $7::integer - 1) n`,
    [
      row.first,
      startsAt,
      row.day === 0 ? '20 minutes' : '0',
      addMinutes(startsAt, 60),
      date,
      row.places,
      row.count,
    ],
  );
}

async function holdPlaces(owner: pg.Client, row: Row): Promise<void> {
  await owner.query(
    `insert into registrations (id, training_id, client_id, state, place, created_at, free_until, style_id,
       starts_at, ends_at, local_date)
     select t.id * 1000 + n, t.id, n, 'booked', (n - 1) / $3::integer + 1, now(), t.starts_at - interval '3 hours', 1,
       t.starts_at, t.ends_at, t.local_date
     from generate_series(1, $1::integer) n join trainings t on t.id = $2::integer + (n - 1) % $3::integer`,
    [members, row.first, row.count],
  );
}

/** Takes back what a round has booked, so that the next one finds the same centre. */
export async function resetBookings(owner: pg.Client): Promise<void> {
  await owner.query('delete from queue_moves where training_id >= $1', [firstMeasured]);
  await owner.query('delete from registrations where training_id >= $1', [firstMeasured]);
  await owner.query('delete from idempotency_keys');
  await owner.query('delete from outbox');
  await settle(owner);
}

async function settle(owner: pg.Client): Promise<void> {
  for (const table of ['trainings', 'registrations', 'idempotency_keys', 'outbox', 'clients', 'accounts']) {
    await owner.query(`vacuum analyze ${table}`);
  }
  await owner.query('checkpoint');
}

export interface Seat {
  readonly clientId: number;
  readonly token: string;
  /** The address the member calls from: the limit of calls per address counts each alone. */
  readonly address: string;
}

/** Members signed in with the server's own secret; a token lives five minutes, so take them just before use. */
export async function signIn(dataDir: string, count: number): Promise<Seat[]> {
  const tokens = new Tokens(readSecret(dataDir, 'session'), systemClock, new EventBus());
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const clientId = index + 1;
      const token = await tokens.sign({
        accountId: accountBase + clientId,
        sessionId: crypto.randomUUID(),
        sessionVersion: 1,
        clientId,
        clientCode: `B${clientId}`,
        canSeeRegistrations: false,
        canManageRegistrations: false,
        isAdmin: false,
        needsUpdate: false,
        isFactorMissing: false,
        provedAt: 0,
        host,
        keep: false,
        email: `m${clientId}@bench.example`,
        phone: '+3725550000',
        firstName: 'Mari',
        lastName: 'Maasikas',
      });
      return { clientId, token, address: `10.0.${clientId >> 8}.${clientId & 255}` };
    }),
  );
}

/** The headers of a member's own browser. */
export function headersOf({ token, address }: Seat): Record<string, string> {
  return {
    Host: host,
    Authorization: `Bearer ${token}`,
    'Accept-Language': 'en',
    'X-Api-Version': '0.1',
    'X-Client-Version': '0.5.7',
    'X-Tenant-Host': host,
    'X-Forwarded-For': address,
  };
}
