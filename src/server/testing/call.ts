import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type AnyEndpoint,
  apiVersion,
  clientVersion,
  type EndpointInput,
  type EndpointResponse,
  endpointAddress,
  fileType,
  secretHeader,
  withoutSecret,
} from '#shared/kernel/endpoint.ts';
import { type ErrorBody, isErrorBody } from '#shared/kernel/errors.ts';

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Cookies the answer sets, by name; empty for one it takes away. */
  readonly cookies: Readonly<Record<string, string>>;
}

export interface Answer<E> extends Omit<RawAnswer, 'text'> {
  /** The parsed body. Throws when the call was refused, naming the refusal. */
  readonly body: EndpointResponse<E>;
  /** First code of a refusal (`noFreePlaces`); undefined when the call went well. */
  readonly error: string | undefined;
  readonly refusal: ErrorBody | undefined;
}

export interface RawCall {
  readonly method: string;
  /** Whole: `/api/v0.1/page/`. */
  readonly path: string;
  /** The Host header. */
  readonly host: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
}

// Races open many connections at once. Those that rest are closed from here, long before the server closes them: a call that is
// sent in that very moment is lost.
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, timeout: 30_000 });

/** One exchange over HTTP, as it is. */
export function send(port: number, { method, path, host, headers, body }: RawCall): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        // Without the length Node sends the body of a DELETE as if it were none.
        headers: {
          ...headers,
          host,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (incoming) => {
        text(incoming).then(
          (content) =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: content,
              cookies: readCookies(incoming.headers['set-cookie'] ?? []),
            }),
          reject,
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export interface CallOptions {
  readonly host: string;
  /** An access token. */
  readonly token?: string | undefined;
  readonly language?: string | undefined;
  /** Override or add; an empty text leaves a header out. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A call of the contract with every header the web client sends (specification point 7), a press of its own among them where
 * presses are told apart.
 */
export async function call<E extends AnyEndpoint>(
  port: number,
  endpoint: E,
  input: EndpointInput<E>,
  { host, token, language, headers }: CallOptions,
): Promise<Answer<E>> {
  const { body } = (input ?? {}) as { body?: unknown };
  const { input: named, secret } = withoutSecret(endpoint, input as object | undefined);
  const isFile = endpoint.mostBytes !== undefined && (typeof body === 'string' || body instanceof Uint8Array);
  const all: Record<string, string> = {
    accept: 'application/json',
    'accept-language': language ?? 'en',
    'x-api-version': apiVersion,
    'x-client-version': clientVersion,
    'x-tenant-host': host,
    ...(body === undefined ? {} : { 'content-type': isFile ? fileType : 'application/json' }),
    ...(secret === undefined ? {} : { [secretHeader]: secret }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(endpoint.isIdempotencyKeyed ? { 'idempotency-key': randomUUID() } : {}),
    ...headers,
  };
  const answer = await send(port, {
    method: endpoint.method,
    path: endpointAddress(endpoint, named),
    host,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
    body: isFile ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  return readAnswer<E>(endpoint, answer);
}

function readAnswer<E>(endpoint: AnyEndpoint, { text: content, ...answer }: RawAnswer): Answer<E> {
  // A file is what it is.
  const isJson = answer.headers['content-type']?.includes('json') ?? false;
  const value: unknown = isJson && content !== '' ? JSON.parse(content) : content || undefined;
  const refusal = isErrorBody(value) ? value : undefined;
  const code = refusal?.errors[0];
  if (code !== undefined && refusal?.code !== answer.status)
    throw new Error(`${endpoint.method} ${endpoint.path} refused with ${code} and ${answer.status}`);
  return {
    ...answer,
    refusal,
    error: code,
    get body() {
      if (refusal || answer.status >= 400) {
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status} ${content}`);
      }
      return value as EndpointResponse<E>;
    },
  };
}

function readCookies(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const pair = line.split(';')[0] ?? '';
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
