import { describe, expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { campaignOf } from '#server/testing/campaigns.ts';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { paying } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf, voucherProduct } from '#server/testing/vouchers.ts';
import { checkCode } from '#shared/campaigns/contract.ts';
import { getCard, takeFromCard } from '#shared/entry/desk/contract.ts';
import { importBankFile } from '#shared/invoices/bank/contract.ts';
import { getInvoice } from '#shared/invoices/contract.ts';
import type { AnyEndpoint, EndpointInput } from '#shared/kernel/endpoint.ts';
import { getPayableInvoice, refundPayment, startPayment } from '#shared/payments/contract.ts';
import { buyTicket, getTicket } from '#shared/tickets/contract.ts';
import {
  buyVoucherAsVisitor,
  findByCode,
  getPublicVoucher,
  shareVoucher,
} from '#shared/vouchers/contract.ts';

// Every message of the specification's error catalogue (point 8) about codes, vouchers, tickets, cards, invoices and
// payments, provoked from outside; the words are the specification's.
const running = withServer();
const { centre, call, clock } = running;
const { issued, pay } = invoiceMeans(running);
const production = withServer({ isProduction: true });

interface Scene {
  readonly home: Centre;
  readonly admin: TestAccount;
  readonly member: TestAccount;
  readonly productId: number;
}

async function scene(): Promise<Scene> {
  const home = await centre(paying);
  const admin = await home.account({ role: 'admin' });
  const member = await home.account();
  return { home, admin, member, productId: await addProduct(running, home) };
}

/** What a refused call says, in English. */
async function said<E extends AnyEndpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  who: { actor?: TestAccount; host?: string },
): Promise<string> {
  const { error = 'nothing', refusal } = await call(endpoint, input, { ...who, language: 'en' });
  const text: string = en.errors[error as keyof typeof en.errors];
  return Object.entries(refusal?.details ?? {}).reduce(
    (words, [name, value]) => words.replaceAll(`{{${name}}}`, String(value)),
    text ?? `no text for ${error}`,
  );
}

const take = (actor: TestAccount, cardCode: string, version: number) =>
  said(takeFromCard, { params: { cardCode }, body: { reason: 'Visit', version } }, { actor });

