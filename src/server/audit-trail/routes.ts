import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { listTrail } from '#shared/audit-trail/contract.ts';
import { readTrail } from './commands.ts';

export function mountAuditTrail(app: App): void {
  mount(app, listTrail, (ctx, { query }) => readTrail(ctx, query));
}
