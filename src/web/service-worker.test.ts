import { beforeEach, expect, test, vi } from 'vitest';

const origin = 'https://klubi.test';
const heard = new Map<string, ((event: unknown) => void)[]>();
/** Windows that are open, and what is done with them. */
let windows: readonly { readonly url: string; readonly focus: () => Promise<void> }[] = [];
let done: string[] = [];
/** What stands in the worker's stores, by address. */
const stored = new Map<string, Response>();

// The worker as a browser has it that knows no Temporal: pages load one for themselves, a worker has none.
beforeEach(async () => {
  const cache = { keys: async () => [], put: async () => undefined, delete: async () => true };
  const caches = {
    open: async () => cache,
    match: async (asked: Request | string) => {
      const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, origin);
      return stored.get(pathname)?.clone();
    },
  };
  const location = new URL(origin);
  const worker = {
    ...{ location, caches, registration: { scope: `${origin}/` }, __WB_MANIFEST: [] },
    clients: {
      matchAll: async () => windows,
      openWindow: async (address: string) => done.push(`opened ${address}`),
    },
    addEventListener: (kind: string, listener: (event: unknown) => void) =>
      heard.set(kind, [...(heard.get(kind) ?? []), listener]),
  };
  const { registration } = worker;
  const given = { self: worker, location, caches, registration, FetchEvent, Temporal: undefined };
  for (const [name, value] of Object.entries(given)) vi.stubGlobal(name, value);
  vi.stubGlobal('__STORABLE_ANSWERS__', ['^/api/v0\\.1/trainings$']);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubEnv('NODE_ENV', 'production');
  await import(new URL('./service-worker.ts', import.meta.url).href);
});

/** A request on its way, for the worker to answer or to leave alone. */
class FetchEvent {
  answer: Promise<Response> | undefined;
  readonly request: Request;
  constructor(path: string) {
    this.request = new Request(`${origin}${path}`);
  }
  waitUntil(): void {}
  respondWith(answer: Promise<Response>): void {
    this.answer = answer;
  }
}

function ask(path: string): Promise<Response> | undefined {
  const event = new FetchEvent(path);
  for (const listener of heard.get('fetch') ?? []) listener(event);
  return event.answer;
}

test('without a network the timetable kept before is answered, with when it was made', async () => {
  const headers = { Date: 'Mon, 14 Sep 2026 06:00:00 GMT' };
  stored.set('/api/v0.1/trainings', Response.json(['yoga'], { headers }));
  const answer = await ask('/api/v0.1/trainings');
  expect(answer?.headers.get('X-Stored-At')).toBe('2026-09-14T06:00:00.000Z');
  expect(await answer?.json()).toEqual(['yoga']);
});

/** A window at an address. */
const windowAt = (path: string) => ({
  url: `${origin}${path}`,
  focus: async () => void done.push(`looked at ${path}`),
  navigate: async (address: string) => void done.push(`led ${path} to ${address}`),
});

test.each([
  ['opens a window', [], `${origin}/workouts?period=past`, 'opened /workouts?period=past'],
  ['leads none away in which something may be typed', ['/admin/messages'], '/', 'opened /'],
  ['nor one that may have gone on from there', ['/workouts'], `${origin}/workouts`, 'opened /workouts'],
  ['opens nothing of elsewhere', [], 'https://elsewhere.test/workouts', 'opened /'],
])('a pressed notice %s', async (_, open, link, expected) => {
  windows = open.map(windowAt);
  done = [];
  const work: Promise<unknown>[] = [];
  const notification = { close: () => undefined, data: link };
  const event = { notification, waitUntil: (one: Promise<unknown>) => work.push(one) };
  for (const listener of heard.get('notificationclick') ?? []) listener(event);
  await Promise.all(work);
  expect(done).toEqual([expected]);
});
