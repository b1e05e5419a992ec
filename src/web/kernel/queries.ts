import {
  dehydrate,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { AnyEndpoint, EndpointInput, EndpointResponse } from '#shared/kernel/endpoint.ts';
import {
  ApiError,
  type Call,
  type CallInput,
  type CallOptions,
  callFile,
  call as callFromBrowser,
  noteStoredAnswer,
  storedAnswerInstant,
  subscribeToStoredAnswers,
} from './call.ts';
import { deviceMs } from './device.ts';
import { keepLastSeen, lastSeen, rememberedMember } from './last-seen.ts';
import { type Snackbar, showSnackbar } from './snackbar.tsx';
import { nextTask } from './tasks.ts';
import type { Texts } from './texts.tsx';

type Input<E> = unknown extends EndpointInput<E> ? undefined : EndpointInput<E>;
type InputArguments<E> =
  unknown extends EndpointInput<E> ? readonly [input?: undefined] : readonly [input: EndpointInput<E>];

/** What is told after success, when it is more than a sentence. */
type Told = Omit<Snackbar, 'type'>;

/** What a command's mutation knows besides its call. */
export interface CommandMeta extends Record<string, unknown> {
  /** Nouns whose reads are asked again after success. */
  readonly invalidates: readonly string[];
  readonly success?: ((t: Texts['t'], answer: never) => string | Told | null) | undefined;
  readonly isErrorShownByScreen?: ((error: ApiError) => boolean) | undefined;
}

/** A query client speaks through one call: the browser's, or on the server the request's own. */
const calls = new WeakMap<QueryClient, Call>();

/** Small reads that others depend on stay fresh this long when the contract names no time. */
const idleAnswerMs = 30 * 60_000;

export function createQueryClient(texts: Texts, call: Call = callFromBrowser): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: failingOpenly(),
    defaultOptions: {
      queries: {
        gcTime: idleAnswerMs,
        // The service worker may answer without a network.
        networkMode: 'always',
        retry: (count, error) => isLost(error) && count < 1,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
      dehydrate: { shouldDehydrateQuery: (query) => query.state.status === 'success' },
    },
    mutationCache: new MutationCache({
      onSuccess: async (answer, _variables, _result, mutation) => {
        const meta = mutation.meta as CommandMeta | undefined;
        const told = meta?.success?.(texts.t, answer as never);
        if (told) showSnackbar({ type: 'success', ...(typeof told === 'string' ? { text: told } : told) });
        await Promise.all(
          (meta?.invalidates ?? []).map((noun) => client.invalidateQueries({ queryKey: [noun] })),
        );
      },
      onError: (error, _variables, _result, mutation) => {
        // Whoever stopped it knows.
        if (error.name === 'AbortError') return;
        const meta = mutation.meta as CommandMeta | undefined;
        // Somebody else was quicker: screens learn what is stored now, so that the next press can be of that.
        if (error instanceof ApiError && error.errors.includes('changedMeanwhile')) {
          for (const noun of meta?.invalidates ?? []) void client.invalidateQueries({ queryKey: [noun] });
        }
        if (error instanceof ApiError && meta?.isErrorShownByScreen?.(error)) return;
        showSnackbar({ type: 'error', text: errorText(error, texts.t) });
      },
    }),
  });
  calls.set(client, call);
  return client;
}

/**
 * A cache in which a read that failed stays failed while it is asked again, until the answer: what was told, and the button
 * under a thumb, do not give way to grey rows and come back. The library forgets the failure as it asks.
 */
function failingOpenly(): QueryCache {
  const failures = new WeakMap<object, Error>();
  const cache = new QueryCache({
    onError: (error, query) => failures.set(query, error),
    onSuccess: (_, query) => failures.delete(query),
  });
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.query.state.status !== 'pending') return;
    const error = failures.get(event.query);
    if (event.action.type === 'setState') failures.delete(event.query);
    else if (error && event.action.type === 'fetch') event.query.setState({ status: 'error', error });
  });
  return cache;
}

/**
 * Forgets what was answered to one person, before another is shown anything: what any stranger is told stays, as pages may
 * still be taking it over. Screens that stand ask anew once they know who it is now.
 */
