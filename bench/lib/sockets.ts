import { connect, type Socket } from 'node:net';
import { quantile } from './rounds.ts';

const headEnd = '\r\n\r\n';

export interface LoadResult {
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** The longest wait of one request, in milliseconds. */
  readonly longest: number;
  /** Answers by status; 0 counts those that never came. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Share of one core that producing the load took: above 0.4 the figure is a floor. */
  readonly generatorShare: number;
}

/** One kept-alive HTTP/1.1 connection that sends ready bytes and reads whole answers, one at a time. */
export class Wire {
  private readonly socket: Socket;
  /** Bytes as text, one character each. */
  private pending = '';
  private settle: ((answer: Answer) => void) | undefined;
  private sentAt = 0;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => this.read(String(chunk)));
    const lose = () => this.finish({ status: 0, milliseconds: performance.now() - this.sentAt, body: '' });
    socket.on('close', lose);
    socket.on('error', lose);
  }

  send(request: string | Buffer): Promise<Answer> {
    return new Promise((resolve) => {
      if (this.socket.destroyed) return resolve({ status: 0, milliseconds: 0, body: '' });
      this.settle = resolve;
      this.sentAt = performance.now();
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: string): void {
    this.pending += chunk;
    const end = this.pending.indexOf(headEnd);
    if (end < 0) return;
    const head = this.pending.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.pending.length < end + headEnd.length + length) return;
    const body = this.pending.slice(end + headEnd.length);
    this.pending = '';
    const milliseconds = performance.now() - this.sentAt;
    this.finish({ status: Number(head.slice(9, 12)), milliseconds, body });
  }

  private finish(answer: Answer): void {
    const settle = this.settle;
    this.settle = undefined;
    settle?.(answer);
  }
}

export interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  /** One character a byte. */
  readonly body: string;
}

/** Opens connections a few at a time: a backlog that overflows answers a second later. */
export async function openWires(port: number, count: number): Promise<Wire[]> {
  const wires: Wire[] = [];
  while (wires.length < count) {
    const some = Math.min(100, count - wires.length);
    wires.push(...(await Promise.all(Array.from({ length: some }, () => openWire(port)))));
  }
  return wires;
}

function openWire(port: number): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(new Wire(socket));
    });
  });
}

/** A request as bytes to send. A body is JSON. */
export function request(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all: Record<string, string> = { ...headers };
  if (body !== undefined) {
    all['Content-Type'] = 'application/json';
    all['Content-Length'] = String(Buffer.byteLength(text));
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

/** A request that brings a file, as bytes to send. */
export function upload(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  file: string,
): Buffer {
  const bytes = Buffer.from(file);
  const all = {
    ...headers,
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(bytes.length),
  };
  return Buffer.concat([Buffer.from(request(method, path, all)), bytes]);
}

/** Sends all requests over a number of connections, each the next one as soon as it is answered. */
export async function sendAll(
  port: number,
  connections: number,
  requests: readonly string[],
): Promise<LoadResult> {
  const wires = await openWires(port, connections);
  const statuses = new Map<number, number>();
  const waits = new Float64Array(requests.length);
  const cpu = process.cpuUsage();
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    wires.map(async (wire) => {
      for (let index = next++; index < requests.length; index = next++) {
        const { status, milliseconds } = await wire.send(requests[index] ?? '');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        waits[index] = milliseconds;
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const used = process.cpuUsage(cpu);
  for (const wire of wires) wire.close();
  return summary(waits, statuses, seconds, (used.user + used.system) / 1e6 / seconds);
}

/** Sends one request again and again over a number of connections for a time. */
export async function sendFor(
  port: number,
  connections: number,
  text: string,
  duration: number,
): Promise<LoadResult> {
  const wires = await openWires(port, connections);
  const statuses = new Map<number, number>();
  const waits: number[] = [];
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const end = begun + duration * 1000;
  await Promise.all(
    wires.map(async (wire) => {
      while (performance.now() < end) {
        const { status, milliseconds } = await wire.send(text);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        waits.push(milliseconds);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const used = process.cpuUsage(cpu);
  for (const wire of wires) wire.close();
  return summary(waits, statuses, seconds, (used.user + used.system) / 1e6 / seconds);
}

function summary(
  waits: ArrayLike<number>,
  statuses: ReadonlyMap<number, number>,
  seconds: number,
  generatorShare: number,
): LoadResult {
  return {
    seconds,
    perSecond: waits.length / seconds,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    longest: quantile(waits, 1),
    statuses,
    generatorShare,
  };
}
