import { sql } from 'kysely';
import { prepared, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import type { Benefit } from '#shared/contracts/benefits/domain.ts';
import type { changeKinds } from '#shared/contracts/contract.ts';
import type { Price } from '#shared/contracts/periods/domain.ts';
import type { Lifetime } from '#shared/contracts/status/domain.ts';
import type { Payer } from '#shared/invoices/domain.ts';
import type { Cents } from '#shared/kernel/money.ts';
import type { ProductCategory } from '#shared/products/domain.ts';
import { renewing } from '../billing/data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

function contracts() {
  return sqlBuilder
    .selectFrom('contracts as c')
    .innerJoin('clubs as u', (join) =>
      join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.club_id'),
    )
    .innerJoin('products as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.product_id'),
    )
    .innerJoin('clients as k', (join) =>
      join.onRef('k.tenant_id', '=', 'c.tenant_id').onRef('k.id', '=', 'c.client_id'),
    )
    .select([
      'c.id',
      'c.number',
      'c.client_id as clientId',
      sql<string>`k.first_name`.as('firstName'),
      sql<boolean>`k.is_blocked`.as('isClientBlocked'),
      'c.club_id as clubId',
      'c.product_id as productId',
      'u.name as clubName',
      sql<ProductCategory>`c.category`.as('category'),
      sql<Names>`c.names`.as('names'),
      sql<Names>`p.descriptions`.as('descriptions'),
      sql<readonly Benefit[]>`c.benefits`.as('benefits'),
      sql<Payer>`c.payer`.as('payer'),
      'c.language',
      sql<Lifetime['state']>`c.state`.as('state'),
      'c.period_months as periodMonths',
      'c.anchor_day as anchorDay',
      'c.starts_on as startsOn',
      'c.ends_on as endsOn',
      'c.term_months as termMonths',
      'c.renews',
      sql<boolean>`${sql.raw(renewing('c'))}`.as('isRenewing'),
      'c.binding_until as bindingUntil',
      'c.agreed_at as agreedAt',
      'c.starts_early as startsEarly',
      'c.notice_at as noticeAt',
      'c.withdrawn_at as withdrawnAt',
      'c.collected_at as collectedAt',
      'c.blocked_at as blockedAt',
      'c.blocked_until as blockedUntil',
      'c.block_reason as blockReason',
      'c.salt',
      'c.invoice_id as invoiceId',
      'c.position',
      'c.created_at as createdAt',
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.state', '<>', sql.lit('dropped'));
}
export type ContractRow = RowOf<ReturnType<typeof contracts>>;

/** A client's, latest first. */
export const listOfClient = prepared(({ clientId }: { clientId: number }) =>
  contracts().where('c.client_id', '=', clientId).orderBy('c.id', 'desc').limit(200),
);

export const findContract = prepared(({ contractId }: { contractId: number }) =>
  contracts().where('c.id', '=', contractId),
);

/** The contract a mailed token opens. */
export const findByToken = prepared(({ tokenHash }: { tokenHash: Buffer }) =>
  contracts().where('c.token_hash', '=', tokenHash),
);

interface Of {
  readonly contractIds: readonly number[];
}

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${ids}::integer[])`;
}

export const listPrices = prepared(({ contractIds }: Of) =>
  sqlBuilder
    .selectFrom('contract_prices')
    .select([
      'contract_id as contractId',
      'from_on as fromOn',
      'price_cents as priceCents',
      'told_on as toldOn',
    ])
    .where('tenant_id', '=', tenant)
    .where('contract_id', '=', anyOf(contractIds))
    .orderBy('from_on')
    .$castTo<Price & { contractId: number }>(),
);

/** Those that were not taken back, in their order. */
export const listFreezes = prepared(({ contractIds }: Of) =>
  sqlBuilder
    .selectFrom('contract_freezes')
    .select([
      'contract_id as contractId',
      'id',
      'from_on as fromOn',
      'until_on as untilOn',
      'fee_cents as feeCents',
    ])
    .where('tenant_id', '=', tenant)
    .where('contract_id', '=', anyOf(contractIds))
    .where('cancelled_at', 'is', null)
    .orderBy('from_on')
    .$castTo<{ contractId: number; id: number; fromOn: string; untilOn: string; feeCents: Cents }>(),
);

/** What was billed, in its order, with the number of its invoice. */
export const listPeriods = prepared(({ contractIds }: Of) =>
  sqlBuilder
    .selectFrom('contract_periods as p')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.tenant_id', '=', 'p.tenant_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .select([
      'p.contract_id as contractId',
      'p.from_on as fromOn',
      'p.until_on as untilOn',
      'p.owed_cents as owedCents',
      'p.discount_cents as discountCents',
      sql<Cents>`p.carried_cents - p.given_back_cents`.as('carriedCents'),
      'p.amount_cents as amountCents',
      'p.invoice_id as invoiceId',
      'p.position',
      'i.number as invoiceNumber',
    ])
    .where('p.tenant_id', '=', tenant)
    .where('p.contract_id', '=', anyOf(contractIds))
    .orderBy('p.from_on')
    .$castTo<PeriodRow>(),
);
export interface PeriodRow {
  readonly contractId: number;
  readonly fromOn: string;
  readonly untilOn: string;
  readonly owedCents: Cents;
  readonly discountCents: Cents;
  readonly carriedCents: Cents;
  readonly amountCents: Cents;
  readonly invoiceId: number | null;
  readonly position: number | null;
  readonly invoiceNumber: string | null;
}

/** What happened to a contract, latest first. */
export const listChanges = prepared(({ contractId }: { contractId: number }) =>
  sqlBuilder
    .selectFrom('contract_changes')
    .select([
      sql<(typeof changeKinds)[number]>`kind`.as('kind'),
      sql<Readonly<Record<string, unknown>>>`details`.as('details'),
      'created_at as at',
    ])
    .where('tenant_id', '=', tenant)
    .where('contract_id', '=', contractId)
    .orderBy('id', 'desc')
    .limit(200),
);
