import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#shared/kernel/errors.ts';
import { networkOf } from './callers/addresses.ts';
import { dataPolicy } from './web/web-policy.ts';

const mostStreams = 20_000;
/** Of one centre: the others have theirs whoever watches there. */
const mostOfCentre = 10_000;
/** A gym's guests share one address; of IPv6 its network counts. */
const mostPerNetwork = 300;
/** Keeps proxies from closing a quiet stream, and finds those that are gone. */
const heartbeatMilliseconds = 25_000;
/** The streams take their turns: ten thousand writes at once would hold up every booking behind them. */
const turns = 50;
/** Whoever reads slower than this is cut off, and asks anew when it comes back. */
const mostUnread = 262_144;

/** Open server-sent event streams of this process, by tenant. */
export class Streams {
  private readonly limits: { readonly most: number; readonly mostOfCentre: number };
  private readonly byTenant = new Map<number, Set<Socket>>();
  private readonly byNetwork = new Map<string, number>();
  private readonly byTurn = Array.from({ length: turns }, () => new Set<Socket>());
  private count = 0;
  private opened = 0;
  private turn = 0;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(limits = { most: mostStreams, mostOfCentre }) {
    this.limits = limits;
  }

  /** Answers a request with a stream that stays open. Throws `tooManyRequests`, status 503 when the process or the centre is full. */
  open(request: FastifyRequest, reply: FastifyReply): void {
    const { tenant } = request;
    const network = networkOf(request.ip);
    const ofNetwork = this.byNetwork.get(network) ?? 0;
    if (ofNetwork >= mostPerNetwork) throw new AppError('tooManyRequests');
    const isFull =
      this.count >= this.limits.most || (this.byTenant.get(tenant.id)?.size ?? 0) >= this.limits.mostOfCentre;
    if (isFull) throw new AppError('busyTryAgain');
    reply.hijack();
    const response = reply.raw;
    const { socket } = request.raw;
    const ofTenant = this.byTenant.get(tenant.id) ?? new Set();
    this.byTenant.set(tenant.id, ofTenant);
    this.byNetwork.set(network, ofNetwork + 1);
    this.count += 1;
    this.opened += 1;
    const ofTurn = this.byTurn[this.opened % turns];
    response.once('close', () => {
      ofTenant.delete(socket);
      ofTurn?.delete(socket);
      this.count -= 1;
      const left = (this.byNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.byNetwork.set(network, left);
      else this.byNetwork.delete(network);
    });
    // Ends with its connection instead of being cut into chunks: each event is one write.
    response.removeHeader('Transfer-Encoding');
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': dataPolicy,
      // For proxies that would gather bytes first.
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 3000\n\n');
    // What follows goes to the connection itself: nothing of it is cut into chunks, and it is one call less for each.
    ofTenant.add(socket);
    ofTurn?.add(socket);
    this.heartbeat ??= setInterval(() => this.beat(), heartbeatMilliseconds / turns).unref();
  }

  isWatched(tenantId: number): boolean {
    return (this.byTenant.get(tenantId)?.size ?? 0) > 0;
  }

  tenants(): number[] {
    return [...this.byTenant.keys()].filter((tenantId) => this.isWatched(tenantId));
  }

  /** One event to all of a tenant; `data` is one line of JSON. */
  tell(tenantId: number, event: string, data: unknown): void {
    this.write(this.byTenant.get(tenantId), `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Before the server stops: streams never end by themselves. */
  close(): void {
    clearInterval(this.heartbeat);
    for (const streams of this.byTenant.values()) for (const socket of streams) socket.end();
  }

  private beat(): void {
    this.turn = (this.turn + 1) % turns;
    this.write(this.byTurn[this.turn], ':\n\n');
  }

  private write(streams: ReadonlySet<Socket> | undefined, text: string): void {
    const bytes = Buffer.from(text);
    for (const socket of streams ?? []) {
      if (socket.writableLength > mostUnread) socket.destroy();
      else if (socket.writable) socket.write(bytes);
    }
  }
}
