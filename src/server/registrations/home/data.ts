import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import type { OwnContract } from '#shared/registrations/home/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OfClient {
  readonly clientId: number;
  /** The centre's date. */
  readonly today: string;
}

export interface OpenInvoices {
  readonly unpaidCount: number;
  readonly toPayCents: number;
  readonly overdueCount: number;
  readonly firstId: number | null;
  readonly firstDueOn: string | null;
}

/** What a client has to pay, and what of it is the most urgent. */
export function sumOpenInvoices({ clientId, today }: OfClient): Query<OpenInvoices> {
  return {
    text: `select count(*)::integer as "unpaidCount", coalesce(sum(open), 0)::integer as "toPayCents",
        (count(*) filter (where due_on < $2::date))::integer as "overdueCount",
        (array_agg(id order by due_on, id))[1] as "firstId", min(due_on) as "firstDueOn"
      from (select i.id, i.due_on, i.total_cents
          + (select coalesce(sum(c.total_cents), 0) from invoices c
              where c.tenant_id = i.tenant_id and c.credits_id = i.id and c.state = 'issued')
          - (select coalesce(sum(a.amount_cents), 0) from allocations a
              where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as open
        from invoices i
        where i.tenant_id = app_tenant() and i.client_id = $1 and i.state = 'issued' and i.kind = 'invoice'
          and i.written_off_at is null) as sums
      where open > 0`,
    values: [clientId, today],
  };
}

export interface ContractRow extends OwnContract {
  readonly names: Names;
  readonly productId: number;
  readonly clubId: number;
  readonly state: 'live' | 'pending';
}

/** A client's contracts that are not over, with those that wait for their payment. */
export const listContracts = prepared(({ clientId, today }: OfClient) =>
  sqlBuilder
    .selectFrom('contracts as c')
    .select([
      'c.id',
      'c.names',
      'c.product_id as productId',
      'c.club_id as clubId',
      'c.category',
      'c.state',
      'c.starts_on as startsOn',
      'c.ends_on as endsOn',
      sql<boolean>`c.renews and c.notice_at is null and c.collected_at is null`.as('isRenewing'),
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.client_id', '=', clientId)
    .where('c.state', 'in', [sql.lit('live'), sql.lit('pending')])
    .where((expression) =>
      expression.or([expression('c.ends_on', 'is', null), expression('c.ends_on', '>=', today)]),
    )
    .$castTo<ContractRow>(),
);

/** Whether the centre has a package to sell. */
export const findPackageForSale = prepared((_: object) =>
  sqlBuilder
    .selectFrom('products as p')
    .select('p.id')
    .where('p.tenant_id', '=', tenant)
    .where('p.kind', '=', 'package')
    .where('p.is_active', '=', true)
    .limit(1),
);

/** A day of the centre: how much there is, and how full; without personal trainings and what is called off. */
export const sumDay = prepared(({ today }: { today: string }) =>
  sqlBuilder
    .selectFrom('trainings as t')
    .select([
      sql<number>`count(*)::integer`.as('trainings'),
      sql<number>`coalesce(sum(t.booked), 0)::integer`.as('booked'),
      sql<number>`coalesce(sum(t.max_places), 0)::integer`.as('places'),
    ])
    .where('t.tenant_id', '=', tenant)
    .where('t.local_date', '=', today)
    .where('t.is_cancelled', '=', false)
    .where('t.is_personal', '=', false),
);
