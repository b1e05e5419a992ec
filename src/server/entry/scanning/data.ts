import { sql } from 'kysely';
import { prepared, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Whose client number it is. */
export const findByNumber = prepared(({ code }: { code: string }) =>
  sqlBuilder.selectFrom('clients').select('id').where('tenant_id', '=', tenant).where('code', '=', code),
);

/** A client with what they have of a training: one row, the live registration where there is one. */
export const findOnRoll = prepared(({ clientId, trainingId }: { clientId: number; trainingId: number }) =>
  sqlBuilder
    .selectFrom('clients as c')
    .leftJoin('registrations as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 'c.tenant_id')
        .onRef('r.client_id', '=', 'c.id')
        .on('r.training_id', '=', trainingId)
        .on('r.state', 'in', [sql.lit('booked'), sql.lit('offered'), sql.lit('waiting')]),
    )
    .select([
      sql<string>`c.first_name || ' ' || c.last_name`.as('name'),
      'r.id as registrationId',
      'r.presence',
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.id', '=', clientId),
);
