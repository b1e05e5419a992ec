import { sql } from 'kysely';
import { prepared, sqlBuilder } from '#server/kernel/db.ts';
import type { VisitorDetails } from '#shared/visitors/details/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** The constraint two first bookings with one address at the same moment meet at. */
export const oneVisitorAnAddress = 'visitors_tenant_id_email_key';

export const findAccountClient = prepared(({ email }: { email: string }) =>
  sqlBuilder
    .selectFrom('accounts as a')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.client_id'),
    )
    .select(['a.client_id as clientId', 'a.language', 'c.first_name as firstName'])
    .where('a.tenant_id', '=', tenant)
    .where('a.email', '=', email),
);

export const findVisitorClient = prepared(({ email }: { email: string }) =>
  sqlBuilder
    .selectFrom('visitors as v')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'v.tenant_id').onRef('c.id', '=', 'v.client_id'),
    )
    .select(['v.client_id as clientId', 'c.first_name as firstName'])
    .where('v.tenant_id', '=', tenant)
    .where('v.email', '=', email),
);

export const nextClientId = prepared((_: object) =>
  sqlBuilder.selectNoFrom(sql<number>`nextval('clients_id_seq')::integer`.as('id')),
);

/** Numbers of visitors begin with a letter, so that they never meet those a centre gives. */
export function insertClient(id: number, { firstName, lastName, email, phone }: VisitorDetails) {
  return sqlBuilder
    .insertInto('clients')
    .values({ id, code: `V${id}`, first_name: firstName, last_name: lastName, email, phone });
}

export function insertVisitor(clientId: number, email: string, now: string) {
  return sqlBuilder.insertInto('visitors').values({ client_id: clientId, email, created_at: now });
}

export interface NewLink {
  readonly tokenHash: Buffer;
  readonly registrationId: number;
  readonly clientId: number;
  readonly now: string;
}

export function insertLink(link: NewLink) {
  return sqlBuilder.insertInto('visitor_links').values({
    token_hash: link.tokenHash,
    registration_id: link.registrationId,
    client_id: link.clientId,
    created_at: link.now,
  });
}

/** A client's live registration to a training, for telling about it once more. */
export const findLiveRegistration = prepared((of: { clientId: number; trainingId: number }) =>
  sqlBuilder
    .selectFrom('registrations')
    .select(['id', 'state', 'free_until as freeUntil'])
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
      'o.name as roomName',
      sql<string>`coalesce(n.first_name || ' ' || n.last_name, '')`.as('trainerName'),
    ])
    .where('l.tenant_id', '=', tenant)
    .where('l.token_hash', '=', tokenHash),
);
