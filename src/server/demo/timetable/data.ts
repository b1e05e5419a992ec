import type { Statement } from '#server/kernel/batch.ts';
import { type CentreIds, insertRows, type Typed } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import type { FilledTraining } from '../registrations/domain.ts';

export function takeTrainingIds(count: number): Typed<{ ids: number[] }> {
  return {
    text: `select array(
      select nextval(pg_get_serial_sequence('trainings', 'id'))::integer from generate_series(1, $1)) as ids`,
    values: [count],
  };
}

/** Trainings with their counters; `trainingIds` goes with the list. */
export function insertTrainings(
  tenantId: number,
  { tenant }: DemoCentre,
  ids: CentreIds,
  filled: readonly FilledTraining[],
  trainingIds: readonly number[],
): Statement {
  const instant = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();
  return insertRows(
    tenantId,
    'trainings',
    {
      id: 'integer',
      style_id: 'integer',
      club_id: 'integer',
      room_id: 'integer',
      trainer_id: 'integer',
      name: 'text',
      name_prefix: 'text',
      starts_at: 'timestamptz',
      ends_at: 'timestamptz',
      local_date: 'date',
      max_places: 'integer',
      booked: 'integer',
      waiting: 'integer',
      is_public: 'boolean',
      is_waiting_list_allowed: 'boolean',
      is_closed: 'boolean',
      is_cancelled: 'boolean',
      is_commenting_allowed: 'boolean',
      public_comment: 'text',
      private_comment: 'text',
    },
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
    })),
  );
}
