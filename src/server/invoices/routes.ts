import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import * as contract from '#shared/invoices/contract.ts';
import * as credits from '#shared/invoices/credits/contract.ts';
import { articleNames, invoiceStateOf } from '#shared/invoices/domain.ts';
import type { OtherInvoice, WholeInvoice } from '#shared/invoices/whole/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Language } from '#shared/kernel/language.ts';
import { addCents, cents, centsToEuros, eurosToCents } from '#shared/kernel/money.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import type { FileAnswer } from '#shared/kernel/wire.ts';
import { invoiceToken } from './commands.ts';
import { creditByOffice, getManaged, payByCredit, writeOffInvoice } from './credits/commands.ts';
import { toSums } from './data.ts';
import { brandOf, invoicePdf } from './pdf/brand.ts';
import { checkClient, findWholeInvoice } from './views/commands.ts';
import * as data from './views/data.ts';

/** A paper takes a tenth of a second to draw: far more than anybody prints, far less than would hold up others. */
const pdfsPerMinute = 60;

export function mountInvoices(app: App): void {
  const { tokens, decoders } = app.ports;
  const toFile = async ({ tenant }: Ctx, invoice: WholeInvoice): Promise<FileAnswer> => ({
    fileName: `${invoice.number}.pdf`,
    mediaType: 'application/pdf',
    bytes: Buffer.from(await decoders.run(invoicePdf, tenant.id, { invoice, brand: brandOf(tenant) })),
  });

  mount(app, contract.listInvoices, (ctx, { query }) => readPage(ctx, member(ctx).clientId, query));

  mount(app, contract.getInvoice, async (ctx, { params }) => {
    const invoice = await findOwn(ctx, params.id);
    const [[credit]] = await ctx.read(data.findClientCredit({ clientId: member(ctx).clientId }));
    const usable = invoice.isOpen ? Math.max(0, Math.min(credit?.creditCents ?? 0, invoice.balanceCents)) : 0;
    return {
      ...toInvoice(invoice),
      usableCredit: centsToEuros(cents(usable)),
      invoiceToken: invoiceToken(tokens, ctx.tenant.id, invoice.id, invoice.salt),
    };
  });

  mount(app, contract.getInvoiceFile, async (ctx, { params }) => toFile(ctx, await findOwn(ctx, params.id)), {
    perMinute: pdfsPerMinute,
  });

  mount(
    app,
    contract.getPublicInvoiceFile,
    async (ctx, { params }) => {
      const invoice = await findWholeInvoice(ctx, { tokenHash: hashToken(params.token) });
      if (!invoice) throw new AppError('invoiceNotFound');
      return toFile(ctx, invoice);
    },
    { perMinute: pdfsPerMinute },
  );

  mount(app, contract.getProductTranslations, async (ctx, { params }) => {
    const [rows] = await ctx.read(data.listProductNames({ tokenHash: hashToken(params.invoiceNumber) }));
    if (rows.length === 0) throw new AppError('invoiceNotFound');
    return rows.map(({ position, productId, article, names }) => ({
      position,
      productId,
      // What is no product, or lost a name, is called as it stands on the invoice.
      names: articleNames(article, names as Partial<Record<Language, string>> | null),
    }));
  });

  mount(app, contract.payByCredit, async (ctx, { params }) => {
    const { paidCents, balanceCents } = await payByCredit(ctx, member(ctx).clientId, params.id);
    return { paid: centsToEuros(paidCents), balance: centsToEuros(balanceCents) };
  });

  mount(app, credits.listClientInvoices, async (ctx, { params, query }) => {
    await checkClient(ctx, params.id);
    return readPage(ctx, params.id, query);
  });

  mount(app, credits.getManagedInvoice, async (ctx, { params }) => {
    const { invoice, leftOf, canCredit, canWriteOff } = await getManaged(ctx, params.id);
    const whole = toInvoice(invoice);
    return {
      ...whole,
      lines: whole.lines.map((line) => ({ ...line, left: centsToEuros(leftOf(line.position)) })),
      invoiceToken: invoiceToken(tokens, ctx.tenant.id, invoice.id, invoice.salt),
      canCredit,
      canWriteOff,
    };
  });

  mount(app, credits.creditInvoice, async (ctx, { params, body }) => {
    const { creditNoteId, number, totalCents, token } = await creditByOffice(ctx, tokens, params.id, {
      wishes:
        body.lines === 'all'
          ? 'all'
          : body.lines.map(({ position, amount }) => ({
              position,
              amountCents: amount === undefined ? undefined : eurosToCents(amount),
            })),
      reason: body.reason,
    });
    return { id: creditNoteId, invoiceNumber: number, total: centsToEuros(totalCents), invoiceToken: token };
  });

  mount(app, credits.writeOffInvoice, async (ctx, { params }) => {
    const { balanceCents } = await writeOffInvoice(ctx, params.id);
    return { balance: centsToEuros(balanceCents) };
  });
}

