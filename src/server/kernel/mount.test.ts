import { expect, test } from 'vitest';
import { furnished } from '#server/testing/furnished.ts';
import { sampleInput } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { endpoints } from '#shared/endpoints.ts';
import { type AnyEndpoint, apiBase, type Endpoint } from '#shared/kernel/endpoint.ts';

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

test('nothing else that strangers may ask for is kept by anybody', { timeout: 120_000 }, async () => {
  const { home, things } = await furnished(running, 'Kodu');
  const asked = endpoints.filter(({ role, method }) => role === 'visitor' && method === 'GET');
  const wrong: string[] = [];
  let wentWell = 0;
  for (const endpoint of asked) {
    const input = sampleInput(endpoint, things);
    const { status, headers } = await call(endpoint as Endpoint, input as never, { host: home.host });
    const control = String(headers['cache-control']);
    if (status < 400) wentWell += 1;
    if (kept.includes(endpoint) && status < 400) {
      if (control.includes('no-store')) wrong.push(`${nameOf(endpoint)} ${control}`);
    } else if (!control.includes('no-store')) wrong.push(`${nameOf(endpoint)} ${status} ${control}`);
  }
  expect(wrong).toEqual([]);
  expect(wentWell).toBeGreaterThan(kept.length);
});
