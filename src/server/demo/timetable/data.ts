import type { Statement } from '#server/kernel/batch.ts';
import { type CentreIds, insertRows } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import type { FilledTraining } from '../registrations/domain.ts';
import type { DemoSeries } from './domain.ts';

/** Trainings with their counters; `trainingIds` and `seriesIds` go with the list. */
export function insertTrainings(
  tenantId: number,
  { tenant }: DemoCentre,
  ids: CentreIds,
  filled: readonly FilledTraining[],
  trainingIds: readonly number[],
  seriesIds: readonly (number | null)[],
): Statement {
  const instant = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();
  return insertRows(
    tenantId,
    'trainings',
    filled.map(({ training, booked, waiting }, index) => ({
      id: trainingIds[index],
      style_id: ids.styles[tenant.styles.indexOf(training.style)],
      club_id: ids.clubs[training.clubIndex],
      room_id: ids.rooms[training.roomIndex],
      trainer_id: training.trainerIndex === null ? null : ids.trainers[training.trainerIndex],
      name: training.name,
      name_prefix: training.namePrefix,
      starts_at: instant(training.startsAt),
      ends_at: instant(training.endsAt),
      local_date: training.localDate,
      max_places: training.maxPlaces,
      booked,
      waiting,
      is_public: training.isPublic,
      is_waiting_list_allowed: training.isWaitingListAllowed,
      is_closed: training.isClosed,
      is_cancelled: training.isCancelled,
      is_commenting_allowed: training.isCommentingAllowed,
      public_comment: training.publicComment,
      private_comment: training.privateComment,
      series_id: seriesIds[index] ?? null,
      series_on: seriesIds[index] ? training.localDate : null,
    })),
  );
}

export function insertSeries(
  tenantId: number,
  rules: readonly DemoSeries[],
  ids: readonly number[],
): Statement {
  return insertRows(
    tenantId,
    'series',
    rules.map(({ weekday, wallTime, minutes, startsOn, endsOn }, index) => ({
      id: ids[index],
      weekdays: [weekday],
      every_weeks: 1,
      wall_time: wallTime,
      minutes,
      starts_on: startsOn,
      ends_on: endsOn,
    })),
  );
}

/** What a closure or a reservation is called, in the centre's language. */
export interface DemoUses {
  /** Two days, near the end of the timetable: nobody can have booked there yet. */
  readonly closure: { readonly name: string; readonly from: string; readonly until: string };
  readonly reservation: {
    readonly name: string;
    readonly startsAt: string;
    readonly endsAt: string;
    readonly date: string;
  };
}

/**
 * A closure with its trainings, the rooms that trainings of these months take (their trigger is off while loading), and a
 * reservation in the first room that is free then.
 */
export function insertUses(tenantId: number, { closure, reservation }: DemoUses, now: string): Statement[] {
  return [
    {
      text: `with shut as (insert into closures (tenant_id, from_on, until_on, name, created_at)
          values ($1, $2, $3, $4, $5) returning id)
        update trainings t set is_cancelled = true, closure_id = shut.id, cancel_reason = $4 from shut
          where t.tenant_id = $1 and t.local_date between $2::date and $3::date and not t.is_cancelled
            and t.booked = 0 and t.waiting = 0`,
      values: [tenantId, closure.from, closure.until, closure.name, now],
    },
    {
      text: `insert into room_uses (tenant_id, room_id, training_id, starts_at, ends_at)
        select tenant_id, room_id, id, starts_at, ends_at from trainings where tenant_id = $1 and not is_cancelled
          and starts_at > $2::timestamptz - interval '31 days'`,
      values: [tenantId, now],
    },
    {
      text: `insert into reservations (tenant_id, name, room_ids, starts_at, ends_at, local_date)
        select $1, $2, array[r.id], $3::timestamptz, $4::timestamptz, $5::date from rooms r
        where r.tenant_id = $1 and not exists (select from room_uses u where u.tenant_id = $1 and u.room_id = r.id
          and u.starts_at < $4::timestamptz and u.ends_at > $3::timestamptz)
        order by r.id limit 1`,
      values: [tenantId, reservation.name, reservation.startsAt, reservation.endsAt, reservation.date],
    },
  ];
}
