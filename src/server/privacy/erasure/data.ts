import { isOpenLogin } from '#server/clients/data.ts';
import { hasNothingBeside, type Pointer } from '#server/clients/merging/data.ts';
import type { Query } from '#server/kernel/db.ts';

export interface ErasureRow {
  readonly id: number;
  readonly clientId: number;
  readonly askedAt: string;
  readonly dueAt: string;
  readonly undoneAt: string | null;
  readonly closedAt: string | null;
  readonly doneAt: string | null;
  readonly heldBy: string;
}

const columns = `id, client_id as "clientId", asked_at as "askedAt", due_at as "dueAt", undone_at as "undoneAt",
  closed_at as "closedAt", done_at as "doneAt", held_by as "heldBy"`;

export function findErasure(clientId: number): Query<ErasureRow> {
  return {
    text: `select ${columns} from erasures where tenant_id = app_tenant() and client_id = $1 and undone_at is null`,
    values: [clientId],
  };
}

/** The erasures a job has to do with: those that are due, and those whose bookings are to be given back still. */
export function listOpenErasures(): Query<ErasureRow> {
  return {
    text: `select ${columns} from erasures
      where tenant_id = app_tenant() and undone_at is null and done_at is null order by due_at, id limit 500`,
    values: [],
  };
}

export function findErasureById(id: number): Query<ErasureRow> {
  return {
    text: `select ${columns} from erasures where tenant_id = app_tenant() and id = $1`,
    values: [id],
  };
}

export function lockErasure(id: number): Query<ErasureRow> {
  return {
    text: `select ${columns} from erasures where tenant_id = app_tenant() and id = $1 for update`,
    values: [id],
  };
}

export function insertErasure(row: {
  readonly clientId: number;
  readonly askedBy: number;
  readonly now: string;
  readonly dueAt: string;
}): Query {
  return {
    text: 'insert into erasures (client_id, asked_by, asked_at, due_at) values ($1, $2, $3, $4)',
    values: [row.clientId, row.askedBy, row.now, row.dueAt],
  };
}

export function undoErasure(id: number, now: string): Query {
  return {
    text: 'update erasures set undone_at = $2 where tenant_id = app_tenant() and id = $1',
    values: [id, now],
  };
}

/**
 * What was asked for a client who only began to join is asked of nobody any more: they turned out to be somebody, who
 * did not ask.
 */
export function undoErasureOf(clientId: number, now: string): Query {
  return {
    text: `update erasures set undone_at = $2 where tenant_id = app_tenant() and client_id = $1
      and undone_at is null and closed_at is null`,
    values: [clientId, now],
  };
}

export function closeErasure(id: number, now: string): Query {
  return {
    text: `update erasures set closed_at = $2, held_by = '' where tenant_id = app_tenant() and id = $1`,
    values: [id, now],
  };
}

export function holdErasure(id: number, by: string): Query {
  return {
    text: 'update erasures set held_by = $2 where tenant_id = app_tenant() and id = $1',
    values: [id, by],
  };
}

/** Money of theirs that is on its way, and asked about still: what it buys is theirs when it comes. */
export function findOpenPayment(clientId: number): Query<{ readonly id: string }> {
  return {
    text: `select p.id from payments p join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
      where p.tenant_id = app_tenant() and i.client_id = $1 and p.status in ('PENDING', 'AUTHORIZED')
        and p.ask_at is not null limit 1`,
    values: [clientId],
  };
}

const emptyPayer = `'{"name": "", "email": "", "phone": "", "address": ""}'::jsonb`;

