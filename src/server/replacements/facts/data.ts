import type { Query } from '#server/kernel/db.ts';

export interface TrainerRow {
  readonly trainerId: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly styleIds: readonly number[];
}

/** Trainers with what they may teach; null: everybody who is active. */
export function listTrainers(ids: readonly number[] | null): Query<TrainerRow> {
  return {
    text: `select t.id as "trainerId", t.first_name || ' ' || t.last_name as name, t.is_active as "isActive",
        array(select s.style_id from trainer_styles s where s.tenant_id = t.tenant_id and s.trainer_id = t.id
          order by s.style_id) as "styleIds"
      from trainers t where t.tenant_id = app_tenant() and ${ids === null ? 't.is_active' : 't.id = any($1::integer[])'}
      order by t.first_name, t.last_name, t.id`,
    values: ids === null ? [] : [ids],
  };
}

/** Locks trainers, in one order for everybody: what one is given is looked at by the next. */
export function lockTrainers(ids: readonly number[]): Query<{ id: number }> {
  return {
    text: `select id from trainers where tenant_id = app_tenant() and id = any($1::integer[]) order by id
      for no key update`,
    values: [ids],
  };
}

export interface WorkRow {
  readonly trainerId: number;
  readonly trainingId: number;
  readonly name: string;
  readonly clubId: number;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Local dates, both included. */
export interface Dates {
  readonly from: string;
  readonly until: string;
}

/** Spans of dates for a statement, with the first date and the last besides: an index is read between them. */
function valuesOf(spans: readonly Dates[]) {
  const [from, until] = [spans.map((span) => span.from), spans.map((span) => span.until)];
  return [from, until, from.toSorted()[0] ?? null, until.toSorted().at(-1) ?? null];
}

/** What trainers hold on these dates, which have none in common; null: everybody. */
export function listWork(ids: readonly number[] | null, spans: readonly Dates[]): Query<WorkRow> {
  return {
    text: `select t.trainer_id as "trainerId", t.id as "trainingId", t.name, t.club_id as "clubId",
        t.starts_at as "startsAt", t.ends_at as "endsAt"
      from unnest($1::date[], $2::date[]) as s (from_on, until_on)
        join trainings t on t.tenant_id = app_tenant() and not t.is_cancelled
          and t.local_date between $3::date and $4::date and t.local_date between s.from_on and s.until_on
          and ${ids === null ? 't.trainer_id is not null' : 't.trainer_id = any($5::integer[])'}
      order by t.starts_at`,
    values: [...valuesOf(spans), ...(ids === null ? [] : [ids])],
  };
}

/** When trainers are away, from a local date on. */
export function listAbsences(
  from: string,
): Query<{ id: number; trainerId: number; from: string; until: string }> {
  return {
    text: `select id, trainer_id as "trainerId", from_on as from, until_on as until from trainer_absences
      where tenant_id = app_tenant() and until_on >= $1::date order by from_on, id`,
    values: [from],
  };
}

/** When trainers are not there for a part of a day, on dates as above; in minutes of the centre's wall clock. */
export function listOffHours(
  spans: readonly Dates[],
): Query<{ trainerId: number; date: string; from: number; until: number }> {
  return {
    text: `select e.trainer_id as "trainerId", e.on_date as date, e.from_minute as from, e.until_minute as until
      from unnest($1::date[], $2::date[]) as s (from_on, until_on)
        join trainer_exceptions e on e.tenant_id = app_tenant() and e.kind = 'off'
          and e.on_date between $3::date and $4::date and e.on_date between s.from_on and s.until_on`,
    values: valuesOf(spans),
  };
}

export interface BalanceRow {
  readonly trainerId: number;
  readonly asked: number;
  readonly helped: number;
  readonly askedMinutes: number;
  readonly helpedMinutes: number;
  readonly answerMinutes: number | null;
}

/** What asking and helping came to since an instant: trainings that changed hands, and how long answers took. */
export function listBalances(since: string): Query<BalanceRow> {
  const minutes = 'extract(epoch from t.ends_at - t.starts_at) / 60';
  return {
    text: `select trainer_id as "trainerId", sum(asked)::integer as asked, sum(helped)::integer as helped,
        sum(asked_minutes)::integer as "askedMinutes", sum(helped_minutes)::integer as "helpedMinutes",
        avg(answer)::integer as "answerMinutes"
      from (
        select r.trainer_id, 1 as asked, 0 as helped, case when r.state = 'accepted' then ${minutes} else 0 end
            as asked_minutes, 0 as helped_minutes, null::numeric as answer
          from replacements r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
          where r.tenant_id = app_tenant() and r.created_at >= $1
        union all
        select r.helper_id, 0, 1, 0, ${minutes}, null
          from replacements r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
          where r.tenant_id = app_tenant() and r.created_at >= $1 and r.helper_id is not null and not t.is_cancelled
        union all
        select c.trainer_id, 0, 0, 0, 0, extract(epoch from c.applied_at - r.created_at) / 60
          from replacements r join replacement_candidates c on c.tenant_id = r.tenant_id and c.replacement_id = r.id
          where r.tenant_id = app_tenant() and r.created_at >= $1 and c.applied_at is not null
      ) as parts group by trainer_id`,
    values: [since],
  };
}
