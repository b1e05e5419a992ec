import type { Clock } from './clock.ts';
import { type Db, sqlBuilder } from './db.ts';
import type { Task } from './queue/worker.ts';

/** When the nightly job runs, in the form of cron; UTC. */
export const cleanupSchedule = '15 1 * * * cleanup';

/** Removes what has served: old answers under idempotency keys, attempts, ended sessions, used links, told notices. */
export function cleanupTask(system: Db, clock: Clock): Task {
  return async () => {
    const before = (hours: number) => Temporal.Instant.from(clock.now()).subtract({ hours }).toString();
    await system.run(
      sqlBuilder.deleteFrom('idempotency_keys').where('created_at', '<', before(48)),
      sqlBuilder.deleteFrom('attempts').where('window_started_at', '<', before(24)),
      sqlBuilder.deleteFrom('password_resets').where('expires_at', '<', before(24)),
      sqlBuilder.deleteFrom('challenges').where('expires_at', '<', before(24)),
      // Asked for and never pressed: nobody's booking.
      sqlBuilder.deleteFrom('visitor_requests').where('expires_at', '<=', clock.now()),
      // Whoever was refused as a visitor left an address and no booking: nothing to keep them for.
      sqlBuilder
        .with('gone', (query) =>
          query
            .deleteFrom('visitors as v')
            .where('v.created_at', '<', before(24))
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('registrations as r')
                    .select('r.id')
                    .whereRef('r.tenant_id', '=', 'v.tenant_id')
                    .whereRef('r.client_id', '=', 'v.client_id'),
                ),
              ),
            )
            .returning(['v.tenant_id', 'v.client_id']),
        )
        .deleteFrom('clients as c')
        .using('gone as g')
        .whereRef('c.tenant_id', '=', 'g.tenant_id')
        .whereRef('c.id', '=', 'g.client_id'),
      sqlBuilder.deleteFrom('sessions').where('expires_at', '<', before(24 * 30)),
      // Longer than any cause is raised again: as long as the row stands, its key is told once.
      sqlBuilder.deleteFrom('notice_deliveries').where('created_at', '<', before(24 * 90)),
    );
  };
}
