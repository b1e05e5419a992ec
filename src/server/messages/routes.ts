import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import * as contract from '#shared/messages/contract.ts';
import * as data from './data.ts';
import * as sms from './sms/data.ts';

const pageSize = { standard: 50, most: 200 };

/** What stand-ins took can be read wherever they may run: nowhere in production. */
export function mountMessages(app: App, options: { hasStandIn: boolean; hasSmsStandIn: boolean }): void {
  mount(app, contract.listOutgoingMails, async (ctx, { query }) => {
    if (!options.hasStandIn) throw new AppError('itemNotFound');
    const { offset, limit } = pageOf(query, pageSize);
    const [items, counts] = await ctx.read(data.listStandInMails(offset, limit), data.countStandInMails());
    return { items, total: counts[0]?.total ?? 0 };
  });

  mount(app, contract.listOutgoingSms, async (ctx, { query }) => {
    if (!options.hasSmsStandIn) throw new AppError('itemNotFound');
    const { offset, limit } = pageOf(query, pageSize);
    const [items, counts] = await ctx.read(sms.listStandInSms(offset, limit), sms.countStandInSms());
    return { items, total: counts[0]?.total ?? 0 };
  });
}
