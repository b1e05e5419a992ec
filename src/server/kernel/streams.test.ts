import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyRequest } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { statusOf } from './statuses.ts';
import { Streams } from './streams.ts';

let stop = async () => {};
afterEach(() => stop());

/** A server of nothing but streams; the centre is named by a header. */
async function serve(streams: Streams): Promise<(tenantId: number) => Promise<IncomingMessage>> {
  const app = fastify({ forceCloseConnections: true });
  app.get('/', (request, reply) => {
    const tenant = { id: Number(request.headers['x-tenant']) } as FastifyRequest['tenant'];
    try {
      streams.open(Object.assign(request, { tenant }), reply);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return reply.code(statusOf(error)).send(error.code);
    }
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  stop = () => app.close();
  const { port } = app.server.address() as AddressInfo;
  return (tenantId) =>
    new Promise((resolve, reject) => {
      get({ port, host: '127.0.0.1', headers: { 'x-tenant': tenantId } }, resolve).on('error', reject);
    });
}

test('a centre has its share of streams and leaves the others theirs; one that closes makes room', async () => {
  const streams = new Streams({ most: 3, mostOfCentre: 2 });
  const open = await serve(streams);
  const [first] = [await open(1), await open(1)];
  expect(first.statusCode).toBe(200);
  expect((await open(1)).statusCode).toBe(503);
  expect((await open(2)).statusCode).toBe(200);
  // Nobody has more than there are.
  expect((await open(2)).statusCode).toBe(503);
  first.destroy();
  await expect.poll(async () => (await open(1)).statusCode, { timeout: 10_000 }).toBe(200);
});
