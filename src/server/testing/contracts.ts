import { sqlBuilder } from '#server/kernel/db.ts';
import type { Benefit } from '#shared/contracts/benefits/domain.ts';
import type { PackageTerms } from '#shared/contracts/domain.ts';
import type { Centre } from './centre.ts';
import { addProduct, type ProductParts } from './products.ts';
import type { TestServer } from './server.ts';

export interface PackageParts
  extends Partial<PackageTerms>,
    Pick<ProductParts, 'category' | 'prices' | 'name'> {
  readonly benefits?: readonly Benefit[];
  readonly joiningFeeCents?: number;
}

/** A package in the centre's first club unless told otherwise: 45,00 € a month, without an end, group trainings. */
export async function addPackage(
  running: TestServer,
  home: Centre,
  parts: PackageParts = {},
): Promise<number> {
  const { benefits, joiningFeeCents, name = 'Monthly package', ...terms } = parts;
  const prices = parts.prices ?? [{ clubId: home.clubId, priceCents: 4500 }];
  const category = parts.category ?? 'webapp_fitness';
  const productId = await addProduct(running, home, {
    kind: 'package',
    name,
    category,
    prices,
    visits: null,
  });
  const feeId =
    joiningFeeCents === undefined
      ? null
      : await addProduct(running, home, {
          kind: 'joiningFee',
          name: 'Joining fee',
          visits: null,
          prices: prices.map(({ clubId }) => ({ clubId, priceCents: joiningFeeCents })),
        });
  await running.server.system.run(
    sqlBuilder.insertInto('packages').values({
      tenant_id: home.id,
      product_id: productId,
      period_months: terms.periodMonths ?? 1,
      term_months: terms.termMonths ?? null,
      renews: terms.renews ?? false,
      binding_months: terms.bindingMonths ?? 0,
      anchor: terms.anchor ?? 'start',
      joining_fee_id: feeId,
      benefits: JSON.stringify(
        benefits ?? [
          { clientType: 'groupTraining', clubIds: [], weekdays: [], from: null, until: null, visits: null },
        ],
      ),
    }),
  );
  return productId;
}
