import { z } from 'zod';
import type { App } from '#server/kernel/app.ts';
import { type Ctx, makeCtx, member } from '#server/kernel/ctx.ts';
import { mount, requestLanguage } from '#server/kernel/mount.ts';
import { Payer, Seller } from '#shared/invoices/domain.ts';
import { visitor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents, centsToEuros, eurosToCents } from '#shared/kernel/money.ts';
import * as contract from '#shared/payments/contract.ts';
import { isOpen } from '#shared/payments/domain.ts';
import * as parts from '#shared/payments/parts/contract.ts';
import * as commands from './commands.ts';
import { listPayable } from './parts/commands.ts';
import { takeNotification } from './polling/commands.ts';
import type { PaymentPorts } from './ports.ts';
import { listRefundable, refund } from './refunds/commands.ts';
import * as starting from './starting/commands.ts';

export function mountPayments(app: App, ports: PaymentPorts): void {
  mount(app, contract.getInvoiceConfig, async (ctx) => {
    const { isPaymentActive, isPaymentInFrame } = ctx.tenant.pageRules.payment;
    return {
      isPaymentActive,
      isPaymentInFrame: isPaymentInFrame && ports.providerOf(ctx.tenant)?.cards !== undefined,
      countries: isPaymentActive ? await countriesOf(ctx).catch(() => [ctx.tenant.country]) : [],
    };
  });

  mount(app, contract.getPayableInvoice, async (ctx, { params }) =>
    toPayable(ctx, await commands.findPayable(ctx, params.invoiceNumber)),
  );

  mount(app, contract.listPaymentMethods, async (ctx, { query }) => {
    const methods = await commands.listMethods(ctx, ports);
    const countries = await countriesOf(ctx);
    const country = countries.find((each) => each === query.country) ?? countries[0] ?? ctx.tenant.country;
    return { country, countries, methods: [...(methods.get(country) ?? [])] };
  });

  mount(app, contract.startPayment, async (ctx, { body }, { address }) => {
    const { invoiceToken: token, ...chosen } = body;
    return starting.startPayment(ctx, ports, token, toRequest(ctx, chosen), address);
  });

  mount(app, contract.openCardFields, async (ctx, { body }, { address }) =>
    starting.openCardFields(ctx, ports, body.invoiceToken, address),
  );

  mount(app, contract.startOwnPayment, async (ctx, { body }) => {
    const { invoiceId, ...chosen } = body;
    const own = { clientId: member(ctx).clientId, invoiceId };
    return starting.startOwnPayment(ctx, ports, own, toRequest(ctx, chosen));
  });

  mount(app, contract.listOwnPayable, async (ctx) => {
    const owed = await commands.listOwnPayable(ctx, ports, member(ctx).clientId);
    return owed.map(({ balanceCents, ...invoice }) => ({ ...invoice, balance: euros(balanceCents) }));
  });

  mount(app, parts.listPayableTogether, async (ctx) => {
    const { creditCents, invoices, ...more } = await listPayable(ctx, ports.tokens, member(ctx).clientId);
    return {
      ...more,
      credit: euros(creditCents),
      invoices: invoices.map(({ balanceCents, ...invoice }) => ({
        ...invoice,
        balance: euros(balanceCents),
      })),
    };
  });

  mount(app, parts.startTogether, async (ctx, { body }) => {
    const { invoiceIds, usesCredit, total, ...chosen } = body;
    const { clientId } = member(ctx);
    const asked = { clientId, invoiceIds, usesCredit, seenCents: eurosToCents(total) };
    return starting.startTogether(ctx, ports, asked, toRequest(ctx, chosen));
  });

  mount(app, contract.confirmPayment, async (ctx, { body }) => {
    const outcome = await commands.confirmPayment(ctx, ports, body);
    const { payment, invoice, lines } = outcome;
    const isPayable = payment !== null && isOpen(payment.status);
    return {
      state: outcome.state,
      invoiceState: commands.statusOf(invoice).state,
      invoiceToken: outcome.token,
      number: invoice.number,
      total: euros(payment?.amountCents ?? invoice.totalCents),
      invoiceCount: outcome.invoiceCount,
      owed: euros(outcome.owedCents),
      article: lines[0]?.article ?? '',
      bankName: payment?.bankName ?? '',
      startedDateTime: payment?.createdAt ?? null,
      address: isPayable ? payment.paymentUrl : null,
      isCredited: outcome.isCredited,
      tickets: [...outcome.tickets],
      vouchers: [...outcome.vouchers],
      trainingIds: [...outcome.trainingIds],
    };
  });

  mount(app, contract.listRefundable, async (ctx, { params }) => {
    const refundable = await listRefundable(ctx, params.id);
    return refundable.map(({ payment, refundedCents, onItsWayCents, leftCents, creditCents }) => ({
      id: payment.id,
      dateTime: payment.createdAt,
      method: payment.method,
      bankName: payment.bankName,
      amount: euros(payment.amountCents),
      refunded: euros(refundedCents),
      onItsWay: euros(onItsWayCents),
      left: euros(leftCents),
      credit: euros(creditCents),
    }));
  });

  mount(app, contract.refundPayment, async (ctx, { params, body }) => {
    const amountCents = eurosToCents(body.amount);
    const payment = await commands.getPayment(ctx, params.id);
    return refund(ctx, ports, payment.id, amountCents, body);
  });

  // Messages come without a body, or with one in any form: the token may stand in either place.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    scope.post(starting.notificationPath, async (request, reply) => {
      const { tenant } = request;
      const token = tokenOf(request.query) ?? tokenOf(parseJson(request.body));
      if (token === undefined) throw new AppError('dataValidationFailed');
      const language = requestLanguage(request, tenant);
      const now = app.ports.clock.now();
      const ctx = makeCtx({ ...app.ports, tenant, language, actor: visitor, now, requestId: request.id });
      await takeNotification(ctx, ports, token);
      return reply.header('Cache-Control', 'no-store').send({});
    });
  });

  /** Whose banks may be chosen; the centre's own country first. */
  async function countriesOf(ctx: Ctx): Promise<string[]> {
    const methods = await commands.listMethods(ctx, ports);
    const { country } = ctx.tenant;
    return [...methods.keys()].toSorted((one, other) => Number(other === country) - Number(one === country));
  }
}

