import { bookAll, connections, FreshSeats, hotTarget, poolSize, said, spreadTarget } from './lib/bookings.ts';
import { CpuMeter } from './lib/cpu.ts';
import { fillFixture, members, resetBookings } from './lib/fixture.ts';
import { openPlace, type Place } from './lib/place.ts';
import { type Exchange, recordBooking, type Varying } from './lib/recorded.ts';
import { type Line, milliseconds, percent, perSecond, type Report } from './lib/report.ts';
import { type Effort, interleave, median, medianRatio } from './lib/rounds.ts';
import { startServer } from './lib/server.ts';
import type { LoadResult } from './lib/sockets.ts';
import { driveSql, sqlDriver } from './lib/sql-load.ts';

const leastShare = 0.6;
const longestP99 = 35;
/** Bookings a second of pgbench on the machine the longest p99 was set on, the least seen there (decision 0016). */
const rateOfThatMachine = 6500;

type Contestant = 'spreadSql' | 'spreadHttp' | 'hotSql' | 'hotHttp';

interface Round extends Partial<LoadResult> {
  readonly perSecond: number;
  /** Seconds. */
  readonly cpu: { readonly server: number; readonly database: number };
}

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
  const meter = await CpuMeter.of(server.pid, place);
  const seats = new FreshSeats(server, place, calls);
  const http = (target: { readonly training: Varying }) => async (): Promise<Round> => {
    await resetBookings(place.owner);
    const signedIn = await seats.take();
    const { result: load, ...cpu } = await meter.during(() => bookAll(server, signedIn, target));
    return { ...load, cpu };
  };
  const sql = (exchanges: readonly Exchange[]) => async (): Promise<Round> => {
    await resetBookings(place.owner);
    const work = () => driveSql({ place, connections: poolSize, exchanges, calls });
    const { result: rate, ...cpu } = await meter.during(work);
    return { perSecond: rate, cpu };
  };
  const results = await interleave<Contestant, Round>(isQuick ? 1 : 5, {
    spreadSql: sql(spreadSql),
    spreadHttp: http(spreadTarget),
    hotSql: sql(hotSql),
    hotHttp: http(hotTarget),
  });
  const flush = await flushMicroseconds(place);
  const loads = [...results.spreadHttp, ...results.hotHttp];
  const share = median(loads.map((load) => load.generatorShare ?? 0));
  const refused = loads.filter(({ statuses }) => statuses?.get(200) !== calls);
  return {
    lines: [
      ...linesOf('booking, spread over 500 trainings', results.spreadHttp, results.spreadSql),
      ...linesOf('booking, one hot training', results.hotHttp, results.hotSql),
    ],
    notes: [
      `Limit: ${sqlDriver} with the statements taken down from one booking, ${poolSize} connections, prepared, two round trips.`,
      `${connections} connections, ${calls} bookings a round by as many members who hold three each, commits wait for the disk (${Math.round(flush)} µs a flush).`,
      `The load's own share of a core: ${percent(share)}${share > 0.4 ? ' (above 40 %: the figure is a floor)' : ''}.`,
      cpuNote('spread', calls, results.spreadHttp, results.spreadSql),
      cpuNote('hot', calls, results.hotHttp, results.hotSql),
      ...refused.map((load) => `Not all were booked: ${said(load)}`),
    ],
  };
}

function cpuNote(name: string, calls: number, http: readonly Round[], sql: readonly Round[]): string {
  const each = (rounds: readonly Round[], of: 'server' | 'database') =>
    `${((median(rounds.map(({ cpu }) => cpu[of])) / calls) * 1000).toFixed(2)} ms`;
  return `Processor time a booking, ${name}: server ${each(http, 'server')}, database ${each(http, 'database')}; database alone ${each(sql, 'database')}.`;
}

function linesOf(what: string, loads: readonly Round[], limitRounds: readonly Round[]): Line[] {
  const rates = loads.map((load) => load.perSecond);
  const limits = limitRounds.map((round) => round.perSecond);
  const p99 = median(loads.map((load) => load.p99 ?? Number.NaN));
  const ratio = medianRatio(rates, limits);
  const slowness = Math.max(1, rateOfThatMachine / median(limits));
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
      figure: `${milliseconds(p99)} (p50 ${milliseconds(median(loads.map((load) => load.p50 ?? Number.NaN)))})`,
      budget: `≤ ${longestP99} ms × ${slowness.toFixed(1)} of this machine`,
      isOk: p99 <= longestP99 * slowness,
    },
  ];
}

/** What one commit of a tiny transaction costs on one connection: nearly all of it is the disk. */
async function flushMicroseconds({ owner }: Place): Promise<number> {
  await owner.query('create table flushes (n integer)');
  const begun = performance.now();
  for (let n = 0; n < 200; n += 1) await owner.query('insert into flushes values (1)');
  const microseconds = ((performance.now() - begun) / 200) * 1000;
  await owner.query('drop table flushes');
  return microseconds;
}
