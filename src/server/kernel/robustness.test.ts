import { describe, expect, test } from 'vitest';
import type { Things } from '#server/testing/furnished.ts';
import { sampleDevice, sampleInput } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { getProfile, login } from '#shared/account/contract.ts';
import { endpoints } from '#shared/endpoints.ts';
import { isErrorBody } from '#shared/kernel/errors.ts';
import { bearerOf } from '#shared/kernel/session.ts';
import { register } from '#shared/registrations/contract.ts';
import { listPublicTrainings } from '#shared/schedule/contract.ts';

const { centre, call, send, ask, logIn } = withServer();
const base = '/api/v0.1';

async function home() {
  const place = await centre({
    rules: {
      pages: { isJoinSimplePage: true, isBuyPersonalTrainingPage: true, isRentalPage: true },
      pageFunctions: {
        isSubstituteTrainerFunctionEnabled: true,
        isTrainingCommentsEnabled: true,
        hasQrScanningForEntry: true,
      },
      payment: { isPaymentActive: true, isPaymentInFrame: true },
    },
  });
  const actor = await place.account();
  const training = await place.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 1 });
  const token = await logIn(actor);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { place, actor, training, headers, host: place.host };
}

describe('what is wrong in form is refused with a clear error and changes nothing', () => {
  const bodies: [string, string, Record<string, string>, number, string][] = [
    [
      'an unknown field',
      '{"trainingId":ID,"isWaitingAccepted":true,"price":0}',
      {},
      400,
      'dataValidationFailed',
    ],
    ['a missing field', '{"trainingId":ID}', {}, 400, 'dataValidationFailed'],
    ['a wrong type', '{"trainingId":"ID","isWaitingAccepted":true}', {}, 400, 'dataValidationFailed'],
    ['a fraction', '{"trainingId":1.5,"isWaitingAccepted":true}', {}, 400, 'dataValidationFailed'],
    [
      'an id beyond integers',
      '{"trainingId":99999999999,"isWaitingAccepted":true}',
      {},
      400,
      'dataValidationFailed',
    ],
    ['a list', '[]', {}, 400, 'dataValidationFailed'],
    [
      'lists in lists',
      `{"trainingId":${'['.repeat(15_000)}${']'.repeat(15_000)},"isWaitingAccepted":true}`,
      {},
      400,
      'dataValidationFailed',
    ],
    ['null', 'null', {}, 400, 'dataValidationFailed'],
    ['malformed JSON', '{"trainingId":', {}, 400, 'bodyNotJson'],
    ['no body', '', {}, 400, 'bodyNotJson'],
    ['a prototype', '{"__proto__":{"trainingId":ID}}', {}, 400, 'bodyNotJson'],
    ['text', 'trainingId=1', { 'content-type': 'text/plain' }, 415, 'contentTypeNotSupported'],
    [
      'a form',
      'trainingId=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'contentTypeNotSupported',
    ],
    ['an odd content type', '{}', { 'content-type': 'application/json\t; x' }, 400, 'dataValidationFailed'],
    ['more than it can hold', `{"trainingId":1,"x":"${'a'.repeat(40_000)}"}`, {}, 413, 'bodyTooLarge'],
    ['lists without end', `[${'[],'.repeat(340_000)}[]]`, {}, 413, 'bodyTooLarge'],
    [
      'another site',
      '{"trainingId":ID,"isWaitingAccepted":true}',
      { 'sec-fetch-site': 'cross-site' },
      403,
      'crossSiteRefused',
    ],
    [
      'another origin',
      '{"trainingId":ID,"isWaitingAccepted":true}',
      { origin: 'https://evil.test' },
      403,
      'crossSiteRefused',
    ],
    [
      'a sister site',
      '{"trainingId":ID,"isWaitingAccepted":true}',
      { 'sec-fetch-site': 'same-site' },
      403,
      'crossSiteRefused',
    ],
    [
      'a bad idempotency key',
      '{"trainingId":ID,"isWaitingAccepted":true}',
      { 'idempotency-key': 'x' },
      400,
      'dataValidationFailed',
    ],
  ];
  test.each(bodies)('%s', async (_, body, extra, status, code) => {
    const { training, headers, host } = await home();
    const answer = await send({
      method: 'POST',
      path: `${base}/user/registration`,
      host,
      headers: { ...headers, ...extra },
      body: body.replaceAll('ID', String(training.id)),
    });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { errors: [code], code: status }]);
    expect(await ask('select 1 from registrations where training_id = $1', training.id)).toEqual([]);
  });

  test('an address of 10 kB', async () => {
    const { host } = await home();
    const answer = await send({ method: 'GET', path: `${base}/page/?x=${'a'.repeat(10_000)}`, host });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      414,
      { errors: ['addressTooLong'], code: 414 },
    ]);
  });

  test.each(['nobody.ee', 'localhost', 'a.ee.evil.test', '', '127.0.0.1', '..', 'centre\\.ee'])(
    'the host %j',
    async (host) => {
      const answer = await send({ method: 'GET', path: `${base}/page/`, host });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain('main');
    },
  );

  test('a host in another case, with a port, is the same centre', async () => {
    const { host } = await home();
    const answer = await send({ method: 'GET', path: `${base}/page/`, host: `${host.toUpperCase()}:8443` });
    expect(answer.status).toBe(200);
  });

  test('an address that no endpoint has', async () => {
    const { host } = await home();
    const answer = await send({ method: 'GET', path: `${base}/user/nothing`, host });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toMatch(/at |node_modules|stack/);
  });

  test.each(
    endpoints
      // Some are asked for nothing but to be called.
      .filter(({ body }) => body && !body.safeParse({}).success)
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('an empty object for %s', async (_, { method, path }) => {
    const { place, host } = await home();
    const admin = await place.account({ role: 'admin' });
    const headers = { authorization: `Bearer ${await logIn(admin)}`, 'content-type': 'application/json' };
    const answer = await send({ method, path: base + path, host, headers, body: '{}' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      { errors: ['dataValidationFailed'], code: 400 },
    ]);
  });
});