/** @param pointers everything that points to clients: whoever has anything beside a joining is a client like others */
export function forgetUnpaid(droppedBefore: string, pointers: readonly Pointer[]): Query {
  return {
    text: `with forgotten as (
        update invoices set payer = payer || ${emptyPayer}, mail_to = case when mail_to is not null then '' end where tenant_id = app_tenant() and id in (
          select id from invoices where tenant_id = app_tenant() and state = 'dropped' and payer ->> 'name' <> ''
            and dropped_at < $1::date order by dropped_at limit 1000)
        returning id),
      lines as (
        update invoice_lines l set item = jsonb_set(l.item, '{holder}',
          l.item -> 'holder' || '{"firstName": "", "lastName": "", "email": "", "phone": ""}')
        from forgotten f where l.tenant_id = app_tenant() and l.invoice_id = f.id and l.item ? 'holder'),
      agreed as (
        update contracts c set payer = c.payer || ${emptyPayer}
        from forgotten f where c.tenant_id = app_tenant() and c.invoice_id = f.id),
      codes as (
        update campaign_redemptions r set email = ''
        from forgotten f where r.tenant_id = app_tenant() and r.invoice_id = f.id)
      update clients c set first_name = '', last_name = '', email = '', phone = '', is_blocked = true
        from forgotten f, joins j
        where j.tenant_id = app_tenant() and j.invoice_id = f.id and j.state = 'dropped' and j.taken_over_at is null
          and c.tenant_id = app_tenant() and c.id = j.client_id
          and not exists (select from contracts o where o.tenant_id = app_tenant() and o.client_id = c.id
            and o.state <> 'dropped')
          and not exists (select from invoices o where o.tenant_id = app_tenant() and o.client_id = c.id
            and o.state <> 'dropped')
          and ${hasNothingBeside(pointers, 'c.id')}`,
    values: [droppedBefore],
  };
}

/**
 * Takes out of the audit trail what staff changed of those who began to join and were forgotten since. As the system role, across
 * tenants: the app changes no line of it.
 */
export function scrubForgotten(tenantId: number): Query {
  return {
    text: `update audit_trail t set input = '{}'::jsonb, before = null, after = null
      from clients c, joins j
      where j.tenant_id = $1 and j.state = 'dropped' and j.taken_over_at is null
        and c.tenant_id = $1 and c.id = j.client_id and c.first_name = '' and c.last_name = '' and c.email = ''
        and t.tenant_id = $1 and t.noun = 'clients' and t.noun_id = c.id
        and (t.before is not null or t.after is not null or t.input <> '{}'::jsonb)`,
    values: [tenantId],
  };
}

export function endErasure(id: number, now: string): Query {
  return {
    text: 'update erasures set done_at = $2 where tenant_id = app_tenant() and id = $1',
    values: [id, now],
  };
}

export interface PersonRow {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly accountIds: readonly number[];
  readonly accounts: readonly { readonly id: number; readonly version: number }[];
  /** Of the accounts: where mails go, and in what language. */
  readonly accountEmail: string | null;
  readonly language: string | null;
  readonly isStaff: boolean;
}

const person = `select c.id, c.email, c.first_name as "firstName",
    array(select a.id from accounts a where a.tenant_id = app_tenant() and a.client_id = c.id order by a.id) as "accountIds",
    (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'version', a.session_version)), '[]') from accounts a
      where a.tenant_id = app_tenant() and a.client_id = c.id) as accounts,
    (select a.email from accounts a where a.tenant_id = app_tenant() and a.client_id = c.id and ${isOpenLogin})
      as "accountEmail",
    (select a.language from accounts a where a.tenant_id = app_tenant() and a.client_id = c.id and ${isOpenLogin})
      as language,
    exists (select from accounts a where a.tenant_id = app_tenant() and a.client_id = c.id and (a.is_admin
      or exists (select from trainers t where t.tenant_id = app_tenant() and t.id = a.trainer_id and t.is_active)))
      as "isStaff"
  from clients c where c.tenant_id = app_tenant() and c.id = $1`;

export function findPerson(clientId: number): Query<PersonRow> {
  return { text: person, values: [clientId] };
}

/** Whoever books at the same time waits for this, or is waited for. */
export function lockPerson(clientId: number): Query<PersonRow> {
  return { text: `${person} for update of c`, values: [clientId] };
}

