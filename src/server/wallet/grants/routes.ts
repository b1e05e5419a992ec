import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/wallet/grants/contract.ts';
import { grantVoucher } from './commands.ts';

export function mountVoucherGrants(app: App): void {
  mount(app, contract.grantVoucher, (ctx, { params, body }) => grantVoucher(ctx, app.ports, params.id, body));
}
