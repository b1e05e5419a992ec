import type { z } from 'zod';
import type { Role } from './actor.ts';
import type { ErrorCode } from './errors.ts';
import type { PageRules } from './page-rules.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request part that an endpoint does not have. */
type None = undefined;

export interface EndpointShape<
  Params extends z.ZodType | None,
  Query extends z.ZodType | None,
  Body extends z.ZodType | None,
  Response extends z.ZodType,
> {
  /** The noun whose cached reads it belongs to; first part of the query key. */
  readonly noun: string;
  readonly method: Method;
  /** Under /api/v0.1, parameters as `:name`. */
  readonly path: string;
  /** Least role that may call it (specification point 6). */
  readonly role: Role;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Of an endpoint whose body is a file (`FileBody`): how many bytes of it are taken. */
  readonly mostBytes?: number;
  readonly response: Response;
  /** Codes the endpoint's own rules refuse with, beside those of every endpoint. */
  readonly errors?: readonly ErrorCode[];
  /** How long an answer may be kept (specification point 9); absent means not at all. */
  readonly cacheSeconds?: number;
  /**
   * Whether devices and this server may keep the answer: any stranger is told the same, and no token, code or name of a
   * person opens it. Without it nobody keeps anything.
   */
  readonly isStorable?: boolean;
  /**
   * Whether the device of whoever is signed in keeps the last answer, to show it to the same account where the server cannot
   * be reached, with its age. Logging out forgets it.
   */
  readonly isSeenOffline?: boolean;
  /** Raised when screens of now cannot draw an answer that a device kept of before. */
  readonly seenShape?: number;
  /** Page rules that must hold, else 404 as if the path did not exist. */
  readonly requires?: (rules: PageRules) => boolean;
  /**
   * The parameter of the address that opens something for whoever has it. Our own pages send it as a header instead, as
   * addresses are written down on their way.
   */
  readonly secret?: string;
  /** Whether a caller may repeat it safely under one `Idempotency-Key`. */
  readonly isIdempotencyKeyed?: boolean;
}

export type Endpoint<
  Params extends z.ZodType | None = z.ZodType | None,
  Query extends z.ZodType | None = z.ZodType | None,
  Body extends z.ZodType | None = z.ZodType | None,
  Response extends z.ZodType = z.ZodType,
> = EndpointShape<Params, Query, Body, Response>;

export type AnyEndpoint = Endpoint;

/** Declares an endpoint once; the server mounts it, the client calls it, the tests loop over it. */
export function endpoint<
  Response extends z.ZodType,
  Params extends z.ZodType | None = None,
  Query extends z.ZodType | None = None,
  Body extends z.ZodType | None = None,
>(shape: EndpointShape<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return shape;
}

type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type Part<Key extends string, T> = T extends undefined ? unknown : { [K in Key]: T };

/** What a caller gives: only the parts the endpoint has. */
export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', In<P>> & Part<'query', In<Q>> & Part<'body', In<B>>
    : never;

/** What a handler gets after parsing. */
export type EndpointParsed<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? { params: Out<P>; query: Out<Q>; body: Out<B> }
    : never;

export type EndpointResponse<E> =
  E extends Endpoint<z.ZodType | None, z.ZodType | None, z.ZodType | None, infer R> ? z.output<R> : never;

/** What a handler returns: the response before it is parsed and stripped of undeclared fields. */
export type EndpointResult<E> =
  E extends Endpoint<z.ZodType | None, z.ZodType | None, z.ZodType | None, infer R> ? z.input<R> : never;

/** Bears what must not stand in an address, encoded as if it did. */
export const secretHeader = 'X-Link-Token';

/** Stands in a path for what came as a header. */
const hidden = '-';

/** A call as our own pages make it: what its address is made of, and beside it what the address does not name. */
export function withoutSecret(
  shape: AnyEndpoint,
  input: object | undefined,
): { readonly input: object | undefined; readonly secret: string | undefined } {
  const name = shape.secret;
  const { params, query } = (input ?? {}) as Partial<Record<'params' | 'query', Record<string, unknown>>>;
  const given = name === undefined ? undefined : (params?.[name] ?? query?.[name]);
  if (name === undefined || given === undefined || given === '') return { input, secret: undefined };
  const rest =
    params?.[name] === undefined
      ? { query: { ...query, [name]: undefined } }
      : { params: { ...params, [name]: hidden } };
  return { input: { ...input, ...rest }, secret: encodeURIComponent(String(given)) };
}
/** How a file that is brought is sent: as it is. */
export const fileType = 'application/octet-stream';

export const apiBase = '/api/v0.1';
/** Sent with every call (specification point 7). */
export const apiVersion = '0.1';
export const clientVersion = '0.5.7';

/** The address of a call: path parameters filled, query parts that are undefined left out. */
export function endpointAddress(shape: AnyEndpoint, input: object | undefined): string {
  const { params = {}, query: parts = {} } = (input ?? {}) as Record<
    'params' | 'query',
    Record<string, unknown>
  >;
  const path = shape.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return apiBase + path + (query.length > 0 ? `?${query.join('&')}` : '');
}
