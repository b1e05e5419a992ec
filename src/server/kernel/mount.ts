import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isProved } from '#shared/account/proofs/domain.ts';
import { visitor } from '#shared/kernel/actor.ts';
import {
  type AnyEndpoint,
  apiBase,
  clientVersion,
  type EndpointParsed,
  type EndpointResult,
} from '#shared/kernel/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { detectLanguage, isLanguage, type Language } from '#shared/kernel/language.ts';
import { type BroughtFile, hasTextOnly, isFileAnswer } from '#shared/kernel/wire.ts';
import { attachmentOf, printAnswer } from './answers/answers.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import { networkOf } from './callers/addresses.ts';
import { type Admitted, admit } from './callers/admission.ts';
import { bodyLimitOf } from './callers/body-limits.ts';
import { addressOf } from './callers/link-tokens.ts';
import type { Clock } from './clock.ts';
import { type Ctx, makeCtx } from './ctx.ts';
import type { Db } from './db.ts';
import type { Decoders } from './decoding/decoders.ts';
import type { EventBus } from './events.ts';
import type { Arrivals } from './files/arrivals.ts';
import { workFor } from './files/long-work.ts';
import { refuseUnfit } from './files/reading.ts';
import type { Tenant } from './tenant.ts';
import type { Tokens } from './tokens.ts';
import type { LeaveTurn, Turns } from './turns.ts';
import { isAudited } from './writes/audit.ts';
import type { Groups } from './writes/groups.ts';
import type { IdempotencyKey, Vault } from './writes/idempotency.ts';

/** What mounting needs of the process. */
export interface MountPorts {
  readonly db: Db;
  readonly groups: Groups;
  readonly events: EventBus;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly ready: ResponseCache;
  readonly decoders: Decoders;
  readonly arrivals: Arrivals;
  /** Where a tenant's pages live, for links in mails: from its settings, never from a request. */
  originOf(tenant: Tenant): string;
}

export interface MountOptions {
  /** A visitor's read that depends on tenant, language, address and local date alone: kept as bytes per version. */
  readonly isReadyKept?: boolean;
  /** Few at a time, where it takes long: who asks waits for a turn. */
  readonly turns?: Turns;
  /** Calls a minute from one address, for what costs more than others; where calls are limited at all. */
  readonly perMinute?: number;
}

/** Parts of the raw exchange that a few handlers need beside their parsed input: cookies, caller's address. */
export interface Exchange {
  readonly address: string;
  readonly isSecure: boolean;
  /** The client is older than the one the server serves. */
  readonly isOutdated: boolean;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Aborted when the caller leaves before the answer. */
  readonly abandoned: AbortSignal;
  setCookie(name: string, value: string, options: { maxAgeSeconds?: number; path: string }): void;
  clearCookie(name: string, options: { path: string }): void;
}

export type Handler<E> = (
  ctx: Ctx,
  input: EndpointParsed<E>,
  exchange: Exchange,
) => Promise<EndpointResult<E>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler runs: an unknown host never gets further. */
    tenant: Tenant;
    /** Whose session asks, and what was refused: for the log. */
    accountId?: number;
    refusal?: string;
    /** Who asks, looked at before anything of the body is read. */
    admitted?: Admitted;
    /** A turn that was taken for it; kept until the work is done, even when nobody waits for the answer any more. */
    turn?: { readonly leave: LeaveTurn; isAtWork: boolean };
  }
}

/** Handlers by endpoint: rendered pages call them without the network, the check sees that none is forgotten. */
export type Handlers = Map<
  string,
  { readonly endpoint: AnyEndpoint; readonly handler: Handler<AnyEndpoint> }
>;

/** By name: rendered pages carry copies of the contracts from their own build. */
function nameOf({ method, path }: AnyEndpoint): string {
  return `${method} ${path}`;
}

/**
 * Serves an endpoint: language, actor, role, page rules, input, handler, answer stripped to its contract,
 * cache header. Refusals are thrown; one error handler answers them.
 */
