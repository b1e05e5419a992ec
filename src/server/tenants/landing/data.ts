import { sql } from 'kysely';
import { sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OpenHours {
  readonly opens: string;
  readonly closes: string;
}

/** Clubs with their hours, and with the dates of a period on which they are closed all the same. */
export function listClubs({ from, until }: { readonly from: string; readonly until: string }) {
  return sqlBuilder
    .selectFrom('clubs as c')
    .select([
      'c.id',
      'c.name',
      'c.address',
      'c.city',
      sql<(OpenHours | null)[]>`c.opening_hours`.as('hours'),
      sql<string[]>`array(
        select distinct to_char(day, 'YYYY-MM-DD') from closures k,
          generate_series(greatest(k.from_on, ${from}::date), least(k.until_on, ${until}::date), interval '1 day') as day
        where k.tenant_id = c.tenant_id and k.lifted_at is null and (k.club_id is null or k.club_id = c.id)
          and k.until_on >= ${from}::date order by 1)`.as('closedOn'),
    ])
    .where('c.tenant_id', '=', tenant)
    .orderBy('c.position')
    .orderBy('c.id');
}

/** Lowest and highest price of what is for sale in the app, in the centre's order. */
export function listOffers() {
  const price = sql.raw('coalesce(c.price_online_cents, c.price_cents)');
  return sqlBuilder
    .selectFrom('products as p')
    .innerJoin('product_prices as c', (join) =>
      join.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.product_id', '=', 'p.id'),
    )
    .leftJoin('packages as k', (join) =>
      join.onRef('k.tenant_id', '=', 'p.tenant_id').onRef('k.product_id', '=', 'p.id'),
    )
    .select([
      'p.id',
      sql<'package' | 'ticket' | 'voucher'>`p.kind`.as('kind'),
      'p.names',
      'p.descriptions',
      'p.visits',
      'p.valid_count as validCount',
      sql<'day' | 'week' | 'month'>`p.valid_unit`.as('validUnit'),
      'k.period_months as periodMonths',
      sql<number>`min(${price})`.as('lowestCents'),
      sql<number>`max(${price})`.as('highestCents'),
    ])
    .where('p.tenant_id', '=', tenant)
    .where('p.is_active', '=', true)
    .where('p.kind', 'in', [sql.lit('package'), sql.lit('ticket'), sql.lit('voucher')])
    .groupBy(['p.tenant_id', 'p.id', 'k.tenant_id', 'k.product_id', 'k.period_months'])
    .orderBy('p.position')
    .orderBy('p.id');
}

export function hasTrainers() {
  return sqlBuilder
    .selectFrom('trainers')
    .select(sql<number>`1`.as('one'))
    .where('tenant_id', '=', tenant)
    .where('is_active', '=', true)
    .limit(1);
}
