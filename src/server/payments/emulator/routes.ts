import { z } from 'zod';
import type { App } from '#server/kernel/app.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { bankPath } from './api.ts';
import { acceptedCard, cardPath, cardScript, cardScriptPath } from './cards.ts';
import { bankPage, bankPolicy } from './page.ts';
import { bankActions, deliveries, type Shop } from './shop.ts';

const Pressed = z.object({
  action: z.enum(bankActions),
  delivery: z.enum(deliveries).catch('once'),
});

const pageHeaders = {
  'Content-Security-Policy': bankPolicy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
} as const;

const Card = z.object({ number: z.string().max(40) }).catch({ number: '' });

/** The bank's page of the stand-in, on the shop's own host: never in production. */
export function mountEmulatorBank(app: App, shop: Shop): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1000 },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const path = bankPath(':id');

    scope.get<{ Params: { id: string } }>(path, async ({ tenant, params }, reply) => {
      const order = await shop.findOrder(tenant.id, params.id);
      if (!order) throw new AppError('itemNotFound');
      return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(bankPage(order, tenant.name));
    });

    scope.get(cardScriptPath, (_, reply) =>
      reply.header('Cache-Control', 'no-cache').type('text/javascript; charset=utf-8').send(cardScript),
    );

    scope.post<{ Params: { id: string } }>(cardPath(':id'), async ({ tenant, params, body }, reply) => {
      const order = await shop.findOrderOfSession(tenant.id, params.id);
      if (!order) throw new AppError('itemNotFound');
      const { number } = Card.parse(body);
      const isAccepted = number.replaceAll(' ', '') === acceptedCard;
      const returnUrl = await shop.act(order, isAccepted ? 'pay' : 'cancel', 'once');
      return reply.header('Cache-Control', 'no-store').send({ isAccepted, returnUrl });
    });

    scope.post<{ Params: { id: string } }>(path, async ({ tenant, params, body }, reply) => {
      const order = await shop.findOrder(tenant.id, params.id);
      const pressed = Pressed.safeParse(body);
      if (!order || !pressed.success) throw new AppError('itemNotFound');
      const address = await shop.act(order, pressed.data.action, pressed.data.delivery);
      return reply.code(303).headers({ Location: address, 'Cache-Control': 'no-store' }).send();
    });
  });
}
