import { sql } from 'kysely';
import type { Pointer } from '#server/clients/merging/data.ts';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { VisitorDetails } from '#shared/visitors/details/domain.ts';
import type { AddressFacts } from '#shared/visitors/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** The constraint two first bookings of one visitor at the same moment meet at. */
export const oneVisitorAName = 'visitors_pkey';
/** The constraint two presses of one link meet at: whatever else happens, a link books once. */
export const oneBookingALink = 'visitor_links_pkey';

export interface NewRequest {
  readonly tokenHash: Buffer;
  readonly trainingId: number;
  readonly details: VisitorDetails;
  readonly now: string;
  readonly expiresAt: string;
}

export function insertRequest({ tokenHash, trainingId, details, now, expiresAt }: NewRequest) {
  const { firstName, lastName, email, phone } = details;
  return sqlBuilder.insertInto('visitor_requests').values({
    ...{ token_hash: tokenHash, training_id: trainingId, created_at: now, expires_at: expiresAt },
    ...{ first_name: firstName, last_name: lastName, email, phone },
  });
}

/** What a mailed link asks for, as long as it can be pressed. */
export const findRequest = prepared(({ tokenHash, now }: { tokenHash: Buffer; now: string }) =>
  sqlBuilder
    .selectFrom('visitor_requests')
    .select([
      'training_id as trainingId',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'phone',
    ])
    .where('tenant_id', '=', tenant)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now),
);

export function deleteRequest(tokenHash: Buffer) {
  return sqlBuilder
    .deleteFrom('visitor_requests')
    .where('tenant_id', '=', tenant)
    .where('token_hash', '=', tokenHash);
}

/** Who has an account with the address. */
export const findAccountClient = prepared(({ email }: { email: string }) =>
  sqlBuilder
    .selectFrom('accounts as a')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.client_id'),
    )
    .select(['a.client_id as clientId', 'c.first_name as firstName', 'c.last_name as lastName'])
    .where('a.tenant_id', '=', tenant)
    .where('a.email', '=', email)
    .where('a.email_typed_at', 'is', null)
    // Of two who were made one the login that was closed is nobody's way in, by a mailed link neither.
    .where(
      sql<boolean>`(not a.is_blocked or not exists (select from accounts o
        where o.tenant_id = a.tenant_id and o.client_id = a.client_id and not o.is_blocked))`,
    ),
);

/** Who came with the address and the name before, as `nameKey` writes it. */
export const findVisitorClient = prepared(({ email, name }: { email: string; name: string }) =>
  sqlBuilder
    .selectFrom('visitors')
    .select('client_id as clientId')
    .where('tenant_id', '=', tenant)
    .where('email', '=', email)
    .where('name', '=', name),
);

/** Bookings of one mail address are decided one after the other, whatever names they are for. */
export function lockMailbox(mailbox: string): Query {
  return {
    text: `select pg_advisory_xact_lock(hashtextextended('mailbox ' || app_tenant() || ' ' || $1, 0))`,
    values: [mailbox],
  };
}

/** What is held by everybody who comes by a mail address, or logs in with it, but by the client in the training itself. */
export function findHeldByMailbox(of: {
  mailbox: string;
  clientId: number;
  trainingId: number;
  now: string;
}) {
  return {
    text: `with people as (
        select client_id, bool_or(is_member) as is_member from (
          select client_id, false as is_member from visitors
            where tenant_id = app_tenant() and mailbox = $1
          union all select client_id, true from accounts
            where tenant_id = app_tenant() and mailbox = $1 and email_typed_at is null
        ) as known group by client_id
      ), held as (
        select r.training_id, p.is_member, t.starts_at from people as p
          join registrations as r on r.tenant_id = app_tenant() and r.client_id = p.client_id and r.ended_at is null
          join trainings as t on t.tenant_id = r.tenant_id and t.id = r.training_id
        where (r.client_id, r.training_id) <> ($2::integer, $3::integer)
      )
      select (select count(*)::integer from held where training_id = $3::integer) as "inTraining",
        (select count(*)::integer from held where not is_member and starts_at > $4::timestamptz) as upcoming,
        coalesce(bool_or(c.is_blocked), false) as "isBlocked", max(c.banned_until) as "bannedUntil"
      from people as p join clients as c on c.tenant_id = app_tenant() and c.id = p.client_id`,
    values: [of.mailbox, of.clientId, of.trainingId, of.now],
  } as Query<AddressFacts>;
}