interface PageQuery {
  readonly filter?: 'unpaid' | 'paid' | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** A page of a client's invoices, with what they come to. */
async function readPage(ctx: Ctx, clientId: number, query: PageQuery) {
  const { offset, limit } = pageOf(query);
  const isOpen = query.filter === undefined ? null : query.filter === 'unpaid';
  const [rows, [counts], [credit]] = await ctx.read(
    data.listClientInvoices({ clientId, isOpen, offset, limit }),
    data.countClientInvoices({ clientId }),
    data.findClientCredit({ clientId }),
  );
  const { total = 0, unpaidCount = 0, toPayCents = 0 } = counts ?? {};
  return {
    items: rows.map((row) => toRow(ctx, row)),
    total: isOpen === null ? total : isOpen ? unpaidCount : total - unpaidCount,
    unpaidCount,
    toPay: centsToEuros(cents(toPayCents)),
    credit: centsToEuros(cents(Math.max(0, credit?.creditCents ?? 0))),
    offset,
    limit,
  };
}

/** Throws `invoiceNotFound` for somebody else's as for one that is not there. */
async function findOwn(ctx: Ctx, invoiceId: number) {
  const invoice = await findWholeInvoice(ctx, { invoiceId });
  if (invoice?.clientId !== member(ctx).clientId) throw new AppError('invoiceNotFound');
  return invoice;
}

function toRow({ language }: Ctx, row: data.ListedInvoice) {
  const sums = toSums(row);
  const state = invoiceStateOf(sums);
  return {
    id: row.id,
    invoiceNumber: row.number,
    date: row.issuedOn,
    dueDate: row.dueOn,
    total: centsToEuros(sums.totalCents),
    balance: centsToEuros(addCents(sums.totalCents, cents(-sums.creditedCents), cents(-sums.paidCents))),
    state: wireState(state),
    isPaid: isPaid(state),
    article: articleNames(row.article, row.names)[language],
    lineCount: row.lineCount,
  };
}

type WireState = 'issued' | 'partial' | 'paid' | 'overpaid' | 'credited' | 'writtenOff';

/** Lists and papers hold issued ones only. */
function wireState(state: ReturnType<typeof invoiceStateOf>): WireState {
  return state === 'draft' || state === 'dropped' ? 'issued' : state;
}

/** The specification's paid: nothing is to be paid of it any more. */
function isPaid(state: string): boolean {
  return state !== 'issued' && state !== 'partial' && state !== 'writtenOff';
}

function toInvoice(invoice: WholeInvoice) {
  const { payer, seller, client, credits: original } = invoice;
  return {
    id: invoice.id,
    kind: invoice.kind,
    invoiceNumber: invoice.number,
    referenceNumber: invoice.reference,
    date: invoice.issuedOn,
    dueDate: invoice.dueOn,
    state: wireState(invoice.state),
    isPaid: isPaid(invoice.state),
    payer: { name: payer.name, email: payer.email, address: payer.address },
    client: client && { name: client.name, clientCode: client.code },
    seller: { name: seller.name, iban: seller.iban, bankName: seller.bankName },
    lines: invoice.lines.map((line) => ({
      position: line.position,
      article: line.article,
      quantity: line.quantity,
      price: centsToEuros(line.unitCents),
      discount: centsToEuros(line.discountCents),
      total: centsToEuros(line.grossCents),
      vatPercent: line.vatRate / 100,
      supplyDate: line.supplyOn,
    })),
    vatRows: invoice.vatRows.map(({ vatKind, vatRate, netCents, vatCents }) => ({
      vatKind,
      vatPercent: vatRate / 100,
      totalWithoutVat: centsToEuros(netCents),
      vatTotal: centsToEuros(vatCents),
    })),
    totalWithoutVat: centsToEuros(invoice.netCents),
    vatTotal: centsToEuros(invoice.vatCents),
    total: centsToEuros(invoice.totalCents),
    paid: centsToEuros(invoice.paidCents),
    credited: centsToEuros(invoice.creditedCents),
    balance: centsToEuros(invoice.balanceCents),
    payments: invoice.payments.map(({ on, amountCents, kind }) => ({
      date: on,
      amount: centsToEuros(amountCents),
      kind,
    })),
    creditNotes: invoice.creditNotes.map(toOther),
    credits: original && toOther(original),
    reason: invoice.reason,
  };
}

function toOther({ id, number, issuedOn, totalCents }: OtherInvoice) {
  return { id, invoiceNumber: number, date: issuedOn, total: centsToEuros(totalCents) };
}
