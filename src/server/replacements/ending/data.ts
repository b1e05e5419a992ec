import type { Query } from '#server/kernel/db.ts';
import type { ReplacementState } from '#shared/replacements/domain.ts';

export interface OpenRow {
  readonly id: number;
  readonly trainingId: number;
  readonly trainerId: number;
  readonly state: ReplacementState;
  readonly opensToAllAt: string;
  readonly alertedHours: number | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isCancelled: boolean;
  /** Who holds the training now. */
  readonly heldBy: number | null;
  readonly name: string;
  readonly trainerName: string;
  readonly roomName: string;
  readonly clubName: string;
  readonly clubId: number;
  readonly styleId: number;
  readonly comment: string;
}

const request = `r.id, r.training_id as "trainingId", r.trainer_id as "trainerId", r.state,
  r.opens_to_all_at as "opensToAllAt", r.alerted_hours as "alertedHours", t.starts_at as "startsAt",
  t.ends_at as "endsAt", t.is_cancelled as "isCancelled", t.trainer_id as "heldBy",
  concat_ws(' ', nullif(t.name_prefix, ''), t.name) as name, n.first_name || ' ' || n.last_name as "trainerName",
  o.name as "roomName", b.name as "clubName", t.club_id as "clubId", t.style_id as "styleId", r.comment`;
const requests = `from replacements r
  join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
  join trainers n on n.tenant_id = r.tenant_id and n.id = r.trainer_id
  join rooms o on o.tenant_id = t.tenant_id and o.id = t.room_id
  join clubs b on b.tenant_id = t.tenant_id and b.id = t.club_id`;

/** Open requests, of these trainings or all. */
export function listOpen(trainingIds: readonly number[] | null): Query<OpenRow> {
  return {
    text: `select ${request} ${requests}
      where r.tenant_id = app_tenant() and r.state in ('openPreferred', 'openAll')
        ${trainingIds === null ? '' : 'and r.training_id = any($1::integer[])'}
      order by r.training_id`,
    values: trainingIds === null ? [] : [trainingIds],
  };
}

export interface HandedBackRow extends OpenRow {
  readonly helperId: number;
  readonly helperName: string;
}

/**
 * Accepted requests of these trainings which whoever asked holds again, with those by which it was given on since, in their
 * order. What went to and fro by requests alone is held by whoever was accepted last.
 */
export function listHandedBack(trainingIds: readonly number[]): Query<HandedBackRow> {
  return {
    text: `select ${request}, r.helper_id as "helperId",
        h.first_name || ' ' || h.last_name as "helperName"
      ${requests} join trainers h on h.tenant_id = r.tenant_id and h.id = r.helper_id
      where r.tenant_id = app_tenant() and r.training_id = any($1::integer[]) and not t.is_cancelled
        and r.id >= (select max(b.id) from replacements b where b.tenant_id = app_tenant()
          and b.training_id = r.training_id and b.state = 'accepted' and b.trainer_id = t.trainer_id)
        and t.trainer_id is distinct from (select l.helper_id from replacements l where l.tenant_id = app_tenant()
          and l.training_id = r.training_id and l.state = 'accepted' order by l.id desc limit 1)
      order by r.training_id, r.id`,
    values: [trainingIds],
  };
}

/** Whoever was accepted does not hold it after all. */
export function handBack(ids: readonly number[], now: string): Query[] {
  return [
    {
      text: `update replacements set state = 'cancelled', helper_id = null, end_reason = 'trainerChanged', ended_at = $2
        where tenant_id = app_tenant() and id = any($1::integer[])`,
      values: [ids, now],
    },
    {
      text: `update replacement_candidates set state = 'void', changed_at = $2
        where tenant_id = app_tenant() and replacement_id = any($1::integer[]) and state = 'accepted'`,
      values: [ids, now],
    },
  ];
}

export function setOpenToAll(ids: readonly number[]): Query {
  return {
    text: `update replacements set state = 'openAll' where tenant_id = app_tenant() and id = any($1::integer[])`,
    values: [ids],
  };
}

export function setAlerted(id: number, hours: number): Query {
  return {
    text: 'update replacements set alerted_hours = $2 where tenant_id = app_tenant() and id = $1',
    values: [id, hours],
  };
}

/** Trainers who did something about a request, or were asked before it was for everybody. */
export function listInvolved(
  ids: readonly number[],
): Query<{ replacementId: number; trainerId: number; state: string }> {
  return {
    text: `select replacement_id as "replacementId", trainer_id as "trainerId", state from replacement_candidates
      where tenant_id = app_tenant() and replacement_id = any($1::integer[])`,
    values: [ids],
  };
}
