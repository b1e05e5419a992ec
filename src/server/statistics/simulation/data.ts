import type { Query } from '#server/kernel/db.ts';

/** Rows as one text, which this process only hands on: tens of thousands are read where nobody waits meanwhile. */
interface Packed {
  readonly rows: string;
}

const packed = (select: string) => `select coalesce(json_agg(one), '[]')::text as rows from (${select}) one`;

// The index is of starts, and no training is longer than a day.
const isSince = (table: string) =>
  `${table}.ends_at > $1 and ${table}.starts_at > $1::timestamptz - interval '1 day'`;

/** Every registration to trainings that end after an instant: what was left unused of one came about with its end. */
export function packRecordedRequests({ since }: { since: string }): Query<Packed> {
  return {
    text: packed(`select r.id as "registrationId", r.client_id as "clientId", r.training_id as "trainingId", r.state,
        r.created_at as "createdAt", r.ended_at as "endedAt", r.presence,
        r.strike_waived_at is not null as "isWaived", c.notice_minutes as "noticeMinutes"
      from registrations r join clients c on c.tenant_id = r.tenant_id and c.id = r.client_id
      where r.tenant_id = app_tenant() and ${isSince('r')}`),
    values: [since],
  };
}

export function packRecordedTrainings({ since }: { since: string }): Query<Packed> {
  return {
    text: packed(`select id, name, style_id as "styleId", starts_at as "startsAt", ends_at as "endsAt",
        local_date as "localDate", max_places as "maxPlaces", is_waiting_list_allowed as "isWaitingListAllowed"
      from trainings t where tenant_id = app_tenant() and ${isSince('t')}`),
    values: [since],
  };
}

export function listNames({
  clientIds,
}: {
  clientIds: readonly number[];
}): Query<{ readonly id: number; readonly name: string }> {
  return {
    text: `select id, first_name || ' ' || last_name as name from clients
      where tenant_id = app_tenant() and id = any($1::integer[])`,
    values: [clientIds],
  };
}
