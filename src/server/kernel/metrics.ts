import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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
  readonly pool = new Gauge({
    name: 'trenn_database_connections',
    help: 'Connections of the request pool by state',
    labelNames: ['state'] as const,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'trenn_' });
  }
}
