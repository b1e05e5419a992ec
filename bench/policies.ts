import { bookAll, connections, FreshSeats, poolSize, spreadTarget } from './lib/bookings.ts';
import { fillFixture, headersOf, members, resetBookings, rows, type Seat } from './lib/fixture.ts';
import { openPlace, type Place } from './lib/place.ts';
import { type Exchange, recordBooking, recordDay } from './lib/recorded.ts';
import { type Line, percent, perSecond, type Report } from './lib/report.ts';
import { type Effort, interleave, median, medianRatio } from './lib/rounds.ts';
import { type RunningServer, startServer } from './lib/server.ts';
import { request, sendAll } from './lib/sockets.ts';
import { driveSql, sqlDriver } from './lib/sql-load.ts';

const mostCost = 0.2;

/**
 * What row policies cost: the same bookings and the same reads of a member's day with them and, in a scratch
 * database, without; over HTTP and for the database alone, where the cost is not hidden behind the rest.
 */
export async function policies({ isQuick }: Effort): Promise<Report> {
  const place = await openPlace(true);
  await fillFixture(place.owner);
  const bookingSql = await recordBooking(place.url, spreadTarget);
  const daySql = await recordDay(place.url, rows.today.day, { base: 1, divide: 1, modulo: members });
  await resetBookings(place.owner);
  const server = await startServer({
    dataDir: place.dataDir,
    databaseUrl: place.url,
    environment: 'staging',
  });
  const calls = isQuick ? 1000 : 6000;
  const seats = new FreshSeats(server, place, calls);

  const works: Record<string, () => Promise<number>> = {
    'booking over HTTP': async () => (await bookAll(server, await seats.take())).perSecond,
    'member’s day over HTTP': async () => readDays(server, await seats.take()),
    [`booking, ${sqlDriver}`]: drive(place, bookingSql, calls),
    [`member’s day, ${sqlDriver}`]: drive(place, daySql, calls),
  };
  const lines: Line[] = [];
  for (const [what, work] of Object.entries(works)) {
    const withPolicies = (isOn: boolean) => async () => {
      await resetBookings(place.owner);
      await switchPolicies(place, isOn);
      return work();
    };
    const results = await interleave(isQuick ? 1 : 5, {
      without: withPolicies(false),
      with: withPolicies(true),
    });
    const cost = 1 - medianRatio(results.with, results.without);
    lines.push({
      what,
      figure: perSecond(median(results.with)),
      limit: perSecond(median(results.without)),
      ratio: 1 - cost,
      budget: `cost ≤ ${percent(mostCost)}`,
      isOk: cost <= mostCost,
    });
  }
  return {
    lines,
    notes: [
      'Limit: the same with row level security disabled on every table. Round trips are the same: the setting travels with the statements.',
    ],
  };
}

function drive(place: Place, exchanges: readonly Exchange[], calls: number) {
  return () => driveSql({ place, connections: poolSize, exchanges, calls });
}

async function readDays(server: RunningServer, seats: readonly Seat[]): Promise<number> {
  const requests = seats.map((seat) => request('GET', '/api/v0.1/user/schedule', headersOf(seat)));
  const load = await sendAll(server.port, connections, requests);
  if (load.statuses.get(200) !== seats.length) throw new Error('a member’s day was refused');
  return load.perSecond;
}

async function switchPolicies({ owner }: Place, isOn: boolean): Promise<void> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
  );
  for (const { name } of tables) {
    const table = owner.escapeIdentifier(name);
    await owner.query(`alter table ${table} ${isOn ? 'enable' : 'disable'} row level security`);
  }
}