export interface LiveBooking {
  readonly registrationId: number;
  readonly name: string;
  readonly startsAt: string;
  readonly createdAt: string;
  /** Something was given for it that its owner should decide about. */
  readonly isPaid: boolean;
  /** They are there already, and have used it. */
  readonly hasCome: boolean;
}

/** Places, offers and waiting places of trainings that have not begun. */
export function listUpcoming(clientId: number, now: string): Query<LiveBooking> {
  return {
    text: `select r.id as "registrationId", t.name, r.starts_at as "startsAt", r.created_at as "createdAt",
        exists (select from registration_covers v where v.tenant_id = app_tenant() and v.registration_id = r.id
          and v.settled is null and v.kind in ('ticket', 'voucher', 'invoice')) as "isPaid", r.presence is true as "hasCome"
      from registrations r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
      where r.tenant_id = app_tenant() and r.client_id = $1 and r.starts_at > $2
        and r.state in ('booked', 'offered', 'waiting') order by r.starts_at, r.id`,
    values: [clientId, now],
  };
}

export function listActiveContracts(
  clientId: number,
  today: string,
): Query<{ readonly number: string; readonly endsOn: string | null }> {
  return {
    text: `select number, ends_on as "endsOn" from contracts where tenant_id = app_tenant() and client_id = $1
        and state = 'live' and (ends_on is null or ends_on >= $2) order by id`,
    values: [clientId, today],
  };
}

export function listUpcomingRentals(
  clientId: number,
  now: string,
): Query<{ readonly name: string; readonly startsAt: string }> {
  return {
    text: `select r.name, k.starts_at as "startsAt" from rentals k
        join rooms r on r.tenant_id = k.tenant_id and r.id = k.room_id
      where k.tenant_id = app_tenant() and k.client_id = $1 and k.state = 'booked' and k.starts_at > $2
      order by k.starts_at`,
    values: [clientId, now],
  };
}

export interface RetainedCounts {
  readonly invoices: number;
  readonly lastInvoiceOn: string | null;
  readonly contracts: number;
  /** The last day of the contract that ends last. */
  readonly lastContractOn: string | null;
  readonly visitsLost: number;
}

/** What is kept by law, and what is lost. */
export function countRetained(clientId: number, today: string): Query<RetainedCounts> {
  return {
    text: `select i.invoices, i."lastInvoiceOn", c.contracts, c."lastContractOn", t."visitsLost"
      from (select count(*)::integer as invoices, max(issued_on) as "lastInvoiceOn" from invoices
          where tenant_id = app_tenant() and client_id = $1 and state = 'issued') i,
        (select count(*)::integer as contracts, max(coalesce(ends_on, $2)) as "lastContractOn" from contracts
          where tenant_id = app_tenant() and client_id = $1 and state in ('live', 'withdrawn')) c,
        (select coalesce(sum(e.remaining_change), 0)::integer as "visitsLost" from tickets t
            join ticket_entries e on e.tenant_id = t.tenant_id and e.ticket_id = t.id
          where t.tenant_id = app_tenant() and t.client_id = $1 and not t.is_unlimited
            and (t.ends_on is null or t.ends_on >= $2)) t`,
    values: [clientId, today],
  };
}

/** Tokens that are out lose their worth. */
export function raiseSessionVersions(accountIds: readonly number[], now: string): Query {
  return {
    text: `update accounts set session_version = session_version + 1, session_version_at = $2
      where tenant_id = app_tenant() and id = any($1)`,
    values: [accountIds, now],
  };
}

export function removeFeeds(accountIds: readonly number[]): Query {
  return {
    text: 'delete from calendar_feeds where tenant_id = app_tenant() and account_id = any($1)',
    values: [accountIds],
  };
}

export function removePushes(clientId: number): Query {
  return {
    text: 'delete from push_subscriptions where tenant_id = app_tenant() and client_id = $1',
    values: [clientId],
  };
}

