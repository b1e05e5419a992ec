import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addDays, epochMilliseconds, localDate, startOfDay } from '#shared/kernel/dates.ts';
import type { Clock } from '../clock.ts';
import type { PublicVersions } from '../events.ts';
import type { Tenant, TenantRegistry } from '../tenant.ts';
import { compress, type Encoding } from '../web/web-cache.ts';
import { dataPolicy } from '../web/web-policy.ts';
import { ByteStore } from './byte-store.ts';

/** A body with the headers it goes with, in the flat form that node writes without looking at it again. */
interface Form {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** An answer as bytes; each compressed form is made once, off this thread, when it is first asked for. */
export class CachedResponse {
  readonly version: string;
  readonly bytes: number;
  private readonly etag: string;
  private readonly unchanged: readonly string[];
  private readonly forms = new Map<Encoding, Form | Promise<Form>>();

  constructor(version: string, body: string, cacheSeconds: number) {
    const plain = Buffer.from(body);
    this.version = version;
    // The compressed forms together are about a third of the plain one.
    this.bytes = Math.ceil(plain.length * 1.4) + 1500;
    this.etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    this.unchanged = [
      ...['Cache-Control', cacheSeconds > 0 ? `public, max-age=${cacheSeconds}` : 'no-cache'],
      ...['X-Content-Type-Options', 'nosniff'],
      ...['Content-Security-Policy', dataPolicy],
      ...['Cross-Origin-Resource-Policy', 'same-origin'],
      ...['Vary', 'Accept-Language, Accept-Encoding'],
      ...['ETag', this.etag],
    ];
    this.forms.set('identity', this.formOf(plain, 'identity'));
  }

  /** Sends the smallest form the caller reads, or 304. */
  send(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers['if-none-match'] === this.etag) {
      response.writeHead(304, [...this.unchanged]).end();
      return;
    }
    const form = this.form(request.headers['accept-encoding'] ?? '');
    if (form instanceof Promise) {
      form.then(
        (made) => write(response, made),
        () => response.destroy(),
      );
    } else write(response, form);
  }

  private form(accepted: string | readonly string[]): Form | Promise<Form> {
    const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
    const known = this.forms.get(encoding);
    if (known) return known;
    const plain = this.forms.get('identity') as Form;
    const made = compress(plain.body, encoding).then((body) => {
      const form = this.formOf(body, encoding);
      this.forms.set(encoding, form);
      return form;
    });
    this.forms.set(encoding, made);
    return made;
  }

  private formOf(body: Buffer, encoding: Encoding): Form {
    const more = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    const type = 'application/json; charset=utf-8';
    return {
      headers: [...this.unchanged, 'Content-Type', type, 'Content-Length', String(body.length), ...more],
      body,
    };
  }
}

function write(response: ServerResponse, { headers, body }: Form): void {
  response.writeHead(200, [...headers]).end(body);
}

const megabyte = 1024 * 1024;
/** Requests whose answer is known without reading them; so many, and none longer than this. */
const mostShortcuts = 4000;
const longestShortcut = 400;

/** What a request came to: whose answer, under which key. */
interface Shortcut {
  readonly owner: string;
  readonly key: string;
}

/**
 * Public answers kept as bytes: built once per version, then sent without running anything. They are kept by what was asked
 * when it is read (endpoint, language, known parameters), so that no way of writing the same makes another; the version is
 * the tenant's public version and local date. Centres share the bytes.
 */
export class ResponseCache {
  private readonly answers = new ByteStore<CachedResponse>({
    mostBytes: 32 * megabyte,
    mostOfOne: 16 * megabyte,
  });
  private readonly shortcuts = new Map<string, Shortcut>();
  private readonly making = new Map<string, Promise<CachedResponse>>();
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

  /** Of everything public of a centre: changes with its data, its settings and its local date. */
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

  /**
   * The answer under a key, made where there is none that is true; once for all who ask at the same time. The version is
   * taken before its data is read: a change in between makes it stale, not wrong.
   */
  async find(
    tenant: Tenant,
    key: string,
    cacheSeconds: number,
    make: () => Promise<string>,
  ): Promise<CachedResponse> {
    const owner = String(tenant.id);
    const version = this.version(tenant);
    const kept = this.answers.find(owner, key);
    if (kept?.version === version) return kept;
    const name = `${owner} ${version} ${key}`;
    const running = this.making.get(name);
    if (running) return running;
    const making = make().then((body) => {
      const answer = new CachedResponse(version, body, cacheSeconds);
      this.answers.keep(owner, key, answer);
      return answer;
    });
    this.making.set(name, making);
    try {
      return await making;
    } finally {
      this.making.delete(name);
    }
  }

  /** The next request like this one need not be read. */
  remember(request: IncomingMessage, tenant: Tenant, key: string): void {
    const name = nameOf(request);
    if (name.length > longestShortcut) return;
    this.shortcuts.delete(name);
    this.shortcuts.set(name, { owner: String(tenant.id), key });
    if (this.shortcuts.size > mostShortcuts) {
      this.shortcuts.delete(this.shortcuts.keys().next().value ?? '');
    }
  }

  /** Sends a kept answer before any framework runs; false when there is none. */
  trySend(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const shortcut = this.shortcuts.get(nameOf(request));
    if (!shortcut) return false;
    const tenant = this.tenants.find(request.headers.host);
    if (!tenant || String(tenant.id) !== shortcut.owner) return false;
    const named = request.headers['x-tenant-host'];
    if (named !== undefined && named !== tenant.host) return false;
    const answer = this.answers.find(shortcut.owner, shortcut.key);
    if (answer?.version !== this.version(tenant)) return false;
    answer.send(request, response);
    return true;
  }
}

/** A request as it stands: its text is not read. */
function nameOf(request: IncomingMessage): string {
  return `${request.headers.host}|${request.headers['accept-language'] ?? ''}|${request.url}`;
}
