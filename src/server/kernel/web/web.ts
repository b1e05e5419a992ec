import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { epochMilliseconds } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { detectLanguage, type Language } from '#shared/kernel/language.ts';
import { type ColourMode, colourModes } from '#shared/kernel/page-rules.ts';
import { addressKind, isSecretAddress } from '#shared/kernel/public-pages.ts';
import type { PageFacts, StartContext } from '#shared/start-context.ts';
import { Turns } from '../turns.ts';
import { pageAddress, pageUrl } from './web-address.ts';
import { loadBuild, startDevelopment, type WebBuild } from './web-build.ts';
import { CachedPage, chooseEncoding, compress, hasSame, PageCache } from './web-cache.ts';
import { registerWebFiles } from './web-files.ts';
import { pageHeaders } from './web-headers.ts';
import { contentSecurityPolicy, type Hashed, hashOwn, startAfterPaint, startFrame } from './web-html.ts';
import type { WebPage, WebPorts } from './web-ports.ts';

/** What one page is drawn from. */
interface Drawing {
  readonly request: FastifyRequest;
  readonly page: WebPage;
  readonly language: Language;
  readonly mode: ColourMode;
  /** Path and search as the router shall see them. */
  readonly address: string;
}

interface Drawn {
  readonly response: Response;
  readonly html: string;
  readonly facts: PageFacts;
  /** What marks the scripts and styles that were drawn as ours. */
  readonly nonce: string;
  /** The instant it was drawn for. */
  readonly now: string;
}

const pageBytes = 32 * 1024 * 1024;
const frameAddress = '/frame.html';
const turns = new Turns({ perCentre: 2, inAll: 4, mostWaiting: 200, seconds: 10 });

/**
 * Serves everything that is not the API: assets, service worker, manifest, and every page. Public pages are
 * drawn once per tenant, address, language, mode and version, and kept as bytes; pages behind login are one
 * frame, drawn in the browser. Call it after all other routes and hooks.
 */
