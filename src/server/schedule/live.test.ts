import { request } from 'node:http';
import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import * as registrations from '#shared/registrations/contract.ts';
import { liveEvents, livePath } from '#shared/schedule/contract.ts';

const testServer = withServer();
const { centre, call } = testServer;
const startsAt = '2026-09-15T15:00:00Z';

const book = (actor: TestAccount, trainingId: number) =>
  call(registrations.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });

interface Told {
  readonly event: string;
  readonly data: unknown;
  readonly at: number;
}

/** Listens to a centre's stream; `told` fills while it is open. */
async function listen(host: string) {
  const told: Told[] = [];
  let text = '';
  const asked = request({
    port: testServer.port,
    host: '127.0.0.1',
    path: apiBase + livePath,
    headers: { Host: host },
  });
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(message) ?? [];
      if (event && data) told.push({ event, data: JSON.parse(data), at: performance.now() });
    }
  });
  const ended = new Promise<void>((resolve) => answer.once('end', resolve));
  return { told, answer, ended, close: () => asked.destroy() };
}

async function until(isReached: () => boolean): Promise<void> {
  const patience = performance.now() + 5000;
  while (!isReached()) {
    if (performance.now() > patience) throw new Error('nothing was told in five seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('an open timetable hears the new numbers of a booked training, of its own centre only', async () => {
  const home = await centre();
  const foreign = await centre();
  await home.training({ startsAt });
  const training = await home.training({ startsAt, maxPlaces: 12 });
  const [stream, other] = await Promise.all([listen(home.host), listen(foreign.host)]);
  expect(stream.answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(stream.answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(stream.answer.headers['cache-control']).toBe('no-store');
  await book(await home.account(), training.id);
  await until(() => stream.told.length > 0);
  expect(stream.told[0]).toMatchObject({
    event: 'numbers',
    data: [[training.id, 1, 11, 0]],
  });
  expect(other.told).toEqual([]);
  stream.close();
  other.close();
});

test('a rush is told in few messages, the last of which is the truth', async () => {
  const home = await centre();
  const training = await home.training({ startsAt, maxPlaces: 25 });
  const stream = await listen(home.host);
  const actors = await Promise.all(Array.from({ length: 40 }, () => home.account()));
  await Promise.all(actors.map((actor) => book(actor, training.id)));
  const truth = [[training.id, 25, 0, 10]];
  await until(() => JSON.stringify(stream.told.at(-1)?.data) === JSON.stringify(truth));
  expect(stream.told.length).toBeLessThan(10);
  stream.close();
});

test('of a training that is not public only its number in the list is told', async () => {
  const home = await centre();
  const training = await home.training({ startsAt, maxPlaces: 12, isPublic: false });
  const stream = await listen(home.host);
  await book(await home.account(), training.id);
  await until(() => stream.told.length > 0);
  expect(stream.told[0]).toMatchObject({ event: 'changed', data: [training.id] });
  stream.close();
});

test('an unknown host has no stream', async () => {
  const stream = await listen('nobody.example');
  expect(stream.answer.statusCode).toBe(404);
  stream.close();
});

test('who reads too slowly is cut off and not waited for; the others hear on', async () => {
  const home = await centre();
  const { streams } = testServer.server.app.ports;
  const [reader, slow] = await Promise.all([listen(home.host), listen(home.host)]);
  const isOver = new Promise<void>((resolve) => {
    slow.answer.once('close', resolve).once('error', () => resolve());
  });
  slow.answer.pause();
  const large = 'x'.repeat(200_000);
  const sent = 150;
  for (let count = 1; count <= sent; count += 1) {
    streams.tell(home.id, liveEvents.changed, large);
    await until(() => reader.told.length === count);
  }
  slow.answer.resume();
  await isOver;
  expect(slow.told.length).toBeLessThan(sent);
  expect(streams.isWatched(home.id)).toBe(true);
  reader.close();
});
