import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ownPlace } from './place.ts';

export interface Release {
  /** The page's address on a server that can be renewed: `address('pohjala-sport.ee', '/profile')`. */
  address(host: string, path: string): string;
  /** From now on the build has another version. */
  renew(): void;
  stop(): Promise<void>;
}

const oldClient = '0.0.1';

/**
 * Stands before the journeys' server and gives its build another version when it is told to. `isUrgent`: sessions
 * say that this client is too old (claim `needsUpdate`).
 */
export async function startRelease({ isUrgent = false } = {}): Promise<Release> {
  const target = ownPlace().port;
  let isNew = false;
  const server = createServer((incoming, outgoing) => {
    const { url: path = '/', method, headers } = incoming;
    const isWorker = path === '/sw.js';
    const isSession = path.endsWith('/account/refresh');
    const onward = request(
      {
        port: target,
        path,
        method,
        headers: {
          ...headers,
          ...(isWorker && { 'accept-encoding': 'identity', 'if-none-match': '' }),
          ...(isSession && isUrgent && { 'x-client-version': oldClient }),
        },
      },
      (answer) => {
        if (!isWorker || !isNew) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        text(answer).then(
          (code) => {
            const { etag: _, 'content-length': __, ...kept } = answer.headers;
            outgoing.writeHead(200, kept).end(renamed(code));
          },
          () => outgoing.destroy(),
        );
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (host, path) => `http://${host}.localhost:${port}${path}`,
    renew: () => {
      isNew = true;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The worker answers with its build's version, sixteen hexadecimal digits; nothing else in it looks so. */
function renamed(code: string): string {
  const version = /postMessage\([`'"]([0-9a-f]{16})[`'"]\)/.exec(code)?.[1];
  if (!version) throw new Error('the worker names no version');
  return code.replaceAll(version, 'fedcba9876543210');
}
