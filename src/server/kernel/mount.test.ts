import { describe, expect, test } from 'vitest';
import { thingsIn } from '#server/testing/furnished/nouns.ts';
import { furnished } from '#server/testing/furnished.ts';
import { nothing, sampleInput } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { endpoints } from '#shared/endpoints.ts';
import {
  type AnyEndpoint,
  apiBase,
  type Endpoint,
  endpointAddress,
  secretHeader,
  withoutSecret,
} from '#shared/kernel/endpoint.ts';

const running = withServer();
const { call, send } = running;

interface Parameter {
  readonly name: string;
  readonly schema: { readonly type?: string; readonly format?: string; readonly enum?: readonly unknown[] };
}
interface Operation {
  readonly parameters: readonly Parameter[];
}

const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
/** Kept by devices, by this server, or by whoever is between. */
const kept = endpoints.filter(({ isStorable, cacheSeconds }) => isStorable || cacheSeconds);

/** The catalogue as it is printed for everybody, by endpoint. */
async function printed(): Promise<ReadonlyMap<string, Operation>> {
  const { text } = await send({ method: 'GET', path: `${apiBase}/openapi.json`, host: 'localhost' });
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  return new Map(
    endpoints.map((endpoint) => {
      const path = apiBase + endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      const operation = paths[path]?.[endpoint.method.toLowerCase()];
      if (!operation) throw new Error(`${nameOf(endpoint)} is not printed`);
      return [nameOf(endpoint), operation];
    }),
  );
}

/** Says which of few or countable things is asked for: no token and no name fits into it. */
const isCountable = ({ schema }: Parameter) =>
  schema.type === 'integer' ||
  schema.type === 'boolean' ||
  schema.format === 'date' ||
  schema.enum !== undefined;

test('an answer that may be kept is asked for by numbers, dates and choices alone: no token fits', async () => {
  const operations = await printed();
  const opened = kept.map((endpoint) => [
    nameOf(endpoint),
    operations.get(nameOf(endpoint))?.parameters.filter((parameter) => !isCountable(parameter)),
  ]);
  expect(opened).toEqual(kept.map((endpoint) => [nameOf(endpoint), []]));
  for (const { method, role, isStorable } of kept) {
    expect(method).toBe('GET');
    if (isStorable) expect(role).toBe('visitor');
  }
  // Whatever reads a token is seen here to be none of them.
  const reading = endpoints.filter((endpoint) =>
    (operations.get(nameOf(endpoint))?.parameters ?? []).some(({ name }) => /token/i.test(name)),
  );
  expect(reading.length).toBeGreaterThan(6);
  expect(reading.filter((endpoint) => kept.includes(endpoint))).toEqual([]);
});

/** What strangers are told that may be kept, and for how many seconds without asking again (specification point 9). */
const secondsKept: Readonly<Record<string, number>> = {
  ...{ 'GET /page/': 3600, 'GET /page/configuration': 3600, 'GET /page/buying-terms': 3600 },
  ...{ 'GET /public/room': 300, 'GET /public/schedule/filters': 300 },
  ...{ 'GET /public/schedule': 0, 'GET /public/schedule/:id': 0, 'GET /public/landing': 0 },
  ...{ 'GET /public/trainer': 0, 'GET /public/trainer/:id': 0, 'GET /public/product': 0 },
  ...{ 'GET /public/join': 0, 'GET /public/join/product': 0 },
};

function expectedControl(endpoint: AnyEndpoint, status: number): string {
  const seconds = status < 400 ? secondsKept[nameOf(endpoint)] : undefined;
  if (seconds === undefined) return endpoint.path.endsWith('/pdf') ? 'private, no-store' : 'no-store';
  return seconds === 0 ? 'no-cache' : `public, max-age=${seconds}`;
}

test('home, the timetable and the own trainings are seen without a connection, and nothing else', () => {
  const seen = endpoints.filter(({ isSeenOffline }) => isSeenOffline).map(({ path }) => path);
  expect(seen.sort()).toEqual(['/user/home', '/user/registration', '/user/schedule', '/user/schedule/:id']);
});

test('of what strangers may ask for only this is kept, and no longer', { timeout: 120_000 }, async () => {
  const { home, things } = await furnished(running, 'Kodu');
  const asked = endpoints.filter(({ role, method }) => role === 'visitor' && method === 'GET');
  const told: string[] = [];
  const expected: string[] = [];
  let wentWell = 0;
  for (const endpoint of asked) {
    const input = sampleInput(endpoint, things);
    const { status, headers } = await call(endpoint as Endpoint, input as never, { host: home.host });
    if (status < 400) wentWell += 1;
    told.push(`${nameOf(endpoint)} ${status} ${headers['cache-control']}`);
    expected.push(`${nameOf(endpoint)} ${status} ${expectedControl(endpoint, status)}`);
  }
  expect(told).toEqual(expected);
  expect(wentWell).toBeGreaterThan(kept.length);
});

/** Messente calls an address that it was given. */
const calledByOthers = ['POST /public/message/report/:token'];

describe('what opens something for whoever has it', () => {
  const named = (endpoint: AnyEndpoint) =>
    thingsIn(endpoint).filter(({ part, noun }) => part !== 'body' && noun.endsWith('Token'));

  test('stands in no address that our own pages ask for', () => {
    const opening = endpoints.filter((endpoint) => named(endpoint).length > 0);
    const open = opening.filter(
      (endpoint) => !named(endpoint).every(({ field }) => field === endpoint.secret),
    );
    expect(open.map(nameOf)).toEqual(calledByOthers);
    const made = opening.filter((endpoint) => !open.includes(endpoint));
    expect(made.length).toBeGreaterThan(9);
    for (const endpoint of made) {
      const { input, secret } = withoutSecret(endpoint, sampleInput(endpoint, nothing));
      expect(secret).toBe('x'.repeat(43));
      expect(endpointAddress(endpoint, input)).not.toContain('xxx');
    }
  });

  test('opens it from the header, and from the address as mails and pages of before have it', async () => {
    const { home, things, othersThings } = await furnished(running, 'Salaja');
    const { host } = home;
    const headerOf = (token: string) => ({ [secretHeader]: token });
    const get = async (address: string, headers: Record<string, string> = {}) => {
      const { status, text } = await send({ method: 'GET', path: apiBase + address, host, headers });
      return [status, text];
    };
    const [ours, theirs] = [things.ticketToken, othersThings.ticketToken];
    const shown = await get(`/public/ticket?token=${ours}`);
    expect(shown[0]).toBe(200);
    expect(await get('/public/ticket', headerOf(ours))).toEqual(shown);
    expect(await get(`/public/ticket?token=${theirs}`, headerOf(ours))).toEqual(shown);
    expect(await get('/public/ticket', headerOf('%'))).toEqual(await get('/public/ticket?token=%25'));
    const link = await get(`/public/registration/cancel/${things.visitorToken}`);
    expect(link[0]).toBe(200);
    expect(await get('/public/registration/cancel/-', headerOf(things.visitorToken))).toEqual(link);
    expect((await get('/public/registration/cancel/-'))[0]).toBe(404);
  });
});
