import type { Query } from '#server/kernel/db.ts';
import type { Clash, DoubledClient } from '#shared/clients/merging/domain.ts';
import { emailTypedAt, onlyJoins } from '../data.ts';

/** A column that points to clients, its names quoted where that is needed. */
export interface Pointer {
  readonly table: string;
  readonly column: string;
  /** Besides the client, what a row is the only one of; empty: each client has one at most; null: as many as there are. */
  readonly keys: readonly string[] | null;
}

/** Everything that points to clients, asked of the database itself: whatever table comes is moved as well. */
export function listPointers(): Query<Pointer> {
  return {
    text: `select c.conrelid::regclass::text as table, quote_ident(a.attname) as column,
        (select array(select quote_ident(k.attname) from pg_attribute k where k.attrelid = c.conrelid
            and k.attnum = any (x.indkey::int2[]) and k.attname not in ('tenant_id', a.attname) order by k.attnum)
          from pg_index x where x.indrelid = c.conrelid and x.indisunique and x.indpred is null
            and a.attnum = any (x.indkey::int2[]) limit 1) as keys
      from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'tenant_id'
      where c.contype = 'f' and c.confrelid = 'clients'::regclass order by 1, 2`,
    values: [],
  };
}

/** What joining makes for somebody, which says nothing of whether they ever came. */
const ofJoining: ReadonlySet<string> = new Set([
  ...['joins', 'contracts', 'invoices', 'consents', 'campaign_redemptions'],
]);

/**
 * SQL that holds where a client, told by their column, has nothing here beside what joining makes.
 * @param pointers everything that points to clients
 */
export function hasNothingBeside(pointers: readonly Pointer[], client: string): string {
  return pointers
    .filter(({ table }) => !ofJoining.has(table))
    .map(
      ({ table, column }) =>
        `not exists (select from ${table} o where o.tenant_id = app_tenant() and o.${column} = ${client})`,
    )
    .join('\n          and ');
}

/** Answers a client who is nobody yet: who only joins, with nothing beside it. */
export function findNobody(clientId: number, pointers: readonly Pointer[]): Query<{ id: number }> {
  return {
    text: `select c.id from clients c where c.tenant_id = app_tenant() and c.id = $1 and ${onlyJoins('c.id')}
          and ${hasNothingBeside(pointers, 'c.id')}`,
    values: [clientId],
  };
}

export interface LockedClient {
  readonly id: number;
  readonly idCode: string | null;
  readonly hasErasure: boolean;
  readonly code: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** What is known of who the person is, as JSON. */
  readonly identity: string;
}

const columns = `id, id_code as "idCode", code,
  exists (select from erasures e where e.tenant_id = app_tenant() and e.client_id = clients.id and e.undone_at is null)
    as "hasErasure", first_name as "firstName", last_name as "lastName", email,
  jsonb_build_object('id_country', id_country, 'id_code', id_code, 'birth_date', birth_date, 'guardian', guardian,
    'id_shown_at', id_shown_at, 'is_blocked', is_blocked, 'banned_until', banned_until)::text
    as identity`;

export function findClients(ids: readonly number[]): Query<LockedClient> {
  return {
    text: `select ${columns} from clients where tenant_id = app_tenant() and id = any($1) order by id`,
    values: [ids],
  };
}

/** In the order of their ids. */
export function lockClients(ids: readonly number[]): Query<LockedClient> {
  return {
    text: `select ${columns} from clients where tenant_id = app_tenant() and id = any($1) order by id for update`,
    values: [ids],
  };
}

export function countRows(pointers: readonly Pointer[], id: number): Query<{ table: string; count: number }> {
  return {
    text: `${pointers
      .map(
        ({ table, column }) =>
          `select '${table}' as table, count(*)::integer as count from ${table} where tenant_id = app_tenant() and ${column} = $1`,
      )
      .join(' union all ')} order by 1`,
    values: [id],
  };
}

