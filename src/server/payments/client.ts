import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#server/kernel/clock.ts';
import { type Cents, centsToEuros, eurosToCents } from '#shared/kernel/money.ts';
import type { PaymentMethod } from '#shared/payments/contract.ts';
import { PaymentStatus, RefundStatus } from '#shared/payments/domain.ts';
import {
  type CardFields,
  type OfferedMethod,
  type OfferedMethods,
  type PaymentProvider,
  ProviderError,
  type ProviderOrder,
  type ProviderRefund,
  type ProviderReport,
} from './provider.ts';

export interface MontonioKeys {
  /** `https://stargate.montonio.com/api`, without a slash at its end. */
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly cards?: CardFields | undefined;
}

/** Montonio's own script. Its package cannot be had, so it is loaded from where it is kept. */
const scriptOrigin = 'https://js.montonio.com';

/** Fields for cards as the service at an address draws them. */
export function montonioCards(url: string): CardFields {
  const environment = new URL(url).hostname.startsWith('sandbox-') ? 'sandbox' : 'production';
  return { script: `${scriptOrigin}/1.x.x/montonio.umd.js`, environment };
}

/** What a page with these fields must be allowed beside its own, by directive of its policy. */
export function montonioSources(url: string): Readonly<Record<string, readonly string[]>> {
  const { origin } = new URL(url);
  return {
    'script-src': [scriptOrigin],
    'frame-src': [scriptOrigin, origin],
    'connect-src': [scriptOrigin, origin],
  };
}

const timeoutMilliseconds = 10_000;
const tokenSeconds = 600;
/** How long past its end a token still says what it says (protocols section 1.6). */
const leewaySeconds = 300;
/** Banks come and go by the month. */
const methodsMilliseconds = 4 * 3_600_000;
const currency = 'EUR';

// Statuses and fields may be added at any time: what is not known is not an error (protocols section 1.1).
const known = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
/** Euros as a number or as a text. */
const Amount = known(
  z.union([z.number(), z.string()]).transform((euros, context): Cents => {
    try {
      return eurosToCents(Number(euros));
    } catch {
      context.addIssue('not an amount of euros');
      return z.NEVER;
    }
  }),
);
const RefundAnswer = z.object({
  uuid: z.string(),
  amount: Amount,
  status: known(RefundStatus),
});
const OrderAnswer = z.object({
  uuid: z.string(),
  merchantReference: z.string(),
  paymentStatus: known(PaymentStatus),
  grandTotal: Amount,
  currency: z.string(),
  paymentUrl: z.string().nullish(),
  refunds: z.array(z.unknown()).catch([]).default([]),
});
const Bank = z.object({
  code: z.string(),
  name: z.string(),
  supportedCurrencies: z.array(z.string()).catch([currency]).default([currency]),
  uiPosition: z.number().catch(1000).default(1000),
});
const MethodsAnswer = z.object({
  paymentMethods: z.record(z.string(), z.unknown()),
});
const BankSetup = z.object({
  setup: z.record(z.string(), z.object({ paymentMethods: z.array(z.unknown()).catch([]) })),
});
const SessionAnswer = z.object({ uuid: z.string() });
const OrderClaims = z.object({
  uuid: z.string(),
  merchantReference: z.string(),
  paymentStatus: known(PaymentStatus),
  grandTotal: Amount,
  currency: z.string(),
});
const RefundClaims = z.object({
  refundUuid: z.string(),
  orderUuid: z.string(),
  refundStatus: known(RefundStatus),
  refundAmount: Amount,
});
const Refusal = z.object({
  statusCode: z.union([z.number(), z.string()]).optional(),
  error: z.string().optional(),
  code: z.string().optional(),
});

