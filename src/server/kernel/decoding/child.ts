import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { type Order, type Outcome, type Report, Undecodable } from './decoder.ts';

// The process in which files are taken apart: started by decoders.ts, and ended by itself when it takes too long or too much
// memory, or has lost its parent. A thread of its own watches, because a library that draws gives nobody else a turn.

/** Where both threads see until when the order may go on, in milliseconds of this process's processor time; 0: there is none. */
const until = 0;
const watchEveryMs = 10;
const idleLookMs = 1000;

interface Watched {
  readonly state: Int32Array<SharedArrayBuffer>;
  readonly mostBytes: number;
  readonly parent: number;
}

if (isMainThread) serve(Number(process.argv[2]));
else watch(workerData as Watched);

function serve(mostBytes: number): void {
  const state = new Int32Array(new SharedArrayBuffer(4));
  const watched: Watched = { state, mostBytes, parent: process.ppid };
  new Worker(new URL(import.meta.url), { workerData: watched }).unref();
  // Without a parent nobody waits for anything.
  process.on('disconnect', () => process.exit(0));
  process.on('message', (order: Order) => {
    void carryOut(order, state).then((report) => {
      Atomics.store(state, until, 0);
      // What a library took it seldom gives back: the next one is to have its whole share.
      const isWorn = process.memoryUsage.rss() > mostBytes * 0.75;
      say({ ...report, isWorn });
    });
  });
  say({ kind: 'ready' });
}

async function carryOut({ module, name, seconds, input }: Order, state: Watched['state']): Promise<Outcome> {
  try {
    const exported: Record<string, (given: unknown) => unknown> = await import(module);
    const run = exported[name];
    if (!run) throw new Error(`${module} has no ${name}`);
    Atomics.store(state, until, spentMs() + seconds * 1000);
    Atomics.notify(state, until);
    return { kind: 'done', output: await run(input) };
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return error instanceof Undecodable
      ? { kind: 'undecodable', message }
      : { kind: 'fault', message, stack };
  }
}

function say(report: Report): void {
  process.send?.(report);
}

function watch({ state, mostBytes, parent }: Watched): void {
  for (;;) {
    const end = Atomics.load(state, until);
    const isTooMuch = end > 0 && (spentMs() > end || process.memoryUsage.rss() > mostBytes);
    if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    Atomics.wait(state, until, end, end === 0 ? idleLookMs : watchEveryMs);
  }
}

/** Processor time of the whole process. */
function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
