import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/wallet/desk/contract.ts';
import * as commands from './commands.ts';

/** What a client has, as administrators see it. */
export function mountClientWallet(app: App): void {
  mount(app, contract.listClientWallet, (ctx, { params }) => commands.listWalletOf(ctx, params.id));

  mount(app, contract.getClientTicket, async (ctx, { params }) => {
    const { lines, ...ticket } = await commands.ticketOf(ctx, params.id);
    return { ...ticket, lines: lines.map(toLine) };
  });

  mount(app, contract.getClientVoucher, async (ctx, { params }) => {
    const { lines, ...voucher } = await commands.voucherOf(ctx, params.id);
    return { ...voucher, lines: lines.map(toLine) };
  });
}

function toLine<Kind>({ at: dateTime, ...line }: commands.WalletLine<Kind>) {
  return { dateTime, ...line };
}