/** Where somebody was reached. */
export function listAddresses(clientId: number): Query<{ readonly email: string; readonly phone: string }> {
  return {
    text: `select email, phone from clients where tenant_id = app_tenant() and id = $1
      union select email, '' from accounts where tenant_id = app_tenant() and client_id = $1`,
    values: [clientId],
  };
}

/** What the stand-ins took for somebody; a real provider keeps its own. */
export function removeEmulatorMessages({
  emails,
  phones,
}: {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}): Query[] {
  return [
    {
      text: 'delete from stand_in_mails where tenant_id = app_tenant() and lower(recipient) = any($1)',
      values: [emails],
    },
    {
      text: 'delete from stand_in_sms where tenant_id = app_tenant() and recipient = any($1)',
      values: [phones],
    },
  ];
}

/** Things of a client under which the trail keeps what the office wrote of them: noun, table, and whose a row is. */
const writtenOf = Object.entries({
  registration: 'registrations',
  tickets: 'tickets',
  vouchers: 'vouchers',
  contract: 'contracts',
  invoices: 'invoices',
}).map(
  ([noun, table]) =>
    `(t.noun = '${noun}' and t.noun_id in (select k.id from ${table} k
      where k.tenant_id = $1 and k.client_id in (select id from merged)))`,
);

/** What was written in the very call that made a row of theirs: the trail has no noun for it. */
const madeBy = (rows: string) =>
  `(t.noun is null and exists (select from ${rows} and k.tenant_id = $1 and k.account_id = t.account_id))`;

/**
 * Takes out of the audit trail what it says of a person, and of those who were merged into them or joined as them: not
 * who changed what, and when. With it goes what was changed of rooms they rented, with whom a package was shared where
 * they are among them, and why something was done with their bookings, tickets, vouchers, contracts, invoices, entries
 * and comments. As the system role, across tenants: the app changes no line of it.
 */
export function scrubTrail(tenantId: number, clientId: number, accountIds: readonly number[]): Query {
  return {
    text: `with recursive merged (id) as (
        (select $2::integer
          union select unnest(j.of_clients) from joins j where j.tenant_id = $1 and j.client_id = $2)
        union
        select g.noun_id from merged m
          join audit_trail k on k.tenant_id = $1 and k.noun = 'clients' and k.noun_id = m.id and k.after ? 'merged'
          join audit_trail g on g.tenant_id = $1 and g.noun = 'clients' and g.before ->> 'code' = k.after ->> 'merged')
      update audit_trail t set input = '{}'::jsonb, before = null,
        -- What was given up of invoices is summed by the day, and is a number.
        after = case when t.noun = 'invoices' then t.after end
      where t.tenant_id = $1 and (t.before is not null or t.after is not null or t.input <> '{}'::jsonb)
        and ((t.noun = 'accounts' and t.noun_id = any($3::integer[]))
          or (t.noun = 'clients' and t.noun_id in (select id from merged))
          or (t.noun = 'reservations' and (t.before ->> 'clientId')::integer in (select id from merged))
          or (t.noun = 'package' and t.noun_id in (select s.ticket_id from ticket_shares s
            where s.tenant_id = $1 and s.client_id in (select id from merged)))
          or (t.noun = 'feedback' and t.noun_id in (select k.id from feedback k
            where k.tenant_id = $1 and k.client_id is null))
          or ${writtenOf.join(' or ')}
          or ${madeBy('entries k where k.at = t.at and k.client_id in (select id from merged)')}
          or ${madeBy(`ticket_entries k join tickets o on o.tenant_id = k.tenant_id and o.id = k.ticket_id
            where k.created_at = t.at and o.client_id in (select id from merged)`)}
          or ${madeBy(`voucher_movements k join vouchers o on o.tenant_id = k.tenant_id and o.id = k.voucher_id
            where k.created_at = t.at and o.client_id in (select id from merged)`)}
          or (t.action = 'POST /admin/payment/:id/refund' and t.input #>> '{params,id}' in (
            select p.id::text from payments p join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
            where p.tenant_id = $1 and i.client_id in (select id from merged))))`,
    values: [tenantId, clientId, accountIds],
  };
}
