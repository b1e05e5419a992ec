import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import { type TicketRow, tickets } from '#server/tickets/data.ts';
import type { Recipient } from '#shared/personal-trainings/domain.ts';
import type { EntryKind } from '#shared/tickets/ledger/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A package with its reader's place in it. */
export interface PackageRow extends TicketRow {
  readonly ownerId: number;
  readonly ownerFirstName: string;
  readonly ownerLastName: string;
  readonly isShareable: boolean;
  /** By which the reader may use it, or is asked to; null: the own. */
  readonly shareId: number | null;
  readonly isAccepted: boolean;
  readonly sharers: number;
}

function packages(clientId: number) {
  return tickets()
    .innerJoin('products as p', (join) =>
      join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.product_id'),
    )
    .innerJoin('clients as w', (join) =>
      join.onRef('w.tenant_id', '=', 't.tenant_id').onRef('w.id', '=', 't.client_id'),
    )
    .leftJoin('ticket_shares as s', (join) =>
      join
        .onRef('s.tenant_id', '=', 't.tenant_id')
        .onRef('s.ticket_id', '=', 't.id')
        .on('s.client_id', '=', clientId)
        .on('s.ended_at', 'is', null),
    )
    .select([
      'w.id as ownerId',
      'w.first_name as ownerFirstName',
      'w.last_name as ownerLastName',
      'p.is_shareable as isShareable',
      's.id as shareId',
      sql<boolean>`s.accepted_at is not null`.as('isAccepted'),
      sql<number>`(select count(*)::integer from ticket_shares a where a.tenant_id = t.tenant_id and a.ticket_id = t.id
        and a.accepted_at is not null and a.ended_at is null)`.as('sharers'),
    ])
    .where('p.kind', '=', sql.lit('personalTraining'));
}

/** What a client owns, and what others share or offer to share, newest first. */
export const listPackages = prepared(({ clientId }: { clientId: number }) =>
  packages(clientId)
    .where(
      sql<boolean>`t.id = any(array(
        select o.id from tickets o where o.tenant_id = app_tenant() and o.client_id = ${clientId}
        union select x.ticket_id from ticket_shares x where x.tenant_id = app_tenant() and x.client_id = ${clientId}
          and x.ended_at is null))`,
    )
    .orderBy('t.id', 'desc')
    .$castTo<PackageRow>(),
);

/** One that the client owns or may use. */
export const findPackage = prepared((of: { clientId: number; packageId: number }) =>
  packages(of.clientId)
    .where('t.id', '=', of.packageId)
    .where((expression) =>
      expression.or([
        expression('t.client_id', '=', of.clientId),
        expression('s.accepted_at', 'is not', null),
      ]),
    )
    .$castTo<PackageRow>(),
);

export interface UseRow {
  readonly kind: EntryKind;
  readonly visits: number;
  readonly isSettling: boolean;
  readonly reason: string | null;
  readonly at: string;
  readonly clientId: number | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly training: string | null;
  readonly date: string | null;
}

/** The ledger of a package, each line with who used it and for which training. */
export const listUses = prepared(({ packageId }: { packageId: number }) =>
  sqlBuilder
    .selectFrom('ticket_entries as e')
    .leftJoin('registration_covers as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'e.tenant_id')
        .onRef('v.ticket_id', '=', 'e.ticket_id')
        .on((on) =>
          on.or([
            on('v.ticket_entry_id', '=', on.ref('e.id')),
            on('v.ticket_entry_id', '=', on.ref('e.settles_id')),
          ]),
        ),
    )
    .leftJoin('registrations as r', (join) =>
      join.onRef('r.tenant_id', '=', 'v.tenant_id').onRef('r.id', '=', 'v.registration_id'),
    )
    .leftJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.client_id'),
    )
    .leftJoin('trainings as g', (join) =>
      join.onRef('g.tenant_id', '=', 'r.tenant_id').onRef('g.id', '=', 'r.training_id'),
    )
    .select([
      'e.kind',
      'e.visits',
      sql<boolean>`e.settles_id is not null`.as('isSettling'),
      'e.reason',
      'e.created_at as at',
      'c.id as clientId',
      'c.first_name as firstName',
      'c.last_name as lastName',
      'g.name as training',
      'r.local_date as date',
    ])
    .where('e.tenant_id', '=', tenant)
    .where('e.ticket_id', '=', packageId)
    .orderBy('e.id')
    .$castTo<UseRow>(),
);

