import type { App } from '#server/kernel/app.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { Turns } from '#server/kernel/turns.ts';
import * as contract from '#shared/contracts/billing/contract.ts';
import { lastPreview } from '#shared/contracts/billing/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import { previewBilling } from '../billing/commands.ts';
import { type BillingRunPorts, listRuns, runBillingNow } from './commands.ts';
import type { Problem, RunRow } from './data.ts';

/** `ctxOf`: in the centre's own name, for the work has many transactions of its own; who asked stands in the trail. */
export function mountBillingRuns(
  app: App,
  ports: BillingRunPorts & { ctxOf(tenant: Tenant, audited: Ctx['audited']): Ctx },
): void {
  // The database and this process have time left for whoever books.
  const turns = new Turns({ perCentre: 1, inAll: 2, mostWaiting: 8, seconds: 15 });
  mount(
    app,
    contract.previewBilling,
    async (ctx, { query }, { abandoned }) => {
      const today = localDate(ctx.now, ctx.tenant.timeZone);
      const date = [query.date ?? today, lastPreview(today)].toSorted()[0] ?? today;
      const { offset, limit } = pageOf(query);
      const { bills, ...preview } = await previewBilling(ctx, { date, offset, limit, abandoned });
      return {
        date,
        contracts: preview.contracts,
        invoices: preview.invoices,
        total: centsToEuros(preview.totalCents),
        problems: [...preview.problems],
        items: bills.map(({ contractId, number, payerName, totalCents, lines }) => ({
          contractId,
          number,
          payerName,
          total: centsToEuros(totalCents),
          lines: lines.map(({ article, unitCents, discountCents }) => ({
            article,
            total: centsToEuros(cents(unitCents - discountCents)),
          })),
        })),
        offset,
        limit,
      };
    },
    { turns },
  );

  mount(app, contract.listBillingRuns, async (ctx, { query }) => {
    const { offset, limit } = pageOf(query);
    const { items, total } = await listRuns(ctx, offset, limit);
    return { items: items.map(toRun), total, offset, limit };
  });

  mount(app, contract.runBilling, async ({ tenant, audited }) => {
    const runs = await runBillingNow(ports.ctxOf(tenant, audited), ports);
    return { items: runs.map(toRun) };
  });
}

function toRun(run: RunRow): contract.BillingRun {
  return {
    date: run.runOn,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    contracts: run.contracts,
    invoices: run.invoices,
    total: centsToEuros(cents(run.totalCents)),
    renewed: run.renewed,
    credited: centsToEuros(cents(run.creditedCents)),
    debts: run.debts,
    badDebts: run.badDebts,
    problems: run.problems as Problem[],
  };
}
