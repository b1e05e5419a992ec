import type { Query } from '#server/kernel/db.ts';

export interface Contact {
  readonly clientId: number;
  readonly trainerId: number | null;
  readonly language: string;
  readonly takesSms: boolean;
}

const contact = `a.client_id as "clientId", a.trainer_id as "trainerId", a.language,
  a.takes_substitute_sms as "takesSms"`;

/** Logins of trainers. */
export function listTrainers(ids: readonly number[]): Query<Contact> {
  return {
    text: `select ${contact} from accounts a
      where a.tenant_id = app_tenant() and a.trainer_id = any($1::integer[]) and not a.is_blocked order by a.id`,
    values: [ids],
  };
}

export function listAdministrators(): Query<Contact> {
  return {
    text: `select ${contact} from accounts a where a.tenant_id = app_tenant() and a.is_admin and not a.is_blocked
      order by a.id`,
    values: [],
  };
}

export function nextMessageIds(count: number): Query<{ id: number }> {
  return {
    text: `select nextval('messages_id_seq')::integer as id from generate_series(1, $1::integer)`,
    values: [count],
  };
}
