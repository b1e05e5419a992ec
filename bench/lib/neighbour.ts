import type pg from 'pg';
import { systemClock } from '#server/kernel/clock.ts';
import { EventBus } from '#server/kernel/events.ts';
import { readSecret } from '#server/kernel/secrets.ts';
import { Tokens } from '#server/kernel/tokens.ts';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';
import { accountBase, headersOf, mark, type Seat, tenantId, timeZone } from './fixture.ts';

const neighbourId = tenantId + 1;
export const neighbourHost = 'neighbour.example';
/** Of its administrator, who is its only client with an account. */
const accountId = accountBase * 2;
/** Ids begin here, so that they are nobody else's. */
const base = 40_000_000;
const days = 90;
const trainingsADay = 40;
const people = 2000;
const booked = 15;
const payer = { name: 'Mari Maasikas', email: 'n1@neighbour.example' };
const seller = {
  name: 'Neighbour OÜ',
  registryCode: '12345678',
  contact: { email: 'info@neighbour.example', phone: '+3725550000', address: 'Pikk 2, Tallinn' },
};
/** To be paid by whoever has their token: `t1` and so on. */
export const invoices = 300;
/** Whom the door refused a moment ago: `base + 1` and so on, so that each lets its lock be asked. */
export const refusals = { first: base + 1, count: 1000 };
/** What its door shows. */
export const doorToken = 'door'.padEnd(43, '-');
/** How far back its timetable goes. */
export const daysHeld = days;
/** The trainings of yesterday, each with its fifteen. */
export const yesterday = { first: base + trainingsADay + 1, count: trainingsADay, booked };

/**
 * A centre beside the measured one, with a quarter of a year behind it (54,000 registrations in 3,600 trainings), so that its
 * reports and simulations have something to go through.
 */
