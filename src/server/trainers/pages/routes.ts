import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { toProducts } from '#server/products/wire.ts';
import { textsOf, toTraining } from '#server/schedule/wire.ts';
import * as contract from '#shared/trainers/pages/contract.ts';
import { findFirstFree, findTrainerPage } from './commands.ts';
import * as data from './data.ts';

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
}

type CardRow = Awaited<ReturnType<typeof findTrainerPage>>['card'];

function toCard({ id, name, photo, strengths }: CardRow) {
  return { id, name, photo, strengths };
}
