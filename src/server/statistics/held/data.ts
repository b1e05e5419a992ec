import type { Query } from '#server/kernel/db.ts';
import type { Grouping } from '#shared/statistics/kinds/domain.ts';

export interface AskedTrainings {
  readonly kind: 'occupancy' | 'attendance' | 'hours';
  /** Local dates, both included. */
  readonly from: string;
  readonly until: string;
  readonly clubId: number | null;
  /** What ended by then was held. */
  readonly now: string;
  readonly by: Grouping;
  readonly timeZone: string;
  readonly language: string;
  readonly defaultLanguage: string;
}

/** What tells the parts apart, and what they are called; a key that says it has no name. */
const parts: Readonly<Partial<Record<Grouping, readonly [key: string, name: string]>>> = {
  day: ['t.local_date::text', `''`],
  week: [`(t.local_date - (extract(isodow from t.local_date)::integer - 1))::text`, `''`],
  month: [`to_char(t.local_date, 'YYYY-MM')`, `''`],
  weekday: ['extract(isodow from t.local_date)::integer::text', `''`],
  hour: ['extract(hour from t.starts_at at time zone $6)::integer::text', `''`],
  style: ['t.style_id::text', `coalesce(s.names->>$7, s.names->>$8, '')`],
  type: ['t.client_type', `''`],
  club: ['t.club_id::text', 'c.name'],
  room: ['t.room_id::text', `o.name || ', ' || c.name`],
  trainer: [`coalesce(t.trainer_id::text, '0')`, `coalesce(n.first_name || ' ' || n.last_name, '')`],
};

/**
 * Trainings of the period that were not called off, with their counts. Attendance and hours are of what was held, as
 * trainers see it (mission 2.12); occupancy looks ahead too. Behind the index of dates; places by the index of those held.
 */
function trainings({ by }: AskedTrainings): string {
  const [key, name] = parts[by] ?? [`''`, `''`];
  return `select t.id, t.name_prefix, t.name, t.local_date, t.starts_at, t.max_places, t.client_type,
      n.first_name || ' ' || n.last_name as trainer,
      (t.ends_at > $5)::integer as ahead, (extract(epoch from t.ends_at - t.starts_at) / 60)::integer as minutes,
      a.booked, a.came, a.absent, l.late,
      ${key} as key, ${name} as part
    from trainings t
      join styles s on s.tenant_id = t.tenant_id and s.id = t.style_id
      join clubs c on c.tenant_id = t.tenant_id and c.id = t.club_id
      join rooms o on o.tenant_id = t.tenant_id and o.id = t.room_id
      left join trainers n on n.tenant_id = t.tenant_id and n.id = t.trainer_id
      cross join lateral (select count(*)::integer as booked,
          (count(*) filter (where r.presence))::integer as came,
          (count(*) filter (where not r.presence))::integer as absent
        from registrations r
        where r.tenant_id = t.tenant_id and r.training_id = t.id and r.state = 'booked') a
      cross join lateral (select count(*)::integer as late from registrations r
        where r.tenant_id = t.tenant_id and r.training_id = t.id and r.state = 'cancelledLate') l
    where t.tenant_id = app_tenant() and t.local_date >= $1 and t.local_date <= $2 and not t.is_cancelled
      and ($3::integer is null or t.club_id = $3) and ($4::boolean or t.ends_at <= $5)
      and $6::text is not null and $7::text is not null and $8::text is not null`;
}

function valuesOf({ kind, from, until, clubId, now, timeZone, language, defaultLanguage }: AskedTrainings) {
  return [from, until, clubId, kind === 'occupancy', now, timeZone, language, defaultLanguage];
}

interface Counted {
  readonly ahead: number;
  readonly places: number;
  readonly booked: number;
  readonly came: number;
  readonly absent: number;
  readonly notNoted: number;
  readonly lateCancelled: number;
  readonly minutes: number;
}

export interface TrainingPart extends Counted {
  readonly key: string;
  readonly name: string;
  readonly trainings: number;
  readonly full: number;
  readonly groupMinutes: number;
  readonly personalMinutes: number;
}

/** The sums of each part. */
export function sumTrainings(asked: AskedTrainings): Query<TrainingPart> {
  return {
    text: `select key, part as name, count(*)::integer as trainings, sum(ahead)::integer as ahead,
        (count(*) filter (where booked >= max_places))::integer as full, sum(max_places)::integer as places,
        sum(booked)::integer as booked, sum(came)::integer as came, sum(absent)::integer as absent,
        sum(booked - came - absent)::integer as "notNoted", sum(late)::integer as "lateCancelled",
        sum(minutes)::integer as minutes,
        sum(case when client_type = 'personalTraining' then 0 else minutes end)::integer as "groupMinutes",
        sum(case when client_type = 'personalTraining' then minutes else 0 end)::integer as "personalMinutes"
      from (${trainings(asked)}) as held group by key, part`,
    values: valuesOf(asked),
  };
}

export interface TrainingItem extends Counted {
  readonly id: number;
  readonly namePrefix: string;
  readonly trainingName: string;
  readonly trainer: string | null;
  readonly localDate: string;
  readonly startsAt: string;
  readonly total: number;
}

export interface Page {
  /** The part whose things are wanted; null for all. */
  readonly key: string | null;
  readonly offset: number;
  /** Null for all that there are. */
  readonly limit: number | null;
}

/** The trainings behind the sums, the latest first. */
export function listTrainings(asked: AskedTrainings, { key, offset, limit }: Page): Query<TrainingItem> {
  return {
    text: `select id, name_prefix as "namePrefix", name as "trainingName", trainer, local_date as "localDate",
        starts_at as "startsAt", ahead, max_places as places, booked, came, absent,
        booked - came - absent as "notNoted", late as "lateCancelled", minutes, (count(*) over ())::integer as total
      from (${trainings(asked)}) as held where $9::text is null or key = $9
      order by starts_at desc, id offset $10 limit $11`,
    values: [...valuesOf(asked), key, offset, limit],
  };
}
