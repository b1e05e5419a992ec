import type { Ctx } from '#server/kernel/ctx.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { nameIn } from '#server/products/data.ts';
import { type DebtStatus, debtOf, debtStatusOn } from '#shared/contracts/status/domain.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { takeMessages } from '../billing-runs/data.ts';
import { writeContractMail } from '../billing-runs/mails.ts';
import { lapsing } from '../bookings/commands.ts';
import { settingsOf } from '../commands.ts';
import * as data from './data.ts';

/** Debts older than bad debt by so much were told long ago. */
const lookBackDays = 366;
const batchSize = 200;

export interface Debts {
  readonly debts: number;
  /** Of these. */
  readonly badDebts: number;
}

/**
 * Contracts in debt on a date, by the centre's thresholds, counted for the office; each stage is told once to whoever pays
 * (mission 2.5). Nothing of it is stored with the contract: once it is paid it is over.
 */
export async function tellDebts(
  ctx: Ctx,
  originOf: (tenant: Tenant) => string,
  date: string,
): Promise<Debts> {
  const { debt } = settingsOf(ctx);
  const [rows] = await ctx.read(
    data.listIndebted({
      from: addDays(date, -debt.badDebtDays - lookBackDays),
      until: addDays(date, -1),
      today: date,
    }),
  );
  const indebted = rows.flatMap((contract) => {
    const { dueOn, openCents } = debtOf(contract.openInvoices, false, date, debt);
    const debtStatus = debtStatusOn({ dueOn, openCents, isCollected: false }, date, debt);
    if (dueOn === null || !isStage(debtStatus)) return [];
    return [{ contract, debtStatus, dueOn, openCents, key: `${debtStatus}:${dueOn}` }];
  });
  for (let from = 0; from < indebted.length; from += batchSize) {
    const batch = indebted.slice(from, from + batchSize);
    await ctx.write(async ({ load, save }) => {
      const messages = batch.map(({ contract, key }) => ({ contractId: contract.id, key }));
      const [taken] = await load(takeMessages(messages, ctx.now));
      const isNew = new Set(taken.map(({ contractId }) => contractId));
      const events = batch
        .filter(({ contract }) => isNew.has(contract.id))
        .flatMap(({ contract, debtStatus, dueOn, openCents, key }) => {
          const news = { kind: debtStatus, dueOn, openCents, graceOn: addDays(dueOn, debt.graceDays) };
          const { tenant } = ctx;
          const mail = writeContractMail(contract, news, { tenant, origin: originOf(tenant), key, nameIn });
          return [...(mail ? [mail] : []), ...(debtStatus === 'badDebt' ? [lapsing(ctx, contract.id)] : [])];
        });
      return save(undefined, [], events);
    });
  }
  const badDebts = indebted.filter(({ debtStatus }) => debtStatus === 'badDebt').length;
  return { debts: indebted.length, badDebts };
}

function isStage(debtStatus: DebtStatus): debtStatus is 'debt' | 'badDebt' {
  return debtStatus === 'debt' || debtStatus === 'badDebt';
}
