import { describe, expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import { transportRule } from './transport.ts';

const plain = withServer();
const whole = 'max-age=31536000; includeSubDomains';
const itself = 'max-age=31536000';

test.each([
  ['klubi.ee', itself],
  ['KLUBI.ee:8443', itself],
  ['klubi.com.lv', itself],
  ['aeg.klubi.ee', whole],
  ['www.klubi.ee:8443', whole],
  ['aeg.klubi.com.lv', whole],
  ['127.0.0.1', itself],
  ['[::1]:8443', itself],
  ['localhost', itself],
])('of %s it is said: %s', (host, rule) => {
  expect(transportRule(host)).toBe(rule);
});

const ways: [string, string, Record<string, string>?][] = [
  ['the health', '/healthz'],
  ['an answer kept ready', `${apiBase}/public/schedule`],
  ['one that is unchanged', `${apiBase}/page/`, { 'if-none-match': '*' }],
  ['a refusal', `${apiBase}/user/registration`],
  ['what there is not', `${apiBase}/nothing`],
  ['an address that is too long', `${apiBase}/page/?x=${'a'.repeat(5000)}`],
];

test('a connection that rests is kept longer than a proxy before us keeps it: it is the proxy that closes', async () => {
  const { host } = await plain.centre();
  const { headers } = await plain.send({ method: 'GET', path: `${apiBase}/page/`, host });
  const [, seconds] = /^timeout=(\d+)$/.exec(String(headers['keep-alive'])) ?? [];
  // nginx lets it rest for one minute, Caddy for two.
  expect(Number(seconds)).toBeGreaterThan(120);
});

describe('behind a proxy that takes the TLS off', () => {
  const { centre, send } = withServer({ trustProxy: 1 });

  test.each(ways)('%s bears it', async (_, path, headers = {}) => {
    const { host } = await centre();
    const ask = (more: Record<string, string>) =>
      send({ method: 'GET', path, host, headers: { ...headers, ...more } });
    expect((await ask({ 'x-forwarded-proto': 'https' })).headers['strict-transport-security']).toBe(itself);
    expect((await ask({ 'x-forwarded-proto': 'http' })).headers['strict-transport-security']).toBeUndefined();
    expect((await ask({ 'x-forwarded-proto': 'https' })).headers['strict-transport-security']).toBe(itself);
  });

  test('writes come from pages that came over TLS as well', async () => {
    const { host } = await centre();
    const write = async (scheme: string, origin: string) => {
      const path = `${apiBase}/account/logout`;
      const headers = { 'x-forwarded-proto': scheme, origin };
      return (await send({ method: 'POST', path, host, headers })).status;
    };
    expect(await write('https', `https://${host}`)).toBe(200);
    expect(await write('https', `http://${host}`)).toBe(403);
    expect(await write('http', `http://${host}`)).toBe(200);
    expect(await write('https', 'null')).toBe(403);
    expect(await write('https', `https://${host}.evil.test`)).toBe(403);
  });
});

test('without a proxy nobody’s word is taken for it', async () => {
  const { centre, send } = plain;
  const { host } = await centre();
  const answer = await send({
    method: 'GET',
    path: '/healthz',
    host,
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(answer.headers['strict-transport-security']).toBeUndefined();
});