export async function fillNeighbour(owner: pg.Client, relay: string): Promise<void> {
  const date = localDate(systemClock.now(), timeZone);
  await owner.query(
    `insert into tenants (tenant_id, host, name, kind, country, time_zone, default_language, languages, slogans,
       theme, page_rules, limits, company, texts, logos) overriding system value
     values ($1, $2, 'Neighbour', 'sportsCentre', 'EE', $3, 'en', '{en,et}', '{"en":"Move"}', $4, $5, $6, $7,
       '{"buyingTerms":{}}', $8)`,
    [
      neighbourId,
      neighbourHost,
      timeZone,
      { light: '#0F766E', dark: '#5EEAD4', defaultColorScheme: 'dark' },
      PageRules.parse({ payment: { isPaymentActive: true, isPaymentInFrame: true } }),
      BookingLimits.parse({ upcomingMax: 30 }),
      seller,
      { light: mark, dark: mark, favicon: mark, invoice: mark },
    ],
  );
  await owner.query("select set_config('app.tenant_id', $1, false)", [String(neighbourId)]);
  await owner.query(
    `insert into clubs (id, name, address, city, opening_hours) values ($1, 'Next', 'Pikk 2', 'Tallinn', '[]')`,
    [base],
  );
  await owner.query(
    `insert into rooms (id, club_id, name, capacity) select $1 + n, $1, 'Room ' || n, 30
     from generate_series(1, $2::integer) n`,
    [base, trainingsADay],
  );
  await owner.query(
    `insert into styles (id, names, colour) values ($1, '{"en":"Yoga","et":"Jooga"}', '#0F766E')`,
    [base],
  );
  await owner.query(
    `insert into clients (id, code, first_name, last_name, email, phone)
     select $1::integer + n, 'N' || n, 'Mari', 'Maasikas', 'n' || n || '@neighbour.example', '+37255550000'
     from generate_series(1, $2::integer) n`,
    [base, people],
  );
  await owner.query(
    `insert into accounts (id, email, username, password_hash, client_id, language, is_admin)
     values ($1, 'n1@neighbour.example', 'n1', 'none', $2, 'en', true)`,
    [accountId, base + 1],
  );
  await owner.query(
    `insert into trainings (id, style_id, club_id, room_id, name, starts_at, ends_at, local_date, max_places)
     select $1::integer + d * $2::integer + n, $1, $1, $1 + n, 'Hatha jooga', at, at + interval '1 hour', day, 30
     from generate_series(1, $3::integer) d, generate_series(1, $2::integer) n,
       lateral (select $4::date - d as day) of_day, lateral (select (day + time '12:00') at time zone $5 as at) of_time`,
    [base, trainingsADay, days, date, timeZone],
  );
  await owner.query(
    `insert into registrations (id, training_id, client_id, state, place, presence, created_at, free_until, style_id,
       starts_at, ends_at, local_date)
     select t.id * 30 + p, t.id, $1::integer + 1 + (n * $2::integer + p) % $3::integer, 'booked', p, true,
       t.starts_at - interval '2 days', t.starts_at - interval '3 hours', $1, t.starts_at, t.ends_at, t.local_date
     from (select *, id % $4::integer as n from trainings where tenant_id = $5) t, generate_series(1, $2::integer) p`,
    [base, booked, people, trainingsADay, neighbourId],
  );
  await owner.query(
    `insert into invoices (id, kind, state, number, salt, token_hash, client_id, payer, seller, language, issued_on, due_on,
       total_cents, created_at, issued_at)
     select $1::integer + n, 'invoice', 'issued', 'N' || n, sha256(n::text::bytea), sha256(('t' || n)::bytea), $1 + 1, $4,
       $5, 'en', $3::date, $3::date + 14, 1000, now(), now()
     from generate_series(1, $2::integer) n`,
    [base, invoices, date, payer, seller],
  );
  await owner.query(
    `insert into doors (id, club_id, name, direction, client_type, relay_url, token_hash)
     values ($1, $1, 'Front', 'in', 'gym', $2, sha256($3))`,
    [base, relay, doorToken],
  );
  await owner.query(
    `insert into entries (id, scan_id, door_id, club_id, client_id, direction, at, local_date, received_at, is_offline, result,
       reason)
     select $1::integer + n, gen_random_uuid(), $1, $1, $1 + 1 + n % $3::integer, 'in', now(), $4::date, now(), false, 'refused',
       'entryRefused'
     from generate_series(1, $2::integer) n`,
    [base, refusals.count, people - 1, date],
  );
  await fillDevices(owner);
  for (const table of ['trainings', 'registrations', 'clients', 'entry_devices'])
    await owner.query(`vacuum analyze ${table}`);
  await owner.query("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
}

/** A phone of each member, whose entry codes the door knows. */
async function fillDevices(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into accounts (id, email, username, password_hash, client_id, language)
     select $1::integer + n, 'n' || n || '@neighbour.example', 'n' || n, 'none', $2::integer + n, 'en'
     from generate_series(2, $3::integer) n`,
    [accountId, base, people],
  );
  await owner.query(
    `insert into sessions (id, account_id, salt, rotated_at, created_at, proved_at, expires_at, keep, device)
     select gen_random_uuid(), a.id, '\\x00', now(), now(), now(), 'infinity', true, '{}'
     from accounts a where a.tenant_id = $1 and a.id > $2`,
    [neighbourId, accountId],
  );
  await owner.query(
    `insert into entry_devices (client_id, session_id, public_key, created_at)
     select a.client_id, s.id, sha512(s.id::text::bytea), now()
     from accounts a join sessions s on s.tenant_id = a.tenant_id and s.account_id = a.id where a.tenant_id = $1`,
    [neighbourId],
  );
}

/** The headers of its administrator's browser, from an address nobody else has; a token lives five minutes. */
export async function neighbourHeaders(dataDir: string): Promise<Record<string, string>> {
  const tokens = new Tokens(readSecret(dataDir, 'session'), systemClock, new EventBus());
  const token = await tokens.sign({
    accountId,
    sessionId: crypto.randomUUID(),
    sessionVersion: 1,
    clientId: base + 1,
    clientCode: 'N1',
    canSeeRegistrations: false,
    canManageRegistrations: false,
    isAdmin: true,
    needsUpdate: false,
    isFactorMissing: false,
    provedAt: Math.floor(Date.now() / 1000),
    host: neighbourHost,
    keep: false,
    email: 'n1@neighbour.example',
    phone: '+3725550000',
    firstName: 'Mari',
    lastName: 'Maasikas',
  });
  const seat: Seat = { clientId: base + 1, token, address: '10.200.0.1' };
  return { ...headersOf(seat), Host: neighbourHost, 'X-Tenant-Host': neighbourHost };
}
