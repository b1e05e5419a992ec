import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { Logger as PinoLogger } from 'pino';
import type { Db } from '../db.ts';
import { givingWay } from './giving-way.ts';
import { Hands } from './hands.ts';
import { Presence } from './presence.ts';

/** Work done outside requests. Its payload is parsed by the task; throwing means: again later. */
export type Task = (payload: unknown) => Promise<void>;

/** Tasks that share the same hands, and wait for nobody else's. */
export interface Lane {
  readonly tasks: Readonly<Record<string, Task>>;
  /** How many of them run at once: of one centre at most one less, so that whoever has thousands leaves a hand to the others. */
  readonly slots: number;
  /** In milliseconds, how often it looks for what is due by the clock: 2000 unless told. What is due at once is told at once. */
  readonly poll?: number;
}

export interface WorkerOptions {
  readonly system: Db;
  readonly lanes: readonly Lane[];
  /** Lines of a crontab: tasks that run by the clock, each never beside itself. */
  readonly schedule: readonly string[];
  readonly logger: PinoLogger;
  /** Whether people stand in line for the same processor: they go first. */
  readonly isCrowded?: () => boolean;
  /** Told of every job: its task, how long it took, and whether it is done. */
  readonly onEnd?: (task: string, seconds: number, isDone: boolean) => void;
  /** How often other processes are told that this one is there, in milliseconds. */
  readonly beat?: number;
}

/** How long jobs in hand are waited for when the process stops; then they are given to others. */
const stoppingMs = 5000;
/** How long it may take to note that a job is over. */
const notingMs = 500;
/** Between two tries to come back. */
const pauses = { first: 200, most: 2000 };

/** The job queue of this process while it runs. */
export interface JobWorker {
  /** Takes no more jobs, waits a while for those in hand, and gives back what is not done by then. */
  stop(): Promise<void>;
}

/**
 * The job queue of this process: retries with growing pauses, over every tenant, stopped with what is in hand done. A message
 * is as good a second later: in a rush it gives way to those who press. When the database is lost in the middle of a job its
 * lane ends, and is started again until it comes back.
 * @throws when it cannot be started at all
 */
export async function startWorker(options: WorkerOptions): Promise<JobWorker> {
  const { system, logger, lanes } = options;
  const presence = new Presence(system, options.beat ?? 5000, (error) =>
    logger.warn({ error: String(error) }, 'not told to be there'),
  );
  const started: JobWorker[] = [];
  const stop = async () => {
    await Promise.all(started.map((lane) => lane.stop()));
  };
  try {
    for (const lane of lanes) started.push(await startLane(lane, options, presence));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function startLane(lane: Lane, options: WorkerOptions, presence: Presence): Promise<JobWorker> {
  const { logger } = options;
  let current = await begin(lane, options, presence);
  let isStopped = false;
  let wake = () => {};
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** What it had in hand is locked for one that is no more: it goes first. */
  const beginAgain = () =>
    presence
      .leave(current.id)
      .then(() => begin(lane, options, presence))
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'the job queue could not be started'));
  const keepUp = async () => {
    while (!isStopped) {
      await current.ended;
      if (!isStopped) logger.error('the job queue ended and is started again');
      for (let wait = pauses.first; !isStopped; wait = Math.min(wait * 2, pauses.most)) {
        const next = await beginAgain();
        if (next) current = next;
        // Stopped while it was on its way.
        if (next && isStopped) await next.runner.stop().catch(() => {});
        if (next) break;
        await pause(wait);
      }
    }
  };
  const keeping = keepUp();

  return {
    stop: async () => {
      isStopped = true;
      wake();
      const stopping = current.runner.stop().then(
        () => keeping,
        () => keeping,
      );
      await Promise.race([stopping, pause(stoppingMs)]);
      wake();
      await presence.leave(current.id).catch(() => {});
    },
  };
}

/** One life of the queue, and the name under which it locks jobs. */
interface Life {
  readonly runner: Runner;
  readonly id: string;
  /** When it takes no more jobs and never will. */
  readonly ended: Promise<void>;
}

async function begin(
  { tasks, slots, poll = 2000 }: Lane,
  { system, schedule, logger, isCrowded = () => false, onEnd = () => {} }: WorkerOptions,
  presence: Presence,
): Promise<Life> {
  const events: WorkerEvents = new EventEmitter();
  const giveWay = givingWay(isCrowded);
  const hands = new Hands(events, Math.max(1, slots - 1), slots);
  let inHand = 0;
  let whenIdle = () => {};
  let id = '';
  events.once('pool:create', ({ workerPool }) => {
    id = workerPool.id;
  });
  const runner = await run({
    preset: {
      worker: {
        pollInterval: poll,
        concurrentJobs: slots,
        // Told in batches, an end that cannot be noted ends the queue, which comes back; told one by one, the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    events,
    pgPool: system.pool,
    noHandleSignals: true,
    crontab: crontabOf(schedule, tasks),
    forbiddenFlags: () => hands.full(),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        async (payload: unknown) => {
          inHand += 1;
          await giveWay();
          const begun = performance.now();
          const end = (isDone: boolean) => {
            inHand -= 1;
            if (inHand === 0) whenIdle();
            onEnd(name, (performance.now() - begun) / 1000, isDone);
          };
          await task(payload).then(
            () => end(true),
            (error: unknown) => {
              end(false);
              throw error;
            },
          );
        },
      ]),
    ),
    logger: new Logger((scope) => (level, message) => {
      // Payloads hold addresses of persons: of a failed job only its name and error are told.
      if (level === 'error') logger.error({ task: scope.taskIdentifier, jobId: scope.jobId }, message);
      else if (level === 'warning') logger.warn({ task: scope.taskIdentifier }, message);
    }),
  });
  const ended = new Promise<void>((resolve) => {
    runner.promise.then(
      () => resolve(),
      () => resolve(),
    );
    // An end that begins while the database goes may wait for ever for what cannot be noted any more.
    events.once('pool:gracefulShutdown', () => {
      setTimeout(resolve, stoppingMs).unref();
      whenIdle = () => setTimeout(resolve, notingMs).unref();
      if (inHand === 0) whenIdle();
    });
  });
  try {
    await presence.enter(id);
  } catch (error) {
    await runner.stop().catch(() => {});
    throw error;
  }
  return { runner, id, ended };
}

/** The crontab of a lane's own tasks: each one at a time over all processes, and one more may wait for it. */
export function crontabOf(schedule: readonly string[], tasks: Lane['tasks']): string {
  const named = schedule.map((line) => ({ line, name: line.split(' ').at(-1) ?? '' }));
  return named
    .filter(({ name }) => name in tasks)
    .map(({ line, name }) => `${line} ?queue=${name}&jobKey=${name}&jobKeyMode=preserve_run_at`)
    .join('\n');
}
