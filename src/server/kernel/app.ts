import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { endpoints } from '#shared/endpoints.ts';
import { apiBase, fileType } from '#shared/kernel/endpoint.ts';
import { AppError, type ErrorBody } from '#shared/kernel/errors.ts';
import { CachedResponse } from './cache/response-cache.ts';
import { networkOf } from './callers/addresses.ts';
import { leastBodyLimit } from './callers/body-limits.ts';
import { encryption } from './callers/encryption.ts';
import { type Proxies, proxyTest } from './callers/proxies.ts';
import { tellTransport } from './callers/transport.ts';
import { isCentresPage, sendCentresPage } from './centres-page.ts';
import { discardSlowly } from './files/leftovers.ts';
import { readFile } from './files/reading.ts';
import type { Metrics } from './metrics.ts';
import type { Handlers, MountPorts } from './mount.ts';
import { openApiDocument } from './openapi.ts';
import { statusOf } from './statuses.ts';
import type { Streams } from './streams.ts';
import type { TenantRegistry } from './tenant.ts';
import { dataPolicy } from './web/web-policy.ts';
import { toRefusal } from './writes/constraints.ts';

export interface AppPorts extends MountPorts {
  readonly tenants: TenantRegistry;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly streams: Streams;
}

export interface AppOptions {
  readonly isDevelopment: boolean;
  /** How many proxies stand in front, or their addresses; false for none. */
  readonly trustProxy: Proxies;
  /** Who bears it may read the figures; without one only this machine may, and nobody in production. */
  readonly metricsToken?: string | undefined;
  readonly isProduction: boolean;
  /** Calls a minute from one address; 0 for no limit. */
  readonly callsPerMinute: number;
  readonly tls?: { cert: string; key: string } | undefined;
  /** Whether requests may be served: false while starting and as soon as stopping begins. */
  isReady(): boolean;
  /** Whether the database answers. */
  isHealthy(): Promise<boolean>;
}

export interface App extends FastifyInstance {
  ports: AppPorts;
  handlers: Handlers;
  /** Counts a page that is about to be drawn for a caller. Throws `tooManyRequests`. */
  countDrawing(request: FastifyRequest): Promise<void>;
}

/** A page that is not kept costs as much as many calls: of these, so many are one drawing. */
const callsPerDrawing = 10;

const addressLimit = 4096;
/** Another version of the server may describe itself otherwise. */
const descriptionSeconds = 300;
/** For a whole request to come in: longer than a file may wait for its turn and take. */
const requestTimeout = 60_000;
/**
 * For a connection that rests, in milliseconds: longer than a proxy before us lets it rest (nginx a minute, Caddy two), so that
 * it is the proxy that closes. A request that is on its way in the moment in which we close is lost.
 */
const keepAliveTimeout = 130_000;
const timeouts = { requestTimeout, keepAliveTimeout };