/** Montonio's Stargate (protocols section 1) with the keys of one seller. */
export function montonioClient(keys: MontonioKeys, clock: Clock): PaymentProvider {
  const secret = new TextEncoder().encode(keys.secretKey);
  let kept: { readonly methods: OfferedMethods; readonly until: number } | undefined;

  const sign = (claims: Record<string, unknown>) => {
    const seconds = Math.floor(clock.epochMilliseconds() / 1000);
    return new SignJWT({ ...claims, accessKey: keys.accessKey })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + tokenSeconds)
      .sign(secret);
  };

  async function ask<T extends z.ZodType>(
    schema: T,
    path: string,
    init: { method: string; headers: Record<string, string>; body?: string },
  ): Promise<{ answer: z.output<T>; raw: unknown }> {
    const { status, raw } = await send(`${keys.url}${path}`, init);
    if (status >= 400) throw refusalOf(status, raw);
    const parsed = schema.safeParse(raw);
    if (!parsed.success)
      throw new ProviderError('unknown', `Montonio's answer to ${path} was not understood`);
    return { answer: parsed.data, raw };
  }

  const get = async <T extends z.ZodType>(schema: T, path: string) =>
    ask(schema, path, {
      method: 'GET',
      headers: { accept: 'application/json', authorization: `Bearer ${await sign({})}` },
    });

  const post = async <T extends z.ZodType>(schema: T, path: string, claims: Record<string, unknown>) =>
    ask(schema, path, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ data: await sign(claims) }),
    });

  return {
    name: 'montonio',
    cards: keys.cards,

    listMethods: async () => {
      const now = clock.epochMilliseconds();
      if (kept && now < kept.until) return kept.methods;
      try {
        const { answer } = await get(MethodsAnswer, '/stores/payment-methods');
        kept = { methods: toMethods(answer.paymentMethods), until: now + methodsMilliseconds };
      } catch (error) {
        // An old list is better than none.
        if (!kept) throw error;
      }
      return kept.methods;
    },

    createOrder: async (order) => {
      const { answer, raw } = await post(OrderAnswer, '/orders', {
        merchantReference: order.reference,
        merchantReferenceDisplay: order.display,
        returnUrl: order.returnUrl,
        notificationUrl: order.notificationUrl,
        grandTotal: centsToEuros(order.amountCents),
        currency,
        locale: order.language,
        expiresIn: order.minutes,
        ...(order.sessionId === null ? {} : { sessionUuid: order.sessionId }),
        billingAddress: order.payer,
        lineItems: [{ name: order.description, quantity: 1, finalPrice: centsToEuros(order.amountCents) }],
        payment: {
          method: order.method,
          amount: centsToEuros(order.amountCents),
          currency,
          methodOptions: methodOptions(order),
        },
      });
      return toOrder(answer, raw);
    },

    fetchOrder: async (providerId) => {
      const { answer, raw } = await get(OrderAnswer, `/orders/${encodeURIComponent(providerId)}`);
      return toOrder(answer, raw);
    },

    refund: async ({ orderProviderId, amountCents, key }) => {
      const { answer, raw } = await post(RefundAnswer, '/refunds', {
        orderUuid: orderProviderId,
        amount: centsToEuros(amountCents),
        idempotencyKey: key,
      });
      return toRefund(answer, raw);
    },

    createSession: async () => (await post(SessionAnswer, '/sessions', {})).answer.uuid,

    readToken: async (token) => {
      const raw = await verify(token, keys.accessKey, secret);
      if (!raw) return undefined;
      const now = Math.floor(clock.epochMilliseconds() / 1000);
      const isOld = typeof raw.exp !== 'number' || raw.exp + leewaySeconds < now;
      return toTold(raw, isOld);
    },
  };
}

/** The claims of a token of these keys, however old; undefined for any other. */
async function verify(token: string, accessKey: string, secret: Uint8Array) {
  try {
    // Not believed yet: it only says whether these keys are meant.
    if (decodeJwt(token).accessKey !== accessKey) return undefined;
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      // Its end is judged by the caller: a signature stays right.
      clockTolerance: 1e12,
    });
    return payload;
  } catch {
    return undefined;
  }
}

