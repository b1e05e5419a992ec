import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { EntryKind } from '#shared/tickets/ledger/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface NewEntry {
  readonly ticketId: number;
  readonly kind: EntryKind;
  readonly visits: number;
  /** The reservation it ends. */
  readonly settlesId?: number;
  /** With `ADJUST`: the visit it puts back. */
  readonly undoesId?: number;
  /**
   * With `ADJUST`, and with `GRANT` of a given ticket: why, and by whom. Beside a visit at the door: by whom, where
   * somebody scanned it.
   */
  readonly reason?: string;
  readonly accountId?: number | null;
  readonly now: string;
}

/**
 * Adds to a ledger. The database refuses what would leave fewer visits than none (`ticket_entries_remaining`), end a
 * reservation twice, or end what is none.
 */
export function insertEntry(entry: NewEntry): Query<{ id: number }> {
  return sqlBuilder
    .insertInto('ticket_entries')
    .values({
      ticket_id: entry.ticketId,
      kind: entry.kind,
      visits: entry.visits,
      settles_id: entry.settlesId ?? null,
      undoes_id: entry.undoesId ?? null,
      reason: entry.reason ?? null,
      account_id: entry.accountId ?? null,
      created_at: entry.now,
    })
    .returning('id');
}

interface OfTicket {
  readonly ticketId: number;
}

/** The whole ledger of a ticket, in its order. */
export const listEntries = prepared(({ ticketId }: OfTicket) =>
  sqlBuilder
    .selectFrom('ticket_entries')
    .select([
      'id',
      'kind',
      'visits',
      sql<boolean>`settles_id is not null`.as('isSettling'),
      sql<boolean>`undoes_id is not null`.as('isUndoing'),
      'reason',
      'created_at as at',
    ])
    .where('tenant_id', '=', tenant)
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .$castTo<EntryRow>(),
);

export interface EntryRow {
  readonly id: number;
  readonly kind: EntryKind;
  readonly visits: number;
  readonly isSettling: boolean;
  readonly isUndoing: boolean;
  readonly reason: string | null;
  readonly at: string;
}

export interface PlaceRow {
  readonly registrationId: number;
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * The places that a ticket holds for its own client in trainings that begin after an instant. Those of whom it is shared
 * with are not the bearer's of its code.
 */
export function listPlaces({ ticketId, from }: OfTicket & { readonly from: string }): Query<PlaceRow> {
  return {
    text: `select r.id as "registrationId", r.starts_at as "startsAt", r.ends_at as "endsAt"
      from registration_covers c join registrations r on r.tenant_id = c.tenant_id and r.id = c.registration_id
        join tickets t on t.tenant_id = c.tenant_id and t.id = c.ticket_id and t.client_id = r.client_id
      where c.tenant_id = app_tenant() and c.ticket_id = $1 and r.state = 'booked' and r.starts_at > $2
      order by r.starts_at, r.id`,
    values: [ticketId, from],
  };
}

/**
 * When the last visit was taken by who came: what a stay counts from. A booking is settled long after it, and what was put back
 * was no visit.
 */
export const findLastUse = prepared(({ ticketId }: OfTicket) =>
  sqlBuilder
    .selectFrom('ticket_entries as e')
    .select('e.created_at as at')
    .where('e.tenant_id', '=', tenant)
    .where('e.ticket_id', '=', ticketId)
    .where('e.kind', '=', sql.lit('CONSUME'))
    .where('e.settles_id', 'is', null)
    .where(
      sql<boolean>`not exists (select from ticket_entries u where u.tenant_id = e.tenant_id and u.undoes_id = e.id)`,
    )
    // A door may tell of an earlier one later.
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1),
);