/** The same with a text added to each text in it. */
function withAll(value: unknown, added: string): unknown {
  if (typeof value === 'string') return value + added;
  if (Array.isArray(value)) return value.map((inner) => withAll(inner, added));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withAll(inner, added)]));
}

describe('what nothing can hold is refused', () => {
  // Whatever is named: nothing is looked for before the form is right.
  const things = new Proxy({} as Things, { get: () => 1 });

  test.each([
    ['a NUL', '\0'],
    ['half a letter', '\uD800'],
  ])('%s in any text of any endpoint', async (_, letter) => {
    const { place, host } = await home();
    const token = await logIn(await place.account({ role: 'admin' }));
    const told = [];
    for (const endpoint of endpoints) {
      const { body, ...input } = sampleInput(endpoint, things) as { body?: unknown };
      if (!JSON.stringify(body ?? 0).includes(':"')) continue;
      const spoilt = { ...input, body: withAll(body, letter) } as never;
      const { status, error } = await call(endpoint, spoilt, { token, host });
      told.push(`${endpoint.method} ${endpoint.path} ${status} ${error}`);
    }
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter((line) => !line.endsWith(' 400 dataValidationFailed'))).toEqual([]);
  });
});

describe('query parameters that cannot be read are absent', () => {
  test.each([
    'from=yesterday',
    'from=2026-02-30',
    'unit=abc',
    'room=1e3',
    'trainer=',
    'group=99999999999',
    'filter=%00',
    'from=2026-09-15&from=2026-09-16',
  ])('%s', async (query) => {
    const { host } = await home();
    const plain = await send({ method: 'GET', path: `${base}/public/schedule`, host });
    const odd = await send({ method: 'GET', path: `${base}/public/schedule?${query}`, host });
    expect([odd.status, odd.text]).toEqual([200, plain.text]);
  });
});

