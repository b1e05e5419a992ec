import type { Statement } from '#server/kernel/batch.ts';
import { insertRows, type Typed } from '../data.ts';
import { type DemoPackage, joiningFee } from './built-in.ts';

/** Ids from the table's own sequence. */
export function takeProductIds(count: number): Typed<{ products: number[] }> {
  return {
    text: `select array(select nextval(pg_get_serial_sequence('products', 'id'))::integer
      from generate_series(1, $1)) as products`,
    values: [count],
  };
}

/** Packages and the joining fee, for the same price in every club. `ids`: the fee's first. */
export function insertPackages(
  tenantId: number,
  packages: readonly DemoPackage[],
  ids: readonly number[],
  clubIds: readonly number[],
): Statement[] {
  const [feeId, ...packageIds] = ids;
  const plain = {
    client_type: 'other',
    vat_kind: 'standard',
    visits: null,
    valid_count: 1,
    valid_unit: 'month',
    start_mode: 'chosen',
  };
  return [
    insertRows(
      tenantId,
      'products',
      {
        id: 'integer',
        kind: 'text',
        category: 'text',
        client_type: 'text',
        names: 'jsonb',
        descriptions: 'jsonb',
        vat_kind: 'text',
        visits: 'integer',
        valid_count: 'integer',
        valid_unit: 'text',
        start_mode: 'text',
        position: 'integer',
      },
      [
        {
          ...plain,
          id: feeId,
          kind: 'joiningFee',
          category: 'webapp_fitness',
          names: joiningFee.names,
          descriptions: {},
          position: 190,
        },
        ...packages.map(({ names, descriptions, category, periodMonths }, index) => ({
          ...plain,
          id: packageIds[index],
          kind: 'package',
          category,
          names,
          descriptions,
          valid_count: periodMonths,
          position: 200 + index,
        })),
      ],
    ),
    insertRows(
      tenantId,
      'product_prices',
      { product_id: 'integer', club_id: 'integer', price_cents: 'integer', price_online_cents: 'integer' },
      clubIds.flatMap((clubId) => [
        { product_id: feeId, club_id: clubId, price_cents: joiningFee.priceCents, price_online_cents: null },
        ...packages.map(({ priceCents, priceOnlineCents }, index) => ({
          product_id: packageIds[index],
          club_id: clubId,
          price_cents: priceCents,
          price_online_cents: priceOnlineCents,
        })),
      ]),
    ),
    insertRows(
      tenantId,
      'packages',
      {
        product_id: 'integer',
        period_months: 'integer',
        term_months: 'integer',
        renews: 'boolean',
        binding_months: 'integer',
        anchor: 'text',
        joining_fee_id: 'integer',
        benefits: 'jsonb',
      },
      packages.map((one, index) => ({
        product_id: packageIds[index],
        period_months: one.periodMonths,
        term_months: one.termMonths,
        renews: one.renews,
        binding_months: one.bindingMonths,
        anchor: one.anchor,
        joining_fee_id: one.hasJoiningFee ? feeId : null,
        benefits: one.benefits,
      })),
    ),
  ];
}
