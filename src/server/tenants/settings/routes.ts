import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as settings from '#shared/tenants/settings/contract.ts';
import { listSections, saveSection } from './commands.ts';

export function mountSettings(app: App): void {
  mount(app, settings.listSettings, async (ctx) => ({ sections: await listSections(ctx) }));
  mount(app, settings.saveSettings, (ctx, { body }) => saveSection(ctx, body));
}
