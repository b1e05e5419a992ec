import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { addDays, epochMilliseconds, localDate, startOfDay } from '#shared/kernel/dates.ts';
import type { Clock } from './clock.ts';
import type { PublicVersions } from './events.ts';
import type { Tenant, TenantRegistry } from './tenant.ts';

/** A body with the headers it goes with, in the flat form that node writes without looking at it again. */
interface Form {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** An answer as bytes, compressed once. */
export interface ReadyAnswer {
  readonly version: string;
  readonly etag: string;
  readonly unchanged: readonly string[];
  readonly plain: Form;
  readonly gzip: Form;
  readonly brotli: Form;
}

const capacity = 5000;

/**
 * Public answers kept as bytes: built once per version, then sent without running anything. The key is host,
 * address and language as they stand in the request; the version is the tenant's public version and local date.
 */
export class ReadyAnswers {
  private readonly answers = new Map<string, ReadyAnswer>();
  private readonly versions: PublicVersions;
  private readonly clock: Clock;
  private readonly tenants: TenantRegistry;
  /** The present local date of each zone and its bounds, in epoch milliseconds. */
  private readonly days = new Map<string, { date: string; from: number; until: number }>();

  constructor(versions: PublicVersions, clock: Clock, tenants: TenantRegistry) {
    this.versions = versions;
    this.clock = clock;
    this.tenants = tenants;
  }

  version(tenant: Tenant): string {
    return `${this.versions.get(tenant.id)}.${this.today(tenant.timeZone)}`;
  }

  /** Asked by every answer, so reckoned once a day and zone. */
  private today(timeZone: string): string {
    const now = this.clock.epochMilliseconds();
    const known = this.days.get(timeZone);
    if (known && now >= known.from && now < known.until) return known.date;
    const date = localDate(this.clock.now(), timeZone);
    const begin = (day: string) => epochMilliseconds(startOfDay(day, timeZone));
    this.days.set(timeZone, { date, from: begin(date), until: begin(addDays(date, 1)) });
    return date;
  }

  /** Keeps an answer. The version was taken before its data was read: a change in between makes it stale, not wrong. */
  keep(request: IncomingMessage, version: string, body: string, cacheSeconds: number): ReadyAnswer {
    const answer = makeReady(version, Buffer.from(body), cacheSeconds);
    if (this.answers.size >= capacity) this.answers.delete(this.answers.keys().next().value ?? '');
    this.answers.set(keyOf(request), answer);
    return answer;
  }

  /** Sends a kept answer before any framework runs; false when there is none. */
  trySend(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const answer = this.answers.get(keyOf(request));
    if (!answer) return false;
    const tenant = this.tenants.find(request.headers.host);
    if (!tenant || answer.version !== this.version(tenant)) return false;
    const named = request.headers['x-tenant-host'];
    if (named !== undefined && named !== tenant.host) return false;
    send(request, response, answer);
    return true;
  }
}

function keyOf(request: IncomingMessage): string {
  return `${request.headers.host}|${request.headers['accept-language'] ?? ''}|${request.url}`;
}

function makeReady(version: string, plain: Buffer, cacheSeconds: number): ReadyAnswer {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const unchanged = [
    ...['Cache-Control', cacheSeconds > 0 ? `public, max-age=${cacheSeconds}` : 'no-cache'],
    ...['X-Content-Type-Options', 'nosniff'],
    ...['Vary', 'Accept-Language, Accept-Encoding'],
    ...['ETag', etag],
  ];
  const form = (body: Buffer, encoding: readonly string[]): Form => ({
    headers: [
      ...unchanged,
      ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)],
      ...encoding,
    ],
    body,
  });
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return {
    version,
    etag,
    unchanged,
    plain: form(plain, []),
    gzip: form(gzipSync(plain, { level: 6 }), ['Content-Encoding', 'gzip']),
    brotli: form(brotli, ['Content-Encoding', 'br']),
  };
}

/** Sends the smallest form the caller reads, or 304. */
export function send(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
  if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, [...answer.unchanged]).end();
    return;
  }
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const { headers, body } = accepted.includes('br')
    ? answer.brotli
    : accepted.includes('gzip')
      ? answer.gzip
      : answer.plain;
  response.writeHead(200, [...headers]).end(body);
}
