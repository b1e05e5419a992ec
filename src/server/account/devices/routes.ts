import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/account/devices/contract.ts';
import * as commands from './commands.ts';

export function mountDevices(app: App): void {
  mount(app, contract.listDevices, async (ctx) => {
    const devices = await commands.listDevices(ctx, member(ctx));
    return devices.map(({ createdAt, lastUsedAt, ...device }) => ({
      ...device,
      signedInDateTime: createdAt,
      lastUsedDateTime: lastUsedAt,
    }));
  });

  mount(app, contract.signOutDevice, (ctx, { params }) =>
    commands.signOutDevice(ctx, member(ctx), params.sessionId),
  );

  mount(app, contract.signOutOthers, (ctx) => commands.signOutOthers(ctx, member(ctx)));
}
