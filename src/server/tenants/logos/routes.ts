import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as logos from '#shared/tenants/logos/contract.ts';
import { listLogos, saveLogo } from './commands.ts';

export function mountLogos(app: App): void {
  mount(app, logos.getLogos, async (ctx) => ({ logos: await listLogos(ctx) }));
  mount(app, logos.saveLogo, (ctx, { query, body }, { abandoned }) =>
    saveLogo(ctx, app.ports.decoders, { ...query, file: body, abandoned }),
  );
}
