import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { listUsers } from '#shared/account/users/contract.ts';
import { attachmentOf } from './answers/answers.ts';

const lines: string[] = [];
const running = withServer({ log: (line) => lines.push(line) });
const { centre, call, send, logIn } = running;
const base = '/api/v0.1';

test.each([
  ['an answer', `${base}/user/account/profile`, 200],
  ['an answer that is kept', `${base}/page/`, 200],
  ['a refusal', `${base}${listUsers.path}`, 403],
  ['an address that is not there', `${base}/user/nothing`, 404],
  ['the description of the API', `${base}/openapi.json`, 200],
  ['health', '/healthz', 200],
  ['a logo', '/brand/favicon.svg', 200],
])('%s opened by itself runs nothing and is framed nowhere', async (_, path, status) => {
  const home = await centre();
  const headers = { authorization: `Bearer ${await logIn(await home.account())}` };
  // Once made, once as it was kept.
  for (let count = 0; count < 2; count += 1) {
    const answer = await send({ method: 'GET', path, host: home.host, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; base-uri 'none';/);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['content-type']).toMatch(/charset=utf-8$/);
  }
});

test.each(['TRACE', 'OPTIONS', 'PATCH'])('nothing is done by %s, and nothing is echoed', async (method) => {
  const { host } = await centre();
  const headers = { 'x-secret': 'nobody is to read this' };
  const answer = await send({ method, path: `${base}/page/`, host, headers });
  expect(answer.status).toBe(404);
  expect(answer.text).not.toContain('nobody');
});

test.each([
  ['2026-0001.pdf', 'attachment; filename="2026-0001.pdf"'],
  ['a"; b=\r\nc.pdf', `attachment; filename="a_; b=__c.pdf"; filename*=UTF-8''a%22%3B%20b%3D%0D%0Ac.pdf`],
  ["jūlijs'.csv", `attachment; filename="j_lijs'.csv"; filename*=UTF-8''j%C5%ABlijs%27.csv`],
])('a file is called %j by %s', (name, header) => {
  expect(attachmentOf(name)).toBe(header);
});

test.each([
  ['Content-Length: 5', 'Transfer-Encoding: chunked'],
  ['Content-Length: 5', 'Content-Length: 6'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  ['Content-Length: 5', ' Content-Length: 6'],
])('a request whose end could be read in two ways is not read: %s and %s', async (...headers) => {
  const { host } = await centre();
  const socket = connect(running.port, '127.0.0.1');
  const begun = [`POST ${base}/account/logout HTTP/1.1`, `Host: ${host}`, ...headers];
  const inner = `GET ${base}/page/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  socket.write(`${begun.join('\r\n')}\r\n\r\n0\r\n\r\n${inner}`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer.match(/HTTP\/1.1 /g)).toHaveLength(1);
});

test('who was refused what stands in the log', async () => {
  const home = await centre();
  const account = await home.account();
  const { error } = await call(listUsers, { query: {} } as never, { actor: account });
  expect(error).toBe('actionNotAllowed');
  const told = lines.map((line) => JSON.parse(line)).findLast(({ msg }) => msg === 'answered');
  expect(told).toMatchObject({
    time: expect.stringMatching(/Z$/),
    tenant: home.host,
    method: 'GET',
    route: base + listUsers.path,
    status: 403,
    refusal: 'actionNotAllowed',
    accountId: account.id,
  });
});

test('what is told to the log stays one line of it', async () => {
  const before = lines.length;
  await send({ method: 'GET', path: `${base}/page/%0a{"level":60}`, host: (await centre()).host });
  expect(lines.slice(before).every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
});
