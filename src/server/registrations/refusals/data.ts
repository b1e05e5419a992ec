import { sql } from 'kysely';
import { prepared, sqlBuilder } from '#server/kernel/db.ts';
import { describedTrainings, type NameLanguages } from '../trainings/data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Candidates of one day: with at most 15 days, few rows whatever the size of the timetable. */
const mostADay = 8;

/** What looking for alternatives needs to know of the wanted training beside what deciding needs. */
export const findWanted = prepared(({ trainingId }: { trainingId: number }) =>
  sqlBuilder
    .selectFrom('trainings')
    .select(['club_id as clubId', 'is_public as isPublic'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', trainingId),
);

export interface Search {
  readonly trainingId: number;
  readonly styleId: number;
  /** Local dates, both included. */
  readonly from: string;
  readonly until: string;
  /** The wanted clock time, HH:mm. */
  readonly time: string;
  readonly timeZone: string;
  readonly now: string;
}

/**
 * Public trainings of a period with a place that nobody waits for: of each day those of the same style, then those
 * nearest to the time of day. The rules decide about each.
 */
export const listCandidates = prepared(({ trainingId, styleId, from, until, time, timeZone, now }: Search) =>
  sqlBuilder
    .selectFrom(
      sql<{ date: string }>`generate_series(${from}::date, ${until}::date, interval '1 day')`.as<'d'>(
        sql`d(date)`,
      ),
    )
    .innerJoinLateral(
      (expression) =>
        expression
          .selectFrom('trainings as t')
          .select(['t.id', 't.club_id as clubId'])
          .where('t.tenant_id', '=', tenant)
          .where('t.local_date', '=', sql<string>`d.date::date`)
          .where('t.starts_at', '>', now)
          .where('t.is_public', '=', sql.lit(true))
          .where('t.is_cancelled', '=', sql.lit(false))
          .where('t.is_closed', '=', sql.lit(false))
          .where('t.waiting', '=', sql.lit(0))
          .whereRef('t.booked', '<', 't.max_places')
          .where('t.id', '<>', trainingId)
          .orderBy(sql`t.style_id <> ${styleId}::integer`)
          .orderBy(
            sql`abs(extract(epoch from (t.starts_at at time zone ${timeZone}::text)::time - ${time}::time))`,
          )
          .orderBy('t.id')
          .limit(sql.lit(mostADay))
          .as('c'),
      (join) => join.onTrue(),
    )
    .select(['c.id', 'c.clubId']),
);

/** What rows show of trainings. */
export const describeTrainings = prepared((input: NameLanguages & { trainingIds: readonly number[] }) =>
  describedTrainings(input).where('t.id', '=', sql<number>`any(${input.trainingIds}::integer[])`),
);

/** A client's live registrations to these trainings. */
export const listRegistrationsTo = prepared(
  ({ clientId, trainingIds }: { clientId: number; trainingIds: readonly number[] }) =>
    sqlBuilder
      .selectFrom('registrations')
      .select(['id', 'training_id as trainingId', 'free_until as freeUntil'])
      .where('tenant_id', '=', tenant)
      .where('training_id', '=', sql<number>`any(${trainingIds}::integer[])`)
      .where('client_id', '=', clientId)
      .where('state', 'in', [sql.lit('booked'), sql.lit('offered'), sql.lit('waiting')]),
);
