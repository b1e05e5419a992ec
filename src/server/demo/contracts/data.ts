import type { Statement } from '#server/kernel/batch.ts';
import { insertRows } from '../data.ts';
import { joiningFee } from './built-in.ts';
import type { DemoPackage } from './roles/built-in.ts';

/** Packages and the joining fee, for the same price in every club. `ids`: the fee's first. */
export function insertPackages(
  tenantId: number,
  packages: readonly DemoPackage[],
  ids: readonly number[],
  clubIds: readonly number[],
  feeCents: number,
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
    insertRows(tenantId, 'products', [
      {
        ...plain,
        id: feeId,
        kind: 'joiningFee',
        category: 'webapp_fitness',
        names: joiningFee.names,
        descriptions: {},
        is_active: true,
        position: 190,
      },
      ...packages.map(({ names, descriptions, category, periodMonths, isActive }, index) => ({
        ...plain,
        id: packageIds[index],
        kind: 'package',
        category,
        names,
        descriptions,
        valid_count: periodMonths,
        is_active: isActive,
        position: 200 + index,
      })),
    ]),
    insertRows(
      tenantId,
      'product_prices',
      clubIds.flatMap((clubId) => [
        { product_id: feeId, club_id: clubId, price_cents: feeCents, price_online_cents: null },
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
