import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type AssembleOptions, assemble, type Server } from '#server/assemble.ts';
import { SetClock } from '#server/kernel/clock.ts';
import { makeLogger } from '#server/kernel/log.ts';
import type { Fulfilment } from '#server/payments/ports.ts';
import { provedSeconds } from '#shared/account/proofs/domain.ts';
import type { AnyEndpoint, EndpointInput } from '#shared/kernel/endpoint.ts';
import { type Answer, call, type RawAnswer, type RawCall, send } from './call.ts';
import { Centre, type CentreParts, type TestAccount } from './centre.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { closedPushOrigin } from './samples.ts';
import { expectTrail } from './trail.ts';

/** A Monday morning in a week without clock change, 12:00 in Tallinn and Riga. */
export const testNow = '2026-09-14T09:00:00.000Z';

/** The private key of the tests' pushes: 32 bytes. */
export const testPushSecret = Buffer.alloc(32, 7).toString('base64url');

interface CallParts {
  /** Signed in as; absent means a visitor. */
  readonly actor?: TestAccount | undefined;
  /** A token got by logging in; wins over `actor`. */
  readonly token?: string | undefined;
  /** The actor's by default; a visitor must name one, most easily through `centre.host`. */
  readonly host?: string | undefined;
  readonly language?: string | undefined;
  /** Override or add; an empty text leaves a header out. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface TestServer {
  /** Stands still at `testNow` until a test moves it; put back before each file and each test. */
  readonly clock: SetClock;
  /** The running server and its parts. */
  readonly server: Server;
  readonly port: number;
  readonly databaseUrl: string;
  /** A fresh tenant: what a test shares with no other. */
  centre(parts?: CentreParts): Promise<Centre>;
  /** Calls an endpoint over HTTP. */
  call<E extends AnyEndpoint>(endpoint: E, input: EndpointInput<E>, parts?: CallParts): Promise<Answer<E>>;
  /** An exchange that no contract describes. */
  send(parts: RawCall): Promise<RawAnswer>;
  /** A token as logging in would give, without the login. */
  logIn(account: TestAccount): Promise<string>;
  /** Does now what a job that runs by the clock would do; here none runs by itself. */
  runJob(name: string): Promise<void>;
  /** Asks the database itself, above row policies. */
  ask<Row>(text: string, ...values: unknown[]): Promise<Row[]>;
}

export interface TestServerOptions {
  /** A server and a database of one's own, for what counts or fills whatever there is. */
  readonly isAlone?: boolean;
  readonly isProduction?: boolean;
  readonly isDevelopment?: boolean;
  /** Locks that centres may open; the stand-in opens all by default. */
  readonly lockOrigins?: Record<string, readonly string[]>;
  readonly metricsToken?: string;
  /** Proxies in front; none by default. */
  readonly trustProxy?: number | string;
  /** 0 by default: no limit. */
  readonly callsPerMinute?: number;
  /** Origins that carry pushes beside the browser makers'; one that takes none by default. */
  readonly pushOrigins?: readonly string[];
  /** Where the secrets that sign are read from. */
  readonly secret?: AssembleOptions['secret'];
  /** An SMS provider of the test's own. */
  readonly smsUrl?: string;
  /** A payment service of the test's own. */
  readonly montonio?: AssembleOptions['montonio'];
  /** Services of the test's own that tell who somebody is. */
  readonly identityServices?: AssembleOptions['identityServices'];
  /** What hands over paid lines. */
  readonly fulfil?: Fulfilment;
  /** Takes every line of the log, however small. */
  readonly log?: (line: string) => void;
}

interface Running {
  readonly server: Server;
  readonly port: number;
  readonly database: TestDatabase;
}

/** What all files of a worker share that ask for nothing special: starting it costs as much as some ten tests. */
let shared: Promise<Running> | undefined;
const sharedClock = new SetClock(testNow);

/** Starts the whole server on a clone of the database. */
async function start(options: TestServerOptions, clock: SetClock): Promise<Running> {
  const database = await cloneDatabase();
  let port = 0;
  const server = await assemble({
    databaseUrl: database.url,
    poolSize: 20,
    isNamed: true,
    clock,
    logger: options.log
      ? makeLogger('trace', { write: options.log })
      : makeLogger(process.env.TEST_LOG_LEVEL ?? 'silent'),
    secret: options.secret ?? 'the secret of the tests',
    pushSecret: testPushSecret,
    pushOrigins: options.pushOrigins ?? [closedPushOrigin],
    smsUrl: options.smsUrl,
    montonio: options.montonio,
    identityServices: options.identityServices,
    fulfil: options.fulfil,
    isDevelopment: options.isDevelopment ?? false,
    isProduction: options.isProduction ?? false,
    lockOrigins: options.lockOrigins,
    metricsToken: options.metricsToken,
    trustProxy: options.trustProxy ?? false,
    callsPerMinute: options.callsPerMinute ?? 0,
    hasSchedule: false,
    port: () => port,
  });
  await server.start();
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  return { server, port, database };
}

/**
 * The whole server on a clone of the database, over real HTTP, for the tests of one file. Call it at the file's top; what
 * it returns may be used inside tests and hooks. Files without options share one server, each test with centres of its
 * own: what is asked of it must not lean on there being no other centre.
 */
export function withServer(options: TestServerOptions = {}): TestServer {
  const isShared = Object.keys(options).length === 0;
  const clock = isShared ? sharedClock : new SetClock(testNow);
  const centres: number[] = [];
  let running: Running | undefined;
  const server = () => {
    if (!running) throw new Error('the server runs inside tests and hooks only');
    return running.server;
  };

  beforeAll(async () => {
    // Also for what a file prepares before its first test: the file before may have left it in another year.
    clock.set(testNow);
    shared ??= isShared ? start(options, clock) : undefined;
    running = await (isShared ? shared : start(options, clock));
  });
  beforeEach(() => clock.set(testNow));
  afterAll(async () => {
    if (isShared) {
      // What is left of this file's centres is nobody's: neither the centres, nor what waits to be done for them.
      await ask('update tenants set is_active = false where tenant_id = any($1)', centres);
      await ask('delete from outbox');
      await ask('delete from graphile_worker._private_jobs');
      await running?.server.tenants.load();
    } else {
      await running?.server.stop();
      await running?.database.drop();
    }
  });

  const ask = async <Row>(text: string, ...values: unknown[]) => {
    const [rows] = await server().system.run({ text, values });
    return rows as Row[];
  };
  const logIn = ({ claims }: TestAccount) =>
    server().app.ports.tokens.sign({ ...claims, provedAt: provedSeconds(clock.now()) });
  return {
    clock,
    get server() {
      return server();
    },
    get port() {
      return running?.port ?? 0;
    },
    get databaseUrl() {
      return running?.database.url ?? '';
    },
    centre: async (parts = {}) => {
      const centre = await Centre.create(server().system, parts);
      centres.push(centre.id);
      await server().tenants.load(centre.id);
      return centre;
    },
    call: async (endpoint, input, { actor, token, host = actor?.host, language, headers } = {}) => {
      const answer = await call(running?.port ?? 0, endpoint, input, {
        host: host ?? 'localhost',
        token: token ?? (actor && (await logIn(actor))),
        language,
        headers,
      });
      if (actor && answer.status < 400) await expectTrail(ask, endpoint, actor);
      return answer;
    },
    send: (parts) => send(running?.port ?? 0, parts),
    logIn,
    runJob: (name) => server().runJob(name),
    ask,
  };
}
