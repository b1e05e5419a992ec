import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#server/kernel/clock.ts';
import type { Db } from '#server/kernel/db.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { languages } from '#shared/kernel/language.ts';
import { cents } from '#shared/kernel/money.ts';
import * as data from './data.ts';

/** The claims of an order as the service takes them (protocols section 1.4). */
export const OrderClaims = z.object({
  merchantReference: z.string().min(1),
  merchantReferenceDisplay: z.string().optional(),
  returnUrl: z.url(),
  notificationUrl: z.url(),
  grandTotal: z
    .number()
    .positive()
    .refine((euros) => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6),
  currency: z.enum(['EUR', 'PLN']),
  locale: z.enum([...languages, 'de', 'fi', 'lt', 'pl', 'ru']),
  expiresIn: z.number().int().min(5).max(44_640).default(30),
  sessionUuid: z.uuid().optional(),
  payment: z.object({
    method: z.string(),
    amount: z.number(),
    currency: z.string(),
    methodOptions: z
      .object({
        preferredProvider: z.string().optional(),
        preferredCountry: z.string().optional(),
        paymentDescription: z.string().optional(),
        paymentReference: z
          .string()
          .regex(/^\d{2,20}$/)
          .optional(),
      })
      .default({}),
  }),
});
export type OrderClaims = z.infer<typeof OrderClaims>;

export interface Order {
  readonly id: string;
  readonly tenantId: number;
  readonly status: string;
  readonly claims: OrderClaims;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** What the payer does at the bank. */
export const bankActions = ['pay', 'cancel', 'abandon', 'later'] as const;
export type BankAction = (typeof bankActions)[number];
/** How the shop hears of it: as it should, twice, old news after new ones, or never. */
export const deliveries = ['once', 'twice', 'shuffled', 'never'] as const;
export type Delivery = (typeof deliveries)[number];

/** What a bank that takes its time takes. */
const lateSeconds = 15;
const tokenSeconds = 600;
const unpaid = ['PENDING', 'AUTHORIZED', 'ABANDONED'];

export interface ShopPorts {
  readonly system: Db;
  readonly clock: Clock;
  /** What the stand-in and a tenant's shop sign with: the same in every process. */
  secretOf(tenantId: number): string;
  /** Messages go to this server, under the host their address names: invented hosts lead nowhere else. */
  readonly deliverTo: { port(): number; readonly isSecure: boolean };
}

/** Orders, refunds and their news: what the stand-in's API and its bank page share. */
export class Shop {
  private readonly ports: ShopPorts;
  private readonly underway = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(ports: ShopPorts) {
    this.ports = ports;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underway);
  }

  keysOf(tenantId: number): { accessKey: string; secretKey: string } {
    return { accessKey: `stand-in-${tenantId}`, secretKey: this.ports.secretOf(tenantId) };
  }

  /** Undefined when the reference is paid for already. */
  async createOrder(tenantId: number, claims: OrderClaims): Promise<Order | undefined> {
    const { system, clock } = this.ports;
    const [[known]] = await system.run(
      data.findOrderByReference({ tenantId, reference: claims.merchantReference }),
    );
    if (known && !unpaid.includes(known.status)) return undefined;
    const id = randomUUID();
    const now = clock.now();
    const expiresAt = addMinutes(now, claims.expiresIn);
    await system.run(
      data.saveOrder({ tenantId, id, reference: claims.merchantReference, claims, now, expiresAt }),
    );
    return { id, tenantId, status: 'PENDING', claims, createdAt: now, expiresAt };
  }

  /** An order as it stands by now: what its time has ended is abandoned, a late bank has paid. */
  async findOrder(tenantId: number, id: string): Promise<Order | undefined> {
    if (!z.uuid().safeParse(id).success) return undefined;
    const { system, clock } = this.ports;
    const [[row]] = await system.run(data.findOrder({ tenantId, id }));
    if (!row) return undefined;
    const claims = OrderClaims.parse(row.claims);
    const isPaid = row.paysAt !== null && compareInstants(row.paysAt, clock.now()) <= 0;
    const isOver = row.status === 'PENDING' && compareInstants(row.expiresAt, clock.now()) < 0;
    const order = { ...row, claims };
    if (isPaid) return this.move(order, 'PAID', 'once');
    return isOver ? this.move(order, 'ABANDONED', 'once') : order;
  }

  /** The order a card's fields belong to. */
  async findOrderOfSession(tenantId: number, sessionId: string): Promise<Order | undefined> {
    if (!z.uuid().safeParse(sessionId).success) return undefined;
    const [[row]] = await this.ports.system.run(data.findOrderOfSession({ tenantId, sessionId }));
    return row && this.findOrder(tenantId, row.id);
  }

  /** What happens at the bank; answers where the payer is sent. */
  async act(order: Order, action: BankAction, delivery: Delivery): Promise<string> {
    if (action === 'cancel') return this.returnUrl(order);
    if (action === 'later') return this.payLater(order);
    return this.returnUrl(await this.move(order, action === 'pay' ? 'PAID' : 'ABANDONED', delivery));
  }

