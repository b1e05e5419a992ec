import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ByteStore } from '../cache/byte-store.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export type Encoding = 'identity' | 'gzip' | 'br';

export interface PageCacheOptions {
  readonly policy: string;
  /** Of the tenant's public data when the drawing began. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly validUntil: number;
}

/** How old a page of an earlier version may be: what others write is seen within this time. */
const graceMs = 250;

/** A drawn page as bytes; each form is made when it is first asked for. */
export class CachedPage {
  readonly policy: string;
  private readonly version: string;
  private readonly validUntil: number;
  private readonly drawnAt = performance.now();
  private readonly forms = new Map<Encoding, Promise<Buffer>>();
  private readonly hash: string;
  private size: number;

  constructor(html: string, { policy, version, validUntil }: PageCacheOptions) {
    const plain = Buffer.from(html);
    this.policy = policy;
    this.version = version;
    this.validUntil = validUntil;
    this.hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    this.forms.set('identity', Promise.resolve(plain));
    // The compressed forms together are about a third of the plain one.
    this.size = Math.ceil(plain.length * 1.4) + 1000;
  }

  get bytes(): number {
    return this.size;
  }

  /**
   * Whether it may still be sent. In a rush each booking makes a new version: then a page is drawn a few times a
   * second, not once a booking.
   */
  isTrue(version: string, nowMs: number): boolean {
    if (this.validUntil <= nowMs) return false;
    return this.version === version || performance.now() - this.drawnAt < graceMs;
  }

  /** A strong tag: each form is another sequence of bytes. */
  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.hash}"` : `"${this.hash}-${encoding}"`;
  }

  form(encoding: Encoding): Promise<Buffer> {
    const known = this.forms.get(encoding);
    if (known) return known;
    const made = this.form('identity').then((plain) => compress(plain, encoding));
    this.forms.set(encoding, made);
    return made;
  }
}

/** Compresses fast: the page lives for minutes. */
export function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(plain, { level: 6 });
  if (encoding === 'identity') return Promise.resolve(plain);
  return toBrotli(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
}

/** The best form that the caller reads (`Accept-Encoding`). */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const readable = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(';'))
    .filter(([, quality]) => !/^\s*q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name);
  if (readable.includes('br')) return 'br';
  return readable.includes('gzip') ? 'gzip' : 'identity';
}

/** Whether the caller has the same bytes already (`If-None-Match`). */
export function hasSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  // A proxy may have marked the tag as weak; for a read that makes no difference.
  return ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

/** Drawn pages, in bytes that the hosts share. One drawing at a time for each key. */
export class PageCache {
  private readonly pages: ByteStore<CachedPage>;
  private readonly drawing = new Map<string, Promise<CachedPage | null>>();

  constructor(mostBytes: number) {
    this.pages = new ByteStore({ mostBytes, mostOfOne: mostBytes / 2 });
  }

  get bytes(): number {
    return this.pages.bytes;
  }

  find(host: string, key: string, version: string, nowMs: number): CachedPage | undefined {
    const page = this.pages.find(host, key);
    if (!page || page.isTrue(version, nowMs)) return page;
    this.pages.remove(host, key);
    return undefined;
  }

  /** Draws once for all who ask for the same at the same time; `draw` gives null for what must not be kept. */
  draw(name: string, draw: () => Promise<CachedPage | null>): Promise<CachedPage | null> {
    const running = this.drawing.get(name);
    if (running) return running;
    const drawn = draw().finally(() => this.drawing.delete(name));
    this.drawing.set(name, drawn);
    return drawn;
  }

  keep(host: string, key: string, page: CachedPage): void {
    this.pages.keep(host, key, page);
  }
}
