import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { dataPolicy } from './web-policy.ts';

const directory = new URL('../../../../media/', import.meta.url);

/** Pictures, films and captions that lie ready under /media/; players ask for parts of them (`Range`). */
export async function registerMedia(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    prefix: '/media/',
    decorateReply: false,
    index: false,
    acceptRanges: true,
    maxAge: '1d',
    setHeaders: (reply) => {
      reply.header('X-Content-Type-Options', 'nosniff');
      reply.header('Content-Security-Policy', dataPolicy);
      reply.header('Cross-Origin-Resource-Policy', 'same-origin');
    },
  });
}
