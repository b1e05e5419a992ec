import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db, Query } from './db.ts';

/** Figures for Prometheus at /metrics; labels are routes and codes, never persons. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'trenn_http_seconds',
    help: 'Time to answer by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });
  readonly refusals = new Counter({
    name: 'trenn_refusals_total',
    help: 'Refused calls by error code',
    labelNames: ['code'] as const,
    registers: [this.registry],
  });
  /** Requests that were answered with kept bytes, which no route sees. */
  readonly keptAnswers = new Counter({
    name: 'trenn_kept_answers_total',
    help: 'Requests answered with kept bytes',
    registers: [this.registry],
  });
  readonly jobs = new Histogram({
    name: 'trenn_job_seconds',
    help: 'Time of a job by its task and whether it went well',
    labelNames: ['task', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'trenn_' });
  }

  /** Counts, whenever somebody asks, the connections of each pool and what waits in the outbox and the queue of all processes. */
  watch(pools: Readonly<Record<string, Db>>, system: Db): void {
    const connections = new Gauge({
      name: 'trenn_database_connections',
      help: 'Connections of each pool: busy, idle, and calls that wait for one',
      labelNames: ['pool', 'state'] as const,
      registers: [this.registry],
      collect: () => {
        for (const [name, { pool }] of Object.entries(pools)) {
          connections.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
          connections.set({ pool: name, state: 'idle' }, pool.idleCount);
          connections.set({ pool: name, state: 'waiting' }, pool.waitingCount);
        }
      },
    });
    const outbox = new Gauge({
      name: 'trenn_outbox_rows',
      help: 'Events that are not told yet; 10000 stands for as many and more',
      registers: [this.registry],
      collect: async () => {
        const rows = await system.run(waitingEvents).catch(() => undefined);
        outbox.set(rows?.[0][0]?.count ?? Number.NaN);
      },
    });
    const refused = new Gauge({
      name: 'trenn_outbox_refused_rows',
      help: 'Events that the queue refused, and which stand aside: 0 is as it should be',
      registers: [this.registry],
      collect: async () => {
        const rows = await system.run(refusedEvents).catch(() => undefined);
        refused.set(rows?.[0][0]?.count ?? Number.NaN);
      },
    });
    // Both are asked for at the same time and come of one question.
    let asked: Promise<readonly JobsOfState[]> | undefined;
    const jobs = () => {
      asked ??= system
        .run(jobsByState)
        .then(([rows]) => rows)
        .catch(() => [])
        .finally(() => {
          asked = undefined;
        });
      return asked;
    };
    const counts = new Gauge({
      name: 'trenn_jobs',
      help: 'Jobs by task: due, later, running, and failed for good',
      labelNames: ['task', 'state'] as const,
      registers: [this.registry],
      collect: async () => {
        const rows = await jobs();
        counts.reset();
        for (const { task, state, count } of rows) counts.set({ task, state }, count);
      },
    });
    const lag = new Gauge({
      name: 'trenn_job_lag_seconds',
      help: 'How long the oldest job that is due has waited, by task',
      labelNames: ['task'] as const,
      registers: [this.registry],
      collect: async () => {
        const rows = await jobs();
        lag.reset();
        for (const { task, state, seconds } of rows) if (state === 'due') lag.set({ task }, seconds);
      },
    });
  }
}

const waitingEvents: Query<{ count: number }> = {
  text: 'select count(*)::int as count from (select from outbox where not is_refused limit 10000) as waiting',
  values: [],
};

const refusedEvents: Query<{ count: number }> = {
  text: 'select count(*)::int as count from outbox where is_refused',
  values: [],
};

interface JobsOfState {
  readonly task: string;
  readonly state: 'running' | 'failed' | 'later' | 'due';
  readonly count: number;
  /** Since the oldest of them was due. */
  readonly seconds: number;
}

const jobsByState: Query<JobsOfState> = {
  text: `select task_identifier as task, count(*)::int as count, extract(epoch from now() - min(run_at))::float8 as seconds,
      case when locked_by is not null then 'running' when attempts >= max_attempts then 'failed'
        when run_at > now() then 'later' else 'due' end as state
    from graphile_worker.jobs group by 1, 4`,
  values: [],
};