const messages: readonly [message: string, provoke: (at: Scene) => Promise<string>][] = [
  // shows: message-invoice-paid
  [
    'This invoice is already paid',
    async ({ home }) => {
      const { id, token } = await issued(home);
      await pay(home, id, 7240);
      return said(
        startPayment,
        { body: { invoiceToken: token, method: 'cardPayments' } },
        { host: home.host },
      );
    },
  ],
  // shows: message-campaign-code-not-found
  [
    'Campaign code not found',
    ({ member, productId, home }) =>
      said(
        checkCode,
        { query: { code: 'NOSUCH', product: productId, unit: home.clubId } as never },
        { actor: member },
      ),
  ],
  // shows: message-code-places-full
  [
    'Code places are full',
    async ({ home, member, productId }) => {
      await campaignOf(running, home, { code: 'SYGIS', effect: 'percent', value: 10, places: 1 });
      const body = { productId, unitId: home.clubId, startsOn: null, code: 'SYGIS' };
      await call(buyTicket, { body }, { actor: await home.account() });
      return said(buyTicket, { body }, { actor: member });
    },
  ],
  // shows: message-code-not-found
  [
    'Code not found',
    ({ home }) => said(findByCode, { body: { code: '7K3M-Q9TX-2WRB' } }, { host: home.host }),
  ],
  // shows: message-card-expired
  [
    'Card expired',
    async ({ home, admin, member }) => {
      const { id } = await voucherOf(running, home, {
        clientId: member.clientId,
        isShareable: true,
        validUntil: '2026-09-15',
      });
      const { code } = (await call(shareVoucher, { body: { voucherId: id } }, { actor: member })).body;
      clock.advance({ hours: 72 });
      return take(admin, code, 0);
    },
  ],
  // shows: message-card-not-found
  ['Card not found', ({ admin }) => said(getCard, { params: { cardCode: '10002345' } }, { actor: admin })],
  // shows: message-card-not-read
  [
    'Scanning card code failed',
    ({ admin }) => said(getCard, { params: { cardCode: '?' } }, { actor: admin }),
  ],
  // shows: message-invoice-not-found
  [
    'Invoice not found',
    ({ home }) =>
      said(getPayableInvoice, { params: { invoiceNumber: 'A-2026-000001' } }, { host: home.host }),
  ],
  // shows: message-invoice-not-found
  ['Invoice not found', ({ member }) => said(getInvoice, { params: { id: 1 } }, { actor: member })],
  // shows: message-no-products
  [
    'No products found',
    ({ home, member }) =>
      said(
        buyTicket,
        { body: { productId: 2_000_000_000, unitId: home.clubId, startsOn: null } },
        { actor: member },
      ),
  ],
  // shows: message-action-not-allowed
  ['Action not allowed', ({ member }) => said(importBankFile, { body: '<x/>' }, { actor: member })],
  // shows: message-item-not-found
  [
    'Item not found',
    async () => {
      const closed = await centre();
      const productId = await voucherProduct(running, closed);
      const details = { firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '+372 5555 1234' };
      const body = { productId, unitId: closed.clubId, ...details };
      return said(buyVoucherAsVisitor, { body }, { host: closed.host });
    },
  ],
  // shows: message-data-not-in-order
  [
    'Data validation failed',
    ({ home, productId }) =>
      said(
        buyVoucherAsVisitor,
        { body: { productId, unitId: home.clubId, firstName: '', lastName: '', email: '', phone: '' } },
        { host: home.host },
      ),
  ],
  // shows: message-voucher-not-shareable
  [
    'Voucher is not shareable',
    async ({ home, member }) => {
      const { id } = await voucherOf(running, home, { clientId: member.clientId });
      return said(shareVoucher, { body: { voucherId: id } }, { actor: member });
    },
  ],
  // shows: message-voucher-refused
  ['Voucher not found', ({ home }) => said(getPublicVoucher, { query: { token: 'x' } }, { host: home.host })],
  // shows: message-voucher-refused
  ['Voucher not found', ({ admin }) => take(admin, '7K3M-Q9TX-2WRB', 0)],
  // shows: message-voucher-refused
  [
    'Voucher expired',
    async ({ home, admin, member }) => {
      const old = { clientId: member.clientId, validUntil: '2026-09-13' };
      return take(admin, (await voucherOf(running, home, old)).code, 0);
    },
  ],
  // shows: message-voucher-refused
  [
    'Voucher already used',
    async ({ home, admin, member }) => {
      const { code } = await voucherOf(running, home, { clientId: member.clientId, uses: 1 });
      await take(admin, code, 0);
      return take(admin, code, 1);
    },
  ],
  // shows: message-ticket-refused
  ['Ticket not found', ({ home }) => said(getTicket, { query: { token: '1' } }, { host: home.host })],
  // shows: message-ticket-refused
  [
    'The ticket is used',
    async ({ home, admin, member }) => {
      const productId = await addProduct(running, home, { visits: 1 });
      const { token } = await fulfil(running, home, { productId, owner: member });
      await take(admin, token, 1);
      return take(admin, token, 2);
    },
  ],
  // shows: message-ticket-refused
  [
    'The ticket expired on 13.10.2026',
    async ({ home, admin, member, productId }) => {
      const { token } = await fulfil(running, home, { productId, owner: member });
      clock.advance({ hours: 40 * 24 });
      return take(admin, token, 1);
    },
  ],
  [
    'Payment not found',
    ({ admin }) =>
      said(refundPayment, { params: { id: 'none' }, body: { amount: 1, reason: 'x' } }, { actor: admin }),
  ],
];

describe('messages of the specification', () => {
  test.each(messages)('%s', async (message, provoke) => {
    expect(await provoke(await scene())).toMatch(new RegExp(`^${message}(\\.|$)`));
  });

  // shows: message-payment-not-started
  test('Starting payment failed: there is nobody to pay through', async () => {
    const home = await production.centre(paying);
    const { token } = await invoiceMeans(production).issued(home);
    const { error } = await production.call(
      startPayment,
      { body: { invoiceToken: token, method: 'cardPayments' } },
      { host: home.host },
    );
    expect(error).toBe('startingPaymentFailed');
    expect(en.errors.startingPaymentFailed).toMatch(/^Starting payment failed\./);
  });

  // shows: message-campaign-code-applied, message-payment-done-or-not
  test('what only the screen says is said in the specification’s words', () => {
    expect(en.scanner.noBackCamera).toBe('No back camera found');
    expect(en.campaigns.applied).toBe('Campaign code applied');
    expect(en.payments.doneText).toContain('Payment for the invoice was completed successfully');
    expect(en.payments.failedText).toContain('Payment for the invoice was not completed successfully');
  });
});