export function mount<E extends AnyEndpoint>(
  app: FastifyInstance & { ports: MountPorts; handlers: Handlers },
  endpoint: E,
  handler: Handler<E>,
  options: MountOptions = {},
): void {
  if (
    options.isReadyKept &&
    !(endpoint.isStorable && endpoint.role === 'visitor' && endpoint.method === 'GET')
  )
    throw new Error(`${nameOf(endpoint)} is not to be kept`);
  if (endpoint.secret !== undefined && (endpoint.isStorable || endpoint.cacheSeconds))
    throw new Error(`${nameOf(endpoint)} is opened by a secret and may be kept`);
  if (endpoint.isSeenOffline && (endpoint.method !== 'GET' || endpoint.role === 'visitor'))
    throw new Error(`${nameOf(endpoint)} is nobody's own to be seen again`);
  app.handlers.set(nameOf(endpoint), { endpoint, handler: handler as unknown as Handler<AnyEndpoint> });
  app.route({
    method: endpoint.method,
    url: apiBase + endpoint.path,
    // A file is bounded where it is read.
    ...(endpoint.mostBytes === undefined && { bodyLimit: bodyLimitOf(endpoint.body) }),
    config: {
      ...(endpoint.mostBytes && { mostBytes: endpoint.mostBytes }),
      ...(options.perMinute && {
        rateLimit: { max: options.perMinute, timeWindow: '1 minute', allowList: [] },
      }),
    },
    ...(!options.isReadyKept && {
      // After the counting of calls, which comes with the request: also whoever is not let in is counted.
      preParsing: async (request: FastifyRequest, reply: FastifyReply) => {
        request.admitted = await admit(app.ports.tokens, endpoint, request);
        await takeTurn(app.ports, endpoint, options.turns, request, reply);
      },
    }),
    handler: (request, reply) =>
      workFor({ whose: request.tenant.id, isGone: () => reply.raw.closed }, () => answer(request, reply)),
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (options.isReadyKept) {
      await sendReady(app.ports, endpoint, handler, request, reply);
      return reply;
    }
    const { ctx, input } = prepare(app.ports, endpoint, request, request.admitted);
    const told: unknown = await inTurn(request, async () => handler(ctx, input, exchangeOf(request, reply)));
    if (isFileAnswer(told)) {
      endpoint.response.parse(told);
      return reply
        .headers({
          'Cache-Control': 'private, no-store',
          'Content-Disposition': attachmentOf(told.fileName),
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex',
        })
        .type(told.mediaType)
        .send(told.bytes);
    }
    reply.header('Cache-Control', cacheControl(endpoint));
    const byReader = endpoint.role === 'visitor' ? '' : ', Authorization';
    reply.header('Vary', `Accept-Language, Accept-Encoding${byReader}`);
    return reply.type('application/json; charset=utf-8').send(await printAnswer(endpoint.response, told));
  }
}

/** Nothing is kept of an answer that does not say so: what a token opens is nobody else's. */
function cacheControl({ method, role, cacheSeconds, isStorable }: AnyEndpoint): string {
  if (method !== 'GET') return 'no-store';
  // What one reader may see is kept by that reader alone.
  if (cacheSeconds) return `${role === 'visitor' ? 'public' : 'private'}, max-age=${cacheSeconds}`;
  return isStorable ? 'no-cache' : 'no-store';
}

async function sendReady<E extends AnyEndpoint>(
  ports: MountPorts,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Whoever asks is told what a stranger is told: nothing that a token opened is kept.
  const { ctx, input } = prepare(
    ports,
    endpoint,
    request,
    await admit(ports.tokens, endpoint, request, visitor),
  );
  const { params, query } = input as { params?: unknown; query?: unknown };
  const key = JSON.stringify([nameOf(endpoint), ctx.language, params, query]);
  // It is made for all who ask meanwhile, whoever asked first.
  const answer = await ports.ready.find(ctx.tenant, key, endpoint.cacheSeconds ?? 0, () =>
    workFor({ whose: ctx.tenant.id, isGone: () => false }, async () =>
      printAnswer(endpoint.response, await handler(ctx, input, noExchange)),
    ),
  );
  ports.ready.remember(request.raw, ctx.tenant, key);
  reply.hijack();
  answer.send(request.raw, reply.raw);
}

/** Waits until a file may be sent, or what takes long may begin. Who leaves before the work begins gives up the turn. */
async function takeTurn(
  { arrivals }: MountPorts,
  endpoint: AnyEndpoint,
  turns: Turns | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { mostBytes } = endpoint;
  if (mostBytes === undefined && !turns) return;
  if (mostBytes !== undefined) refuseUnfit(request.headers, mostBytes);
  const { id } = request.tenant;
  const abandoned = abandonedOf(reply);
  const leave = await (turns?.take(id, abandoned) ?? arrivals.take(id, nameOf(endpoint), abandoned));
  const turn = { leave, isAtWork: false };
  request.turn = turn;
  reply.raw.once('close', () => {
    if (!turn.isAtWork) leave();
  });
  if (reply.raw.closed) leave();
}

async function inTurn<T>({ turn }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  if (!turn) return work();
  turn.isAtWork = true;
  try {
    return await work();
  } finally {
    turn.leave();
  }
}

/** In which language, for what: what is looked at of an admitted call before a handler runs. */
function prepare<E extends AnyEndpoint>(
  ports: MountPorts,
  endpoint: E,
  request: FastifyRequest,
  admitted: Admitted | undefined,
): { ctx: Ctx; input: EndpointParsed<E> } {
  if (!admitted) throw new Error(`${nameOf(endpoint)} was not asked who calls`);
  const { tenant } = request;
  const { actor, claims } = admitted;
  const { params, query } = addressOf(endpoint, request);
  const input = {
    params: parsePart(endpoint.params, params),
    query: parsePart(endpoint.query, readable(query)),
    body: endpoint.mostBytes ? fileOf(request.body) : parsePart(endpoint.body, request.body),
  } as EndpointParsed<E>;
  const told = endpoint.mostBytes ? { ...input, body: toldOf(input.body as BroughtFile) } : input;
  const now = ports.clock.now();
  const isTrailed = isAudited(endpoint) && actor.kind === 'member';
  const ctx = makeCtx({
    db: ports.db,
    groups: ports.groups,
    events: ports.events,
    tenant,
    language: requestLanguage(request, tenant),
    actor,
    now,
    requestId: request.id,
    isProved: claims !== undefined && isProved(claims.provedAt, now),
    audited: isTrailed
      ? { action: nameOf(endpoint), accountId: actor.accountId, requestId: request.id, now, input: told }
      : undefined,
    idempotency: endpoint.isIdempotencyKeyed
      ? readIdempotencyKey(endpoint, request, told, ports.tokens)
      : undefined,
  });
  return { ctx, input };
}

/** The call of a rendered page: same handler, same parsing, a visitor's rights, no network. */
export async function serveInProcess(
  { ports, handlers }: { ports: MountPorts; handlers: Handlers },
  asked: AnyEndpoint,
  parts: { tenant: Tenant; language: Language; requestId: string; input: Record<string, unknown> },
): Promise<unknown> {
  const found = handlers.get(nameOf(asked));
  if (found?.endpoint.role !== 'visitor' || found.endpoint.method !== 'GET') {
    throw new AppError('itemNotFound');
  }
  const { endpoint, handler } = found;
  const ctx = makeCtx({ ...ports, ...parts, actor: visitor, now: ports.clock.now() });
  const input = {
    params: parsePart(endpoint.params, parts.input.params),
    query: parsePart(endpoint.query, readable(parts.input.query ?? {})),
    body: undefined,
  };
  return endpoint.response.parse(await handler(ctx, input, noExchange));
}

const noExchange: Exchange = {
  address: 'in-process',
  isSecure: true,
  isOutdated: false,
  cookies: {},
  abandoned: new AbortController().signal,
  setCookie: () => {},
  clearCookie: () => {},
};

/** What of an address can be read; the rest is treated as absent (specification points 2 and 5). */
function readable(query: unknown): unknown {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => hasTextOnly(value)));
}

