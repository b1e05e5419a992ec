import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { nameIn } from '#server/products/data.ts';
import { priceOn } from '#shared/contracts/periods/domain.ts';
import { isTimely, periodsAround, priceFrom } from '#shared/contracts/prices/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Cents } from '#shared/kernel/money.ts';
import { billingSettingsOf } from '../billing/commands.ts';
import { listPrices } from '../billing/data.ts';
import { writeContractMail } from '../billing-runs/mails.ts';
import { batchSize, inBatches } from '../renewals/commands.ts';
import * as data from './data.ts';

/**
 * Gives contracts a new price from the first period that begins on a date or later, and tells whoever pays them, in the same
 * transaction as the price. It takes the place of what was told for later, but before that period. Done again it changes nothing more. Throws `dataValidationFailed` with the field `fromDate` where
 * that is less than the centre's days of notice away, `contractNotFound`, and `proofNeeded` where one costs less than it would have:
 * that is given away, month after month. Returns how many it changes (mission 2.5).
 */
export async function changePrices(
  ctx: Ctx,
  originOf: (tenant: Tenant) => string,
  change: data.PriceScope & {
    readonly priceCents: Cents;
    readonly fromOn: string;
    readonly accountId: number | null;
  },
): Promise<number> {
  const { tenant, now } = ctx;
  const { priceCents } = change;
  const today = localDate(now, tenant.timeZone);
  const { priceNoticeDays } = billingSettingsOf(ctx);
  if (!isTimely(change.fromOn, today, priceNoticeDays))
    throw new AppError('dataValidationFailed', { field: 'fromDate', days: priceNoticeDays });
  let hasFound = false;
  const changed = await inBatches((after) =>
    ctx.write(async ({ load, save, keep }) => {
      const [contracts] = await load(data.lockPriced({ ...change, after, today, limit: batchSize }));
      hasFound ||= contracts.length > 0;
      const ids = contracts.map(({ id }) => id);
      const [rows, billed] = await load(listPrices(ids), data.listBilledUntil(ids));
      const billedUntil = new Map(billed.map((one) => [one.contractId, one.billedUntil]));
      const prices = Map.groupBy(rows, ({ contractId }) => contractId);
      const news = contracts.flatMap((contract) => {
        const priceable = { ...contract, billedUntil: billedUntil.get(contract.id) ?? null };
        const fromOn = priceFrom(priceable, change.fromOn);
        const known = prices.get(contract.id) ?? [];
        if (fromOn === undefined) return [];
        // A period costs what is in force on its first day, so between two of them nothing counts.
        const { before, countsOn } = periodsAround(contract, fromOn);
        const toldCents = priceOn({ prices: known }, countsOn);
        if (toldCents === priceCents) return [];
        const beforeCents = priceOn({ prices: known }, before);
        return [{ contract, fromOn, countsOn, toldCents, beforeCents }];
      });
      if (news.some(({ toldCents }) => priceCents < toldCents)) requireProof(ctx);
      const found = { count: news.length, found: contracts.length, lastId: contracts.at(-1)?.id ?? after };
      const events = news.flatMap(({ contract, fromOn, toldCents, beforeCents }) => {
        const told =
          beforeCents === priceCents
            ? ({ kind: 'priceKept', toldCents, afterCents: priceCents } as const)
            : ({ kind: 'price', fromOn, beforeCents, afterCents: priceCents } as const);
        // Taken back and told once more, it is told once more.
        const key = `price:${fromOn}:${priceCents}:${now}`;
        return writeContractMail(contract, told, { tenant, origin: originOf(tenant), key, nameIn }) ?? [];
      });
      if (contracts.length === 0) return keep(found);
      if (news.length === 0) return save(found, []);
      const inserted = news.map(({ contract: { id }, fromOn, countsOn, beforeCents }) => ({
        contractId: id,
        fromOn,
        countsOn,
        priceCents,
        beforeCents,
      }));
      return save(found, data.insertPrices(inserted, change.accountId, now), events);
    }),
  );
  if (!hasFound) throw new AppError('contractNotFound');
  return changed;
}