describe('reads', () => {
  // shows: calls-kept-an-hour, number-configuration-kept
  test.each(['/page/', '/page/buying-terms', '/page/configuration'])(
    'of %s say that they keep an hour, and answer 304 to who has them',
    async (path) => {
      const { host } = await home();
      const read = (headers = {}) => send({ method: 'GET', path: base + path, host, headers });
      const first = await read();
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
      const again = await read({ 'if-none-match': String(first.headers.etag) });
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  test('of the public timetable are new at once after a booking', async () => {
    const { actor, training, host } = await home();
    const input = { query: { from: '2026-09-15' } };
    expect((await call(listPublicTrainings, input, { host })).body[0]?.freePlaces).toBe(1);
    expect((await call(listPublicTrainings, input, { host })).body[0]?.freePlaces).toBe(1);
    await call(register, { body: { trainingId: training.id, isWaitingAccepted: false } }, { actor });
    expect((await call(listPublicTrainings, input, { host })).body[0]?.freePlaces).toBe(0);
  });

  // shows: host-says-centre
  test('of one centre never answer for another', async () => {
    const one = await home();
    const other = await home();
    const input = { query: { from: '2026-09-15' } };
    const ids = async (host: string) =>
      (await call(listPublicTrainings, input, { host })).body.map(({ id }) => id);
    expect(await ids(one.host)).toEqual([one.training.id]);
    expect(await ids(other.host)).toEqual([other.training.id]);
  });
});

describe('errors', () => {
  test('have the shape clients recognise', async () => {
    const { host } = await home();
    const { refusal, status } = await call(getProfile, {}, { host });
    expect(isErrorBody(refusal)).toBe(true);
    expect(status).toBe(401);
  });

  test.each([
    ['forged', (token: string) => `${token.slice(0, -4)}AAAA`],
    [
      'with other claims',
      (token: string) =>
        token.replace(/\.[^.]+\./, `.${Buffer.from('{"isAdmin":true}').toString('base64url')}.`),
    ],
    [
      'unsigned',
      (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    ['empty', () => ''],
    ['nonsense', () => 'x.y.z'],
  ])('a %s token is nobody', async (_, spoil) => {
    const { actor, host } = await home();
    const token = spoil(bearerOf(await logIn(actor)));
    expect((await call(getProfile, {}, { token: token || ' ', host })).error).toBe('notLoggedIn');
  });
});

test('the API describes itself', async () => {
  const answer = await send({ method: 'GET', path: `${base}/openapi.json`, host: 'localhost' });
  const { paths, openapi } = JSON.parse(answer.text) as { openapi: string; paths: Record<string, object> };
  expect(openapi).toBe('3.1.0');
  expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(endpoints.length);
  // Long, and asked for by anybody: made into bytes once, and sent small or not at all.
  const asked = async (headers: Record<string, string>) =>
    send({ method: 'GET', path: `${base}/openapi.json`, host: 'localhost', headers });
  const small = await asked({ 'accept-encoding': 'gzip' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=300' });
  expect(Number(small.headers['content-length'])).toBeLessThan(answer.text.length / 5);
  expect((await asked({ 'if-none-match': String(answer.headers.etag) })).status).toBe(304);
});

test('health and readiness need no centre, nor do figures on this machine', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await send({ method: 'GET', path, host: 'anything' })).status).toBe(200);
  }
});

test('the figures tell of connections, kept answers, what waits to be told and what the queue has', async () => {
  await ask("select graphile_worker.add_job('nobody', '{}', max_attempts := 1) from generate_series(1, 3)");
  await ask("select graphile_worker.add_job('nobody', '{}', run_at := now() + interval '1 day')");
  await ask(
    "update graphile_worker._private_jobs set attempts = 1 where id = (select min(id) from graphile_worker.jobs where task_identifier = 'nobody')",
  );
  await ask("select graphile_worker.add_job('nobody', '{}')");
  await ask(
    "update graphile_worker._private_jobs set locked_by = 'somebody', locked_at = now() where id = (select max(id) from graphile_worker.jobs where task_identifier = 'nobody')",
  );
  const { text } = await send({ method: 'GET', path: '/metrics', host: 'anything' });
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    );
  const jobs = (state: string) => figure(`trenn_jobs{task="nobody",state="${state}"}`);
  expect(['due', 'later', 'failed', 'running'].map(jobs)).toEqual([2, 1, 1, 1]);
  expect(figure('trenn_job_lag_seconds{task="nobody"}')).toBeGreaterThanOrEqual(0);
  expect(figure('trenn_outbox_rows')).toBeGreaterThanOrEqual(0);
  for (const pool of ['requests', 'jobs'])
    expect(figure(`trenn_database_connections{pool="${pool}",state="waiting"}`)).toBe(0);
  expect(figure('trenn_kept_answers_total')).toBeGreaterThanOrEqual(0);
  await ask(
    "delete from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks where identifier = 'nobody')",
  );
});

test('a flood of logins is told to wait', async () => {
  const { host } = await home();
  const attempt = () =>
    call(
      login,
      {
        body: {
          userCredentials: { username: 'a@b.test', password: 'Wrong1234', keep: false },
          deviceParameters: sampleDevice,
        },
      },
      { host },
    );
  const errors = [];
  for (let count = 0; count < 12; count += 1) errors.push((await attempt()).error);
  expect(errors.slice(0, 10)).toEqual(Array(10).fill('wrongCredentials'));
  expect(errors.slice(10)).toEqual(['tooManyAttempts', 'tooManyAttempts']);
});
