import type { Query } from '#server/kernel/db.ts';
import type { CandidateState, ReplacementState, reasons } from '#shared/replacements/domain.ts';

export interface NameLanguages {
  readonly language: string;
  readonly defaultLanguage: string;
}

export interface TrainingRow {
  readonly trainingId: number;
  readonly name: string;
  readonly trainerId: number | null;
  readonly trainerName: string;
  readonly styleId: number;
  readonly typeName: string;
  readonly typeColor: string;
  readonly clubId: number;
  readonly clubName: string;
  readonly roomName: string;
  readonly localDate: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly booked: number;
  readonly maxPlaces: number;
  readonly isCancelled: boolean;
}

const training = `t.id as "trainingId", concat_ws(' ', nullif(t.name_prefix, ''), t.name) as name,
  t.style_id as "styleId", coalesce(s.names->>$1::text, s.names->>$2::text) as "typeName", s.colour as "typeColor",
  t.club_id as "clubId", b.name as "clubName", o.name as "roomName", t.local_date as "localDate",
  t.starts_at as "startsAt", t.ends_at as "endsAt", t.booked, t.max_places as "maxPlaces",
  t.is_cancelled as "isCancelled"`;
const places = `join styles s on s.tenant_id = t.tenant_id and s.id = t.style_id
  join clubs b on b.tenant_id = t.tenant_id and b.id = t.club_id
  join rooms o on o.tenant_id = t.tenant_id and o.id = t.room_id`;

/** Trainings somebody is looked for, in order of time. */
export function listTrainings(
  ids: readonly number[],
  { language, defaultLanguage }: NameLanguages,
): Query<TrainingRow> {
  return {
    text: `select ${training}, t.trainer_id as "trainerId", coalesce(n.first_name || ' ' || n.last_name, '') as "trainerName"
      from trainings t ${places} left join trainers n on n.tenant_id = t.tenant_id and n.id = t.trainer_id
      where t.tenant_id = app_tenant() and t.id = any($3::integer[]) order by t.starts_at, t.id`,
    values: [language, defaultLanguage, ids],
  };
}

/** Locks trainings, first of everything, in one order for everybody. */
export function lockTrainings(ids: readonly number[]): Query<{ id: number }> {
  return {
    text: `select id from trainings where tenant_id = app_tenant() and id = any($1::integer[]) order by id
      for no key update`,
    values: [ids],
  };
}

export interface RequestRow extends TrainingRow {
  readonly id: number;
  /** Who asks, whoever holds the training by now. */
  readonly trainerId: number;
  /** Who wrote the request: the trainer, or the office for them. */
  readonly accountId: number;
  readonly reason: (typeof reasons)[number];
  readonly comment: string;
  readonly state: ReplacementState;
  readonly opensToAllAt: string;
  readonly helperId: number | null;
  readonly helperName: string;
  readonly createdAt: string;
  readonly alertedHours: number | null;
}

const request = `r.id, r.trainer_id as "trainerId", r.account_id as "accountId", n.first_name || ' ' || n.last_name as "trainerName", r.reason,
  r.comment, r.state, r.opens_to_all_at as "opensToAllAt", r.helper_id as "helperId",
  coalesce(h.first_name || ' ' || h.last_name, '') as "helperName", r.created_at as "createdAt",
  r.alerted_hours as "alertedHours"`;
const requests = `from replacements r
  join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id ${places}
  join trainers n on n.tenant_id = r.tenant_id and n.id = r.trainer_id
  left join trainers h on h.tenant_id = r.tenant_id and h.id = r.helper_id`;

/** Requests whose trainings are ahead or since a local date, the soonest first. */
export function listRequests(since: string, { language, defaultLanguage }: NameLanguages): Query<RequestRow> {
  return {
    text: `select ${training}, ${request} ${requests}
      where r.tenant_id = app_tenant() and t.local_date >= $3::date order by t.starts_at, r.id`,
    values: [language, defaultLanguage, since],
  };
}

export function findRequest(id: number, { language, defaultLanguage }: NameLanguages): Query<RequestRow> {
  return {
    text: `select ${training}, ${request} ${requests} where r.tenant_id = app_tenant() and r.id = $3`,
    values: [language, defaultLanguage, id],
  };
}

/** Locks the training a request is about, then the request: in this order for everybody. */
export function lockTrainingOf(requestId: number): Query<{ id: number }> {
  return {
    text: `select t.id from trainings t where t.tenant_id = app_tenant() and t.id = (select r.training_id
      from replacements r where r.tenant_id = app_tenant() and r.id = $1) for no key update`,
    values: [requestId],
  };
}

export function lockRequest(requestId: number): Query<{ id: number }> {
  return {
    text: 'select id from replacements where tenant_id = app_tenant() and id = $1 for update',
    values: [requestId],
  };
}

export interface CandidateRow {
  readonly replacementId: number;
  readonly trainerId: number;
  readonly name: string;
  readonly isPreferred: boolean;
  readonly state: CandidateState;
  readonly comment: string;
  readonly appliedAt: string | null;
}

