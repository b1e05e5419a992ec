import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A visit that somebody took at the desk, and whether it was put back. */
export const findVisitTaken = prepared(({ ticketId, entryId }: { ticketId: number; entryId: number }) =>
  sqlBuilder
    .selectFrom('ticket_entries as e')
    .select([
      'e.created_at as takenAt',
      'e.visits',
      sql<boolean>`exists (select from ticket_entries u where u.tenant_id = e.tenant_id and u.undoes_id = e.id)`.as(
        'isUndone',
      ),
    ])
    .where('e.tenant_id', '=', tenant)
    .where('e.ticket_id', '=', ticketId)
    .where('e.id', '=', entryId)
    .where('e.kind', '=', sql.lit('CONSUME'))
    .where('e.settles_id', 'is', null)
    .where('e.account_id', 'is not', null),
);

/** A use that somebody took at the desk, and whether it was put back. */
export const findUseTaken = prepared(({ voucherId, movementId }: { voucherId: number; movementId: number }) =>
  sqlBuilder
    .selectFrom('voucher_movements as m')
    .select([
      'm.created_at as takenAt',
      sql<boolean>`exists (select from voucher_movements u where u.tenant_id = m.tenant_id and u.of_id = m.id)`.as(
        'isUndone',
      ),
    ])
    .where('m.tenant_id', '=', tenant)
    .where('m.voucher_id', '=', voucherId)
    .where('m.id', '=', movementId)
    .where('m.kind', '=', sql.lit('use'))
    .where('m.of_id', 'is', null)
    .where('m.registration_id', 'is', null)
    .where('m.account_id', 'is not', null),
);

/** Whose ticket or voucher it is; null where nobody's yet. */
export function findHolder({
  kind,
  id,
}: {
  readonly kind: 'ticket' | 'voucher';
  readonly id: number;
}): Query<{ clientId: number | null }> {
  return {
    text: `select client_id as "clientId" from ${kind === 'ticket' ? 'tickets' : 'vouchers'}
      where tenant_id = app_tenant() and id = $1`,
    values: [id],
  };
}
