import { prepared, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** What proves that a join is somebody's own: the address they have, or log in with; not one that they only typed. */
export const findOwner = prepared(({ accountId }: { accountId: number }) =>
  sqlBuilder
    .selectFrom('accounts')
    .select(['email', 'username'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', accountId)
    .where('email_typed_at', 'is', null),
);

/** The login of a client, also a closed one. */
export const findLoginOf = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .selectFrom('accounts')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', clientId),
);
