import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/invoices/bank/contract.ts';
import { balanceOf } from '#shared/invoices/domain.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import { acceptEntry, ignoreEntry, importStatement, listReceipts } from './commands.ts';

export function mountBankImport(app: App): void {
  mount(app, contract.importBankFile, (ctx, { body }, { abandoned }) =>
    importStatement(ctx, app.ports.decoders, body, abandoned),
  );

  mount(app, contract.listBankEntries, async (ctx, { query }) => {
    const { offset, limit } = pageOf(query);
    const { total, items } = await listReceipts(ctx, query.filter, offset, limit);
    return {
      items: items.map(({ receipt, proposals }) => ({
        id: receipt.id,
        date: receipt.bookedOn,
        amount: centsToEuros(receipt.amountCents),
        payerName: receipt.payerName,
        payerAccount: receipt.payerAccount,
        reference: receipt.reference,
        message: receipt.message,
        proposals: proposals.map(({ id, number, names, sums, dueOn }) => ({
          id,
          invoiceNumber: number,
          payerName: names[0] ?? '',
          dueDate: dueOn,
          balance: centsToEuros(balanceOf(sums)),
        })),
      })),
      total,
      offset,
      limit,
    };
  });

  mount(app, contract.acceptBankEntry, async (ctx, { params, body }) => {
    const { balanceCents } = await acceptEntry(ctx, params.id, [
      body.invoiceNumber,
      ...(body.furtherNumbers ?? []),
    ]);
    return { balance: centsToEuros(balanceCents) };
  });

  mount(app, contract.ignoreBankEntry, async (ctx, { params }) => {
    await ignoreEntry(ctx, params.id);
    return {};
  });
}
