import {
  fillFixture,
  headersOf,
  host,
  members,
  resetBookings,
  rows,
  type Seat,
  signIn,
} from './lib/fixture.ts';
import { openPlace, type Place } from './lib/place.ts';
import { type Exchange, recordBooking, type Varying } from './lib/recorded.ts';
import { type Line, milliseconds, percent, perSecond, type Report } from './lib/report.ts';
import { type Effort, interleave, median, medianRatio } from './lib/rounds.ts';
import { type RunningServer, startServer } from './lib/server.ts';
import { type LoadResult, request, sendAll } from './lib/sockets.ts';
import { driveSql, sqlDriver } from './lib/sql-load.ts';

const connections = 32;
/** Connections of the server to the database (DATABASE_POOL_SIZE), and of whoever is measured against it. */
const poolSize = 10;
const leastShare = 0.6;
const longestP99 = 35;

const { spread, hot } = rows;
const everyone: Varying = { base: 1, divide: 1, modulo: members };
/** Call by call the next of many trainings. */
const spreadTarget = {
  training: { base: spread.first, divide: 1, modulo: spread.count },
  place: { base: 1, divide: spread.count, modulo: spread.places },
  client: everyone,
};
/** All calls after the same training until it is full, then after the next one. */
const hotTarget = {
  training: { base: hot.first, divide: hot.places, modulo: hot.count },
  place: { base: 1, divide: 1, modulo: hot.places },
  client: everyone,
};

/**
 * Booking over HTTP, everything on (tokens, limits, policies, counters, idempotency, outbox, log), against the
 * identical statements driven without HTTP and rules on as many connections as the server has.
 */
export async function booking({ isQuick }: Effort): Promise<Report> {
  const place = await openPlace(true);
  await fillFixture(place.owner);
  const spreadSql = await recordBooking(place.url, spreadTarget);
  await resetBookings(place.owner);
  const hotSql = await recordBooking(place.url, hotTarget);
  const server = await startServer({
    dataDir: place.dataDir,
    databaseUrl: place.url,
    environment: 'staging',
  });
  const calls = isQuick ? 2000 : members;
  const seats = await signIn(place.dataDir, calls);
  await warm(server, seats);
  const over: string[] = [];
  const http = (target: { readonly training: Varying }) => async () => {
    await resetBookings(place.owner);
    const load = await bookAll(server, seats, target);
    const booked = load.statuses.get(200) ?? 0;
    if (booked !== calls) over.push(`${calls - booked} of ${calls} bookings were refused: ${said(load)}`);
    return load;
  };
  const sql = (exchanges: readonly Exchange[]) => async () => {
    await resetBookings(place.owner);
    return driveSql({ place, connections: poolSize, exchanges, calls });
  };
  const results = await interleave<string, LoadResult | number>(isQuick ? 1 : 5, {
    spreadSql: sql(spreadSql),
    spreadHttp: http(spreadTarget),
    hotSql: sql(hotSql),
    hotHttp: http(hotTarget),
  });
  const flush = await flushMicroseconds(place);
  const loads = (name: string) => (results[name] ?? []) as LoadResult[];
  const rates = (name: string) => (results[name] ?? []) as number[];
  const shares = [...loads('spreadHttp'), ...loads('hotHttp')].map((load) => load.generatorShare);
  return {
    lines: [
      ...linesOf('booking, spread over 500 trainings', loads('spreadHttp'), rates('spreadSql')),
      ...linesOf('booking, one hot training', loads('hotHttp'), rates('hotSql')),
    ],
    notes: [
      `Limit: ${sqlDriver} with the statements taken down from one booking, ${poolSize} connections, prepared, two round trips.`,
      `${connections} connections, ${calls} bookings a round by as many members who hold three each, commits wait for the disk (${Math.round(flush)} µs a flush).`,
      `The load's own share of a core: ${percent(median(shares))}${median(shares) > 0.4 ? ' (above 40 %: the figure is a floor)' : ''}.`,
      ...over,
    ],
  };
}

function linesOf(what: string, loads: readonly LoadResult[], limits: readonly number[]): Line[] {
  const rates = loads.map((load) => load.perSecond);
  const p99 = median(loads.map((load) => load.p99));
  const ratio = medianRatio(rates, limits);
  return [
    {
      what,
      figure: perSecond(median(rates)),
      limit: perSecond(median(limits)),
      ratio,
      budget: `≥ ${percent(leastShare)}`,
      isOk: ratio >= leastShare,
    },
    {
      what: `${what}: p99`,
      figure: `${milliseconds(p99)} (p50 ${milliseconds(median(loads.map((load) => load.p50)))})`,
      budget: `≤ ${longestP99} ms`,
      isOk: p99 <= longestP99,
    },
  ];
}

export function valueAt({ base, divide, modulo }: Varying, call: number): number {
  return base + (Math.floor(call / divide) % modulo);
}

/** Every member books one place. */
export function bookAll(
  server: RunningServer,
  seats: readonly Seat[],
  target: { readonly training: Varying } = spreadTarget,
): Promise<LoadResult> {
  const requests = seats.map((seat, call) =>
    request(
      'POST',
      '/api/v0.1/user/registration',
      { ...headersOf(seat), 'Idempotency-Key': crypto.randomUUID() },
      { trainingId: valueAt(target.training, call), isWaitingAccepted: false },
    ),
  );
  return sendAll(server.port, connections, requests);
}

/** Whoever books has just looked: each token has been seen once, statements are prepared, code is warm. */
export function warm(server: RunningServer, seats: readonly Seat[]): Promise<LoadResult> {
  const looks = seats.map((seat) => request('GET', '/api/v0.1/user/registration?limit=1', headersOf(seat)));
  return sendAll(server.port, connections, looks);
}

export function said({ statuses }: LoadResult): string {
  return [...statuses].map(([status, count]) => `${status || 'lost'}: ${count}`).join(', ');
}

/** What one commit of a tiny transaction costs on one connection: nearly all of it is the disk. */
async function flushMicroseconds({ owner }: Place): Promise<number> {
  await owner.query('create table if not exists flushes (n integer)');
  const begun = performance.now();
  for (let n = 0; n < 200; n += 1) await owner.query('insert into flushes values (1)');
  const microseconds = ((performance.now() - begun) / 200) * 1000;
  await owner.query('drop table flushes');
  return microseconds;
}

export { connections, host, poolSize, spreadTarget };
