import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tenantUrl } from './journey.ts';

export interface Slow {
  address(host: string, path: string): string;
  /** Whether something of that path was asked for and has no answer yet. */
  waiting(path: string): boolean;
  stop(): void;
}

/** The server behind a line on which some paths come late, by so many milliseconds each. */
export async function startSlow(late: readonly (readonly [RegExp, number])[]): Promise<Slow> {
  const open = new Set<string>();
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    const real = new URL(tenantUrl((asked.headers.host ?? '').split('.localhost', 1)[0] ?? '', path));
    const wait = late.find(([pattern]) => pattern.test(path))?.[1] ?? 0;
    open.add(path);
    answer.on('close', () => open.delete(path));
    setTimeout(() => {
      const { method } = asked;
      const headers = { ...asked.headers, host: real.host };
      const through = request({ port: real.port, path, method, headers }, (come) => {
        answer.writeHead(come.statusCode ?? 502, come.headers);
        come.pipe(answer);
      });
      through.on('error', () => answer.destroy());
      asked.pipe(through);
    }, wait);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (host, path) => `http://${host}.localhost:${port}${path}`,
    waiting: (path) => [...open].some((one) => one.startsWith(path)),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