  private async payLater(order: Order): Promise<string> {
    const { system, clock } = this.ports;
    const { tenantId, id } = order;
    const paysAt = Temporal.Instant.from(clock.now()).add({ seconds: lateSeconds }).toString();
    await system.run(data.setPaysAt({ tenantId, id, paysAt }));
    this.later(async () => {
      await pause(lateSeconds * 1000, undefined, { signal: this.stopping.signal });
      await this.findOrder(tenantId, id);
    });
    return this.returnUrl(order);
  }

  private async move(order: Order, status: 'PAID' | 'ABANDONED', delivery: Delivery): Promise<Order> {
    const { tenantId, id } = order;
    const [moved] = await this.ports.system.run(
      data.moveOrder({ tenantId, id, from: status === 'PAID' ? unpaid : ['PENDING'], to: status }),
    );
    if (moved.length === 0) return order;
    const next = { ...order, status };
    const news = {
      once: [status],
      twice: [status, status],
      shuffled: [status, status === 'PAID' ? 'ABANDONED' : 'PENDING'],
      never: [],
    }[delivery];
    this.later(async () => {
      for (const told of news) await this.deliver(next, 'order-token', await this.orderToken(next, told));
    });
    return next;
  }

  listRefunds(tenantId: number, orderId: string) {
    return this.ports.system.run(data.listRefunds({ tenantId, orderId })).then(([rows]) => rows);
  }

  /** Undefined under a key that was used before. The refund ends by itself; a sum ending in 13 cents is rejected. */
  async createRefund(order: Order, key: string, amountCents: number): Promise<{ id: string } | undefined> {
    const { tenantId, id: orderId } = order;
    const id = randomUUID();
    const now = this.ports.clock.now();
    const [made] = await this.ports.system.run(
      data.insertRefund({ tenantId, id, orderId, key, amountCents, now }),
    );
    if (made.length === 0) return undefined;
    const status = amountCents % 100 === 13 ? 'REJECTED' : 'SUCCESSFUL';
    this.later(async () => {
      await this.ports.system.run(
        data.endRefund({ tenantId, id, status }),
        data.countRefunded({ tenantId, orderId }),
      );
      const refundToken = await this.sign(tenantId, {
        refundUuid: id,
        orderUuid: orderId,
        refundStatus: status,
        refundAmount: amountCents / 100,
        ...(status === 'REJECTED' && { refundStatusDescription: 'DECLINED' }),
      });
      await this.deliver(order, 'refund-token', refundToken);
    });
    return { id };
  }

  orderToken(order: Order, status = order.status): Promise<string> {
    const { claims } = order;
    return this.sign(order.tenantId, {
      uuid: order.id,
      merchantReference: claims.merchantReference,
      merchantReferenceDisplay: claims.merchantReferenceDisplay ?? claims.merchantReference,
      paymentStatus: status,
      paymentMethod: claims.payment.method,
      grandTotal: claims.grandTotal,
      currency: claims.currency,
      senderIban: null,
      senderName: null,
      paymentProviderName: claims.payment.methodOptions.preferredProvider ?? null,
    });
  }

  private async returnUrl(order: Order): Promise<string> {
    const url = new URL(order.claims.returnUrl);
    url.searchParams.set('order-token', await this.orderToken(order));
    return url.href;
  }

  private sign(tenantId: number, claims: Record<string, unknown>): Promise<string> {
    const { accessKey, secretKey } = this.keysOf(tenantId);
    const seconds = Math.floor(this.ports.clock.epochMilliseconds() / 1000);
    return new SignJWT({ ...claims, accessKey })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + tokenSeconds)
      .sign(new TextEncoder().encode(secretKey));
  }

  private later(work: () => Promise<void>): void {
    const done = work()
      .catch(() => {})
      .finally(() => this.underway.delete(done));
    this.underway.add(done);
  }

  /** As the service delivers: the token in the address, no body, again after a pause unless the answer is good. */
  private async deliver(order: Order, name: 'order-token' | 'refund-token', token: string): Promise<void> {
    const url = new URL(order.claims.notificationUrl);
    url.searchParams.set(name, token);
    for (const seconds of [1, 4, 0]) {
      if (await this.post(url)) return;
      await pause(seconds * 1000, undefined, { signal: this.stopping.signal });
    }
  }

  private post(url: URL): Promise<boolean> {
    const { port, isSecure } = { port: this.ports.deliverTo.port(), isSecure: this.ports.deliverTo.isSecure };
    return new Promise((resolve) => {
      const outgoing = (isSecure ? secureRequest : request)(
        {
          host: '127.0.0.1',
          port,
          method: 'POST',
          path: url.pathname + url.search,
          timeout: 10_000,
          rejectUnauthorized: false,
          headers: { host: url.host, 'user-agent': 'MontonioWebhooks/1.0', 'content-length': '0' },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode === 200 || answer.statusCode === 201));
        },
      );
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.on('error', () => resolve(false));
      outgoing.end();
    });
  }
}

/** An amount of the API, euros, in cents. */
export function toCents(euros: number): number {
  return cents(Math.round(euros * 100));
}