function toTold(raw: Record<string, unknown>, isOld: boolean): ProviderReport | undefined {
  const refund = RefundClaims.safeParse(raw);
  if (refund.success) {
    const { refundUuid, orderUuid, refundStatus, refundAmount } = refund.data;
    return {
      kind: 'refund',
      refundProviderId: refundUuid,
      orderProviderId: orderUuid,
      status: refundStatus,
      amountCents: refundAmount,
      isOld,
      raw,
    };
  }
  const order = OrderClaims.safeParse(raw);
  if (!order.success) return undefined;
  const { uuid, merchantReference, paymentStatus, grandTotal } = order.data;
  return {
    kind: 'order',
    providerId: uuid,
    reference: merchantReference,
    status: paymentStatus,
    amountCents: grandTotal,
    currency: order.data.currency,
    isOld,
    raw,
  };
}

function methodOptions(order: {
  readonly method: PaymentMethod;
  readonly bank: string | null;
  readonly country: string;
  readonly language: string;
  readonly description: string;
  readonly bankReference: string | null;
}): Record<string, unknown> {
  if (order.method === 'cardPayments') return { preferredMethod: 'card', preferredLocale: order.language };
  return {
    ...(order.bank === null ? {} : { preferredProvider: order.bank }),
    preferredCountry: order.country,
    preferredLocale: order.language,
    paymentDescription: order.description,
    ...(order.bankReference === null ? {} : { paymentReference: order.bankReference }),
  };
}

function toOrder(answer: z.output<typeof OrderAnswer>, raw: unknown): ProviderOrder {
  return {
    providerId: answer.uuid,
    reference: answer.merchantReference,
    status: answer.paymentStatus,
    amountCents: answer.grandTotal,
    currency: answer.currency,
    paymentUrl: answer.paymentUrl ?? null,
    refunds: answer.refunds.flatMap((each) => {
      const refund = RefundAnswer.safeParse(each);
      return refund.success ? [toRefund(refund.data, each)] : [];
    }),
    raw,
  };
}

function toRefund(answer: z.output<typeof RefundAnswer>, raw: unknown): ProviderRefund {
  return { providerId: answer.uuid, amountCents: answer.amount, status: answer.status, raw };
}

/** Banks by country in the provider's order, cards behind them; what is unknown is left out. */
function toMethods(given: Readonly<Record<string, unknown>>): OfferedMethods {
  const cards: OfferedMethod[] =
    given.cardPayments === undefined ? [] : [{ method: 'cardPayments', bank: null, name: '' }];
  const banks = BankSetup.safeParse(given.paymentInitiation);
  const setup = Object.entries(banks.data?.setup ?? {}).map(([country, { paymentMethods: listed }]) => {
    const offered = listed
      .flatMap((each) => {
        const bank = Bank.safeParse(each);
        return bank.success && bank.data.supportedCurrencies.includes(currency) ? [bank.data] : [];
      })
      .toSorted((one, other) => one.uiPosition - other.uiPosition)
      .map(({ code, name }): OfferedMethod => ({ method: 'paymentInitiation', bank: code, name }));
    return [country, [...offered, ...cards]] as const;
  });
  return new Map(setup.filter(([, methods]) => methods.length > 0));
}

async function send(
  address: string,
  init: { method: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; raw: unknown }> {
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    return { status: response.status, raw: await response.json().catch(() => undefined) };
  } catch (error) {
    throw new ProviderError('unknown', `Montonio is out of reach (${reasonOf(error)})`);
  }
}

/** Its words may repeat names and numbers: only its codes are told. */
function refusalOf(status: number, raw: unknown): ProviderError {
  const { code, error } = Refusal.safeParse(raw).data ?? {};
  const isRefused = status < 500 && status !== 408 && status !== 429;
  return new ProviderError(
    isRefused ? 'refused' : 'unknown',
    `Montonio answered ${status} ${code ?? error ?? ''}`.trim(),
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
