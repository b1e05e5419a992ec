import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { addressKind, isStorablePage } from '#shared/kernel/public-pages.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };
/** Set by the build. */
declare const __BUILD_VERSION__: string;
/** Set by the build from the contracts: patterns of the paths whose answers say that they may be kept. */
declare const __STORABLE_ANSWERS__: readonly string[];

const frameAddress = '/frame.html';
const offlineAddress = '/offline.html';
/** Stands in the frame's store while somebody is signed in here: home is then drawn in the browser, at once. */
const memberMark = '/member';
const stores = { frame: 'frame', pages: 'pages', answers: 'answers', assets: 'assets' } as const;
/** How many answers each store keeps; the oldest go first. */
const limits: Readonly<Record<string, number>> = { pages: 40, answers: 120, assets: 200 };
const networkTimeoutSeconds = 3;

/** Only the frame is fetched before it is needed; everything else is kept when it is used. */
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([renew(frameAddress), renew(offlineAddress)]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      // Pages of an older version name parts that are gone.
      await caches.delete(stores.pages);
      await forgetOthers();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  const message = event.data as { kind?: unknown; addresses?: unknown; isMember?: unknown } | null;
  if (message?.kind === 'activate') void self.skipWaiting();
  if (message?.kind === 'version') event.ports[0]?.postMessage(__BUILD_VERSION__);
  if (message?.kind === 'member') event.waitUntil(markMember(message.isMember === true));
  if (message?.kind === 'keep' && Array.isArray(message.addresses)) {
    event.waitUntil(keepAll(message.addresses.map(String)));
  }
});

/** What the server sends a device, encrypted for this browser. */
interface PushedNotice {
  title: string;
  text: string;
  /** On this origin: anything else opens home. */
  link: string;
  /** A repeat replaces what is shown under the same name. */
  name: string;
}

self.addEventListener('push', (event) => {
  const notice = readPushed(event.data);
  event.waitUntil(
    self.registration.showNotification(notice.title, {
      body: notice.text,
      tag: notice.name,
      icon: '/brand/icon-192.png',
      data: notice.link,
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openLink(String(event.notification.data)));
});

/** Only what any stranger is told alike is ever stored: nothing of a person, nothing that a token opens. */
const storableAnswers = __STORABLE_ANSWERS__.map((pattern) => new RegExp(pattern));
const isStorableAnswer = (path: string) => storableAnswers.some((pattern) => pattern.test(path));
const isStorable = ({ pathname, search }: URL) => isStorablePage(pathname, pathname + search);
/** A file to download, not a page. */
const isFile = (path: string) => path.endsWith('.ics');
/** Pages that are not ours to draw: the stand-in's bank, and what stands around a player of elsewhere. */
const isForeign = (path: string) =>
  path.startsWith('/api/') || path.startsWith('/stand-in/') || path.startsWith('/video-frame/');

const storeLimit = {
  cacheDidUpdate: async ({ cacheName }: { cacheName: string }) => trim(cacheName),
};
/** The server has the last word. */
const onlyWhatMayBe = {
  cacheWillUpdate: async ({ response }: { response: Response }) => {
    const isRefused = /no-store/.test(response.headers.get('Cache-Control') ?? '');
    return response.status === 200 && !isRefused ? response : null;
  },
};
/** A server that fails is like none: what was kept is better. */
const failuresAreSilence = {
  fetchDidSucceed: async ({ response }: { response: Response }) => {
    if (response.status >= 500) throw new Error('server error');
    return response;
  },
};

const pages = new NetworkFirst({
  cacheName: stores.pages,
  networkTimeoutSeconds,
  matchOptions: { ignoreVary: true },
  plugins: [
    failuresAreSilence,
    onlyWhatMayBe,
    storeLimit,
    { cacheKeyWillBeUsed: async ({ request }) => withoutParameter(request.url, 'v') },
  ],
});

const answers = new NetworkFirst({
  cacheName: stores.answers,
  networkTimeoutSeconds,
  matchOptions: { ignoreVary: true },
  plugins: [
    failuresAreSilence,
    onlyWhatMayBe,
    storeLimit,
    {
      cacheKeyWillBeUsed: async ({ request }) => {
        const address = new URL(request.url);
        address.searchParams.set('language', request.headers.get('Accept-Language') ?? '');
        return address.href;
      },
      // The page says how old an answer is that stands in for the server's.
      cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && withAge(cachedResponse),
    },
  ],
});

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && !isForeign(url.pathname) && !isFile(url.pathname),
  async ({ request, url, event }) => {
    try {
      if (url.pathname === '/' && (await isMarked())) return await frame(event);
      if (isStorable(url)) return await pages.handle({ request, event });
      // A frame belongs to no address: the stored one is everybody's.
      const kind = addressKind(url.pathname, url.pathname + url.search);
      return kind === 'frame' ? await frame(event) : await fetch(request);
    } catch {
      return (await caches.match(offlineAddress, { cacheName: stores.frame })) ?? Response.error();
    }
  },
);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.method === 'GET' && isStorableAnswer(url.pathname),
  answers,
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: stores.assets, plugins: [storeLimit] }),
);

