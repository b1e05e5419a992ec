import { sql } from 'kysely';
import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import type { Benefit } from '#shared/contracts/benefits/domain.ts';
import type { PackageTerms } from '#shared/contracts/domain.ts';
import type { Payer } from '#shared/invoices/domain.ts';
import type { VatKind } from '#shared/invoices/vat/domain.ts';
import type { Cents } from '#shared/kernel/money.ts';
import type { ProductCategory } from '#shared/products/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A package as it is sold in one club. */
export interface PackageRow extends PackageTerms {
  readonly id: number;
  readonly category: ProductCategory;
  readonly names: Names;
  readonly descriptions: Names;
  readonly vatKind: VatKind;
  readonly benefits: readonly Benefit[];
  readonly clubId: number;
  /** Of a whole period, VAT included; online where it differs. */
  readonly priceCents: Cents;
  readonly priceOnlineCents: Cents | null;
  readonly joiningFeeId: number | null;
  readonly joiningFeeNames: Names | null;
  readonly joiningFeeVatKind: VatKind | null;
  /** As it is paid in the app, and at the desk. */
  readonly joiningFeeCents: Cents | null;
  readonly joiningFeeDeskCents: Cents | null;
}

function packages() {
  return (
    sqlBuilder
      .selectFrom('products as p')
      .innerJoin('packages as k', (join) =>
        join.onRef('k.tenant_id', '=', 'p.tenant_id').onRef('k.product_id', '=', 'p.id'),
      )
      .innerJoin('product_prices as c', (join) =>
        join.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.product_id', '=', 'p.id'),
      )
      .leftJoin('products as f', (join) =>
        join.onRef('f.tenant_id', '=', 'k.tenant_id').onRef('f.id', '=', 'k.joining_fee_id'),
      )
      // Where the fee has no price in a club, nobody joins that club for a fee.
      .leftJoin('product_prices as g', (join) =>
        join
          .onRef('g.tenant_id', '=', 'f.tenant_id')
          .onRef('g.product_id', '=', 'f.id')
          .onRef('g.club_id', '=', 'c.club_id'),
      )
      .select([
        'p.id',
        'p.category',
        'p.names',
        'p.descriptions',
        'p.vat_kind as vatKind',
        'k.period_months as periodMonths',
        'k.term_months as termMonths',
        'k.renews',
        'k.binding_months as bindingMonths',
        'k.anchor',
        'k.benefits',
        'c.club_id as clubId',
        'c.price_cents as priceCents',
        'c.price_online_cents as priceOnlineCents',
        'k.joining_fee_id as joiningFeeId',
        'f.names as joiningFeeNames',
        'f.vat_kind as joiningFeeVatKind',
        sql<
          number | null
        >`case when g.price_online_cents is null then g.price_cents else g.price_online_cents end`.as(
          'joiningFeeCents',
        ),
        'g.price_cents as joiningFeeDeskCents',
      ])
      .where('p.tenant_id', '=', tenant)
      .where('k.tenant_id', '=', tenant)
      .where('c.tenant_id', '=', tenant)
      .where('p.is_active', '=', true)
      .where('p.kind', '=', sql.lit('package'))
  );
}

/** What contracts are made of, one row for each club, in the centre's order. */
export const listPackages = prepared((_: object) =>
  packages().orderBy('p.position').orderBy('p.id').orderBy('c.club_id').$castTo<PackageRow>(),
);

/** One package in one club, if it is for sale there. */
export const findPackage = prepared((of: { productId: number; clubId: number }) =>
  packages().where('p.id', '=', of.productId).where('c.club_id', '=', of.clubId).$castTo<PackageRow>(),
);

