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
import { type ErrorDetails, isErrorBody } from '#shared/kernel/errors.ts';
import type { Language } from '#shared/kernel/language.ts';
import { bearerOf } from '#shared/kernel/session.ts';
import type { FileCall } from './upload.ts';

const timeoutMs = 20_000;

/** A refused or lost call. `status` is 0 when there was no answer; `errors` holds codes of the catalogue. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly string[];
  readonly details: ErrorDetails;

  constructor(status: number, errors: readonly string[], details: ErrorDetails = {}) {
    super(errors[0] ?? 'unknown');
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.details = details;
  }
}

/** Nothing for an endpoint without params, query and body. */
export type CallInput<E> =
  unknown extends EndpointInput<E>
    ? readonly [input?: undefined, options?: CallOptions]
    : readonly [input: EndpointInput<E>, options?: CallOptions];

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sent with a write that may be repeated safely; the same key gives the same answer. */
  readonly idempotencyKey?: string | undefined;
  /** Arrives even if the page is left or reloaded at this moment; for small bodies. */
  readonly outlivesPage?: boolean;
  /** Told how much of a file has been sent, from 0 to 1. */
  readonly onSent?: ((share: number) => void) | undefined;
  /** Sent again after its sender was asked who they are: not asked once more. */
  readonly isAskedAgain?: boolean;
}

/** A typed call of one endpoint. Throws ApiError. */
export type Call = <E extends AnyEndpoint>(
  endpoint: E,
  ...input: CallInput<E>
) => Promise<EndpointResponse<E>>;

export interface TokenSource {
  getToken(): string | undefined;
  /** Refreshes a token that is over or has at most 3 s to live (specification point 5); never throws. */
  refreshIfNeeded(): Promise<void>;
}

interface CallTarget {
  readonly host: string;
  readonly language: Language;
  /** Awaited before a refusal is thrown: who shows it has its words. */
  readonly bringErrorTexts: () => Promise<void>;
}

let tokens: TokenSource | null = null;
let target: CallTarget | null = null;
let askAgain: (() => Promise<boolean>) | null = null;

/** The session registers itself here; without one, calls are a visitor's. */
export function setTokenSource(source: TokenSource | null): void {
  tokens = source;
}

/** Asks a member once more who they are, before what matters; true when they showed it. */
export function setAskAgain(ask: (() => Promise<boolean>) | null): void {
  askAgain = ask;
}

/** Whom calls are for: told once, before the page is drawn. */
export function setCallTarget(next: CallTarget): void {
  target = next;
}

/** When answers that came from the service worker's store were made, by address. */
const storedAnswers = new Map<string, string>();
const storedListeners = new Set<() => void>();

/** Calls back when an answer came from the store, or a fresh one again. */
export function subscribeToStoredAnswers(listener: () => void): () => void {
  storedListeners.add(listener);
  return () => storedListeners.delete(listener);
}

/** Notes that an old answer stands in, and since when; null when a fresh one has come. */
export function noteStoredAnswer(endpoint: AnyEndpoint, input: unknown, since: string | null): void {
  noteStored(endpointAddress(endpoint, input as object | undefined), since);
}

function noteStored(address: string, stored: string | null): void {
  if (stored === (storedAnswers.get(address) ?? null)) return;
  if (stored) storedAnswers.set(address, stored);
  else storedAnswers.delete(address);
  for (const listener of storedListeners) listener();
}

/** The instant of a stored answer that stands in for one the server could not give; null for a fresh one. */
export function storedAnswerInstant(endpoint: AnyEndpoint, input: unknown): string | null {
  if (storedAnswers.size === 0) return null;
  return storedAnswers.get(endpointAddress(endpoint, input as { query?: unknown })) ?? null;
}

/** Calls an endpoint from the browser. On the server pages get their data from an in-process call instead. */
export const call: Call = async (endpoint, ...[input, options]) => {
  const response = await answerOf(endpoint, input, options);
  return (await arrived(response.json())) as EndpointResponse<typeof endpoint>;
};

/** A file as it came, with the name it is kept under. */
export interface CalledFile {
  readonly name: string;
  readonly content: Blob;
}

/** Calls an endpoint that answers with a file. Throws ApiError. */
export async function callFile<E extends AnyEndpoint>(
  endpoint: E,
  ...[input, options]: CallInput<E>
): Promise<CalledFile> {
  const response = await answerOf(endpoint, input, options);
  const [, name = 'file'] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return { name, content: await arrived(response.blob()) };
}

async function answerOf(
  endpoint: AnyEndpoint,
  input: unknown,
  options: CallOptions | undefined,
): Promise<Response> {
  // The refresh itself must not wait for a refresh.
  const isSessionCall = endpoint.path.startsWith('/account/');
  if (tokens && !isSessionCall) await tokens.refreshIfNeeded();
  const token = tokens?.getToken();
  const parts = input as { body?: unknown } | undefined;
  const { input: named, secret } = withoutSecret(endpoint, parts);
  const address = endpointAddress(endpoint, named);
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Content-Type': endpoint.mostBytes ? fileType : 'application/json',
    'X-Api-Version': apiVersion,
    'X-Client-Version': clientVersion,
  };
  if (target) {
    headers['Accept-Language'] = target.language;
    headers['X-Tenant-Host'] = target.host;
  }
  if (token) headers.Authorization = `Bearer ${bearerOf(token)}`;
  if (secret !== undefined) headers[secretHeader] = secret;
  if (options?.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const { method } = endpoint;
  const response = endpoint.mostBytes
    ? await sendFile({ method, address, headers, file: parts?.body as Blob }, options)
    : await arrived(
        fetch(address, {
          method,
          headers,
          credentials: 'include',
          body: method === 'GET' ? null : JSON.stringify(parts?.body ?? {}),
          keepalive: options?.outlivesPage ?? false,
          signal: anySignal(options?.signal),
        }),
      );
  noteStored(address, response.headers.get('X-Stored-At'));
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  // Without them the general sentence stands in.
  await target?.bringErrorTexts().catch(() => undefined);
  // Nothing was done yet: what was pressed goes on once it is settled who presses.
  if (
    isErrorBody(body) &&
    body.errors[0] === 'proofNeeded' &&
    !options?.isAskedAgain &&
    (await askAgain?.())
  ) {
    return answerOf(endpoint, input, { ...options, isAskedAgain: true });
  }
  if (isErrorBody(body)) throw new ApiError(response.status, body.errors, body.details);
  throw new ApiError(response.status, ['unknown']);
}

/** What does not come, or not to its end, is no answer: nobody knows what it would have said. */
async function arrived<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (error) {
    // A read that nobody waits for any more is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, ['unanswered']);
  }
}

async function sendFile(file: FileCall, options: CallOptions | undefined): Promise<Response> {
  const { upload } = await import('./upload.ts');
  const response = await upload(file, options?.onSent, options?.signal);
  if (!response) throw new ApiError(0, ['unanswered']);
  return response;
}

function anySignal(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