/** A browser must show something for every push, and takes the right away from who does not. */
function readPushed(data: PushMessageData | null): PushedNotice {
  let given: Partial<PushedNotice> = {};
  try {
    given = (data?.json() ?? {}) as Partial<PushedNotice>;
  } catch {
    // Not from a version that this worker knows.
  }
  const { title = self.location.hostname, text = '', link = '/', name = 'notice' } = given;
  return { title, text, link, name };
}

/** In a window of its own: a worker does not know what is typed in those that are open, nor what they have gone on to. */
async function openLink(link: string): Promise<void> {
  const url = URL.canParse(link) ? new URL(link) : new URL('/', self.location.origin);
  await self.clients.openWindow(url.host === self.location.host ? `${url.pathname}${url.search}` : '/');
}

/** The frame at once from the store, and a newer one for the next time. */
async function frame(event: ExtendableEvent): Promise<Response> {
  const kept = await caches.match(frameAddress, { cacheName: stores.frame });
  const renewed = renew(frameAddress);
  if (!kept) return (await renewed) ?? Response.error();
  event.waitUntil(renewed.catch(() => undefined));
  return kept;
}

async function markMember(isMember: boolean): Promise<void> {
  const cache = await caches.open(stores.frame);
  if (isMember) await cache.put(memberMark, new Response());
  else await cache.delete(memberMark);
}

async function isMarked(): Promise<boolean> {
  return (await caches.match(memberMark, { cacheName: stores.frame })) !== undefined;
}

async function renew(address: string): Promise<Response> {
  const response = await fetch(address, { cache: 'no-store', credentials: 'same-origin' });
  if (!response.ok) throw new Error(`no ${address}`);
  const cache = await caches.open(stores.frame);
  await cache.put(address, response.clone());
  return response;
}

/** Keeps what the first page loaded before there was a worker. */
async function keepAll(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const url = new URL(address, self.location.origin);
    const { pathname } = url;
    const name = pathname.startsWith('/assets/') ? stores.assets : isStorable(url) ? stores.pages : null;
    if (!name) continue;
    if (await caches.match(address)) continue;
    const cache = await caches.open(name);
    await cache.add(address).catch(() => undefined);
  }
}

/** What an earlier version stored, and this one would not. */
async function forgetOthers(): Promise<void> {
  const cache = await caches.open(stores.answers);
  for (const { url } of await cache.keys()) {
    if (!isStorableAnswer(new URL(url).pathname)) await cache.delete(url);
  }
}

async function trim(name: string): Promise<void> {
  const cache = await caches.open(name);
  const kept = await cache.keys();
  const limit = limits[name] ?? kept.length;
  for (const old of kept.slice(0, Math.max(0, kept.length - limit))) await cache.delete(old);
}

/** A worker has no Temporal where the browser has none: what pages load for themselves is not there. */
function withAge(response: Response): Response {
  const made = Date.parse(response.headers.get('Date') ?? '');
  if (Number.isNaN(made)) return response;
  const headers = new Headers(response.headers);
  headers.set('X-Stored-At', new Date(made).toISOString());
  return new Response(response.body, { status: response.status, headers });
}

function withoutParameter(address: string, name: string): string {
  const url = new URL(address);
  url.searchParams.delete(name);
  return url.href;
}