export function forgetPersonalAnswers(client: QueryClient): void {
  keysOf(client).clear();
  client.getMutationCache().clear();
  const cache = client.getQueryCache();
  for (const query of cache.getAll()) {
    if (query.meta?.isForAnybody) continue;
    if (query.getObserversCount() === 0) cache.remove(query);
    else query.reset();
  }
  // What nobody may ask any longer is switched off by then.
  void nextTask().then(() =>
    client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.data === undefined },
      { cancelRefetch: false },
    ),
  );
}

/** The answers a page was drawn with, for the browser to start from. */
export function dehydrateQueries(client: QueryClient) {
  return dehydrate(client);
}

/**
 * A read as query options. The key is `[noun, path, input]`; fresh for the contract's `cacheSeconds`, or until
 * something invalidates its noun or the screen is opened again.
 */
export function queryFor<E extends AnyEndpoint>(endpoint: E, ...[input]: InputArguments<E>) {
  return queryOptions({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ client, signal }): Promise<EndpointResponse<E>> => {
      const call = calls.get(client) ?? callFromBrowser;
      const ask = () => call(endpoint, ...([input, { signal }] as unknown as CallInput<E>));
      return endpoint.isSeenOffline ? askOrLastSeen(client, endpoint, input, ask) : ask();
    },
    staleTime: (endpoint.cacheSeconds ?? 0) * 1000,
    ...(endpoint.isStorable && { meta: { isForAnybody: true } }),
  });
}

/** How long the server is waited for where an old answer could stand in. */
const patienceMs = 3_000;

/**
 * The server's answer, kept for the member it was given to; the one they saw last where the server cannot be reached, or is
 * slow: then the fresh one takes its place when it comes, unless something was done or asked since.
 */
async function askOrLastSeen<E extends AnyEndpoint>(
  client: QueryClient,
  endpoint: E,
  input: unknown,
  ask: () => Promise<EndpointResponse<E>>,
): Promise<EndpointResponse<E>> {
  const owner = rememberedMember()?.accountId;
  const old = lastSeen(endpoint, input);
  const keep = (answer: EndpointResponse<E>) => {
    if (owner !== undefined) keepLastSeen(endpoint, input, answer, owner);
    return answer;
  };
  const asked = ask();
  if (!old) return keep(await asked);
  const emulator = () => {
    noteStoredAnswer(endpoint, input, old.at);
    return old.answer as EndpointResponse<E>;
  };
  const queryKey = queryKeyOf(endpoint, input);
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), patienceMs);
  try {
    const first = await Promise.race([asked, late.promise]);
    if (first !== 'late') return keep(first as EndpointResponse<E>);
    const answersBefore = client.getQueryState(queryKey)?.dataUpdateCount ?? 0;
    asked.then(
      (answer) => {
        // Another person may be here by now.
        if (rememberedMember()?.accountId !== owner) return;
        const state = client.getQueryState(queryKey);
        const isOvertaken = state && (state.isInvalidated || state.dataUpdateCount > answersBefore + 1);
        if (!isOvertaken) client.setQueryData(queryKey, keep(answer));
      },
      () => undefined,
    );
    return emulator();
  } catch (error) {
    // A server that fails is like none.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return emulator();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function queryKeyOf(endpoint: AnyEndpoint, input: unknown): QueryKey {
  return [endpoint.noun, endpoint.path, ...(input === undefined ? [] : [input])];
}

/** The instant of a stored answer that stands in while the server is out of reach; null for a fresh one. */
export function useStoredSince<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: InputArguments<E>
): string | null {
  return useSyncExternalStore(
    subscribeToStoredAnswers,
    () => storedAnswerInstant(endpoint, input),
    () => null,
  );
}

export interface CommandOptions<E> {
  /** What the snackbar says after success, or null for nothing. */
  readonly success?: (t: Texts['t'], answer: EndpointResponse<E>) => string | Told | null;
  /** Nouns whose reads are asked again after success; by default the endpoint's own. */
  readonly invalidates?: readonly string[];
  /** Refusals the screen shows itself; all others become a snackbar. */
  readonly isErrorShownByScreen?: (error: ApiError) => boolean;
  /** What goes with each call besides its input. */
  readonly callOptions?: () => CallOptions;
}

/** For so long the same press again may be the one that nobody answered. */
const unansweredMs = 10 * 60_000;

