import { prepared, sqlBuilder } from '#server/kernel/db.ts';
import type { VatKind } from '#shared/invoices/vat/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { ClientType, ProductCategory, ProductKind, ProductPrice } from '#shared/products/domain.ts';
import type { StartMode, ValidUnit } from '#shared/products/validity/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A product with its price in one club: the database checks what its columns may hold. */
export interface PricedProduct extends ProductPrice {
  readonly id: number;
  readonly kind: ProductKind;
  readonly category: ProductCategory;
  readonly clientType: ClientType;
  readonly names: Names;
  readonly descriptions: Names;
  readonly vatKind: VatKind;
  readonly visits: number | null;
  readonly validCount: number;
  readonly validUnit: ValidUnit;
  readonly startMode: StartMode;
  readonly isShareable: boolean;
  readonly clubId: number;
}

/** A text in the languages it has. */
export type Names = Readonly<Partial<Record<Language, string>>>;

/** In the reader's language, else the centre's, else whatever there is. */
export function nameIn(names: Names, language: Language, defaultLanguage: Language): string {
  return names[language] ?? names[defaultLanguage] ?? Object.values(names)[0] ?? '';
}

function priced() {
  return sqlBuilder
    .selectFrom('products as p')
    .innerJoin('product_prices as c', (join) =>
      join.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.product_id', '=', 'p.id'),
    )
    .select([
      'p.id',
      'p.kind',
      'p.category',
      'p.client_type as clientType',
      'p.names',
      'p.descriptions',
      'p.vat_kind as vatKind',
      'p.visits',
      'p.valid_count as validCount',
      'p.valid_unit as validUnit',
      'p.start_mode as startMode',
      'p.is_shareable as isShareable',
      'c.club_id as clubId',
      'c.price_cents as priceCents',
      'c.price_online_cents as priceOnlineCents',
    ])
    .where('p.tenant_id', '=', tenant)
    .where('c.tenant_id', '=', tenant)
    .where('p.is_active', '=', true);
}

/** What is for sale of a kind, one row for each club, in the centre's order. */
export const listForSale = prepared(({ kind }: { kind: ProductKind }) =>
  priced().where('p.kind', '=', kind).orderBy('p.position').orderBy('p.id').$castTo<PricedProduct>(),
);

/** One product in one club, if it is for sale there. */
export const findForSale = prepared((of: { kind: ProductKind; productId: number; clubId: number }) =>
  priced()
    .where('p.kind', '=', of.kind)
    .where('p.id', '=', of.productId)
    .where('c.club_id', '=', of.clubId)
    .$castTo<PricedProduct>(),
);

/** What a ticket is made of. */
export type SoldFacts = Pick<
  PricedProduct,
  'names' | 'clientType' | 'visits' | 'validCount' | 'validUnit' | 'startMode'
>;

/** What was sold, whether or not it still is. */
export const findSold = prepared(({ productId }: { productId: number }) =>
  sqlBuilder
    .selectFrom('products')
    .select([
      'names',
      'client_type as clientType',
      'visits',
      'valid_count as validCount',
      'valid_unit as validUnit',
      'start_mode as startMode',
    ])
    .where('tenant_id', '=', tenant)
    .where('id', '=', productId)
    .$castTo<SoldFacts>(),
);
