import type { Clock } from './clock.ts';
import type { Db, Query } from './db.ts';
import type { Task } from './queue/worker.ts';

/** When the nightly job runs, in the form of cron; UTC. */
export const cleanupSchedule = '15 1 * * * cleanup';

/**
 * Removes what has served: old answers under idempotency keys, attempts, ended sessions, used links, told notices. Each by itself: what
 * cannot be removed keeps nothing else. Throws then, once the others are done.
 * @param further what nouns have to forget, told the instant a day ago
 */
export function cleanupTask(
  system: Db,
  clock: Clock,
  further: readonly ((system: Db, before: string) => Promise<unknown>)[] = [],
): Task {
  return async () => {
    const before = (hours: number) => Temporal.Instant.from(clock.now()).subtract({ hours }).toString();
    const served = [
      outlived('idempotency_keys', 'created_at < $1', before(48)),
      outlived('attempts', 'window_started_at < $1', before(24)),
      outlived('password_resets', 'expires_at < $1', before(24)),
      outlived('challenges', 'expires_at < $1', before(24)),
      // Asked for and never pressed: nobody's booking.
      outlived('visitor_requests', 'expires_at <= $1', clock.now()),
      outlived('sessions', 'expires_at < $1', before(24 * 30)),
      // The log has said why, and the count has warned: whoever is on call has looked at it.
      outlived('outbox', 'refused_at < $1', before(24 * 30)),
      // Longer than any cause is raised again: as long as the row stands, its key is told once.
      outlived('notice_deliveries', 'created_at < $1', before(24 * 90)),
    ];
    const done = [
      ...served.map((query) => () => removeAll(system, query)),
      ...further.map((forget) => () => forget(system, before(24))),
    ];
    const failures: unknown[] = [];
    for (const remove of done) await remove().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
}

/** So many rows go in one statement: however many there are, none takes longer than a statement may. */
const portion = 20_000;

function outlived(table: string, condition: string, before: string): Query<{ readonly count: number }> {
  return {
    text: `with gone as (delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${condition} limit ${portion})) returning 1)
      select count(*)::integer as count from gone`,
    values: [before],
  };
}

async function removeAll(system: Db, query: Query<{ readonly count: number }>): Promise<void> {
  for (let isMore = true; isMore; ) {
    const [[gone]] = await system.run(query);
    isMore = gone?.count === portion;
  }
}
