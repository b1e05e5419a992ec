import { type ChildProcess, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '#shared/kernel/errors.ts';
import {
  type Decoder,
  type Lane,
  type NamedDecoder,
  type Order,
  type Report,
  Undecodable,
} from './decoder.ts';

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));
const megabyte = 1024 * 1024;
/** Of each child, everything counted. */
const mostBytes: Readonly<Record<Lane, number>> = {
  files: 256 * megabyte,
  // What draws them and its fonts fill half of that before the first line.
  papers: 384 * megabyte,
  replays: 768 * megabyte,
};
/** Seconds on the clock for one of a processor, with what is loaded first: for a child that waits for what never comes. */
const patience = 10;
/** A child nobody needs gives its memory back. */
const idleMs = 5 * 60_000;
/** Whoever is served by this process goes first; a paper that a mail waits for is soon drawn. */
const stepsBehind: Readonly<Record<Lane, number>> = { files: 10, papers: 0, replays: 10 };
const last = 19;

interface Job {
  readonly decoder: NamedDecoder;
  readonly centreId: number;
  readonly order: Order;
  done(output: unknown): void;
  failed(error: Error): void;
}

/**
 * Where files that people bring are taken apart, and what takes long is reckoned: in child processes that may be killed, one
 * for each lane, one order at a time. Centres take turns, however many one of them sends.
 */
export class Decoders {
  private readonly queues = new Map<Lane, Queue>();

  /**
   * Runs a decoder in its child. Throws Undecodable as the decoder does, `busyTryAgain`, and the
   * decoder's own refusal for what takes too long or too much. Nobody waits for it once `signal` is aborted: then it is
   * ended.
   */
  async run<Run extends (input: never) => unknown>(
    decoder: Decoder<Run>,
    centreId: number,
    input: Parameters<Run>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Run>>> {
    const queue = this.queues.get(decoder.lane) ?? new Queue(decoder.lane);
    this.queues.set(decoder.lane, queue);
    const { module, name, seconds } = decoder;
    const output = await queue.add(decoder, centreId, { module, name, seconds, input }, signal);
    return output as Awaited<ReturnType<Run>>;
  }

  /** Ends the children; who still waits is refused. */
  async stop(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.stop()));
  }
}

/** One child and who waits for it. */
class Queue {
  /** By centre, in the order of their turns. */
  private readonly waiting = new Map<number, Job[]>();
  private readonly lane: Lane;
  private child: Child | undefined;
  private running: Job | undefined;
  private isStopped = false;
  private idle: NodeJS.Timeout | undefined;

  constructor(lane: Lane) {
    this.lane = lane;
  }

  add(decoder: NamedDecoder, centreId: number, order: Order, signal?: AbortSignal): Promise<unknown> {
    const own = this.waiting.get(centreId) ?? [];
    const alike = own.filter((job) => job.decoder.name === decoder.name).length;
    if (this.isStopped || alike >= decoder.mostWaiting) throw new AppError('busyTryAgain');
    return new Promise((resolve, reject) => {
      const end = () => this.giveUp(job);
      const over = () => signal?.removeEventListener('abort', end);
      const job: Job = {
        decoder,
        centreId,
        order,
        done: (output) => {
          over();
          resolve(output);
        },
        failed: (error) => {
          over();
          reject(error);
        },
      };
      this.waiting.set(centreId, [...own, job]);
      if (signal?.aborted) end();
      else signal?.addEventListener('abort', end, { once: true });
      void this.next();
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.idle);
    const left = [...this.waiting.values()].flat();
    this.waiting.clear();
    for (const job of left) job.failed(new AppError('busyTryAgain'));
    await this.child?.end();
  }

  /** Whoever left is served no more. */
  private giveUp(job: Job): void {
    const own = (this.waiting.get(job.centreId) ?? []).filter((other) => other !== job);
    if (own.length > 0) this.waiting.set(job.centreId, own);
    else this.waiting.delete(job.centreId);
    job.failed(new AppError('busyTryAgain'));
    if (this.running === job) void this.child?.end();
  }

  private async next(): Promise<void> {
    if (this.running || this.isStopped) return;
    const [turn] = this.waiting;
    if (!turn) return this.rest();
    clearTimeout(this.idle);
    const [centreId, [job, ...others]] = turn;
    // Whoever was served stands at the end of the line again.
    this.waiting.delete(centreId);
    if (others.length > 0) this.waiting.set(centreId, others);
    if (!job) return;
    this.running = job;
    this.child ??= new Child(this.lane);
    const { child } = this;
    try {
      job.done(await child.carryOut(job));
    } catch (error) {
      job.failed(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.running = undefined;
      if (child.isOver) this.child = this.isStopped ? undefined : new Child(this.lane);
      void this.next();
    }
  }

  /** Kept ready for the next one, for a while. */
  private rest(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      const { child } = this;
      this.child = undefined;
      void child?.end();
    }, idleMs);
    this.idle.unref();
  }
}

/** A child process, from its start to its end. */
class Child {
  private readonly process: ChildProcess;
  private readonly ended: Promise<void>;
  private readonly ready: Promise<void>;
  isOver = false;

  constructor(lane: Lane) {
    const most = mostBytes[lane];
    this.process = fork(childFile, [String(most)], {
      // Nothing of this process's secrets, no network, no file to write, no program to start.
      env: process.env.TZ === undefined ? {} : { TZ: process.env.TZ },
      execArgv: [
        ...['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker', '--no-warnings'],
        ...[`--max-old-space-size=${Math.round(most / megabyte)}`, '--max-semi-space-size=8'],
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.ended = new Promise((resolve) => {
      const over = () => {
        this.isOver = true;
        resolve();
      };
      this.process.once('exit', over);
      this.process.once('error', over);
    });
    this.ready = new Promise((resolve) => {
      this.process.on('message', ({ kind }: Report) => {
        if (kind === 'ready') resolve();
      });
    });
    // It holds up neither the end of this process nor whoever is served by it.
    this.process.unref();
    this.process.channel?.unref();
    try {
      if (this.process.pid !== undefined)
        setPriority(this.process.pid, Math.min(last, getPriority() + stepsBehind[lane]));
    } catch {
      // Not everywhere may one do so.
    }
  }

  async carryOut({ decoder, order }: Job): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const tooMuch = () => reject(new AppError(decoder.refusal));
    const timer = setTimeout(
      () => {
        tooMuch();
        void this.end();
      },
      decoder.seconds * patience * 1000,
    );
    const hear = (report: Report) => {
      if (report.kind === 'ready') return;
      if (report.isWorn) void this.end();
      if (report.kind === 'done') resolve(report.output);
      else if (report.kind === 'undecodable') reject(new Undecodable(report.message));
      else reject(Object.assign(new Error(report.message), { stack: report.stack }));
    };
    this.process.on('message', hear);
    // Its end without a word is that of one that took too much.
    void this.ended.then(tooMuch);
    try {
      await Promise.race([this.ready, this.ended]);
      if (!this.isOver) this.process.send(order, (error) => error && tooMuch());
      return await promise;
    } finally {
      clearTimeout(timer);
      this.process.off('message', hear);
    }
  }

  end(): Promise<void> {
    this.isOver = true;
    this.process.ref();
    this.process.kill('SIGKILL');
    return this.ended;
  }
}
