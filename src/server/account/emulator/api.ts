import { createServer, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Begun, type Phones } from './phones.ts';

/** Where the stand-in's page is, on each centre's own host. */
export const phonePath = '/stand-in/smart-id';

export interface SmartIdEmulator {
  /** As the environment would name the service, of one centre. */
  urlOf(tenantId: number): string;
  stop(): Promise<void>;
}

/** A service that speaks Smart-ID's protocol (RP API v3, links to devices); on the loopback address only. */
export async function startSmartIdEmulator(
  phones: Phones,
  originOf: (tenantId: number) => Promise<string | undefined>,
): Promise<SmartIdEmulator> {
  const server = createServer((request, response) => {
    const reply = ([status, body]: Reply) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    answer(request).then(reply, () => reply([500, { status: 500 }]));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    urlOf: (tenantId) => `http://127.0.0.1:${port}/${tenantId}/v3`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, tenantId = '', rest = ''] = /^\/(\d{1,9})\/v3\/(.+)$/.exec(url.pathname) ?? [];
    const origin = await originOf(Number(tenantId));
    if (origin === undefined) return notFound;
    if (request.method === 'POST' && rest === 'authentication/device-link/anonymous') {
      const begun = Begun.safeParse(parseJson(await readText(request)));
      if (begun.success) return [200, phones.begin(begun.data, `${origin}${phonePath}`)];
      const isOfNobody = begun.error.issues.some(({ path }) => path[0] === 'relyingPartyUUID');
      return isOfNobody ? [403, { status: 403 }] : [400, { status: 400 }];
    }
    const [, id = ''] = /^session\/([\w-]+)$/.exec(rest) ?? [];
    if (request.method !== 'GET' || id === '') return notFound;
    const wanted = Math.min(Number(url.searchParams.get('timeoutMs') ?? 0), phones.holdMilliseconds);
    const status = await statusWithin(id, Number.isFinite(wanted) ? wanted : 0);
    return status ? [200, status.body] : notFound;
  }

  async function statusWithin(id: string, milliseconds: number) {
    const stepMilliseconds = 100;
    for (let left = milliseconds; ; left -= stepMilliseconds) {
      const status = phones.status(id);
      if (!status || status.isOver || left <= 0) return status;
      await pause(Math.min(stepMilliseconds, left));
    }
  }
}

type Reply = readonly [status: number, body: object];
const notFound: Reply = [404, { status: 404 }];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