export async function registerWeb(app: FastifyInstance, ports: WebPorts): Promise<void> {
  if (!app.hasDecorator('parseCookie')) await app.register(cookie);
  const hasVite = ports.hasVite ?? false;
  const build = hasVite ? await startDevelopment(app) : await loadBuild();
  await registerWebFiles(app, ports, hasVite);
  const pages = new PageCache(pageBytes);
  // Stands in the kept frame where each answer gets its own nonce; nobody can guess it into a text.
  const nonceMark = randomBytes(16).toString('base64url');

  app.get(frameAddress, (request, reply) => sendFrame(request, reply));
  app.setNotFoundHandler(async (request, reply) => {
    const { path } = pageAddress(request.url);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const isHtml = /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
    if (!isPage || !isHtml || /^\/(api|assets|media)\//.test(path)) throw new AppError('itemNotFound');
    const kind = addressKind(path, request.url);
    if (kind === 'frame') return sendFrame(request, reply);
    return sendPublic(request, reply, kind === 'public');
  });

  async function sendPublic(request: FastifyRequest, reply: FastifyReply, isKept: boolean) {
    const { path, search } = pageAddress(request.url);
    const address = isKept ? path + search : request.url;
    const drawing = { ...prepare(request), address };
    const { page, language, mode } = drawing;
    // Taken before the data is read: a change in between makes the page old, not wrong.
    const version = ports.publicVersion(request);
    const key = [page.cacheTag, language, mode, address].join('\n');
    const known =
      isKept && !hasVite ? pages.find(page.host, key, version, epochMilliseconds(ports.now())) : undefined;
    if (known) return sendReady(request, reply, known);
    await ports.countDrawing(request);
    let other: Drawn | undefined;
    const ready = await pages.draw(isKept && !hasVite ? `${version}\n${key}` : request.id, async () => {
      const drawn = await drawInTurn(drawing);
      const isWhole = isKept && drawn.response.status === 200 && !drawn.facts.isIncomplete && !hasVite;
      if (isWhole) return toReady(drawn, language, version);
      other = drawn;
      return null;
    });
    if (ready) {
      if (isKept) pages.keep(page.host, key, ready);
      return sendReady(request, reply, ready);
    }
    return sendOnce(request, reply, other ?? (await drawInTurn(drawing)));
  }

  /** Pages of ever other words are drawn for whoever asks: those of one centre wait for each other. */
  function drawInTurn(drawing: Drawing): Promise<Drawn> {
    return turns.run(drawing.page.host, () => draw(drawing, build, ports));
  }

  function hashed({ html, facts, nonce }: Drawn, language: Language): Hashed {
    return hashOwn(startAfterPaint(html, build.startParts(language, facts.texts), nonce), nonce);
  }

  function toReady(drawn: Drawn, language: Language, version: string): CachedPage {
    const { facts, now } = drawn;
    const { html, scripts, styles } = hashed(drawn, language);
    const validUntil = epochMilliseconds(facts.validUntil ?? nextMinute(now));
    return new CachedPage(html, { policy: contentSecurityPolicy(scripts, styles), version, validUntil });
  }

  /** What is sent to one caller only: redirects, refusals, pages that are not kept. */
  async function sendOnce(request: FastifyRequest, reply: FastifyReply, drawn: Drawn) {
    const { response } = drawn;
    const location = response.headers.get('location');
    if (location) {
      return reply.code(response.status).headers({ Location: location, 'Cache-Control': 'no-store' }).send();
    }
    reply.code(response.status).header('Cache-Control', 'no-store');
    if (hasVite) {
      return sendHtml(request, reply, drawn.html, contentSecurityPolicy(["'unsafe-inline'"], [], true));
    }
    const { html, scripts, styles } = hashed(drawn, prepare(request).language);
    const more = ports.sourcesOf?.(request, pageAddress(request.url).path);
    return sendHtml(request, reply, html, contentSecurityPolicy(scripts, styles, false, more));
  }

  async function sendReady(request: FastifyRequest, reply: FastifyReply, ready: CachedPage) {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const etag = ready.etag(encoding);
    if (pageAddress(request.url).path === '/404') reply.code(404);
    reply.headers({
      ...pageHeaders,
      'Content-Security-Policy': ready.policy,
      'Content-Type': 'text/html; charset=utf-8',
      // The tag answers whether anything changed; language and mode travel in cookies.
      'Cache-Control': 'private, no-cache',
      Vary: 'Cookie, Accept-Encoding',
      ETag: etag,
    });
    if (hasSame(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply.send(await ready.form(encoding));
  }

  async function sendFrame(request: FastifyRequest, reply: FastifyReply) {
    const drawing = { ...prepare(request), address: frameAddress };
    const nonce = hasVite ? nonceMark : randomBytes(16).toString('base64url');
    const html = (await keptFrame(drawing)).replaceAll(nonceMark, nonce);
    const sources = [`'nonce-${nonce}'`];
    // Search engines find the public pages.
    reply.headers({
      'Cache-Control': isSecretAddress(request.url) ? 'no-store' : 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    });
    return sendHtml(request, reply, html, contentSecurityPolicy(sources, sources, hasVite));
  }

  /** Frames differ by tenant, language and mode; the next full minute makes them anew, so that settings arrive. */
  async function keptFrame(drawing: Drawing): Promise<string> {
    const { page, language, mode, request } = drawing;
    const version = ports.publicVersion(request);
    const key = ['frame', page.cacheTag, language, mode].join('\n');
    const known = hasVite ? undefined : pages.find(page.host, key, version, epochMilliseconds(ports.now()));
    if (known) return (await known.form('identity')).toString();
    const { html, now } = await draw(drawing, build, ports, nonceMark);
    if (hasVite) return html;
    const whole = startFrame(html, [...build.memberFiles, ...build.textFiles(language)], nonceMark);
    pages.keep(
      page.host,
      key,
      new CachedPage(whole, { policy: '', version, validUntil: epochMilliseconds(nextMinute(now)) }),
    );
    return whole;
  }

  async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string, policy: string) {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    reply.headers({
      ...pageHeaders,
      'Content-Security-Policy': policy,
      'Content-Type': 'text/html; charset=utf-8',
      Vary: 'Cookie, Accept-Encoding',
    });
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply.send(await compress(Buffer.from(html), encoding));
  }

  function prepare(request: FastifyRequest): Omit<Drawing, 'address'> {
    const page = ports.findPage(request);
    const { language, colormode } = request.cookies;
    const chosen = colourModes.find((mode) => mode === colormode);
    return {
      request,
      page,
      language: detectLanguage(language, page.host, page.languages),
      mode: chosen ?? page.pageRules.main.defaultColorScheme,
    };
  }
}

/** A page is drawn with a nonce of its own, the frame with the given one. */
async function draw(drawing: Drawing, build: WebBuild, ports: WebPorts, frameNonce?: string): Promise<Drawn> {
  const { request, page, language, mode, address } = drawing;
  const isFrame = frameNonce !== undefined;
  const nonce = frameNonce ?? randomBytes(16).toString('base64url');
  const start: StartContext = {
    host: page.host,
    language,
    mode,
    configuration: page.configuration(language),
    pageRules: page.pageRules,
    now: ports.now(),
    version: build.version,
    isDevelopment: ports.isDevelopment,
    isFrame,
    nonce,
  };
  const facts: PageFacts = {};
  const { fetch } = await build.handler();
  // The centre's own host: what the caller calls it may be no address at all.
  const url = pageUrl(`${request.protocol}://${page.host}`, address);
  const response = await fetch(new Request(url, { headers: { Accept: 'text/html' } }), {
    context: { start, call: ports.publicApi(request, language), page: facts, nonce },
    // Behind login the style sheets are files: the worker keeps them.
    inlineCss: !isFrame,
  });
  return { response, html: await response.text(), facts, nonce, now: start.now };
}

/** Trainings begin and end on full minutes: until then a page stays true. */
function nextMinute(now: string): string {
  return Temporal.Instant.from(now)
    .add({ minutes: 1 })
    .round({ smallestUnit: 'minute', roundingMode: 'trunc' })
    .toString();
}
