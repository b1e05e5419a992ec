import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { scanForRoll } from '#shared/entry/scanning/contract.ts';
import { scan } from './commands.ts';

export function mountScanning(app: App): void {
  const { tokens } = app.ports;
  mount(app, scanForRoll, (ctx, { body }) => scan(ctx, tokens, body));
}
