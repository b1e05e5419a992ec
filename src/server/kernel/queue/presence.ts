import type { Db, Query } from '../db.ts';

/** How long one that says nothing is waited for before its jobs are given to others. */
const silence = '20 seconds';

/**
 * Tells the other processes that this one works through the queue, by a row that it renews. A process that was killed keeps
 * its jobs locked: whoever sees its row grow old, or jobs of one without a row, lets them go. While the database was away nobody could renew anything, so
 * only who has been seen all the while judges others.
 */
export class Presence {
  private readonly system: Db;
  private readonly every: number;
  private readonly onError: (error: unknown) => void;
  private readonly ids = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();

  /** `every`: in milliseconds, how often it is told. */
  constructor(system: Db, every: number, onError: (error: unknown) => void) {
    this.system = system;
    this.every = every;
    this.onError = onError;
  }

  /** From now on `id`, as the queue locks jobs for it, is there. */
  async enter(id: string): Promise<void> {
    this.ids.add(id);
    await this.system.run(beat([id]));
    this.timer ??= setInterval(() => this.tell(), this.every);
  }

  /** `id` takes no more jobs; what it still has is free for others at once. */
  async leave(id: string): Promise<void> {
    this.ids.delete(id);
    if (this.ids.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    await this.beating;
    await this.system.run(release([id]));
  }

  private tell(): void {
    this.beating = this.system.run(beat([...this.ids]), releaseSilent([...this.ids])).then(
      () => {},
      (error: unknown) => this.onError(error),
    );
  }
}

function beat(ids: readonly string[]): Query {
  return {
    text: `insert into job_workers (id) select unnest($1::text[])
      on conflict (id) do update set seen_at = now(),
        since = case when job_workers.seen_at < now() - interval '${silence}' / 2 then now() else job_workers.since end`,
    values: [ids],
  };
}

function release(ids: readonly string[]): Query {
  return {
    text: `with gone as (delete from job_workers where id = any($1::text[]))
      select graphile_worker.force_unlock_workers($1::text[])`,
    values: [ids],
  };
}

/** Of those that say nothing, and of those that left and took one more job in that very moment. */
function releaseSilent(ids: readonly string[]): Query {
  return {
    text: `with judges as (
        select from job_workers where id = any($1::text[]) and since < now() - interval '${silence}'),
      silent as (
        delete from job_workers where seen_at < now() - interval '${silence}' and exists (select from judges)
        returning id),
      gone as (
        select id from silent
        union
        select j.locked_by from graphile_worker.jobs j
        where j.locked_at < now() - interval '${silence}' and exists (select from judges)
          and not exists (select from job_workers w where w.id = j.locked_by))
      select graphile_worker.force_unlock_workers(array_agg(id)) from gone having count(*) > 0`,
    values: [ids],
  };
}
