import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/entry/codes/contract.ts';
import { type Locks, openLock } from '../doors/commands.ts';
import * as commands from './commands.ts';

export function mountEntryCodes(app: App, locks: Locks): void {
  const { tokens } = app.ports;

  mount(app, contract.getEntryCodes, async (ctx) => {
    const { doors, ...status } = await commands.statusOf(ctx);
    return {
      ...status,
      now: ctx.now,
      tenantId: ctx.tenant.id,
      doors: doors.map((door) => ({
        ...door,
        refusal: door.refusal && { ...door.refusal, details: { ...door.refusal.details } },
      })),
    };
  });

  mount(app, contract.registerEntryDevice, async (ctx, { body }) => {
    const { deviceId } = await commands.registerDevice(ctx, body.publicKey);
    return { tenantId: ctx.tenant.id, deviceId, now: ctx.now };
  });

  mount(app, contract.removeEntryDevice, (ctx) => commands.removeDevice(ctx));

  mount(app, contract.scanDoor, async (ctx, { body }) => {
    const { door, entered } = await commands.scanDoor(ctx, tokens, body);
    return { doorName: door.name, lock: await openLock(ctx, locks, door, body.scanId, entered) };
  });
}
