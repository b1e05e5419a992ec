import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { dataPolicy } from '#server/kernel/web/web-policy.ts';
import { toProducts } from '#server/products/wire.ts';
import { photoAddress, textsOf, toTraining } from '#server/schedule/wire.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { toInteger } from '#shared/kernel/wire.ts';
import * as contract from '#shared/trainers/pages/contract.ts';
import { findFirstFree, findTrainerPage } from './commands.ts';
import * as data from './data.ts';

/** A year: another picture has another address. */
const photoSeconds = 365 * 24 * 60 * 60;

export function mountTrainerPages(app: App): void {
  mount(
    app,
    contract.listTrainerPages,
    async (ctx) => {
      const [cards] = await ctx.read(data.listCards(textsOf(ctx)));
      return cards.map(toCard);
    },
    { isReadyKept: true },
  );

  mount(
    app,
    contract.getTrainerPage,
    async (ctx, { params }) => {
      const { card, trainings, liking, products } = await findTrainerPage(ctx, params.id);
      return {
        ...toCard(card),
        words: card.words,
        languages: card.languages,
        liking,
        trainings: trainings.map((row) => toTraining(ctx, row)),
        personal: toProducts(ctx, products)
          .map(({ prices, ...product }) => ({
            ...product,
            price: Math.min(...prices.map(({ priceOnline }) => priceOnline)),
          }))
          .toSorted((one, other) => one.price - other.price),
      };
    },
    { isReadyKept: true },
  );

  mount(app, contract.getTrainerFreeTime, async (ctx, { params }) => ({
    firstFree: await findFirstFree(ctx, params.id),
  }));

  app.get<{ Params: { id: string; mark: string } }>('/brand/trainers/:id/:mark', async (request, reply) => {
    const id = toInteger(request.params.id) ?? 0;
    const [[stored]] = await app.ports.db.read(request.tenant.id, data.findPhoto(id));
    if (!stored?.photo) throw new AppError('itemNotFound', 404);
    return reply
      .header('Cache-Control', `public, max-age=${photoSeconds}, immutable`)
      .header('Content-Security-Policy', `${dataPolicy}; img-src data:; style-src 'unsafe-inline'`)
      .type('image/svg+xml; charset=utf-8')
      .send(stored.photo);
  });
}

type CardRow = Awaited<ReturnType<typeof findTrainerPage>>['card'];

function toCard({ id, name, photoMark, strengths }: CardRow) {
  return { id, name, photo: photoAddress(id, photoMark), strengths };
}
