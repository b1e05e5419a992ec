import type { Query } from '#server/kernel/db.ts';
import { earlier, later } from '#shared/registrations/rules/domain.ts';

/** From when until when something is to take place, setting up included; `since` is two days before it. */
export interface SetUpSpan {
  readonly since: string;
  readonly from: string;
  readonly until: string;
}

interface RoomRow {
  readonly roomId: number;
  readonly trainingId: number | null;
  readonly reservationId: number | null;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly shownFrom: string;
}

function valuesOf(spans: readonly SetUpSpan[]) {
  // The first and last instant besides: an index is read between them, not through years of history.
  const first = spans.map(({ since }) => since).reduce(earlier, '9999-12-31T00:00:00Z');
  const last = spans.map(({ until }) => until).reduce(later, '0001-01-01T00:00:00Z');
  const lists = [
    spans.map(({ since }) => since),
    spans.map(({ from }) => from),
    spans.map(({ until }) => until),
  ];
  return [...lists, first, last];
}

/** What is in these rooms in any of the spans. Nothing lasts two days: the index finds it by its start. */
export function listRoomUses(roomIds: readonly number[], spans: readonly SetUpSpan[]): Query<RoomRow> {
  return {
    text: `select distinct u.room_id as "roomId", u.training_id as "trainingId", u.reservation_id as "reservationId",
        coalesce(t.name, v.name) as name, u.starts_at as "startsAt", u.ends_at as "endsAt",
        coalesce(t.starts_at, v.starts_at) as "shownFrom"
      from unnest($2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) as s (since, from_at, until_at)
        join room_uses u on u.tenant_id = app_tenant() and u.room_id = any($1::integer[])
          and u.starts_at > $5::timestamptz and u.starts_at < $6::timestamptz
          and u.starts_at > s.since and u.starts_at < s.until_at and u.ends_at > s.from_at
        left join trainings t on t.tenant_id = u.tenant_id and t.id = u.training_id
        left join reservations v on v.tenant_id = u.tenant_id and v.id = u.reservation_id
      order by u.starts_at, u.room_id`,
    values: [roomIds, ...valuesOf(spans)],
  };
}

interface TrainerRow {
  readonly trainerId: number;
  readonly id: number;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** What these trainers hold in any of the spans. */
export function listTrainerUses(
  trainerIds: readonly number[],
  spans: readonly SetUpSpan[],
): Query<TrainerRow> {
  return {
    text: `select distinct t.trainer_id as "trainerId", t.id, t.name, t.starts_at as "startsAt", t.ends_at as "endsAt"
      from unnest($2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) as s (since, from_at, until_at)
        join trainings t on t.tenant_id = app_tenant() and t.trainer_id = any($1::integer[]) and not t.is_cancelled
          and t.starts_at > $5::timestamptz and t.starts_at < $6::timestamptz
          and t.starts_at > s.since and t.starts_at < s.until_at and t.ends_at > s.from_at
      order by t.starts_at, t.id`,
    values: [trainerIds, ...valuesOf(spans)],
  };
}
