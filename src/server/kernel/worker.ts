import { Logger, type Runner, run } from 'graphile-worker';
import type { Logger as PinoLogger } from 'pino';
import type { Db } from './db.ts';

/** Work done outside requests. Its payload is parsed by the task; throwing means: again later. */
export type Task = (payload: unknown) => Promise<void>;

export interface WorkerOptions {
  readonly system: Db;
  readonly tasks: Readonly<Record<string, Task>>;
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

/**
 * The job queue of this process: retries with growing pauses, over every tenant, stopped with what is in hand done. A message
 * is as good a second later: in a rush it gives way to those who press.
 */
export async function startWorker(options: WorkerOptions): Promise<Runner> {
  const { system, tasks, schedule, logger, isCrowded = () => false } = options;
  return run({
    pgPool: system.pool,
    concurrency: 2,
    pollInterval: 2000,
    noHandleSignals: true,
    crontab: schedule.join('\n'),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
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