/** Everybody who was preferred or did something, those who applied first. */
export function listCandidates(requestIds: readonly number[]): Query<CandidateRow> {
  return {
    text: `select c.replacement_id as "replacementId", c.trainer_id as "trainerId",
        t.first_name || ' ' || t.last_name as name, c.is_preferred as "isPreferred", c.state, c.comment,
        c.applied_at as "appliedAt"
      from replacement_candidates c join trainers t on t.tenant_id = c.tenant_id and t.id = c.trainer_id
      where c.tenant_id = app_tenant() and c.replacement_id = any($1::integer[])
      order by c.applied_at nulls last, c.id`,
    values: [requestIds],
  };
}

/** Trainings of these with a request that is open. */
export function listAsked(trainingIds: readonly number[]): Query<{ trainingId: number }> {
  return {
    text: `select training_id as "trainingId" from replacements where tenant_id = app_tenant()
      and training_id = any($1::integer[]) and state in ('openPreferred', 'openAll')`,
    values: [trainingIds],
  };
}

export function nextIds(count: number): Query<{ id: number }> {
  return {
    text: `select nextval('replacements_id_seq')::integer as id from generate_series(1, $1::integer)`,
    values: [count],
  };
}

export interface NewRequest {
  readonly id: number;
  readonly trainingId: number;
  readonly trainerId: number;
  readonly accountId: number;
  readonly reason: string;
  readonly comment: string;
  readonly state: ReplacementState;
  readonly opensToAllAt: string;
  readonly preferredIds: readonly number[];
}

export function insertRequest(asked: NewRequest, now: string): Query[] {
  const { id, trainingId, trainerId, accountId, reason, comment, state, opensToAllAt, preferredIds } = asked;
  return [
    {
      text: `insert into replacements (id, training_id, trainer_id, account_id, reason, comment, state,
        opens_to_all_at, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [id, trainingId, trainerId, accountId, reason, comment, state, opensToAllAt, now],
    },
    {
      text: `insert into replacement_candidates (replacement_id, trainer_id, is_preferred, state, changed_at)
        select $1, p, true, 'asked', $3 from unnest($2::integer[]) as p`,
      values: [id, preferredIds, now],
    },
  ];
}

/** A trainer's part in a request; the first who applies answers it. */
export function saveApplication(
  requestId: number,
  trainerId: number,
  { state, comment, now }: { state: 'applied' | 'withdrawn'; comment: string; now: string },
): Query[] {
  const isApplied = state === 'applied';
  return [
    {
      text: `insert into replacement_candidates (replacement_id, trainer_id, is_preferred, state, comment, applied_at,
          changed_at)
        values ($1, $2, false, $3, $4, $5, $6)
        on conflict (tenant_id, replacement_id, trainer_id) do update set state = excluded.state,
          comment = excluded.comment, changed_at = excluded.changed_at,
          applied_at = case when excluded.applied_at is null then replacement_candidates.applied_at
            else excluded.applied_at end`,
      values: [requestId, trainerId, state, comment, isApplied ? now : null, now],
    },
    ...(isApplied
      ? [
          {
            text: `update replacements set answered_at = $2
              where tenant_id = app_tenant() and id = $1 and answered_at is null`,
            values: [requestId, now],
          },
        ]
      : []),
  ];
}

/** A request is filled: one is accepted, the others are not, and what the helper applied to at that time is void. */
export function accept(
  { id, startsAt, endsAt }: { readonly id: number; readonly startsAt: string; readonly endsAt: string },
  helperId: number,
  now: string,
): Query[] {
  return [
    {
      text: `update replacements set state = 'accepted', helper_id = $2, ended_at = $3
        where tenant_id = app_tenant() and id = $1`,
      values: [id, helperId, now],
    },
    {
      text: `update replacement_candidates set state = 'rejected', changed_at = $3
        where tenant_id = app_tenant() and replacement_id = $1 and trainer_id <> $2 and state = 'applied'`,
      values: [id, helperId, now],
    },
    {
      text: `insert into replacement_candidates (replacement_id, trainer_id, is_preferred, state, changed_at)
        values ($1, $2, false, 'accepted', $3)
        on conflict (tenant_id, replacement_id, trainer_id) do update set state = 'accepted', changed_at = $3`,
      values: [id, helperId, now],
    },
    {
      text: `update replacement_candidates c set state = 'void', changed_at = $4
        from replacements r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
        where c.tenant_id = app_tenant() and c.trainer_id = $1 and c.state in ('applied', 'asked')
          and r.tenant_id = c.tenant_id and r.id = c.replacement_id
          and t.starts_at < $3 and t.ends_at > $2`,
      values: [helperId, startsAt, endsAt, now],
    },
  ];
}

export type EndReason = 'takenBack' | 'trainingCancelled' | 'trainerChanged';

/** Ends requests that are open, which their trainings’ locks keep so: nobody is looked for any more. */
export function end(
  requestIds: readonly number[],
  state: 'cancelled' | 'expired',
  reason: EndReason | '',
  now: string,
): Query[] {
  return [
    {
      text: `update replacements set state = $2, end_reason = $3, ended_at = $4
        where tenant_id = app_tenant() and id = any($1::integer[])`,
      values: [requestIds, state, reason, now],
    },
    {
      text: `update replacement_candidates set state = 'void', changed_at = $2
        where tenant_id = app_tenant() and replacement_id = any($1::integer[]) and state in ('asked', 'applied')`,
      values: [requestIds, now],
    },
  ];
}
