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
}

/** The job queue of this process: retries with growing pauses, over every tenant, stopped with what is in hand done. */
export async function startWorker({ system, tasks, schedule, logger }: WorkerOptions): Promise<Runner> {
  return run({
    pgPool: system.pool,
    concurrency: 2,
    pollInterval: 2000,
    noHandleSignals: true,
    crontab: schedule.join('\n'),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, async (payload: unknown) => task(payload)]),
    ),
    logger: new Logger((scope) => (level, message) => {
      // Payloads hold addresses of persons: of a failed job only its name and error are told.
      if (level === 'error') logger.error({ task: scope.taskIdentifier, jobId: scope.jobId }, message);
      else if (level === 'warning') logger.warn({ task: scope.taskIdentifier }, message);
    }),
  });
}
