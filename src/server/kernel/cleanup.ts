import type { Clock } from './clock.ts';
import { type Db, sqlBuilder } from './db.ts';
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
      sqlBuilder.deleteFrom('idempotency_keys').where('created_at', '<', before(48)),
      sqlBuilder.deleteFrom('attempts').where('window_started_at', '<', before(24)),
      sqlBuilder.deleteFrom('password_resets').where('expires_at', '<', before(24)),
      sqlBuilder.deleteFrom('challenges').where('expires_at', '<', before(24)),
      // Asked for and never pressed: nobody's booking.
      sqlBuilder.deleteFrom('visitor_requests').where('expires_at', '<=', clock.now()),
      sqlBuilder.deleteFrom('sessions').where('expires_at', '<', before(24 * 30)),
      // The log has said why, and the count has warned: whoever is on call has looked at it.
      sqlBuilder.deleteFrom('outbox').where('refused_at', '<', before(24 * 30)),
      // Longer than any cause is raised again: as long as the row stands, its key is told once.
      sqlBuilder.deleteFrom('notice_deliveries').where('created_at', '<', before(24 * 90)),
    ];
    const done = [
      ...served.map((query) => () => system.run(query)),
      ...further.map((forget) => () => forget(system, before(24))),
    ];
    const failures: unknown[] = [];
    for (const remove of done) await remove().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
}
