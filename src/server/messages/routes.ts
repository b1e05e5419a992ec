import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import * as contract from '#shared/messages/contract.ts';
import * as data from './data.ts';
import * as sms from './sms/data.ts';

const pageSize = { standard: 50, most: 200 };

/** What stand-ins took can be read wherever they may run: nowhere in production. */
export function mountMessages(app: App, options: { hasEmulator: boolean; hasSmsEmulator: boolean }): void {
  mount(app, contract.listOutgoingMails, async (ctx, { query }) => {
    if (!options.hasEmulator) throw new AppError('itemNotFound');
    const { offset, limit } = pageOf(query, pageSize);
    const [items, counts] = await ctx.read(data.listEmulatorMails(offset, limit), data.countEmulatorMails());
    return { items, total: counts[0]?.total ?? 0 };
  });

  mount(app, contract.listOutgoingSms, async (ctx, { query }) => {
    if (!options.hasSmsEmulator) throw new AppError('itemNotFound');
    const { offset, limit } = pageOf(query, pageSize);
    const [items, counts] = await ctx.read(sms.listEmulatorSms(offset, limit), sms.countEmulatorSms());
    return { items, total: counts[0]?.total ?? 0 };
  });
}
