import type { KeyObject } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { decodeJwt, jwtVerify } from 'jose';
import { z } from 'zod';
import { type Clock, toDate } from '#server/kernel/clock.ts';
import type { GoogleService } from '../keycards/wallets.ts';

/** Where the stand-in shows a card, on each centre's own host. */
export const savePath = '/stand-in/google-wallet';

const Text = z.object({ defaultValue: z.object({ value: z.string() }) });
/** What is looked at of a card. */
const Card = z.looseObject({
  id: z.string(),
  classId: z.string(),
  state: z.enum(['ACTIVE', 'EXPIRED']),
  cardTitle: Text,
  header: Text,
  rotatingBarcode: z
    .object({
      type: z.literal('QR_CODE'),
      valuePattern: z.string(),
      totpDetails: z.object({
        algorithm: z.literal('TOTP_SHA1'),
        periodMillis: z.string().regex(/^\d+$/),
        parameters: z.tuple([z.object({ key: z.string().regex(/^[\da-f]+$/i), valueLength: z.literal(8) })]),
      }),
    })
    .optional(),
});
export type GoogleCard = z.infer<typeof Card>;
const Link = z.object({
  typ: z.literal('savetowallet'),
  origins: z.array(z.string()),
  payload: z.object({ genericObjects: z.tuple([z.strictObject({ id: z.string(), classId: z.string() })]) }),
});

export interface GoogleEmulator {
  readonly service: GoogleService;
  readonly cards: ReadonlyMap<string, GoogleCard>;
  /** The card of an address that a service account signed; undefined for any other. */
  open(jwt: string): Promise<GoogleCard | undefined>;
  /** Answers nothing while it is so. */
  isSilent: boolean;
  stop(): Promise<void>;
}

export interface GoogleEmulatorPorts {
  readonly clock: Clock;
  /** The public keys of a service account. */
  keysOf(email: string): Promise<readonly KeyObject[]>;
}

/** Google Wallet's service and its tokens, on the loopback address only; what it keeps is gone with the process. */
export async function startGoogleEmulator({ clock, keysOf }: GoogleEmulatorPorts): Promise<GoogleEmulator> {
  const [cards, classes, granted] = [new Map<string, GoogleCard>(), new Set<string>(), new Set<string>()];
  const server = createServer((request, response) => {
    const reply = ([status, body]: Reply) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    answer(request).then(reply, () => reply([400, {}]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const base = `http://127.0.0.1:${address.port}`;
  const service: GoogleService = {
    tokenUrl: `${base}/token`,
    apiUrl: `${base}/walletobjects/v1`,
    saveUrl: (origin) => origin + savePath,
  };

  async function verified(jwt: string, audience: string) {
    const { iss = '' } = decodeJwt(jwt);
    for (const key of await keysOf(iss)) {
      const options = { algorithms: ['RS256'], audience, currentDate: toDate(clock.epochMilliseconds()) };
      const found = await jwtVerify(jwt, key, options).catch(() => undefined);
      if (found) return found.payload;
    }
    return undefined;
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    if (emulator.isSilent) return [503, {}];
    const body = await readText(request);
    const { method = '', url = '' } = request;
    if (url === '/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? '';
      if (!(await verified(assertion, service.tokenUrl))) return [401, { error: 'invalid_grant' }];
      const token = randomBytes(16).toString('hex');
      granted.add(token);
      return [200, { access_token: token, expires_in: 3599, token_type: 'Bearer' }];
    }
    if (!granted.has((request.headers.authorization ?? '').replace('Bearer ', ''))) return [401, {}];
    const [, kind = '', id] =
      /^\/walletobjects\/v1\/(genericClass|genericObject)(?:\/(.+))?$/.exec(url) ?? [];
    const thing: unknown = JSON.parse(body);
    return kind === 'genericClass'
      ? putClass(method, id, z.object({ id: z.string() }).parse(thing))
      : putCard(method, id, Card.parse(thing));
  }

  function putClass(method: string, id: string | undefined, thing: { readonly id: string }): Reply {
    if (method === 'POST' && classes.has(thing.id)) return [409, {}];
    if (method === 'PUT' && !classes.has(decodeURIComponent(id ?? ''))) return [404, {}];
    classes.add(thing.id);
    return [200, thing];
  }

  function putCard(method: string, id: string | undefined, card: GoogleCard): Reply {
    if (method === 'POST' && cards.has(card.id)) return [409, {}];
    if (method === 'PUT' && !cards.has(decodeURIComponent(id ?? ''))) return [404, {}];
    if (!classes.has(card.classId)) return [400, {}];
    cards.set(card.id, card);
    return [200, card];
  }

  const emulator: GoogleEmulator = {
    service,
    cards,
    isSilent: false,
    open: async (jwt) => {
      const payload = await verified(jwt, 'google').catch(() => undefined);
      const link = Link.safeParse(payload);
      return link.success ? cards.get(link.data.payload.genericObjects[0].id) : undefined;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return emulator;
}

type Reply = readonly [status: number, body: object];

/** What a phone draws of a card at a moment; null for one that has ended. */
export function codeAt(
  { rotatingBarcode }: GoogleCard,
  epochMilliseconds: number,
  digitsOf: (key: Buffer, step: number) => string,
): string | null {
  if (!rotatingBarcode) return null;
  const { periodMillis, parameters } = rotatingBarcode.totpDetails;
  const step = Math.floor(epochMilliseconds / Number(periodMillis));
  return rotatingBarcode.valuePattern
    .replace('{totp_timestamp_seconds}', String(Math.floor(epochMilliseconds / 1000)))
    .replace('{totp_value_0}', digitsOf(Buffer.from(parameters[0].key, 'hex'), step));
}
