import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as importing from '#shared/admin/importing/contract.ts';
import { checkImport, runImport } from './commands.ts';

export function mountImporting(app: App): void {
  mount(app, importing.checkImport, (ctx, { query, body }, { abandoned }) =>
    checkImport(ctx, app.ports, { ...query, file: body, abandoned }),
  );
  mount(app, importing.runImport, (ctx, { query, body }, { abandoned }) =>
    runImport(ctx, app.ports, { ...query, file: body, abandoned }),
  );
}