export const nextContractId = prepared((_: object) =>
  sqlBuilder.selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('contracts', 'id'))::integer`.as('id')),
);

export interface NewContract {
  readonly id: number;
  readonly number: string;
  readonly clientId: number;
  readonly sold: PackageRow;
  readonly payer: Payer;
  readonly language: string;
  readonly anchorDay: number;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly bindingUntil: string | null;
  readonly startsEarly: boolean;
  readonly salt: Buffer;
  readonly tokenHash: Buffer;
  readonly invoiceId: number;
  readonly position: number;
  readonly now: string;
}

/** A contract that waits for its first payment, with its price and its first term. */
export function insertContract(contract: NewContract, priceCents: Cents): readonly Query[] {
  const { id, sold, startsOn, endsOn, now } = contract;
  return [
    sqlBuilder.insertInto('contracts').values({
      id,
      number: contract.number,
      client_id: contract.clientId,
      product_id: sold.id,
      club_id: sold.clubId,
      category: sold.category,
      names: JSON.stringify(sold.names),
      benefits: JSON.stringify(sold.benefits),
      payer: JSON.stringify(contract.payer),
      language: contract.language,
      state: 'pending',
      period_months: sold.periodMonths,
      anchor_day: contract.anchorDay,
      vat_kind: sold.vatKind,
      starts_on: startsOn,
      ends_on: endsOn,
      term_months: sold.termMonths,
      renews: sold.renews,
      binding_until: contract.bindingUntil,
      agreed_at: now,
      starts_early: contract.startsEarly,
      salt: contract.salt,
      token_hash: contract.tokenHash,
      invoice_id: contract.invoiceId,
      position: contract.position,
      created_at: now,
    }),
    sqlBuilder
      .insertInto('contract_prices')
      .values({ contract_id: id, from_on: startsOn, price_cents: priceCents, created_at: now }),
    ...(endsOn === null
      ? []
      : [
          sqlBuilder
            .insertInto('contract_terms')
            .values({ contract_id: id, number: 1, starts_on: startsOn, ends_on: endsOn, created_at: now }),
        ]),
  ];
}

/** A live contract of the client whose days meet these, in the same category. */
export const findOverlapping = prepared(
  (of: { clientId: number; category: string; startsOn: string; endsOn: string | null }) =>
    sqlBuilder
      .selectFrom('contracts')
      .select(['id', 'number', 'starts_on as startsOn', 'ends_on as endsOn', 'names'])
      .where('tenant_id', '=', tenant)
      .where('client_id', '=', of.clientId)
      .where('category', '=', of.category)
      .where('state', '=', sql.lit('live'))
      .where(
        sql<boolean>`daterange(starts_on, ends_on, '[]') && daterange(${of.startsOn}::date, ${of.endsOn}::date, '[]')`,
      )
      .orderBy('starts_on')
      .limit(1),
);

/** A contract whose first payment never came. */
export function dropContract(contractId: number): Query {
  return sqlBuilder
    .updateTable('contracts')
    .set({ state: 'dropped' })
    .where('tenant_id', '=', tenant)
    .where('id', '=', contractId)
    .where('state', '=', sql.lit('pending'));
}

/** What of a package waits for its first payment, the latest first. */
export const listPending = prepared((of: { clientId: number; productId: number }) =>
  sqlBuilder
    .selectFrom('contracts as c')
    // Others than its first price come once it lives.
    .innerJoin('contract_prices as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.contract_id', '=', 'c.id'),
    )
    .leftJoin('invoices as i', (join) =>
      join
        .onRef('i.tenant_id', '=', 'c.tenant_id')
        .onRef('i.id', '=', 'c.invoice_id')
        .on('i.state', '=', sql.lit('draft')),
    )
    .select([
      'c.id',
      'c.number',
      'c.invoice_id as invoiceId',
      'c.club_id as clubId',
      'c.starts_on as startsOn',
      'c.starts_early as startsEarly',
      'c.language',
      'c.agreed_at as agreedAt',
      sql<Payer>`c.payer`.as('payer'),
      sql<Cents>`p.price_cents`.as('periodCents'),
      // Null: nobody can pay for it any more.
      sql<Cents | null>`i.total_cents`.as('totalCents'),
      sql<string>`coalesce((select d.details ->> 'code' from contract_changes d where d.tenant_id = c.tenant_id
        and d.contract_id = c.id and d.kind = 'agreed' limit 1), '')`.as('code'),
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.client_id', '=', of.clientId)
    .where('c.product_id', '=', of.productId)
    .where('c.state', '=', sql.lit('pending'))
    .orderBy('c.id', 'desc'),
);

/** Locks a contract, whatever its state. */
export const lockContract = prepared(({ contractId }: { contractId: number }) =>
  sqlBuilder
    .selectFrom('contracts')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', contractId)
    .forUpdate(),
);

/** A contract's first payment has come: it lives from now on. */
export function activate(contractId: number, now: string): Query {
  return sqlBuilder
    .updateTable('contracts')
    .set({ state: 'live', activated_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', contractId);
}

export interface NewPeriod {
  readonly contractId: number;
  readonly fromOn: string;
  readonly untilOn: string;
  readonly owedCents: Cents;
  readonly discountCents: Cents;
  readonly carriedCents: Cents;
  readonly invoiceId: number | null;
  readonly position: number | null;
  readonly now: string;
}

export function insertPeriod(period: NewPeriod): Query {
  return sqlBuilder.insertInto('contract_periods').values({
    contract_id: period.contractId,
    from_on: period.fromOn,
    until_on: period.untilOn,
    owed_cents: period.owedCents,
    discount_cents: period.discountCents,
    carried_cents: period.carriedCents,
    amount_cents: period.owedCents - period.discountCents + period.carriedCents,
    invoice_id: period.invoiceId,
    position: period.position,
    created_at: period.now,
  });
}

/** What happened to a contract, for its history; `details` as the kind has it. */
export function insertChange(
  contractId: number,
  kind: string,
  details: object,
  accountId: number | null,
  now: string,
): Query {
  return sqlBuilder.insertInto('contract_changes').values({
    contract_id: contractId,
    kind,
    details: JSON.stringify(details),
    account_id: accountId,
    created_at: now,
  });
}

/** A line of an invoice as it was paid for. */
export const findLine = prepared((of: { invoiceId: number; position: number }) =>
  sqlBuilder
    .selectFrom('invoice_lines')
    .select(['gross_cents as grossCents', 'discount_cents as discountCents'])
    .where('tenant_id', '=', tenant)
    .where('invoice_id', '=', of.invoiceId)
    .where('position', '=', of.position)
    .$castTo<{ grossCents: Cents; discountCents: Cents }>(),
);
