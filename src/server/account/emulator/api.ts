import { createServer, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cards } from './cards.ts';
import { Begun, type Phones } from './phones.ts';
import { MobileBegun, type SimCards } from './sim-cards.ts';

/** Where the stand-in's page is, on each centre's own host. */
export const phonePath = '/stand-in/smart-id';
/** Where cards are asked about, for all centres alike. */
const responderPath = '/ocsp';

export interface IdentityEmulator {
  /** `http://127.0.0.1:40000` */
  readonly origin: string;
  /** As the environment would name each service, of one centre. */
  smartIdUrl(tenantId: number): string;
  mobileIdUrl(tenantId: number): string;
  stop(): Promise<void>;
}

/** What is played, and who plays it. */
interface Played {
  readonly phones: Phones;
  readonly simCards: SimCards;
  readonly cards: Cards;
}

interface Call {
  readonly request: IncomingMessage;
  readonly url: URL;
  /** Of the centre that asks. */
  readonly origin: string;
  /** Behind the service's own address. */
  readonly rest: string;
}

/**
 * Services that speak the protocols of Smart-ID (RP API v3, links to devices) and Mobile-ID (REST), and the responder of whoever
 * issues ID cards (OCSP); on the loopback address only.
 */
export async function startIdentityEmulator(
  { phones, simCards, cards: { responder } }: Played,
  originOf: (tenantId: number) => Promise<string | undefined>,
): Promise<IdentityEmulator> {
  const server = createServer((request, response) => {
    const reply = ([status, body]: Reply) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const fail = () => reply([500, { status: 500 }]);
    if (request.url?.split('?')[0] === responderPath) responder.handle(request, response).catch(fail);
    else answer(request).then(reply, fail);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  responder.url = `${origin}${responderPath}`;
  return {
    origin,
    smartIdUrl: (tenantId) => `${origin}/${tenantId}/v3`,
    mobileIdUrl: (tenantId) => `${origin}/${tenantId}/mid-api`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, tenantId = '', service = '', rest = ''] =
      /^\/(\d{1,9})\/(v3|mid-api)\/(.+)$/.exec(url.pathname) ?? [];
    const origin = await originOf(Number(tenantId));
    if (origin === undefined) return notFound;
    return (service === 'v3' ? answerSmartId : answerMobileId)({ request, url, origin, rest });
  }

  async function answerSmartId({ request, url, origin, rest }: Call): Promise<Reply> {
    if (request.method === 'POST' && rest === 'authentication/device-link/anonymous') {
      const begun = Begun.safeParse(parseJson(await readText(request)));
      if (begun.success) return [200, phones.begin(begun.data, `${origin}${phonePath}`)];
      const isOfNobody = begun.error.issues.some(({ path }) => path[0] === 'relyingPartyUUID');
      return isOfNobody ? [403, { status: 403 }] : [400, { status: 400 }];
    }
    const [, id = ''] = /^session\/([\w-]+)$/.exec(rest) ?? [];
    if (request.method !== 'GET' || id === '') return notFound;
    return statusWithin(url, phones.holdMilliseconds, () => phones.status(id));
  }

  async function answerMobileId({ request, url, rest }: Call): Promise<Reply> {
    if (request.method === 'POST' && rest === 'authentication') {
      const begun = MobileBegun.safeParse(parseJson(await readText(request)));
      if (begun.success) return [200, await simCards.begin(begun.data)];
      const isOfNobody = begun.error.issues.some(({ path }) => path[0] === 'relyingPartyUUID');
      return isOfNobody ? [401, { error: 'Failed to authorize user' }] : [400, { error: 'Bad request' }];
    }
    const [, id = ''] = /^authentication\/session\/([\w-]+)$/.exec(rest) ?? [];
    if (request.method !== 'GET' || id === '') return notFound;
    return statusWithin(url, simCards.holdMilliseconds, () => simCards.status(id));
  }
}

type Status = { readonly isOver: boolean; readonly body: object };
type Reply = readonly [status: number, body: object];
const notFound: Reply = [404, { status: 404 }];

/** Waits for as long as was asked, and no longer than is held, for something to happen. */
async function statusWithin(url: URL, most: number, read: () => Status | undefined): Promise<Reply> {
  const wanted = Number(url.searchParams.get('timeoutMs') ?? 0);
  const stepMilliseconds = 100;
  for (let left = Math.min(Number.isFinite(wanted) ? wanted : 0, most); ; left -= stepMilliseconds) {
    const status = read();
    if (!status) return notFound;
    if (status.isOver || left <= 0) return [200, status.body];
    await pause(Math.min(stepMilliseconds, left));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
