import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { selfSigned } from '#server/testing/certificate.ts';
import { noticeMeans } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import { getNoticeSettings } from '#shared/messages/notices/contract.ts';
import { mailError, SendingError } from '../outcomes.ts';
import { messenteClient, type Sms } from './client.ts';
import { toSmsNumber } from './phones.ts';

/** A provider that answers as told and keeps what it was asked. */
const provider = { status: 201, answer: '{"omnimessage_id":"1","to":"","messages":[]}', delay: 0 };
const asked: { url: string; authorization: string; body: unknown }[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { authorization = '' } = request.headers;
    asked.push({ url: `${request.method} ${request.url}`, authorization, body: JSON.parse(body) });
    if (provider.status === 0) request.socket.destroy();
    else response.writeHead(provider.status).end(provider.answer);
  });
});
const listen = (listening: Server) =>
  new Promise<number>((resolve) => {
    listening.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
const port = await listen(server);
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked.length = 0;
  provider.status = 201;
  provider.answer = '{"omnimessage_id":"1","to":"","messages":[]}';
});

const sms: Sms = { tenantId: 3, to: '+37255555555', sender: 'Pohjala', text: 'Õ', validMinutes: 30 };
const outcome = (url: string) =>
  messenteClient(url)
    .send(sms)
    .then(
      () => 'sent',
      (error: unknown) => (error instanceof SendingError ? error.outcome : 'unforeseen'),
    );
const url = `http://us%40er:pa%2Fss@127.0.0.1:${port}/v1`;

describe('the provider', () => {
  test('is asked as its protocol says', async () => {
    await messenteClient(url, 'Trenn').send(sms);
    expect(asked).toEqual([
      {
        url: 'POST /v1/omnimessage',
        authorization: `Basic ${Buffer.from('us@er:pa/ss').toString('base64')}`,
        body: {
          to: '+37255555555',
          messages: [{ channel: 'sms', sender: 'Trenn', text: 'Õ', validity: 30, autoconvert: 'off' }],
          text_store: 'nostore',
        },
      },
    ]);
  });

  const refusal = '{"errors":[{"title":"Invalid data","detail":"+37255555555","code":"104","source":"to"}]}';
  test.each([
    ['takes it', 201, '{"omnimessage_id":"1"}', 'sent'],
    ['answers nothing readable', 201, 'ok', 'unknown'],
    ['knows no such number', 400, refusal, 'refused'],
    ['knows no such keys', 401, refusal, 'notNow'],
    ['is busy', 429, '', 'notNow'],
    ['is closed', 503, '', 'notNow'],
    ['fails half way', 500, '', 'unknown'],
    ['hangs up', 0, '', 'unknown'],
  ])('that %s: %s', async (_, status, answer, expected) => {
    Object.assign(provider, { status, answer });
    expect(await outcome(url)).toBe(expected);
  });

  test('that is not there took nothing', async () => {
    const gone = createServer();
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    expect(await outcome(`http://a:b@127.0.0.1:${port}/v1`)).toBe('notNow');
  });

  test('that leads elsewhere is not followed', async () => {
    const leading = createServer((_, response) => {
      response.writeHead(307, { Location: `http://127.0.0.1:${port}/v1/omnimessage` }).end();
    });
    expect(await outcome(`http://a:b@127.0.0.1:${await listen(leading)}/v1`)).not.toBe('sent');
    expect(asked).toEqual([]);
    leading.closeAllConnections();
    await new Promise((resolve) => leading.close(resolve));
  });

  test('whose certificate nobody vouches for is told nothing', async () => {
    const asked: string[] = [];
    const forged = createSecureServer(selfSigned('api.messente.com'), ({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(201).end(provider.answer);
    });
    const port = await listen(forged);
    expect(await outcome(`https://a:b@127.0.0.1:${port}/v1`)).not.toBe('sent');
    expect(asked).toEqual([]);
    await new Promise((resolve) => forged.close(resolve));
  });

  test('is not repeated in our log', async () => {
    Object.assign(provider, { status: 400, answer: refusal });
    const error = await messenteClient(url)
      .send(sms)
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('SendingError: the SMS provider answered 400 104');
  });
});

test.each([
  ['5555 5555', 'EE', '+37255555555'],
  ['+372 5555 5555', 'LV', '+37255555555'],
  ['00372 5555 5555', 'EE', '+37255555555'],
  ['2612 3456', 'LV', '+37126123456'],
  ['+44 7400 123456', 'EE', '+447400123456'],
  ['600 0000', 'EE', undefined],
  ['6700 0000', 'LV', undefined],
  ['591 2345', 'EE', undefined],
  ['', 'EE', undefined],
  ['call me', 'EE', undefined],
])('the number %s in %s is %s', (phone, country, number) => {
  expect(toSmsNumber(phone, country)).toBe(number);
});

test.each([
  [{ responseCode: 550, command: 'RCPT TO' }, 'refused'],
  [{ responseCode: 450, command: 'RCPT TO' }, 'notNow'],
  [{ responseCode: 535, command: 'AUTH PLAIN' }, 'notNow'],
  [{ code: 'ESOCKET', command: 'CONN' }, 'notNow'],
  [{ code: 'EDNS' }, 'notNow'],
  [{ code: 'ETIMEDOUT', command: 'DATA' }, 'unknown'],
  [undefined, 'unknown'],
])('a mail server’s %j is %s', (error, expected) => {
  expect(mailError(error).outcome).toBe(expected);
});

describe('in production', () => {
  const running = withServer({ isProduction: true });
  test('without a provider no SMS goes out, never to the stand-in', async () => {
    const { furnished, notice, raise, states } = noticeMeans(running);
    const here = await furnished();
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    const settings = await running.call(getNoticeSettings, undefined, { actor: here.member });
    expect(settings.body.isSmsOffered).toBe(false);
    await raise(here, notice('promoted', here));
    await expect.poll(() => states(here), { timeout: 8000 }).toMatchObject([{ channel: 'mail' }]);
  });
});
