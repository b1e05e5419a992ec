import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './html.ts';
import type { Tenant } from './tenant.ts';

const style = `:root{color-scheme:light dark;font:16px/24px system-ui,sans-serif}
body{margin:0 auto;max-width:640px;padding:40px 20px}
h1{font-size:32px;line-height:36px;letter-spacing:-.022em;margin:0 0 8px}
p{margin:0 0 24px;opacity:.75}
ul{list-style:none;margin:0;padding:0}
li{border-top:1px solid color-mix(in srgb,currentColor 16%,transparent)}
a{color:inherit;display:flex;gap:16px;justify-content:space-between;padding:14px 0;text-decoration:none;min-height:28px;flex-wrap:wrap}
a:hover b{text-decoration:underline}
span{opacity:.75}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** Bare `localhost` in development: nobody's host, so it lists everybody's. */
export function isCentresPage(request: FastifyRequest): boolean {
  const host = request.headers.host?.replace(/:\d+$/, '');
  return (host === 'localhost' || host === '127.0.0.1') && request.method === 'GET' && request.url === '/';
}

/** The demo centres with their addresses. */
export function sendCentresPage(reply: FastifyReply, tenants: readonly Tenant[]): FastifyReply {
  const port = /:\d+$/.exec(reply.request.headers.host ?? '')?.[0] ?? '';
  const items = tenants.map(({ host, name }) => {
    const address = `${host}.localhost${port}`;
    return `<li><a href="${reply.request.protocol}://${address}/"><b>${escapeHtml(name)}</b><span>${escapeHtml(host)}</span></a></li>`;
  });
  return reply
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Trenn: demo centres</title><style>${style}</style></head><body><main><h1>Demo centres</h1><p>Accounts on each: member@demo.test, trainer@demo.test, admin@demo.test. Password Demo1234.</p><ul>${items.join('')}</ul></main></body></html>`,
    );
}
