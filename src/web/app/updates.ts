import { useSyncExternalStore } from 'react';
import { readStored } from '#web/kernel/stored.ts';

/** Specification point 9. */
export const checkMs = 30_000;
/** The worker comes after the page: its first load has better things to do. */
const registerAfterMs = 3_000;
/** The cache-busting parameter; taken out of the address again when the page starts. */
const bustParameter = 'v';
const reloadedTo = 'update_reloaded';
const lostChunkAt = 'update_chunk';

export interface UpdateSituation {
  /** A new version waits to be put in place. */
  readonly isReady: boolean;
  readonly path: string;
  /** Claim of the token: the server asks this client to renew itself. */
  readonly needsUpdate: boolean;
  readonly wasAsked: boolean;
  readonly isHidden: boolean;
  /** Something typed would be lost. */
  readonly hasInput: boolean;
  /** The page was already reloaded for this version. */
  readonly wasReloaded: boolean;
}

/**
 * What to do about a new version (specification point 4): public pages reload at once, once a version; signed-in
 * people whose token says so are asked once; otherwise it is put in place while the page is hidden.
 */
export function decideUpdate(situation: UpdateSituation): 'apply' | 'ask' | 'wait' {
  const { isReady, path, needsUpdate, wasAsked, isHidden, hasInput, wasReloaded } = situation;
  if (!isReady) return 'wait';
  if (isPublicPage(path) && !hasInput && !wasReloaded) return 'apply';
  if (isHidden) return hasInput ? 'wait' : 'apply';
  return needsUpdate && !wasAsked ? 'ask' : 'wait';
}

function isPublicPage(path: string): boolean {
  return path.startsWith('/public/') || path.startsWith('/page/');
}

export interface UpdateState {
  /** A new version exists: the menu offers it. */
  readonly isReady: boolean;
  /** Ask now, once. */
  readonly isAsking: boolean;
}

const nothing: UpdateState = { isReady: false, isAsking: false };
let state = nothing;
let registration: ServiceWorkerRegistration | undefined;
let isStarted = false;
let isReplaced = false;
let isApplying = false;
let wasAsked = false;
let needsUpdate = false;
let version = '';
let typedAt: string | undefined;
const listeners = new Set<() => void>();

function change(next: UpdateState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The new version, as the menu and the prompt see it. */
export function useUpdate(): UpdateState & { apply: () => void; dismiss: () => void } {
  const seen = useSyncExternalStore(
    subscribe,
    () => state,
    () => nothing,
  );
  return { ...seen, apply: applyUpdate, dismiss: () => change({ ...state, isAsking: false }) };
}

/** Told by the frame at each change of session. */
export function setNeedsUpdate(next: boolean): void {
  needsUpdate = next;
  // Without a worker the token is the only one to know.
  if (next && isStarted && !('serviceWorker' in navigator)) markReady('token');
  review();
}

/**
 * Registers the service worker and follows its versions; once a page. Where Vite serves the sources there is no
 * worker, and one left over from a build would serve old files.
 */
export function startUpdates(isBuilt: boolean): void {
  if (isStarted) return;
  isStarted = true;
  if (!isBuilt) {
    void navigator.serviceWorker?.getRegistrations().then((all) => {
      for (const left of all) void left.unregister();
    });
    return;
  }
  document.addEventListener('input', () => {
    typedAt = location.pathname;
  });
  document.addEventListener('visibilitychange', review);
  window.addEventListener('pagehide', () => {
    if (state.isReady) registration?.waiting?.postMessage({ kind: 'activate' });
  });
  if ('serviceWorker' in navigator) startWorker(navigator.serviceWorker);
}

function startWorker(serviceWorker: ServiceWorkerContainer): void {
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    isReplaced = true;
    if (isApplying) reload();
    else markReady(version || 'replaced');
  });
  // The browser looks for a new one as it comes here: a page that is left within seconds puts it in place as well.
  if (!isFirst) {
    serviceWorker.getRegistration().then(
      (known) => {
        if (known) watch(known);
      },
      () => {},
    );
  }
  setTimeout(() => void register(serviceWorker), registerAfterMs);
}

