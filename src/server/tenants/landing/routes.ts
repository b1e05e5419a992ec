import { z } from 'zod';
import type { App } from '#server/kernel/app.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { RowOf } from '#server/kernel/db.ts';
import { mount } from '#server/kernel/mount.ts';
import { joinPageOf } from '#shared/joining/pages/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import { sells } from '#shared/products/contract.ts';
import { getLanding } from '#shared/tenants/landing/contract.ts';
import { inWords } from './commands.ts';
import * as data from './data.ts';

const Company = z.object({ name: z.string(), registryCode: z.string() });

export function mountLanding(app: App): void {
  mount(
    app,
    getLanding,
    async (ctx) => {
      const { now, tenant } = ctx;
      const from = localDate(now, tenant.timeZone);
      const [clubs, offers, trainers] = await ctx.read(
        data.listClubs({ from, until: addDays(from, 14) }),
        data.listOffers(),
        data.hasTrainers(),
      );
      const isSelling = sells(tenant.pageRules);
      const isJoinable = joinPageOf(tenant.pageRules) !== undefined;
      const of = (kind: OfferRow['kind'], isOffered: boolean) =>
        isOffered ? offers.filter((offer) => offer.kind === kind).map((offer) => toOffer(ctx, offer)) : [];
      return {
        clubs,
        packages: of('package', isJoinable),
        tickets: of('ticket', isSelling),
        vouchers: of('voucher', isSelling),
        hasTrainers: trainers.length > 0,
        company: Company.parse(tenant.company),
      };
    },
    { isReadyKept: true },
  );
}

type OfferRow = RowOf<ReturnType<typeof data.listOffers>>;

function toOffer(ctx: Ctx, row: OfferRow) {
  return {
    ...row,
    name: inWords(ctx, row.names),
    description: inWords(ctx, row.descriptions),
    price: centsToEuros(cents(row.lowestCents)),
    isFrom: row.highestCents > row.lowestCents,
  };
}
