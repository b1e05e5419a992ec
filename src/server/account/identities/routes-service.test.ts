import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '#server/account/emulator/authority.ts';
import { withIdentities } from '#server/testing/identities.ts';
import { withServer } from '#server/testing/server.ts';

const authority = await makeAuthority(Temporal.Instant.from('2026-09-14T09:00:00Z').epochMilliseconds);

const asked: { url: string; body: unknown }[] = [];
/** What the service answers next. */
let answer: (response: ServerResponse, url: string) => void = () => {};
const service = createServer((request, response) => {
  void (async () => {
    const posted = await text(request);
    asked.push({ url: request.url ?? '', body: posted ? JSON.parse(posted) : undefined });
    answer(response, request.url ?? '');
  })();
});
const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const session = {
  ...{ sessionID: 'one', sessionToken: 'token', sessionSecret: Buffer.alloc(32).toString('base64') },
  deviceLinkBase: 'https://smart-id.com/device-link',
};
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const address = service.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v3`;
afterAll(() => void service.close());

describe('production without issuers', () => {
  const running = withServer({ isProduction: true });
  const { withKeys, begin } = withIdentities(running);

  test('no stand-in answers, and nobody is asked', async () => {
    const { host } = await withKeys();
    expect(running.server.phones).toBeUndefined();
    const begun = await begin(host);
    expect(begun.error).toBe('identityServiceSilent');
    const page = await running.send({ method: 'GET', path: '/stand-in/smart-id?sessionToken=x', host });
    expect(page.status).toBe(404);
  });
});

describe('a service that answers oddly', () => {
  const issuers = [authority.certificate.toString()];
  const running = withServer({
    identityServices: { smartId: { url, scheme: 'smart-id-demo', issuers } },
  });
  const { withKeys, begin, look } = withIdentities(running);
  let host = '';
  beforeAll(async () => {
    host = (await withKeys('Klubi')).host;
  });

  test('is asked for what the centre is, and nobody else is named', async () => {
    answer = (response) => json(response, session);
    const begun = await begin(host);
    expect(begun.error).toBeUndefined();
    expect(asked.at(-1)).toMatchObject({
      url: '/v3/authentication/device-link/anonymous',
      body: { relyingPartyName: 'Klubi', certificateLevel: 'QUALIFIED', signatureProtocol: 'ACSP_V2' },
    });
    expect(begun.link).toMatch(/^https:\/\/smart-id\.com\/device-link\?deviceLinkType=QR&elapsedSeconds=0&/);
    answer = (response) => json(response, { state: 'RUNNING' });
    expect((await look(host, begun)).body.token).toBeNull();
    expect(asked.at(-1)?.url).toBe('/v3/session/one?timeoutMs=1000');
    // What it knows no more has run out.
    answer = (response) => json(response, {}, 404);
    expect((await look(host, begun)).error).toBe('identityTimedOut');
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => json(response, {}, 500)],
    ['another place', (response) => response.writeHead(302, { location: url }).end()],
    ['no JSON', (response) => response.writeHead(200).end('<html>')],
    ['something else', (response) => json(response, { sessionID: '../x' })],
    ['more than anybody reads', (response) => response.writeHead(200).end(`"${'x'.repeat(200_000)}"`)],
    ['nothing', (response) => response.destroy()],
  ])('%s: it does not answer, and what was begun goes on', async (_, odd) => {
    answer = (response) => json(response, session);
    const begun = await begin(host);
    answer = odd;
    expect((await begin(host)).error).toBe('identityServiceSilent');
    expect((await look(host, begun)).error).toBe('identityServiceSilent');
    answer = (response) => json(response, { state: 'RUNNING' });
    expect((await look(host, begun)).status).toBe(200);
  });

  test('is asked about one log-in twice at once, and by nobody more often', async () => {
    answer = (response) => json(response, session);
    const begun = await begin(host);
    const held: ServerResponse[] = [];
    answer = (response) => void held.push(response);
    const looks = [look(host, begun), look(host, begun)];
    await expect.poll(() => held.length).toBe(2);
    expect((await look(host, begun)).body.display).toMatch(/deviceLinkType=QR/);
    expect(held).toHaveLength(2);
    for (const response of held) json(response, { state: 'RUNNING' });
    expect((await Promise.all(looks)).map(({ status }) => status)).toEqual([200, 200]);
    answer = (response) => json(response, {}, 404);
    expect((await look(host, begun)).error).toBe('identityTimedOut');
  });

  test('an answer without what is to be believed is none', async () => {
    answer = (response) => json(response, session);
    const begun = await begin(host);
    answer = (response) => json(response, { state: 'COMPLETE', result: { endResult: 'OK' } });
    expect((await look(host, begun)).error).toBe('identityNotValid');
  });
});
