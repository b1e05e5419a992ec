import type { Statement } from '#server/kernel/batch.ts';
import type { DemoState } from './domain.ts';

/** A registration as it is sent: ids, and seconds of the epoch. */
export interface RegistrationRow {
  readonly trainingId: number;
  readonly clientId: number;
  readonly state: DemoState;
  readonly place: number | null;
  readonly createdAt: number;
  readonly freeUntil: number;
  readonly endedAt: number | null;
  readonly presence: boolean | null;
}

/** Registrations in the order given: who came first has the lower id. */
export function insertRegistrations(tenantId: number, rows: readonly RegistrationRow[]): Statement {
  const column = <Key extends keyof RegistrationRow>(key: Key) => rows.map((row) => row[key]);
  return {
    text: `insert into registrations (tenant_id, training_id, client_id, state, place, created_at, free_until, ended_at,
        presence, style_id, starts_at, ends_at, local_date)
      select t.tenant_id, t.id, r.client_id, r.state, r.place, to_timestamp(r.created_at), to_timestamp(r.free_until),
        to_timestamp(r.ended_at), r.presence, t.style_id, t.starts_at, t.ends_at, t.local_date
      from unnest($2::integer[], $3::integer[], $4::text[], $5::integer[], $6::integer[], $7::integer[], $8::integer[],
        $9::boolean[]) with ordinality
        as r (training_id, client_id, state, place, created_at, free_until, ended_at, presence, rank)
      join trainings t on t.tenant_id = $1 and t.id = r.training_id
      order by r.rank`,
    values: [
      tenantId,
      column('trainingId'),
      column('clientId'),
      column('state'),
      column('place'),
      column('createdAt'),
      column('freeUntil'),
      column('endedAt'),
      column('presence'),
    ],
  };
}

/** The history of the queues of some trainings: who waits joined them, who waited in vain left them or saw them close. */
export function insertWaitlistMoves(tenantId: number, trainingIds: readonly number[]): Statement {
  return {
    text: `insert into queue_moves (tenant_id, training_id, registration_id, kind, moved_at)
      select tenant_id, training_id, id, kind, moved_at from (
        select tenant_id, training_id, id, 'joined' as kind, created_at as moved_at from registrations
          where tenant_id = $1 and training_id = any($2::integer[]) and state in ('waiting', 'left', 'closed')
        union all
        select tenant_id, training_id, id, state, ended_at from registrations
          where tenant_id = $1 and training_id = any($2::integer[]) and state in ('left', 'closed')) as moves
      order by moved_at, id, kind desc`,
    values: [tenantId, trainingIds],
  };
}