/** Bookings of the two that overlap or are of one training, and contracts of one category on one day. */
export function listClashes(keptId: number, goneId: number): Query<Clash> {
  const live = `('booked', 'offered', 'releasing', 'waiting')`;
  return {
    text: `select 'booking' as kind, t.name, u.name as "otherName", null::integer as "contractId",
        null::integer as "otherContractId", null::date as "startsOn", null::date as "otherStartsOn"
      from registrations r
        join registrations s on s.tenant_id = app_tenant() and s.client_id = $2 and s.state in ${live}
          and (s.training_id = r.training_id or (s.starts_at < r.ends_at and r.starts_at < s.ends_at
            and r.state in ('booked', 'offered') and s.state in ('booked', 'offered')))
        join trainings t on t.tenant_id = app_tenant() and t.id = r.training_id
        join trainings u on u.tenant_id = app_tenant() and u.id = s.training_id
      where r.tenant_id = app_tenant() and r.client_id = $1 and r.state in ${live}
      union all
      select 'contract', c.number, d.number, c.id, d.id, c.starts_on, d.starts_on
      from contracts c
        join contracts d on d.tenant_id = app_tenant() and d.client_id = $2 and d.state = 'live'
          and d.category = c.category
          and daterange(c.starts_on, c.ends_on, '[]') && daterange(d.starts_on, d.ends_on, '[]')
      where c.tenant_id = app_tenant() and c.client_id = $1 and c.state = 'live'
      order by 1, 2`,
    values: [keptId, goneId],
  };
}

/** Clients who share a mail address, but for those who have only begun to join, or only typed it. */
export function listOfSharedEmail(): Query<DoubledClient> {
  return {
    text: `select c.id, c.code, c.email, c.first_name as "firstName", c.last_name as "lastName",
        c.id_country as country, c.id_code as "idCode",
        exists (select from accounts a where a.tenant_id = c.tenant_id and a.client_id = c.id) as "hasAccount"
      from (select *, count(*) over (partition by lower(email)) as shared from clients
          where tenant_id = app_tenant() and email <> '' and ${emailTypedAt('clients')} is null
            and not ${onlyJoins('clients.id')}) c
      where c.shared > 1 order by lower(c.email), c.id limit 2000`,
    values: [],
  };
}

/** The accounts of a client whose tokens name the client. */
export function listAccounts(clientId: number): Query<{ id: number; sessionVersion: number }> {
  return {
    text: `select id, session_version as "sessionVersion" from accounts
      where tenant_id = app_tenant() and client_id = $1 order by id for no key update`,
    values: [clientId],
  };
}

/** Codes that both had, where each may use one once: they were two when they did, and both places stay. */
export function keepCodesOfBoth(keptId: number, goneId: number): Query {
  return {
    text: `update campaign_redemptions a set is_beside = true
      where tenant_id = app_tenant() and client_id = $2 and released_at is null
        and exists (select from campaign_redemptions b where b.tenant_id = app_tenant() and b.client_id = $1
          and b.campaign_id = a.campaign_id and b.released_at is null)`,
    values: [keptId, goneId],
  };
}

