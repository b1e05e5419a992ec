import { createServer } from 'node:http';

export interface LockStandIn {
  readonly url: string;
  stop(): Promise<void>;
}

/** A lock that opens whenever it is asked, except one whose address ends in `/jammed`. On the loopback address only. */
export async function startLockStandIn(): Promise<LockStandIn> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const isJammed = String(request.headers['x-relay']).endsWith('/jammed');
      response.writeHead(request.method !== 'POST' ? 405 : isJammed ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
