import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/registrations/choosing/contract.ts';
import { keepRegistration } from './commands.ts';

export function mountChoosing(app: App): void {
  mount(app, contract.keepRegistration, async (ctx, { params }) => {
    await keepRegistration(ctx, member(ctx).clientId, params.id);
    return {};
  });
}
