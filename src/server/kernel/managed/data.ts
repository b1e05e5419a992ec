import { natural, type Query } from '#server/kernel/db.ts';
import type { ErrorCode, ErrorDetails } from '#shared/kernel/errors.ts';
import type { Reference } from '#shared/kernel/fields.ts';
import type { Language } from '#shared/kernel/language.ts';

/** A thing as it is stored, in the shape of its form. */
export interface Kept {
  readonly id: number;
  readonly values: unknown;
  readonly facts?: Readonly<Record<string, string>>;
}

/** What a list is asked for. */
export interface Asked {
  readonly q: string | null;
  readonly id: number | null;
  readonly offset: number;
  readonly limit: number;
}

/** The SQL of one kind of thing. */
export interface Kind<Values> {
  /** Its name in the audit trail. */
  readonly noun: string;
  /** Whether visitors' pages show it. */
  readonly isPublic: boolean;
  /** What its form chooses from. */
  readonly references: readonly Reference[];
  list(asked: Asked): Query<Kept & { readonly total: number }>;
  /** One of them, locked. */
  lock(id: number): Query<Kept>;
  nextId(): Query<{ readonly id: number }>;
  /** Fields that contradict what else there is; asked before anything is saved. */
  problems?(id: number, values: Values): Query<{ readonly field: string }>;
  /** Why one that is locked may not become like this, or without values may not go; asked before anything is saved. */
  refusal?(
    id: number,
    values: Values | undefined,
    now: string,
  ): Query<{ readonly code: ErrorCode; readonly details?: ErrorDetails | null }>;
  /** Writes a new one or the changed one. */
  save(id: number, values: Values, now: string): readonly Query[];
  remove(id: number): Query;
}

export interface ReferenceRow {
  readonly list: Reference;
  readonly id: number;
  readonly name: string;
  readonly isOff: boolean;
}

const ofList: Readonly<Record<Reference, string>> = {
  clubs: `select 'clubs', id, name, false, position::bigint from clubs where tenant_id = app_tenant()`,
  roomGroups: `select 'roomGroups', id, name, false, id from room_groups where tenant_id = app_tenant()`,
  // With its club where there are several: each may have a room 1.
  rooms: `select 'rooms', o.id, o.name || case when count(*) over () = count(*) over (partition by o.club_id)
    then '' else ', ' || c.name end, false, dense_rank() over (order by c.position, c.id)
    from rooms o join clubs c on c.tenant_id = o.tenant_id and c.id = o.club_id where o.tenant_id = app_tenant()`,
  styles: `select 'styles', id, names ->> $1::text, false, id from styles where tenant_id = app_tenant()`,
  trainers: `select 'trainers', id, first_name || ' ' || last_name, not is_active, id from trainers
    where tenant_id = app_tenant()`,
  accounts: `select 'accounts', id, email, is_blocked, id from accounts where tenant_id = app_tenant()
    and (is_admin or trainer_id is not null)`,
  products: `select 'products', id, names ->> $1::text, not is_active, position from products where tenant_id = app_tenant()`,
  packages: `select 'packages', id, names ->> $1::text, not is_active, position from products
    where tenant_id = app_tenant() and kind = 'package'`,
  fees: `select 'fees', id, names ->> $1::text, not is_active, position from products
    where tenant_id = app_tenant() and kind = 'joiningFee'`,
  videoTypes: `select 'videoTypes', id, names ->> $1::text, false, position from video_types
    where tenant_id = app_tenant()`,
};

/** Names of the centre's things that forms choose from. */
export function listReferences(lists: readonly Reference[], language: Language): Query<ReferenceRow> {
  const parts = lists.map((list) => ofList[list]);
  return {
    text: `select list, id, name, off as "isOff" from (${
      parts.length === 0
        ? "select null::text, null::integer, null::text, false, 0::bigint where $1::text = ''"
        : parts.join(' union all ')
    }) as of_all (list, id, name, off, place) where $1::text <> '' order by list, place, ${natural('name')}, id`,
    values: [language],
  };
}
