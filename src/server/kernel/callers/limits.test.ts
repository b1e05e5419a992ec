import { connect } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import type { AppError } from '#shared/kernel/errors.ts';
import { listRegistrations } from '#shared/registrations/contract.ts';
import { livePath } from '#shared/schedule/contract.ts';

const perMinute = 20;
const running = withServer({ callsPerMinute: perMinute });

/** The status of a call whose target stands in its first line as it is given. */
function statusOf(method: string, target: string, host: string, header = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(running.port, '127.0.0.1', () => {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${header}\r\n`);
    });
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
    });
    socket.on('end', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1])));
    socket.on('error', reject);
  });
}

test('calls are counted by what they ask for, however its address is spelt, also of who is not let in', async () => {
  const { host } = await running.centre();
  const refresh = '/api/v0.1/account/refresh';
  const calls: [method: string, target: string, header?: string][] = [
    ['GET', apiBase + listRegistrations.path, 'Authorization: Bearer a.b.c\r\n'],
    ['POST', refresh],
    ['POST', refresh.replace('a', '%61')],
    ['POST', `http://x${refresh}`],
  ];
  const statuses: number[] = [];
  for (let n = 0; n < 2 * perMinute; n += 1) {
    const [method, target, header] = calls[n % calls.length] ?? ['', ''];
    statuses.push(await statusOf(method, target, host, header));
  }
  expect(statuses.slice(0, 2)).toEqual([401, 400]);
  expect(statuses.slice(perMinute).every((status) => status === 429)).toBe(true);
});

test('pages that are drawn anew are counted by network, and a calls’ count is its own', async () => {
  const { countDrawing } = running.server.app;
  const asked = (ip: string) => countDrawing({ ip, routeOptions: { config: {} } } as FastifyRequest);
  const codeOf = (ip: string) =>
    asked(ip).then(
      () => 'drawn',
      (error: unknown) => (error as AppError).code,
    );
  const codes: string[] = [];
  // One network of IPv6, at ever other addresses.
  for (const host of [1, 2, 3, 4]) codes.push(await codeOf(`2001:db8::${host}`));
  expect(codes).toEqual(['drawn', 'drawn', 'tooManyRequests', 'tooManyRequests']);
  expect(await codeOf('2001:db8:1::1')).toBe('drawn');
});

test('a HEAD of what never ends is refused', async () => {
  const { host } = await running.centre();
  const status = await statusOf('HEAD', apiBase + livePath, host);
  expect([status >= 400, status < 500]).toEqual([true, true]);
});
