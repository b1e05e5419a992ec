import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as contract from '#shared/messages/contract.ts';
import * as data from './data.ts';

const pageSize = { standard: 50, most: 200 };

/** The stand-in's mails can be read wherever the stand-in may run: nowhere in production. */
export function mountMessages(app: App, options: { hasStandIn: boolean }): void {
  mount(app, contract.listOutgoingMails, async (ctx, { query }) => {
    if (!options.hasStandIn) throw new AppError('itemNotFound', 404);
    const limit = Math.min(Math.max(query.limit ?? pageSize.standard, 1), pageSize.most);
    const [items, counts] = await ctx.read(
      data.listStandInMails(Math.max(query.offset ?? 0, 0), limit),
      data.countStandInMails(),
    );
    return { items, total: counts[0]?.total ?? 0 };
  });
}