const Token = z
  .object({
    'order-token': z.string().optional(),
    'refund-token': z.string().optional(),
    orderToken: z.string().optional(),
    refundToken: z.string().optional(),
  })
  .catch({});

function tokenOf(given: unknown): string | undefined {
  const found = Token.parse(given);
  return found['order-token'] ?? found['refund-token'] ?? found.orderToken ?? found.refundToken;
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    return undefined;
  }
}

function toRequest(
  ctx: Ctx,
  chosen: {
    method: contract.PaymentMethod;
    bank?: string | undefined;
    country?: string | undefined;
    sessionId?: string | undefined;
  },
): starting.PaymentRequest {
  const isBank = chosen.method === 'paymentInitiation';
  return {
    method: chosen.method,
    bank: (isBank && chosen.bank) || null,
    country: chosen.country ?? ctx.tenant.country,
    sessionId: (!isBank && chosen.sessionId) || null,
  };
}

function toPayable(ctx: Ctx, { invoice, lines }: commands.Payable): contract.PayableInvoice {
  const { state, balanceCents } = commands.statusOf(invoice);
  const seller = Seller.parse(invoice.seller ?? ctx.tenant.company);
  const rates = Map.groupBy(lines, ({ vatRate }) => vatRate);
  const sum = (of: readonly number[]) => euros(of.reduce((total, each) => total + each, 0));
  return {
    state,
    number: invoice.number,
    reference: invoice.reference,
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    sellerName: seller.name,
    sellerRegistryCode: seller.registryCode,
    sellerVatNumber: seller.vatNumber,
    sellerIban: seller.iban,
    payerName: Payer.parse(invoice.payer).name,
    lines: lines.map((line) => ({
      position: line.position,
      article: line.article,
      quantity: line.quantity,
      price: euros(line.unitCents),
      discount: euros(line.discountCents),
      total: euros(line.grossCents),
    })),
    vatRows: [...rates]
      .filter(() => seller.vatNumber !== '')
      .map(([rate, of]) => ({
        percent: rate / 100,
        net: sum(of.map(({ netCents }) => netCents)),
        vat: sum(of.map(({ vatCents }) => vatCents)),
      })),
    totalWithoutVat: sum(lines.map(({ netCents }) => netCents)),
    vatTotal: sum(lines.map(({ vatCents }) => vatCents)),
    total: euros(invoice.totalCents),
    balance: euros(balanceCents),
  };
}

function euros(amount: number | Cents): number {
  return centsToEuros(cents(amount));
}
