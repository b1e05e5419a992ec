import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as setup from '#shared/tenants/setup/contract.ts';
import * as setupCommands from './commands.ts';

export function mountSetup(app: App): void {
  mount(app, setup.getSetup, (ctx) => setupCommands.wayOf(ctx, app.ports.originOf(ctx.tenant)));
  mount(app, setup.passSetupStep, (ctx, { body }) => setupCommands.passStep(ctx, body.step));
  mount(app, setup.chooseSetupStyles, (ctx, { body }) => setupCommands.chooseStyles(ctx, body.keys));
  mount(app, setup.finishSetup, (ctx) => setupCommands.finish(ctx));
}