/** The HTTP application without any noun in it; nouns mount their endpoints on it. */
export async function buildApp(ports: AppPorts, options: AppOptions): Promise<App> {
  const { ready, tenants, metrics, logger } = ports;
  const isProxy = proxyTest(options.trustProxy);
  const fastify = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isProxy,
    bodyLimit: leastBodyLimit,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    return503OnClosing: false,
    genReqId: () => crypto.randomUUID(),
    serverFactory: (handle) => {
      const listener: Parameters<typeof createServer>[1] = (request, response) => {
        discardSlowly(request, response);
        // Whoever is still connected when it stops asks another process next.
        if (!options.isReady()) response.setHeader('Connection', 'close');
        const isForwarded = isProxy(request.socket.remoteAddress ?? '', 0);
        tellTransport(request, response, { isSecure: options.tls !== undefined, isForwarded });
        if (ready.trySend(request, response)) metrics.keptAnswers.inc();
        else handle(request, response);
      };
      return options.tls
        ? createSecureServer({ ...encryption, ...options.tls, ...timeouts }, listener)
        : createServer(timeouts, listener);
    },
  });
  const app = Object.assign(fastify, {
    ports,
    handlers: new Map(),
    countDrawing: async () => {},
  }) as unknown as App;

  app.setErrorHandler((error, request, reply) => {
    const refusal = toAppError(error);
    const status = statusOf(refusal);
    if (status >= 500 && refusal.code === 'serverError') {
      logger.error(
        { requestId: request.id, route: request.routeOptions.url, error: faultOf(error) },
        'request failed',
      );
    }
    metrics.refusals.inc({ code: refusal.code });
    request.refusal = refusal.code;
    const body: ErrorBody = {
      errors: [refusal.code],
      code: status,
      ...(refusal.details ? { details: refusal.details } : {}),
    };
    return reply
      .code(status)
      .headers({
        // What has not come may still come, and is nobody's next request.
        ...((status === 408 || status === 413) && { Connection: 'close' }),
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': dataPolicy,
      })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  });

  // The health of a process and its description belong to no tenant.
  app.get('/healthz', { config: { isTenantless: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { isTenantless: true } }, async (_, reply) => {
    const isReady = options.isReady() && (await options.isHealthy());
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'notReady' });
  });
  app.get('/metrics', { config: { isTenantless: true } }, async (request, reply) => {
    if (!mayReadFigures(request, options)) throw new AppError('itemNotFound');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  const description = new CachedResponse('', JSON.stringify(openApiDocument(endpoints)), descriptionSeconds);
  app.get(`${apiBase}/openapi.json`, { config: { isTenantless: true } }, async (request, reply) => {
    reply.hijack();
    description.send(request.raw, reply.raw);
    return reply;
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    // Pages have headers of their own.
    reply.header('X-Content-Type-Options', 'nosniff');
    reply.header('Content-Security-Policy', dataPolicy);
    if (isApiRequest(request)) reply.header('Cross-Origin-Resource-Policy', 'same-origin');
    if (request.url.length > addressLimit) throw new AppError('addressTooLong');
    if ((request.routeOptions.config as { isTenantless?: boolean }).isTenantless) return;
    const tenant = tenants.find(request.headers.host);
    if (!tenant && options.isDevelopment && isCentresPage(request))
      return sendCentresPage(reply, tenants.all());
    if (!tenant) throw new AppError('unknownHost');
    request.tenant = tenant;
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page';
    metrics.requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    // The route, not the address: addresses may carry tokens and names.
    logger.info(
      {
        requestId: request.id,
        tenant: request.tenant?.host,
        method: request.method,
        route,
        status: reply.statusCode,
        refusal: request.refusal,
        accountId: request.accountId,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });

  await app.register(cookie);
  if (options.callsPerMinute > 0) {
    await app.register(rateLimit, {
      max: options.callsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: (request) => networkOf(request.ip),
      hook: 'onRequest',
      // By the route, however its address is spelt.
      allowList: ({ routeOptions, url }) => !(routeOptions.url ?? url).startsWith(apiBase),
      errorResponseBuilder: () => new AppError('tooManyRequests'),
    });
    const countDrawing = app.createRateLimit({
      max: Math.ceil(options.callsPerMinute / callsPerDrawing),
      allowList: [],
    });
    app.countDrawing = async (request) => {
      const counted = await countDrawing(request);
      if (!counted.isAllowed && counted.isExceeded) throw new AppError('tooManyRequests');
    };
  }
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(fileType, async (request: FastifyRequest, payload: IncomingMessage) => {
    const { mostBytes } = request.routeOptions.config as { mostBytes?: number };
    if (mostBytes === undefined) throw new AppError('contentTypeNotSupported');
    return readFile(payload, mostBytes);
  });
  return app;
}

/** Whatever was thrown, as the refusal that is told. Unknown faults say no more than `serverError`. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const refusal = toRefusal(error);
  if (refusal) return refusal;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('bodyTooLarge');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('contentTypeNotSupported');
  if (
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    error instanceof SyntaxError
  ) {
    return new AppError('bodyNotJson');
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AppError('dataValidationFailed');
  return new AppError('serverError');
}

function faultOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, table, routine } = error as unknown as Record<string, unknown>;
  // A database's detail holds values of rows: it stays out of the log.
  return { name: error.name, message: error.message, stack: error.stack, code, constraint, table, routine };
}

/** A proxy on this machine is at home here too: what comes through one is told by a token alone. */
function mayReadFigures(request: FastifyRequest, { metricsToken, isProduction }: AppOptions): boolean {
  if (metricsToken === undefined) return !isProduction && isLocalAddress(request.socket.remoteAddress);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${metricsToken}`));
}

function isLocalAddress(address: string | undefined): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
}

/** The API's own not-found answer, for addresses under it that no endpoint has. */
function isApiRequest(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/');
}
