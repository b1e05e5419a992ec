import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { furnished } from '#server/testing/furnished.ts';
import { sampleInput } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { actionOf, isOfStaff, untrailed } from '#server/testing/trail.ts';
import { endpoints } from '#shared/endpoints.ts';
import type { AnyEndpoint, EndpointInput } from '#shared/kernel/endpoint.ts';
import type { Values } from '#shared/kernel/fields.ts';
import { isAudited } from './audit.ts';

// That a call which went well left its row is asked after every call of every test of the API (`expectTrail`). Here: that
// no endpoint of staff is left out of the mechanism, and that each is called by some test.

const running = withServer();
const ofStaff = endpoints.filter(isOfStaff);

test('everything staff can write with is mounted with the audit trail', () => {
  const mounted = [...running.server.app.handlers.values()].map(({ endpoint }) => endpoint);
  // What the list lacks, the tests that go through it would not see.
  expect(mounted.map(actionOf).toSorted()).toEqual(endpoints.map(actionOf).toSorted());
  const written = mounted.filter(isOfStaff);
  expect(written.filter((endpoint) => !isAudited(endpoint)).map(actionOf)).toEqual([]);
  expect(written.length).toBeGreaterThan(100);
});

test('what leaves no row is an endpoint of staff, and says why', () => {
  const known = new Set(ofStaff.map(actionOf));
  expect(Object.keys(untrailed).filter((action) => !known.has(action))).toEqual([]);
});

/** Kinds of things that one list and one form look after: their endpoints are made by one function. */
const kinds = Map.groupBy(
  ofStaff.flatMap((endpoint) => {
    const kind = /^\/admin\/back-office\/([\w-]+)(\/:id)?$/.exec(endpoint.path)?.[1];
    return kind !== undefined ? [{ kind, endpoint }] : [];
  }),
  ({ kind }) => kind,
);
const managed = [...kinds]
  .map(([kind, list]) => ({ kind, all: list.map(({ endpoint }) => endpoint) }))
  .filter(({ all }) => ['POST', 'PUT'].every((method) => all.some((endpoint) => endpoint.method === method)));

let place: ReturnType<typeof furnished> | undefined;

test.each(managed)('$kind: made, changed and taken away, each stands in the trail', async ({ kind, all }) => {
  place ??= furnished(running, 'Kodu');
  const { home, admin, things } = await place;
  const of = (method: string) => all.find((endpoint) => endpoint.method === method);
  const [make, change, remove] = [of('POST'), of('PUT'), of('DELETE')];
  const list = endpoints.find(({ method, path }) => method === 'GET' && path === make?.path);
  if (!make || !change || !list) throw new Error(`${kind} is not managed`);
  const { body } = sampleInput(make, things) as { body: { values: Values } };
  const call = async (endpoint: AnyEndpoint, input: object) => {
    const answer = await running.call(endpoint, input as EndpointInput<AnyEndpoint>, { actor: admin });
    return answer.body as { id: number; items: { id: number; version: string; values: Values }[] };
  };
  const { id } = await call(make, { body });
  const made = (await call(list, { query: { id } })).items.find((item) => item.id === id);
  await call(change, { params: { id }, body: { version: made?.version, values: made?.values } });
  if (remove) await call(remove, { params: { id } });
  const trail = await running.ask<{ action: string }>(
    'select action from audit_trail where tenant_id = $1 and noun_id = $2 and action = any($3) order by id',
    home.id,
    id,
    [make, change, ...(remove ? [remove] : [])].map(actionOf),
  );
  expect(trail.map(({ action }) => action)).toEqual(
    [make, change, ...(remove ? [remove] : [])].map(actionOf),
  );
});

test('every other write of staff is called by a test of the API', async () => {
  const names = new Map<unknown, string>();
  for (const file of globSync('src/shared/**/contract.ts')) {
    const contract: object = await import(pathToFileURL(file).href);
    for (const [name, value] of Object.entries(contract)) names.set(value, name);
  }
  const nameOf = (endpoint: AnyEndpoint) => names.get(endpoint) ?? actionOf(endpoint);
  const tests = globSync('src/server/**/*.ts').filter((file) => /\.test\.ts$|[\\/]testing[\\/]/.test(file));
  const text = tests.map((file) => readFileSync(file, 'utf8')).join('\n');
  const isCalled = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const looped = new Set(managed.flatMap(({ all }) => all));
  const others = ofStaff.filter(
    (endpoint) => !looped.has(endpoint) && untrailed[actionOf(endpoint)] === undefined,
  );
  expect(others.length).toBeGreaterThan(50);
  expect(others.map(nameOf).filter((name) => !isCalled(name))).toEqual([]);
});
