import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { changeConsent, getConsents } from '#shared/privacy/contract.ts';
import * as commands from './commands.ts';

export function mountConsents(app: App): void {
  mount(app, getConsents, (ctx) => commands.consentsOf(ctx, member(ctx).clientId));

  mount(app, changeConsent, (ctx, { body }) => commands.changeConsent(ctx, body));
}
