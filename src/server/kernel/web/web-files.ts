import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { detectLanguage } from '#shared/kernel/language.ts';
import type { PageConfiguration } from '#shared/tenants/contract.ts';
import { clientDirectory } from './web-build.ts';
import { chooseEncoding, compress, hasSame } from './web-cache.ts';
import { pageHeaders } from './web-headers.ts';
import { contentSecurityPolicy } from './web-html.ts';
import { registerMedia } from './web-media.ts';
import { offlinePage } from './web-offline.ts';
import { dataPolicy } from './web-policy.ts';
import type { WebPorts } from './web-ports.ts';

/** Assets, service worker, manifest, the plain page without a network. */
export async function registerWebFiles(
  app: FastifyInstance,
  ports: WebPorts,
  hasVite: boolean,
): Promise<void> {
  if (!hasVite) {
    await app.register(fastifyStatic, {
      root: new URL('assets/', clientDirectory),
      // Served below: the plug-in's own route reads the whole folder at each call, to tell how names are spelt.
      serve: false,
      index: false,
      // Names carry the hash of their content.
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
    });
    app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
      reply.sendFile(request.params['*']),
    );
    const worker = await readFile(new URL('sw.js', clientDirectory));
    const etag = `"${createHash('sha256').update(worker).digest('base64url').slice(0, 22)}"`;
    app.get('/sw.js', (request, reply) => sendWorker(request, reply, worker, etag));
  }

  await registerMedia(app);

  app.get('/manifest.webmanifest', async (request, reply) => {
    const { configuration, mode } = settings(request);
    return reply
      .headers({ 'Cache-Control': 'private, no-cache', Vary: 'Cookie' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest(configuration, configuration.theme[mode])));
  });

  app.get('/offline.html', async (request, reply) => {
    const { configuration, language, mode } = settings(request);
    const nonce = randomBytes(16).toString('base64url');
    const html = offlinePage(configuration, language, mode, nonce);
    return reply
      .headers({
        ...pageHeaders,
        'Content-Security-Policy': contentSecurityPolicy([], [`'nonce-${nonce}'`]),
        'Cache-Control': 'private, no-cache',
        'X-Robots-Tag': 'noindex',
        Vary: 'Cookie',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  });

  app.get('/robots.txt', async (_, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /api/\n'),
  );

  function settings(request: FastifyRequest) {
    const page = ports.findPage(request);
    const language = detectLanguage(request.cookies.language, page.host, page.languages);
    const chosen = request.cookies.colormode;
    const mode = chosen === 'light' || chosen === 'dark' ? chosen : page.pageRules.main.defaultColorScheme;
    return { language, mode, configuration: page.configuration(language) };
  }
}

/** The worker's own file is asked for anew each time; its tag makes the answer short. */
async function sendWorker(request: FastifyRequest, reply: FastifyReply, worker: Buffer, etag: string) {
  reply.headers({
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/javascript; charset=utf-8',
    'Content-Security-Policy': `${dataPolicy}; script-src 'self'; connect-src 'self'`,
    Vary: 'Accept-Encoding',
    ETag: etag,
  });
  if (hasSame(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.send(await compress(worker, encoding));
}

/** What a phone needs to put the centre on its home screen. */
function manifest(configuration: PageConfiguration, colours: Readonly<Record<string, string>>): object {
  const { title, slogan, favicon } = configuration;
  const isVector = /\.svg(\?|$)|^data:image\/svg/.test(favicon);
  return {
    id: '/',
    name: title,
    short_name: title.length > 12 ? (title.split(/[\s-]/)[0] ?? title) : title,
    description: slogan,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: colours['--bg'],
    theme_color: colours['--bg'],
    icons: [
      { src: '/brand/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/brand/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/brand/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ...(isVector ? [{ src: favicon, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }] : []),
    ],
  };
}
