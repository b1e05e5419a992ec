import pg from 'pg';
import { loadDemo } from '#server/demo/commands.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { Db, type Query, roleUrl } from '#server/kernel/db.ts';
import { EventBus } from '#server/kernel/events.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { ensureDatabase, withDatabase } from '#server/kernel/postgres/postgres.ts';
import { Tokens } from '#server/kernel/tokens.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { hotQueries, type Subject } from './lib/hot-queries.ts';
import { openPlace, whenOver } from './lib/place.ts';
import { findPlanFaults, type PlanFault } from './lib/plans.ts';
import { milliseconds, type Report } from './lib/report.ts';
import { type Effort, median, medianRatio, quantile } from './lib/rounds.ts';

const mostGrowth = 1.5;
const tenants = 21;
/** Calls that let a prepared statement settle on its plan (PostgreSQL plans the first five by their values). */
const settlingCalls = 8;

interface DataSet {
  readonly url: string;
  readonly db: Db;
  readonly subjects: readonly Subject[];
  readonly registrations: number;
}

/** The hottest queries on the demo centres and on many times the registrations, in turns. */
export async function growth({ isQuick, isFull }: Effort): Promise<Report> {
  const place = await openPlace(false);
  const small = await fill(place.url, 'small', 0);
  const large = await fill(place.url, 'large', small.registrations * (isFull ? 100 : isQuick ? 3 : 20));
  const calls = isQuick ? 200 : 1000;
  const slower: { query: string; p99: number; growth: number }[] = [];
  for (const [query, build] of Object.entries(hotQueries)) {
    const results: { small: number; large: number }[] = [];
    for (let round = 0; round < (isQuick ? 2 : 5); round += 1) {
      results.push(await time(small, large, build, calls));
    }
    const large99 = results.map((result) => result.large);
    const small99 = results.map((result) => result.small);
    slower.push({ query, p99: median(large99), growth: medianRatio(large99, small99) });
  }
  const faults = await findFaults(large);
  const worst = slower.toSorted((one, other) => other.growth - one.growth);
  const grown = worst.filter(({ growth }) => growth > mostGrowth);
  const times = Math.round(large.registrations / small.registrations);
  return {
    lines: [
      {
        what: `p99 of ${slower.length} queries at ${times} times the registrations`,
        figure: `${grown.length} above ${mostGrowth} times`,
        limit: `median ${median(slower.map(({ growth }) => growth)).toFixed(2)} times`,
        budget: `≤ ${mostGrowth} times each`,
        isOk: grown.length === 0,
      },
      {
        what: 'plans that begin at an index led by the tenant',
        figure: `${slower.length - new Set(faults.map(({ query }) => query)).size} of ${slower.length}`,
        budget: 'all',
        isOk: faults.length === 0,
      },
    ],
    notes: [
      `${small.registrations.toLocaleString('en-GB')} and ${large.registrations.toLocaleString('en-GB')} registrations of ${tenants} centres, in memory${isFull ? '' : '; `-- growth --full` takes 100 times as many'}.`,
      'The three that grew most:',
      ...worst.slice(0, Math.max(3, grown.length)).map(toText),
      ...faults.map(({ query, fault }) => `${query}: ${fault}`),
    ],
  };
}

function toText({ query, p99, growth }: { query: string; p99: number; growth: number }): string {
  return `${query}: ${growth.toFixed(2)} times (p99 ${milliseconds(p99)})`;
}

async function fill(ownerUrl: string, name: string, registrations: number): Promise<DataSet> {
  await ensureDatabase(ownerUrl, name);
  const url = withDatabase(ownerUrl, name);
  await migrate(url);
  const options = { poolSize: 3, isNamed: true, onError: () => {} };
  const system = new Db({ url: roleUrl(url, 'trenn_system'), ...options });
  const now = systemClock.now();
  const tokens = new Tokens('bench', systemClock, new EventBus());
  const counts = await loadDemo(system, { now, tokens, scale: { tenants, registrations } });
  await system.close();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('vacuum analyze');
  const subjects = await drawSubjects(owner, now);
  await owner.end();
  const db = new Db({ url: roleUrl(url, 'trenn_app'), ...options });
  whenOver(() => db.close());
  return { url, db, subjects, registrations: counts.registrations };
}

/** Bookings of today and the days around it, of all centres alike, in an order that repeats from run to run. */
async function drawSubjects(owner: pg.Client, now: string): Promise<Subject[]> {
  const { rows } = await owner.query<Omit<Subject, 'today' | 'now'>>(
    `select tenant_id as "tenantId", training_id as "trainingId", client_id as "clientId", id as "registrationId"
     from registrations where local_date between $1::date - 3 and $1::date + 7
     order by md5(tenant_id || '.' || id) limit 2000`,
    [localDate(now, 'Europe/Tallinn')],
  );
  return rows.map((row) => ({ ...row, now, today: localDate(now, 'Europe/Tallinn') }));
}

/**
 * The p99 of one query in both sets, asked again and again on one connection each, every time about something
 * else; call by call in turns, so that a disturbance falls on both.
 */
async function time(small: DataSet, large: DataSet, build: (subject: Subject) => Query, calls: number) {
  const waits = { small: new Float64Array(calls), large: new Float64Array(calls) };
  for (let call = -settlingCalls; call < calls; call += 1) {
    waits.small[call] = await timeOne(small, build, call + settlingCalls);
    waits.large[call] = await timeOne(large, build, call + settlingCalls);
  }
  return { small: quantile(waits.small, 0.99), large: quantile(waits.large, 0.99) };
}

async function timeOne({ db, subjects }: DataSet, build: (subject: Subject) => Query, call: number) {
  const subject = subjects[call % subjects.length];
  if (!subject) throw new Error('the demo centres have no bookings around today');
  const query = build(subject);
  const begun = performance.now();
  await db.read(subject.tenantId, query);
  return performance.now() - begun;
}

async function findFaults({ url, subjects }: DataSet): Promise<PlanFault[]> {
  const client = new pg.Client({ connectionString: roleUrl(url, 'trenn_app') });
  await client.connect();
  const faults: PlanFault[] = [];
  try {
    const { tenantId } = subjects[0] ?? { tenantId: 0 };
    await client.query("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    const own = subjects.filter((subject) => subject.tenantId === tenantId).slice(0, settlingCalls);
    for (const [query, build] of Object.entries(hotQueries)) {
      const statements = own.map((subject) => toStatement(build(subject)));
      faults.push(...(await findPlanFaults(client, query, statements)));
    }
  } finally {
    await client.end();
  }
  return faults;
}

function toStatement(query: Query) {
  if ('text' in query) return query;
  const { sql, parameters } = query.compile();
  return { text: sql, values: parameters };
}