export const nextClientId = prepared((_: object) =>
  sqlBuilder.selectNoFrom(sql<number>`nextval('clients_id_seq')::integer`.as('id')),
);

/** Numbers of visitors begin with a letter, so that they never meet those a centre gives. */
export function insertClient(id: number, { firstName, lastName, email, phone }: VisitorDetails) {
  return sqlBuilder
    .insertInto('clients')
    .values({ id, code: `V${id}`, first_name: firstName, last_name: lastName, email, phone });
}

export function insertVisitor(visitor: { clientId: number; email: string; name: string; now: string }) {
  const { clientId, email, name, now } = visitor;
  return sqlBuilder.insertInto('visitors').values({ client_id: clientId, email, name, created_at: now });
}

export interface NewLink {
  readonly tokenHash: Buffer;
  readonly registrationId: number;
  readonly clientId: number;
  readonly now: string;
}

/** Breaks `oneBookingALink` where the link has booked already. */
export function insertLink(link: NewLink) {
  return sqlBuilder.insertInto('visitor_links').values({
    token_hash: link.tokenHash,
    registration_id: link.registrationId,
    client_id: link.clientId,
    created_at: link.now,
  });
}

/** Makes a link about what is booked already; one that is about something stays so. */
export function insertLinkOnce(link: NewLink) {
  return insertLink(link).onConflict((conflict) => conflict.doNothing());
}

/** A client's live registration to a training. */
export const findLiveRegistration = prepared((of: { clientId: number; trainingId: number }) =>
  sqlBuilder
    .selectFrom('registrations')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('training_id', '=', of.trainingId)
    .where('client_id', '=', of.clientId)
    .where('ended_at', 'is', null),
);

/** What a mailed link is about. */
export const findLinked = prepared(({ tokenHash }: { tokenHash: Buffer }) =>
  sqlBuilder
    .selectFrom('visitor_links as l')
    .innerJoin('registrations as r', (join) =>
      join.onRef('r.tenant_id', '=', 'l.tenant_id').onRef('r.id', '=', 'l.registration_id'),
    )
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
    )
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.club_id'),
    )
    .innerJoin('rooms as o', (join) =>
      join.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.room_id'),
    )
    .leftJoin('trainers as n', (join) =>
      join.onRef('n.tenant_id', '=', 't.tenant_id').onRef('n.id', '=', 't.trainer_id'),
    )
    .select([
      'l.client_id as clientId',
      'r.id as registrationId',
      'r.state',
      'r.presence',
      'r.free_until as freeUntil',
      't.name as trainingName',
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      'c.name as clubName',
      sql<string>`concat_ws(', ', nullif(c.address, ''), nullif(c.city, ''))`.as('address'),
      't.public_comment as publicComment',
      'o.name as roomName',
      sql<string>`coalesce(n.first_name || ' ' || n.last_name, '')`.as('trainerName'),
    ])
    .where('l.tenant_id', '=', tenant)
    .where('l.token_hash', '=', tokenHash),
);

/**
 * Forgets clients who were refused as visitors, in every centre: they left an address, and nothing else points to them.
 * @param pointers everything that points to clients
 */
export function forgetRefused(pointers: readonly Pointer[], before: string): Query {
  const nothingElse = pointers
    .filter(({ table }) => table !== 'visitors')
    .map(
      ({ table, column }) =>
        `not exists (select from ${table} o where o.tenant_id = v.tenant_id and o.${column} = v.client_id)`,
    );
  return {
    text: `with gone as (delete from visitors v where v.created_at < $1 and ${nothingElse.join(' and ')}
        returning v.tenant_id, v.client_id)
      delete from clients c using gone g where c.tenant_id = g.tenant_id and c.id = g.client_id`,
    values: [before],
  };
}