/** Moves every row; what each client may have once, as a choice or a place in a group, stays as the kept one has it. */
export function moveRows(
  pointers: readonly Pointer[],
  { keptId, goneId, identity, now }: { keptId: number; goneId: number; identity: string; now: string },
): Query[] {
  return [
    {
      text: `update accounts set session_version = session_version + 1, session_version_at = $2
        where tenant_id = app_tenant() and client_id = $1`,
      values: [goneId, now],
    },
    {
      // Who began to join is somebody here now: what is paid for is theirs, and whoever holds a draft changes nothing of them. Of
      // two who only join the draft of the one that stays goes on, until either is paid.
      text: `update joins b set taken_over_at = $3
        where tenant_id = app_tenant() and client_id in ($1, $2) and settled_at is null and taken_over_at is null
          and (client_id = $2 or not ${onlyJoins('$2')})`,
      values: [keptId, goneId, now],
    },
    {
      // One phone opens doors: the one that stays keeps its own.
      text: `update entry_devices d set revoked_at = $3
        from sessions s
        where d.tenant_id = app_tenant() and d.client_id in ($1, $2) and d.revoked_at is null
          and s.tenant_id = d.tenant_id and s.id = d.session_id
          and (s.ended_at is not null or d.client_id = $2 and exists (select from entry_devices k
            join sessions t on t.tenant_id = k.tenant_id and t.id = k.session_id
            where k.tenant_id = app_tenant() and k.client_id = $1 and k.revoked_at is null and t.ended_at is null))`,
      values: [keptId, goneId, now],
    },
    {
      // A card in a wallet shows the name of the one that goes.
      text: `update keycards set ended_at = $2 where tenant_id = app_tenant() and client_id = $1 and ended_at is null`,
      values: [goneId, now],
    },
    {
      // Of a package one waits for its payment.
      text: `update contracts c set state = 'dropped' where tenant_id = app_tenant() and client_id = $2 and state = 'pending'
        and exists (select from contracts d where d.tenant_id = c.tenant_id and d.client_id = $1
          and d.product_id = c.product_id and d.state = 'pending')`,
      values: [keptId, goneId],
    },
    {
      // What is handed over once it is paid names its client within.
      text: `update invoice_lines l set item = case
          when l.item -> 'holder' ->> 'clientId' = $2::text then jsonb_set(l.item, '{holder,clientId}', to_jsonb($1::integer))
          else jsonb_set(l.item, '{clientId}', to_jsonb($1::integer)) end
        from invoices n
        where l.tenant_id = app_tenant() and n.tenant_id = l.tenant_id and n.id = l.invoice_id and n.state <> 'issued'
          and $2::text in (l.item -> 'holder' ->> 'clientId', l.item ->> 'clientId')`,
      values: [keptId, goneId],
    },
    {
      // By them the trail is searched once the one that stays is erased.
      text: 'update joins set of_clients = of_clients || $1 where tenant_id = app_tenant() and client_id = $1',
      values: [goneId],
    },
    ...pointers.flatMap(({ table, column, keys }): Query[] => [
      ...(keys
        ? [
            {
              text: `delete from ${table} a where tenant_id = app_tenant() and ${column} = $2
                and exists (select from ${table} b where b.tenant_id = app_tenant() and b.${column} = $1
                  ${keys.map((key) => `and b.${key} = a.${key}`).join(' ')})`,
              values: [keptId, goneId],
            },
          ]
        : []),
      {
        text: `update ${table} set ${column} = $1 where tenant_id = app_tenant() and ${column} = $2`,
        values: [keptId, goneId],
      },
    ]),
    {
      // What they had of each other is their own.
      text: `update ticket_shares s set ended_at = $2, ended_by = 'owner' from tickets t
        where s.tenant_id = app_tenant() and s.client_id = $1 and s.ended_at is null
          and t.tenant_id = s.tenant_id and t.id = s.ticket_id and t.client_id = $1`,
      values: [keptId, now],
    },
    {
      text: 'delete from clients where tenant_id = app_tenant() and id = $1',
      values: [goneId],
    },
    {
      // Who the person is may have been known of the other alone, a code with its country; contact stays as it is, and so does what bars either.
      text: `update clients c set id_country = case when c.id_code is null and g ->> 'id_code' is not null then g ->> 'id_country'
            else coalesce(c.id_country, g ->> 'id_country') end,
          id_code = coalesce(c.id_code, g ->> 'id_code'),
          id_shown_at = case when c.id_code is null then (g ->> 'id_shown_at')::timestamptz else c.id_shown_at end,
          birth_date = coalesce(c.birth_date, (g ->> 'birth_date')::date),
          guardian = coalesce(c.guardian, nullif(g -> 'guardian', 'null')),
          is_blocked = c.is_blocked or coalesce((g ->> 'is_blocked')::boolean, false),
          banned_until = greatest(c.banned_until, (g ->> 'banned_until')::timestamptz)
        from (select $2::jsonb as g) as of_gone
        where c.tenant_id = app_tenant() and c.id = $1`,
      values: [keptId, identity],
    },
  ];
}
