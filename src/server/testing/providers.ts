import type { PaymentPorts } from '#server/payments/ports.ts';
import { type PaymentProvider, ProviderError, type ProviderOrder } from '#server/payments/provider.ts';
import { cents } from '#shared/kernel/money.ts';
import { startPayment } from '#shared/payments/contract.ts';
import type { Centre } from './centre.ts';
import { type SaleParts, saleMeans } from './sales.ts';
import type { TestServer } from './server.ts';

/** Payments, and a provider that does as a test wants. */
export function providerMeans(running: TestServer) {
  const means = saleMeans(running);

  /** A provider that does as the stand-in but for what is given; none at all without. */
  function portsWith(given: Partial<PaymentProvider> | undefined): PaymentPorts {
    const { payments: ports } = running.server;
    return {
      ...ports,
      providerOf: (tenant) => {
        const provider = ports.providerOf(tenant);
        return given && provider && { ...provider, ...given };
      },
    };
  }

  /** A payment by card that waits for whoever pays. */
  async function begun(home: Centre, parts: SaleParts = { item: false }) {
    const sale = await means.issued(home, parts);
    const body = { invoiceToken: sale.token, method: 'cardPayments' } as const;
    const { address } = (await running.call(startPayment, { body }, { host: home.host })).body;
    const [payment] = await means.payments(sale);
    if (!payment) throw new Error('no payment');
    return { home, sale, payment, address };
  }

  /** An invoice of 72.40 that was paid at the bank. */
  async function paid(home: Centre, parts?: SaleParts) {
    const all = await begun(home, parts);
    await means.atBank(home, all.address, 'pay');
    await means.notify(home, await means.orderToken(all.sale, all.payment, 'PAID'));
    return all;
  }

  return { ...means, portsWith, begun, paid };
}

export const refuses = (outcome: 'refused' | 'unknown', message: string) => () =>
  Promise.reject(new ProviderError(outcome, message));

/** What the provider tells of an order of 72.40, a refund of which is through. */
export const orderWith = (refundCents: number, providerId: string) => (): Promise<ProviderOrder> =>
  Promise.resolve({
    ...{ providerId: 'order', reference: '', status: 'PAID', amountCents: cents(7240), currency: 'EUR' },
    refunds: [
      { providerId, amountCents: cents(refundCents), status: 'SUCCESSFUL', raw: { known: providerId } },
    ],
    ...{ paymentUrl: null, raw: {} },
  });
