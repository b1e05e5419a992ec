import type { Language } from '#shared/kernel/language.ts';
import type { Cents } from '#shared/kernel/money.ts';
import type { PaymentMethod } from '#shared/payments/contract.ts';
import type { PaymentStatus, RefundStatus } from '#shared/payments/domain.ts';

/** A way to pay at the provider. */
export interface OfferedMethod {
  readonly method: PaymentMethod;
  /** A bank's code and name; null and empty for cards. */
  readonly bank: string | null;
  readonly name: string;
}

/** Ways to pay, by country. */
export type OfferedMethods = ReadonlyMap<string, readonly OfferedMethod[]>;

interface NewOrder {
  /** Ours; the same again replaces what was not paid. */
  readonly reference: string;
  readonly amountCents: Cents;
  readonly language: Language;
  /** How long it stays open. */
  readonly minutes: number;
  readonly method: PaymentMethod;
  readonly bank: string | null;
  /** Of the list the payer saw. */
  readonly country: string;
  /** What the payer's bank statement says. */
  readonly description: string;
  /** A reference number that banks check; null for none. */
  readonly bankReference: string | null;
  /** What people call it. */
  readonly display: string;
  readonly returnUrl: string;
  readonly notificationUrl: string;
  readonly payer: { readonly firstName: string; readonly lastName: string; readonly email: string };
  /** Cards that were typed on our page. */
  readonly sessionId: string | null;
}

/** An order as the provider tells it. `undefined` is what it says in words nobody knows. */
export interface ProviderOrder {
  readonly providerId: string;
  readonly reference: string;
  readonly status: PaymentStatus | undefined;
  readonly amountCents: Cents | undefined;
  readonly currency: string;
  readonly paymentUrl: string | null;
  readonly refunds: readonly ProviderRefund[];
  /** As it came, to be kept. */
  readonly raw: unknown;
}

export interface ProviderRefund {
  readonly providerId: string;
  readonly amountCents: Cents | undefined;
  readonly status: RefundStatus | undefined;
  readonly raw: unknown;
}

/** What a signed token says, of a return or a notification. */
export type ProviderReport = (
  | {
      readonly kind: 'order';
      readonly providerId: string;
      readonly reference: string;
      readonly status: PaymentStatus | undefined;
      readonly amountCents: Cents | undefined;
      readonly currency: string;
    }
  | {
      readonly kind: 'refund';
      readonly refundProviderId: string;
      readonly orderProviderId: string;
      readonly status: RefundStatus | undefined;
      readonly amountCents: Cents | undefined;
    }
) & {
  /** Rightly signed, but long ago: what it says is to be asked for. */
  readonly isOld: boolean;
  readonly raw: unknown;
};

/** What draws fields for cards on our page. */
export interface CardFields {
  readonly script: string;
  readonly environment: 'sandbox' | 'production';
}

/** A payment service with the keys of one seller. Every call is bounded in time and throws ProviderError. */
export interface PaymentProvider {
  readonly name: string;
  /** Undefined where cards open a page of their own. */
  readonly cards: CardFields | undefined;
  listMethods(): Promise<OfferedMethods>;
  createOrder(order: NewOrder): Promise<ProviderOrder>;
  fetchOrder(providerId: string): Promise<ProviderOrder>;
  /** The same key again is the same refund. */
  refund(refund: {
    readonly orderProviderId: string;
    readonly amountCents: Cents;
    readonly key: string;
  }): Promise<ProviderRefund>;
  /** A session for cards on our page. */
  createSession(): Promise<string>;
  /** What a token says; undefined when it is not one of this seller's. */
  readToken(token: string): Promise<ProviderReport | undefined>;
}

/** `refused`: nothing was done. `unknown`: it may have been. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly outcome: 'refused' | 'unknown';

  constructor(outcome: 'refused' | 'unknown', message: string) {
    super(message);
    this.outcome = outcome;
  }
}
