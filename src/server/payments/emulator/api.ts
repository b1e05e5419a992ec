import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { decodeJwt, jwtVerify } from 'jose';
import { z } from 'zod';
import { type Clock, toDate } from '#server/kernel/clock.ts';
import { banks } from './built-in.ts';
import { type Order, OrderClaims, type Shop, toCents } from './shop.ts';

const RefundClaims = z.object({
  orderUuid: z.uuid(),
  amount: z.number().min(0.05),
  idempotencyKey: z.string().min(1).max(100),
});
const Posted = z.object({ data: z.string() });

/** What the service answers: a status and JSON. */
type Reply = readonly [status: number, body: object];

export interface MontonioEmulator {
  /** As the environment would name the service. */
  readonly url: string;
  stop(): Promise<void>;
}

const refuse = (statusCode: number, message: string | string[], error: string): Reply => [
  statusCode,
  { statusCode, message, error },
];

/** A payment service that speaks Montonio's protocol (protocols section 1); on the loopback address only. */
export async function startMontonioEmulator(shop: Shop, clock: Clock): Promise<MontonioEmulator> {
  const server = createServer((request, response) => {
    const reply = ([status, body]: Reply) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    answer(shop, clock, request).then(reply, () => reply(refuse(500, 'INTERNAL', 'Internal Server Error')));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/api`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(shop: Shop, clock: Clock, request: IncomingMessage): Promise<Reply> {
  const { method, headers } = request;
  const posted =
    method === 'POST' ? Posted.safeParse(parseJson(await readText(request))).data?.data : undefined;
  const bearer = headers.authorization?.replace(/^Bearer /, '');
  const read = await readClaims(shop, clock, method === 'POST' ? posted : bearer);
  if ('refusal' in read) return read.refusal;
  const { tenantId, claims } = read;
  const path = request.url ?? '';
  if (method === 'GET' && path === '/api/stores/payment-methods') return [200, methodsAnswer()];
  if (method === 'POST' && path === '/api/orders') return createOrder(shop, tenantId, claims);
  if (method === 'POST' && path === '/api/refunds') return createRefund(shop, tenantId, claims);
  if (method === 'POST' && path === '/api/sessions') return [201, { uuid: randomUUID() }];
  const [, orderId = ''] = /^\/api\/orders\/([^/?]+)$/.exec(path) ?? [];
  const order = method === 'GET' ? await shop.findOrder(tenantId, orderId) : undefined;
  return order ? [200, await orderAnswer(shop, order)] : refuse(404, 'NOT_FOUND', 'Not Found');
}

async function readClaims(
  shop: Shop,
  clock: Clock,
  token: string | undefined,
): Promise<{ tenantId: number; claims: unknown } | { refusal: Reply }> {
  try {
    const { accessKey } = decodeJwt(token ?? '');
    const tenantId = Number(/^stand-in-(\d{1,9})$/.exec(String(accessKey))?.[1]);
    if (!tenantId) return { refusal: refuse(401, 'STORE_NOT_FOUND', 'Unauthorized') };
    const secret = new TextEncoder().encode(shop.keysOf(tenantId).secretKey);
    const { payload } = await jwtVerify(token ?? '', secret, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'iat'],
      currentDate: toDate(clock.epochMilliseconds()),
    });
    return { tenantId, claims: payload };
  } catch {
    return { refusal: refuse(403, 'INVALID_TOKEN', 'Forbidden') };
  }
}

async function createOrder(shop: Shop, tenantId: number, claims: unknown): Promise<Reply> {
  const parsed = OrderClaims.safeParse(claims);
  if (!parsed.success)
    return refuse(
      400,
      parsed.error.issues.map(({ message }) => message),
      'Bad Request',
    );
  if (parsed.data.payment.amount !== parsed.data.grandTotal) {
    return refuse(400, ['payment.amount must equal grandTotal'], 'Bad Request');
  }
  const order = await shop.createOrder(tenantId, parsed.data);
  return order ? [201, await orderAnswer(shop, order)] : refuse(400, 'ALREADY_PAID_FOR', 'Bad Request');
}

async function createRefund(shop: Shop, tenantId: number, claims: unknown): Promise<Reply> {
  const parsed = RefundClaims.safeParse(claims);
  if (!parsed.success)
    return refuse(
      400,
      parsed.error.issues.map(({ message }) => message),
      'Bad Request',
    );
  const { orderUuid, amount, idempotencyKey } = parsed.data;
  const order = await shop.findOrder(tenantId, orderUuid);
  if (!order) return refuse(404, 'NOT_FOUND', 'Not Found');
  const refunds = await shop.listRefunds(tenantId, orderUuid);
  const counted = refunds.filter(({ status }) => status !== 'REJECTED');
  const left =
    toCents(order.claims.grandTotal) - counted.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isPaid = order.status === 'PAID' || order.status === 'PARTIALLY_REFUNDED';
  if (refunds.some(({ key }) => key === idempotencyKey)) return usedKey;
  if (!isPaid || toCents(amount) > left) {
    return refuse(400, 'REFUND_EXCEEDS_ORDER_PAID_AMOUNT', 'Bad Request');
  }
  const made = await shop.createRefund(order, idempotencyKey, toCents(amount));
  if (!made) return usedKey;
  const type = toCents(amount) === toCents(order.claims.grandTotal) ? 'FULL_REFUND' : 'PARTIAL_REFUND';
  const { currency } = order.claims;
  return [201, { uuid: made.id, amount, status: 'PENDING', currency, createdAt: order.createdAt, type }];
}

const usedKey = refuse(400, 'The order already has a refund with same idempotency key', 'Bad Request');

/** Amounts of an order are told as texts, of a refund as numbers: so does the service. */
async function orderAnswer(shop: Shop, order: Order): Promise<object> {
  const { id, tenantId, claims, status } = order;
  const refunds = await shop.listRefunds(tenantId, id);
  return {
    uuid: id,
    paymentStatus: status,
    locale: claims.locale,
    merchantReference: claims.merchantReference,
    merchantReferenceDisplay: claims.merchantReferenceDisplay ?? claims.merchantReference,
    merchantReturnUrl: claims.returnUrl,
    merchantNotificationUrl: claims.notificationUrl,
    grandTotal: claims.grandTotal.toFixed(2),
    currency: claims.currency,
    paymentMethodType: claims.payment.method,
    paymentIntents: [],
    refunds: refunds.map((refund) => ({
      uuid: refund.id,
      amount: refund.amountCents / 100,
      currency: claims.currency,
      status: refund.status,
      createdAt: refund.createdAt,
    })),
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    storeName: 'Stand-in',
    // On the shop's own host: the payer's browser reaches it wherever it reaches the shop.
    paymentUrl: `${new URL(claims.returnUrl).origin}${bankPath(id)}`,
  };
}

/** Where the bank's page of an order is. */
export function bankPath(orderId: string): string {
  return `/stand-in/bank/${orderId}`;
}

function methodsAnswer(): object {
  const setup = Object.entries(banks).map(([country, listed]) => [
    country,
    {
      supportedCurrencies: ['EUR'],
      paymentMethods: listed.map(([code, name], index) => ({
        code,
        name,
        logoUrl: '',
        supportedCurrencies: ['EUR'],
        uiPosition: index + 1,
      })),
    },
  ]);
  return {
    uuid: randomUUID(),
    name: 'Stand-in',
    paymentMethods: {
      paymentInitiation: { processor: 'montonio', setup: Object.fromEntries(setup) },
      cardPayments: { processor: 'adyen', logoUrl: '' },
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
