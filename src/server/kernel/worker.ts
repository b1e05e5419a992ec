import { Logger, run } from 'graphile-worker';
import type { Logger as PinoLogger } from 'pino';
import type { Db } from './db.ts';

/** Work done outside requests. Its payload is parsed by the task; throwing means: again later. */
export type Task = (payload: unknown) => Promise<void>;

export interface WorkerOptions {
  readonly system: Db;
  readonly tasks: Readonly<Record<string, Task>>;
  /** Names of tasks that somebody waits for, and that ask nobody outside: they never stand behind those that do. */
  readonly prompt?: readonly string[];
  /** Lines of a crontab: tasks that run by the clock. */
  readonly schedule: readonly string[];
  readonly logger: PinoLogger;
  /** Whether people stand in line for the same processor: they go first. */
  readonly isCrowded?: () => boolean;
}

/** In milliseconds: in a rush every job waits so long at most, so that none is forgotten. */
const longestWait = 1000;
const lookAgain = 25;

async function giveWay(isCrowded: () => boolean): Promise<void> {
  const until = performance.now() + longestWait;
  while (isCrowded() && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, lookAgain));
  }
}

/** In milliseconds: how late what has its moment may be seen. */
const pollInterval = 500;

/** The job queue of this process. */
export interface Worker {
  /** Stops with what is in hand done. */
  stop(): Promise<void>;
}

/**
 * The job queue of this process: retries with growing pauses, over every tenant. A message is as good a second later: in a
 * rush it gives way to those who press. `prompt` tasks have hands of their own: whatever a mail server keeps waiting, they
 * do not wait behind it.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { tasks, prompt = [], schedule } = options;
  const isPrompt = ([name]: readonly [string, Task]) => prompt.includes(name);
  const own = Object.entries(tasks).filter(isPrompt);
  const others = Object.entries(tasks).filter((task) => !isPrompt(task));
  const runners = [await startRunner(options, others, { concurrency: 2, schedule })];
  if (own.length > 0) runners.push(await startRunner(options, own, { concurrency: 2, schedule: [] }));
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}

function startRunner(
  { system, logger, isCrowded = () => false }: WorkerOptions,
  tasks: readonly (readonly [string, Task])[],
  { concurrency, schedule }: { readonly concurrency: number; readonly schedule: readonly string[] },
) {
  return run({
    pgPool: system.pool,
    concurrency,
    pollInterval,
    noHandleSignals: true,
    crontab: schedule.join('\n'),
    taskList: Object.fromEntries(
      tasks.map(([name, task]) => [
        name,
        async (payload: unknown) => {
          await giveWay(isCrowded);
          await task(payload);
        },
      ]),
    ),
    logger: new Logger((scope) => (level, message) => {
      // Payloads hold addresses of persons: of a failed job only its name and error are told.
      if (level === 'error') logger.error({ task: scope.taskIdentifier, jobId: scope.jobId }, message);
      else if (level === 'warning') logger.warn({ task: scope.taskIdentifier }, message);
    }),
  });
}
