import { sql } from 'kysely';
import { prepared, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/**
 * Trainings whose line must move without anybody pressing: a hold that ended, a start, a place free for those waiting. The first
 * to begin comes first: where nobody of a line can take its free place, it stays due, and keeps no sooner one waiting.
 */
export const listDueWaitlists = prepared(({ now }: { now: string }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .select(['t.id', 't.starts_at as startsAt'])
    .where('r.tenant_id', '=', tenant)
    .where('r.held_until', '<=', now)
    .where('r.state', 'in', [sql.lit('offered'), sql.lit('releasing')])
    .union(
      sqlBuilder
        .selectFrom('trainings as t')
        .select(['t.id', 't.starts_at as startsAt'])
        .where('t.tenant_id', '=', tenant)
        .where('t.waiting', '>', sql.lit(0))
        .where((expression) =>
          expression.or([
            expression('t.starts_at', '<=', now),
            expression('t.booked', '<', expression.ref('t.max_places')),
          ]),
        ),
    )
    .orderBy('startsAt')
    .orderBy('id')
    .limit(500),
);
