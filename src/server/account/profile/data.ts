import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { ProfileDetails } from '#shared/account/profile/domain.ts';
import type { Language } from '#shared/kernel/language.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OfAccount {
  readonly accountId: number;
  readonly now: string;
}

function profiles({ accountId, now }: OfAccount) {
  return sqlBuilder
    .selectFrom('accounts as a')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.client_id'),
    )
    .select([
      'a.email',
      'a.language',
      'a.client_id as clientId',
      'c.code as clientCode',
      'c.first_name as firstName',
      'c.last_name as lastName',
      'c.phone',
      'c.address',
      'c.city',
      'c.county',
      'c.zip',
      // One that was only begun to be bought binds nobody to a name.
      sql<boolean>`exists (select from contracts k where k.tenant_id = a.tenant_id and k.client_id = a.client_id
        and k.state in ('live', 'withdrawn'))`.as('isNameFixed'),
      sql<
        string | null
      >`(select e.email from email_changes e where e.tenant_id = a.tenant_id and e.account_id = a.id
        and e.used_at is null and e.expires_at >= ${now}::timestamptz limit 1)`.as('pendingEmail'),
    ])
    .where('a.tenant_id', '=', tenant)
    .where('a.id', '=', accountId);
}

export const findProfile = prepared((of: OfAccount) => profiles(of));

/** The same for changing it: two who change one profile see one another. */
export const lockProfile = prepared((of: OfAccount) => profiles(of).forNoKeyUpdate(['a', 'c']));

export function saveDetails(clientId: number, details: ProfileDetails): Query {
  const { firstName, lastName, phone, address, city, county, zip } = details;
  return {
    text: `update clients set first_name = $2, last_name = $3, phone = $4, address = $5, city = $6, county = $7, zip = $8
      where tenant_id = app_tenant() and id = $1`,
    values: [clientId, firstName, lastName, phone, address, city, county, zip],
  };
}

export function saveLanguage(accountId: number, language: Language): Query {
  return {
    text: 'update accounts set language = $2 where tenant_id = app_tenant() and id = $1',
    values: [accountId, language],
  };
}
