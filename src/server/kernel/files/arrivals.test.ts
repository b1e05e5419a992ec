import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { checkImport } from '#shared/admin/importing/contract.ts';
import { arrivalLimits } from './reading.ts';

const running = withServer();
const { centre, call, logIn } = running;
const file = 'Eesnimi;Perekonnanimi;E-post\nMari;Maasikas;mari@test.test\n';
const usual = { ...arrivalLimits };
const sockets: Socket[] = [];
afterEach(() => {
  Object.assign(arrivalLimits, usual);
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function beginning(): Promise<{ home: Centre; admin: TestAccount }> {
  const home = await centre();
  return { home, admin: await home.account({ role: 'admin' }) };
}

const bring = (actor: TestAccount) =>
  call(checkImport, { query: { kind: 'clients' }, body: file }, { actor });

/** A call of which only the head is sent, so that an answer is one to the head. */
async function beginTo(
  { host }: Centre,
  actor: TestAccount | undefined,
  { type = 'application/octet-stream', length = file.length } = {},
) {
  const socket = connect(running.port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.setEncoding('utf8').on('data', (text) => {
    heard += String(text);
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const authorization = actor ? `Authorization: Bearer ${await logIn(actor)}\r\n` : '';
  socket.write(
    `POST /api/v0.1/admin/back-office/import/check?kind=clients HTTP/1.1\r\nHost: ${host}\r\n${authorization}` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const code = () =>
    vi.waitFor(() => {
      const [, found] = /"errors":\["(\w+)"\]|"planId"/.exec(heard) ?? [];
      if (!heard.endsWith('}')) throw new Error(`heard: ${heard}`);
      return found ?? 'done';
    }, 20_000);
  return { socket, code, heard: () => heard };
}

/** Whoever holds the turn of a centre: part of the file has come, and was read. */
async function beginAlone(home: Centre, admin: TestAccount) {
  const begun = await beginTo(home, admin);
  begun.socket.write(file.slice(0, 10));
  // The head is looked at before what comes on other connections afterwards.
  await expect.poll(() => begun.socket.bytesWritten).toBeGreaterThan(file.length);
  await call(checkImport, { query: { kind: 'clients' }, body: '' }, { host: home.host });
  return { ...begun, end: () => begun.socket.write(file.slice(10)) };
}

describe('a file is refused before any of it is read', () => {
  test.each([
    ['of nobody', 'visitor', {}, 'notLoggedIn'],
    ['of a member', 'client', {}, 'actionNotAllowed'],
    ['of another centre', 'elsewhere', {}, 'notLoggedIn'],
    ['that is too large', 'admin', { length: 4_000_001 }, 'bodyTooLarge'],
    ['in JSON', 'admin', { type: 'application/json' }, 'contentTypeNotSupported'],
  ])('%s', async (_, role, head, code) => {
    const { home, admin } = await beginning();
    const actors = {
      admin: async () => admin,
      client: () => home.account(),
      elsewhere: async () => (await beginning()).admin,
      visitor: async () => undefined,
    };
    const begun = await beginTo(home, await actors[role as keyof typeof actors](), head);
    expect(await begun.code()).toBe(code);
  });

  test('and whoever still sends hears the answer, on a connection that goes on', async () => {
    const { home, admin } = await beginning();
    const begun = await beginTo(home, await home.account(), { length: 3_000_000 });
    begun.socket.write('x'.repeat(3_000_000));
    expect(await begun.code()).toBe('actionNotAllowed');
    begun.socket.write(
      `GET /api/v0.1/page/ HTTP/1.1\r\nHost: ${home.host}\r\nAuthorization: Bearer ${await logIn(admin)}\r\n\r\n`,
    );
    await vi.waitFor(() => expect(begun.heard().match(/HTTP\/1.1 200/g)).toHaveLength(1), 20_000);
  });

  test('but only where a file is meant', async () => {
    const { home } = await beginning();
    const path = '/api/v0.1/account/login';
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await running.send({ method: 'POST', path, host: home.host, headers, body: file });
    expect([answer.status, answer.text]).toEqual([415, expect.stringContaining('contentTypeNotSupported')]);
  });
});

describe('files of a centre come one at a time', { timeout: 60_000 }, () => {
  test('the next one waits unread, and another centre’s goes through', async () => {
    const [{ home, admin }, other] = [await beginning(), await beginning()];
    const first = await beginAlone(home, admin);
    let isNextDone = false;
    const next = bring(admin).then((answer) => {
      isNextDone = true;
      return answer.body.fresh;
    });
    expect((await bring(other.admin)).body.fresh).toBe(1);
    expect(isNextDone).toBe(false);
    first.end();
    expect([await first.code(), await next]).toEqual(['done', 1]);
  });

  test('few wait, who comes then is told so at once', async () => {
    const { home, admin } = await beginning();
    const first = await beginAlone(home, admin);
    const codes: string[] = [];
    const all = Array.from({ length: 10 }, () =>
      bring(admin).then(({ error = 'done' }) => {
        codes.push(error);
      }),
    );
    await expect.poll(() => codes, { timeout: 10_000 }).toEqual(['busyTryAgain', 'busyTryAgain']);
    first.end();
    await Promise.all(all);
    expect(codes.slice(2)).toEqual(Array(8).fill('done'));
  });

  test('who leaves gives up the turn', async () => {
    const { home, admin } = await beginning();
    const first = await beginAlone(home, admin);
    const second = await beginTo(home, admin);
    const third = bring(admin);
    second.socket.destroy();
    first.socket.destroy();
    expect((await third).body.fresh).toBe(1);
  });

  test.each([
    ['sends nothing for a while', { silentMs: 200 }],
    ['takes too long in all', { wholeMs: 200 }],
  ])('who %s gives it up too, and is told', async (_, limits) => {
    const { home, admin } = await beginning();
    Object.assign(arrivalLimits, limits);
    const first = await beginAlone(home, admin);
    expect(await first.code()).toBe('fileNotArriving');
    Object.assign(arrivalLimits, usual);
    expect((await bring(admin)).body.fresh).toBe(1);
  });
});
