import type { Query } from '#server/kernel/db.ts';

/** Nobody counts as inside for longer: at midnight, at the latest, everybody is out. */
const longestHours = 24;

export interface InsideRow {
  readonly clubId: number;
  readonly clientId: number;
  readonly name: string;
  readonly since: string;
  readonly insideUntil: string;
  readonly letInBy: string | null;
  readonly note: string | null;
}

/** Whose last entry into a club that has doors was inwards and is not over; the latest first. */
export function listInside(now: string): Query<InsideRow> {
  return {
    text: `select l.club_id as "clubId", l.client_id as "clientId", c.first_name || ' ' || c.last_name as name, l.at as since,
        l.inside_until as "insideUntil", s.first_name || ' ' || s.last_name as "letInBy", l.note
      from (
        select distinct on (e.club_id, e.client_id) e.club_id, e.client_id, e.at, e.direction, e.inside_until, e.account_id,
          e.note
        from entries e
        where e.tenant_id = app_tenant() and e.result = 'accepted'
          and e.club_id in (select d.club_id from doors d where d.tenant_id = app_tenant())
          and e.at > $1::timestamptz - interval '${longestHours} hours'
        order by e.club_id, e.client_id, e.at desc
      ) l
      join clients c on c.tenant_id = app_tenant() and c.id = l.client_id
      left join accounts a on a.tenant_id = app_tenant() and a.id = l.account_id
      left join clients s on s.tenant_id = app_tenant() and s.id = a.client_id
      where l.direction = 'in' and l.inside_until > $1
      order by l.at desc limit 2000`,
    values: [now],
  };
}

export interface RefusedRow {
  readonly id: number;
  readonly clubId: number;
  readonly clientId: number;
  readonly doorId: number;
  readonly name: string;
  readonly at: string;
  readonly reason: string;
}

/** The latest refusal of each person at a club since an instant, where nothing let them in after it. */
export function listRefused(since: string): Query<RefusedRow> {
  return {
    text: `select r.id, r.club_id as "clubId", r.client_id as "clientId", r.door_id as "doorId",
        c.first_name || ' ' || c.last_name as name, r.at, r.reason
      from (
        select distinct on (e.club_id, e.client_id) e.*
        from entries e
        where e.tenant_id = app_tenant()
          and e.club_id in (select d.club_id from doors d where d.tenant_id = app_tenant())
          and e.at > $1
        order by e.club_id, e.client_id, e.at desc
      ) r
      join clients c on c.tenant_id = app_tenant() and c.id = r.client_id
      where r.result = 'refused' and r.direction = 'in'
      order by r.at desc limit 100`,
    values: [since],
  };
}

export interface RefusalRow {
  readonly id: number;
  readonly clientId: number;
  readonly doorId: number;
  readonly at: string;
  /** The latest entry of the same person at the club that a door or somebody allowed, if it came after. */
  readonly isInSince: boolean;
}

export function findRefusal(id: number): Query<RefusalRow> {
  return {
    text: `select e.id, e.client_id as "clientId", e.door_id as "doorId", e.at,
        exists (select from entries o where o.tenant_id = e.tenant_id and o.client_id = e.client_id
          and o.club_id = e.club_id and o.result = 'accepted' and o.direction = 'in' and o.at >= e.at) as "isInSince"
      from entries e
      where e.tenant_id = app_tenant() and e.id = $1 and e.result = 'refused' and e.direction = 'in'
        and e.client_id is not null`,
    values: [id],
  };
}

/** Once for each refusal: whoever presses too changes nothing. */
export function insertOverride(entry: {
  readonly scanId: string;
  readonly refusalId: number;
  readonly accountId: number;
  readonly note: string;
  readonly now: string;
  readonly localDate: string;
  readonly insideUntil: string;
}): Query {
  return {
    text: `insert into entries (scan_id, door_id, club_id, client_id, direction, at, local_date, received_at, is_offline,
        result, by, inside_until, overrides_id, account_id, note)
      select $1, door_id, club_id, client_id, direction, $5, $6, $5, false, 'accepted', 'override', $7, id, $3, $4
      from entries where tenant_id = app_tenant() and id = $2
      on conflict do nothing`,
    values: [
      entry.scanId,
      entry.refusalId,
      entry.accountId,
      entry.note,
      entry.now,
      entry.localDate,
      entry.insideUntil,
    ],
  };
}