function parsePart(schema: AnyEndpoint['body'], value: unknown): unknown {
  if (!schema) return undefined;
  if (!hasTextOnly(value)) throw new AppError('dataValidationFailed');
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('dataValidationFailed');
  return parsed.data;
}

function fileOf(body: unknown): BroughtFile {
  const file = body as BroughtFile | undefined;
  if (!file || file.bytes.length === 0) throw new AppError('dataValidationFailed');
  return file;
}

/** What is said of a file where what was asked is kept: never what is in it. */
function toldOf({ bytes, digest }: BroughtFile) {
  return { bytes: bytes.length, digest };
}

/** The language the client asks for among the tenant's, else the one its host suggests. */
export function requestLanguage(request: FastifyRequest, tenant: Tenant): Language {
  const wanted = request.headers['accept-language']?.split(/[,;]/)[0]?.trim().slice(0, 2).toLowerCase();
  if (isLanguage(wanted) && tenant.languages.includes(wanted)) return wanted;
  return detectLanguage(undefined, tenant.host, tenant.languages);
}

function readIdempotencyKey(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  input: { params: unknown; body: unknown },
  vault: Vault,
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)) throw new AppError('dataValidationFailed');
  const asked = JSON.stringify([endpoint.method, endpoint.path, input.params, input.body]);
  return { key, requestHash: createHash('sha256').update(asked).digest(), vault };
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  const isSecure = request.protocol === 'https';
  const base = { httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
  return {
    address: networkOf(request.ip),
    isSecure,
    isOutdated: isOutdated(request.headers['x-client-version']),
    cookies: request.cookies,
    get abandoned() {
      return abandonedOf(reply);
    },
    setCookie: (name, value, { maxAgeSeconds, path }) => {
      reply.setCookie(name, value, {
        ...base,
        path,
        ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
      });
    },
    clearCookie: (name, { path }) => {
      reply.clearCookie(name, { ...base, path });
    },
  };
}

function abandonedOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const look = () => {
    if (!reply.raw.writableFinished) leaving.abort();
  };
  if (reply.raw.closed) look();
  else reply.raw.once('close', look);
  return leaving.signal;
}

/** Versions as numbers with dots; a caller that names none is a program, not an old page. */
function isOutdated(header: string | string[] | undefined): boolean {
  if (typeof header !== 'string' || !/^\d+(\.\d+)*$/.test(header)) return false;
  const given = header.split('.').map(Number);
  const current = clientVersion.split('.').map(Number);
  const index = current.findIndex((part, place) => (given[place] ?? 0) !== part);
  return index >= 0 && (given[index] ?? 0) < (current[index] ?? 0);
}
