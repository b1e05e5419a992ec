import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/entry/inside/contract.ts';
import { refuseWithoutRight } from '../desk/commands.ts';
import type { Locks } from '../doors/commands.ts';
import * as commands from './commands.ts';

export function mountInside(app: App, locks: Locks): void {
  mount(app, contract.listInside, (ctx) => {
    refuseWithoutRight(ctx);
    return commands.listInside(ctx);
  });

  mount(app, contract.letIn, async (ctx, { params, body }) => {
    refuseWithoutRight(ctx);
    return { lock: await commands.letIn(ctx, locks, { id: params.id, reason: body.reason }) };
  });
}
