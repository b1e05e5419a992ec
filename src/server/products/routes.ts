import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/products/contract.ts';
import { toProducts } from './commands.ts';
import * as data from './data.ts';

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