async function register(serviceWorker: ServiceWorkerContainer): Promise<void> {
  try {
    watch(await serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  } catch {
    // A browser that forbids workers still has the page.
    return;
  }
  void serviceWorker.ready.then(({ active }) => {
    active?.postMessage({ kind: 'keep', addresses: loadedAddresses() });
    active?.postMessage({ kind: 'member', isMember: readStored('has_logged_in') ?? false });
  });
  setInterval(() => {
    if (document.visibilityState === 'visible' && navigator.onLine) registration?.update().catch(() => {});
  }, checkMs);
}

/** Hears of each version of it that comes; there is one. */
function watch(next: ServiceWorkerRegistration): void {
  if (registration === next) return;
  registration = next;
  next.addEventListener('updatefound', () => follow(next.installing));
  follow(next.installing);
  if (next.waiting && navigator.serviceWorker.controller) void found(next.waiting);
}

function follow(worker: ServiceWorker | null | undefined): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) void found(worker);
  });
}

async function found(worker: ServiceWorker): Promise<void> {
  markReady(await askVersion(worker));
}

function askVersion(worker: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event: MessageEvent<unknown>) => resolve(String(event.data));
    worker.postMessage({ kind: 'version' }, [port2]);
  });
}

function markReady(next: string): void {
  version = next;
  change({ ...state, isReady: true });
  review();
}

function review(): void {
  const decision = decideUpdate({
    isReady: state.isReady,
    path: location.pathname,
    needsUpdate,
    wasAsked,
    isHidden: document.visibilityState === 'hidden',
    hasInput: typedAt === location.pathname,
    wasReloaded: sessionStorage.getItem(reloadedTo) === version,
  });
  if (decision === 'apply') applyUpdate();
  if (decision === 'ask') {
    wasAsked = true;
    change({ ...state, isAsking: true });
  }
}

function applyUpdate(): void {
  if (isApplying) return;
  isApplying = true;
  const waiting = registration?.waiting;
  if (waiting && !isReplaced) waiting.postMessage({ kind: 'activate' });
  else reload();
}

function reload(): void {
  sessionStorage.setItem(reloadedTo, version);
  const address = new URL(location.href);
  address.searchParams.set(bustParameter, version.slice(0, 12) || '1');
  location.replace(address);
}

/** What this page has loaded before the worker was there: kept, so that it opens without a network too. */
function loadedAddresses(): string[] {
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
  return [...new Set([...assets, location.pathname + location.search])];
}

/** Called before the page starts: cleans the address, and renews a page whose later parts are gone. */
export function recoverFromLostChunks(): void {
  const address = new URL(location.href);
  if (address.searchParams.has(bustParameter)) {
    address.searchParams.delete(bustParameter);
    history.replaceState(history.state, '', address);
  }
  window.addEventListener('vite:preloadError', () => void reloadWhereGone());
}

/**
 * After a new version the old parts are gone; the second time something else is wrong. Firefox stops what is being fetched as soon
 * as one goes elsewhere: a page that is as the server has it stays, as reloading would call off the way there.
 */
async function reloadWhereGone(): Promise<void> {
  const last = Number(sessionStorage.getItem(lostChunkAt) ?? 0);
  if (performance.timeOrigin - last < 60_000 || !(await isGone())) return;
  sessionStorage.setItem(lostChunkAt, String(performance.timeOrigin));
  location.reload();
}

/** Whether the server has this very file no more, which names all others. The worker, who may have a copy, is not asked by HEAD. */
async function isGone(): Promise<boolean> {
  const request = fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' });
  const answer = await request.catch(() => undefined);
  return answer?.status === 404;
}