interface Unanswered {
  readonly key: string;
  readonly at: number;
  readonly noun: string;
  /** Method and address of what it is about, without the body; undefined where the body alone says what that is. */
  readonly target: string | undefined;
  readonly isOfOffice: boolean;
}

/** Keys of writes that no answer came to, by what was asked. */
const unanswered = new WeakMap<QueryClient, Map<string, Unanswered>>();

function keysOf(client: QueryClient) {
  const keys = unanswered.get(client) ?? new Map<string, Unanswered>();
  unanswered.set(client, keys);
  return keys;
}

/** Whether nobody knows what became of a write: no answer came, or one of something between. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/**
 * Whether it is asked what a command would do: not while it is being done, nor once it is, nor as long as nobody knows. What
 * was seen then is what the next press repeats.
 */
export function isToPreview(command: {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
}): boolean {
  return !command.isPending && !command.isSuccess && (command.error === null || !isUnanswered(command.error));
}

/**
 * A write. Success and refusal are told by one place, so that screens need neither try nor catch. A write whose
 * contract allows it is sent again under the same key when no answer came; so is the same press after it, until one comes.
 */
export function useCommand<E extends AnyEndpoint>(endpoint: E, options: CommandOptions<E> = {}) {
  const client = useQueryClient();
  const { success, isErrorShownByScreen, callOptions, invalidates = [endpoint.noun] } = options;
  return useMutation<EndpointResponse<E>, ApiError, Input<E>>({
    mutationFn: async (input) => {
      const call = calls.get(client) ?? callFromBrowser;
      const keys = keysOf(client);
      const { noun, method, path, role } = endpoint;
      const { params } = (input ?? {}) as { params?: unknown };
      const target = params === undefined ? undefined : `${method} ${path} ${JSON.stringify(params)}`;
      const asked = `${method} ${path} ${JSON.stringify(input)}`;
      const isOfOffice = role === 'trainer' || role === 'admin';
      const known = keys.get(asked);
      // Of a file nothing tells it from another.
      const isSame =
        known !== undefined && endpoint.mostBytes === undefined && deviceMs() - known.at < unansweredMs;
      const key = isSame ? known.key : randomKey();
      const idempotencyKey = endpoint.isIdempotencyKeyed ? key : undefined;
      const more = { ...callOptions?.(), idempotencyKey };
      const send = () => call(endpoint, ...([input, more] as unknown as CallInput<E>));
      try {
        const answer = await send().catch((error: unknown) => {
          if (!idempotencyKey || !isLost(error)) throw error;
          return send();
        });
        keys.delete(asked);
        // What was done since to the same things makes the same press another one: booked, given back, and booked again.
        for (const [name, one] of keys) {
          const isOfSame = noun === one.noun || invalidates.includes(one.noun);
          // The office's other commands are of other people's things.
          const isSameThing = one.target !== undefined && one.target === target;
          const isNear = !one.isOfOffice || method === 'DELETE' || isSameThing;
          if (isOfSame && isNear) keys.delete(name);
        }
        return answer;
      } catch (error) {
        if (idempotencyKey && isUnanswered(error))
          keys.set(asked, { key, at: deviceMs(), noun, target, isOfOffice });
        else keys.delete(asked);
        throw error;
      }
    },
    meta: { invalidates, success, isErrorShownByScreen } satisfies CommandMeta,
  });
}

/** Gets a file and hands it to the browser to keep; a refusal becomes a snackbar. */
export function useDownload<E extends AnyEndpoint>(endpoint: E) {
  return useMutation<void, ApiError, Input<E>>({
    mutationFn: async (input) => {
      const { name, content } = await callFile(endpoint, ...([input] as unknown as CallInput<E>));
      const address = URL.createObjectURL(content);
      const link = Object.assign(document.createElement('a'), { href: address, download: name });
      link.click();
      // The browser reads it after the press.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
    meta: { invalidates: [] } satisfies CommandMeta,
  });
}

/** What a failed call says: the text of its first known code, else the general one. */
export function errorText(error: unknown, t: Texts['t']): string {
  const [code] = error instanceof ApiError ? error.errors : [];
  const details = error instanceof ApiError ? error.details : {};
  return t([`errors.${code ?? 'unknown'}`, 'errors.unknown'] as unknown as 'errors.unknown', { ...details });
}

function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** 128 random bits; `randomUUID` is missing where the page is not secure. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
