import type { App } from '#server/kernel/app.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import * as contract from '#shared/products/contract.ts';
import { onlineCents } from '#shared/products/domain.ts';
import * as data from './data.ts';
import { toProducts } from './wire.ts';

export function mountProducts(app: App): void {
  mount(app, contract.listProducts, async (ctx, { query }) => {
    const { kind = 'ticket', unit, category, type } = query;
    const [rows] = await ctx.read(data.listForSale({ kind }));
    return toProducts(
      ctx,
      rows.filter(
        (row) =>
          (unit === undefined || row.clubId === unit) &&
          (category === undefined || row.category === category) &&
          (type === undefined || row.clientType === type),
      ),
    );
  });
}
