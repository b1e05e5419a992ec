import type { Query } from '#server/kernel/db.ts';

/** Locks up to which day the centre's mornings were told; a row there is of reminders. */
export function lockMorning(): Query<{ morningOn: string | null }> {
  return {
    text: 'select morning_on::text as "morningOn" from reminder_marks where tenant_id = app_tenant() for update',
    values: [],
  };
}

export function moveMorning(date: string): Query {
  return { text: 'update reminder_marks set morning_on = $1 where tenant_id = app_tenant()', values: [date] };
}

export function findMorning(accountId: number): Query<{ isWanted: boolean; isStaff: boolean }> {
  return {
    text: `select takes_morning_mail as "isWanted", is_admin or trainer_id is not null as "isStaff" from accounts
      where tenant_id = app_tenant() and id = $1`,
    values: [accountId],
  };
}

export function saveMorning(accountId: number, isWanted: boolean): Query {
  return {
    text: 'update accounts set takes_morning_mail = $2 where tenant_id = app_tenant() and id = $1',
    values: [accountId, isWanted],
  };
}

export interface ReaderRow {
  readonly accountId: number;
  readonly email: string;
  readonly language: string;
  readonly firstName: string;
  readonly isAdmin: boolean;
  readonly trainerId: number | null;
}

/** Staff who want to hear of their day. */
export function listReaders(): Query<ReaderRow> {
  return {
    text: `select a.id as "accountId", a.email, a.language, c.first_name as "firstName", a.is_admin as "isAdmin",
        a.trainer_id as "trainerId"
      from accounts a join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
      where a.tenant_id = app_tenant() and a.takes_morning_mail and not a.is_blocked
        and (a.is_admin or a.trainer_id is not null)
      order by a.id`,
    values: [],
  };
}

export interface TrainingOfDay {
  readonly name: string;
  readonly startsAt: string;
  readonly roomName: string;
  readonly clubName: string;
  readonly trainerId: number | null;
  readonly booked: number;
  readonly maxPlaces: number;
  readonly waiting: number;
}

/** What takes place on a day, in its order. */
export function listDay(date: string): Query<TrainingOfDay> {
  return {
    text: `select concat_ws(' ', nullif(t.name_prefix, ''), t.name) as name, t.starts_at as "startsAt", o.name as "roomName",
        c.name as "clubName", t.trainer_id as "trainerId", t.booked, t.max_places as "maxPlaces", t.waiting
      from trainings t
        join clubs c on c.tenant_id = t.tenant_id and c.id = t.club_id
        join rooms o on o.tenant_id = t.tenant_id and o.id = t.room_id
      where t.tenant_id = app_tenant() and t.local_date = $1 and not t.is_cancelled
      order by t.starts_at, t.id`,
    values: [date],
  };
}

/** What waits to be done, by the centre as a whole. */
export function countWaiting(now: string): Query<{ replacements: number; rolls: number; bank: number }> {
  return {
    text: `select
        (select count(*)::integer from replacements r where r.tenant_id = app_tenant()
          and r.state in ('openPreferred', 'openAll')) as replacements,
        (select count(*)::integer from trainings t where t.tenant_id = app_tenant() and t.ends_at < $1::timestamptz
          and t.ends_at > $1::timestamptz - interval '3 days' and t.roll_opened_at is not null
          and t.roll_closed_at is null) as rolls,
        (select count(*)::integer from bank_entries b where b.tenant_id = app_tenant() and b.state in ('proposed', 'unmatched')) as bank`,
    values: [now],
  };
}