/** With whom a package is shared or offered to be; a name only of those who agreed. */
export const listShares = prepared(({ packageId }: { packageId: number }) =>
  sqlBuilder
    .selectFrom('ticket_shares as s')
    .leftJoin('clients as c', (join) =>
      join
        .onRef('c.tenant_id', '=', 's.tenant_id')
        .onRef('c.id', '=', 's.client_id')
        .on('s.accepted_at', 'is not', null),
    )
    .select(['s.id', 's.recipient', 'c.first_name as firstName', 'c.last_name as lastName'])
    .where('s.tenant_id', '=', tenant)
    .where('s.ticket_id', '=', packageId)
    // To the owner, one that was declined looks like one without an answer.
    .where((expression) =>
      expression.or([
        expression('s.ended_at', 'is', null),
        expression.and([
          expression('s.accepted_at', 'is', null),
          expression('s.ended_by', '=', sql.lit('recipient')),
        ]),
      ]),
    )
    .orderBy('s.id'),
);

/** What whoever is logged in is known by. */
export const findOwner = prepared(({ accountId }: { accountId: number }) =>
  sqlBuilder
    .selectFrom('accounts as a')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.client_id'),
    )
    .select(['c.code', 'a.email', 'c.first_name as firstName', 'c.last_name as lastName'])
    .where('a.tenant_id', '=', tenant)
    .where('a.id', '=', accountId),
);

/** The client somebody means who can log in, by the address of the login or by client number. */
export function findRecipient({ kind, text }: Recipient) {
  return (
    sqlBuilder
      .selectFrom('accounts as a')
      .innerJoin('clients as c', (join) =>
        join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.client_id'),
      )
      .select(['c.id', 'c.email', 'c.first_name as firstName'])
      .where('a.tenant_id', '=', tenant)
      .where('c.tenant_id', '=', tenant)
      .where(kind === 'email' ? 'a.email' : 'c.code', 'in', [text, text.toUpperCase()])
      // Who only typed an address does not have it.
      .where(kind === 'email' ? sql<boolean>`a.email_typed_at is null` : sql<boolean>`true`)
      .limit(1)
  );
}

export function insertShare(share: {
  readonly ticketId: number;
  readonly recipient: string;
  readonly clientId: number | null;
  readonly now: string;
}): Query {
  return sqlBuilder.insertInto('ticket_shares').values({
    ticket_id: share.ticketId,
    recipient: share.recipient,
    client_id: share.clientId,
    created_at: share.now,
  });
}

/** A share with its package's owner, locked. */
export const lockShare = prepared(({ shareId }: { shareId: number }) =>
  sqlBuilder
    .selectFrom('ticket_shares as s')
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.id', '=', 's.ticket_id'),
    )
    .select([
      's.id',
      's.ticket_id as ticketId',
      's.client_id as clientId',
      't.client_id as ownerId',
      's.accepted_at as acceptedAt',
      's.ended_at as endedAt',
      's.ended_by as endedBy',
    ])
    .where('s.tenant_id', '=', tenant)
    .where('s.id', '=', shareId)
    .forUpdate('s'),
);

export function setShare(
  shareId: number,
  change:
    | { readonly acceptedAt: string }
    | { readonly endedAt: string; readonly endedBy: 'owner' | 'recipient' },
): Query {
  return sqlBuilder
    .updateTable('ticket_shares')
    .set(
      'acceptedAt' in change
        ? { accepted_at: change.acceptedAt }
        : { ended_at: change.endedAt, ended_by: change.endedBy },
    )
    .where('tenant_id', '=', tenant)
    .where('id', '=', shareId);
}
