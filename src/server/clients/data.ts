import { prepared, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** What a client is called and reached by, as it stands now. */
export const findContact = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .selectFrom('clients')
    .select(['first_name as firstName', 'last_name as lastName', 'email', 'phone'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', clientId),
);
