import type { App } from '#server/kernel/app.ts';
import { type Ctx, member, requireProof } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import * as contract from '#shared/contracts/prices/contract.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { changePrices } from './commands.ts';

/** `ctxOf`: in the centre's own name, for the work has many transactions of its own; who asked stands in the trail. */
export function mountPrices(
  app: App,
  ports: { ctxOf(tenant: Tenant, audited: Ctx['audited']): Ctx; originOf(tenant: Tenant): string },
): void {
  mount(app, contract.changePrice, async (ctx, { body }) => {
    // Of one it is seen whom it meets.
    if ('productId' in body) requireProof(ctx);
    const centre = { ...ports.ctxOf(ctx.tenant, ctx.audited), isProved: ctx.isProved };
    const changed = await changePrices(centre, ports.originOf, {
      contractId: 'contractId' in body ? body.contractId : null,
      productId: 'productId' in body ? body.productId : null,
      clubId: 'clubId' in body ? (body.clubId ?? null) : null,
      priceCents: eurosToCents(body.price),
      fromOn: body.fromDate,
      accountId: member(ctx).accountId,
    });
    return { changed };
  });
}
