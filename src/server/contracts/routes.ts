import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/contracts/contract.ts';
import { isListedAsValid } from '#shared/contracts/domain.ts';
import * as freezes from '#shared/contracts/freezes/contract.ts';
import * as status from '#shared/contracts/status/contract.ts';
import { bestStatus, statusCodes } from '#shared/contracts/status/domain.ts';
import * as terminations from '#shared/contracts/terminations/contract.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import { settingsOf } from './commands.ts';
import { getDetail, getManaged, nameOf, toContract } from './details/commands.ts';
import * as freezing from './freezes/commands.ts';
import * as purchases from './purchases/commands.ts';
import { decideStatus } from './status/commands.ts';
import * as termination from './terminations/commands.ts';
import { allowsOf, listViews, listViewsOf } from './views/commands.ts';
import * as wire from './wire.ts';

export function mountContracts(app: App): void {
  const { tokens, originOf } = app.ports;
  const ports = { tokens, originOf };
  const own = (ctx: Ctx, contractId: number) => ({ contractId, clientId: member(ctx).clientId });
  const acting = (ctx: Ctx, contractId: number) => ({
    ...own(ctx, contractId),
    accountId: member(ctx).accountId,
  });

  const toRequest = (body: {
    productId: number;
    unitId: number;
    startsOn: string;
    code?: string | undefined;
  }) => ({
    productId: body.productId,
    clubId: body.unitId,
    startsOn: body.startsOn,
    code: body.code ?? '',
  });

  mount(app, contract.listContracts, async (ctx) => {
    const views = await listViews(ctx, member(ctx).clientId);
    const today = localDate(ctx.now, ctx.tenant.timeZone);
    const isValid = ({ facts }: (typeof views)[number]) => isListedAsValid(facts, today);
    const shown = (list: typeof views) => Promise.all(list.map((view) => toContract(ctx, view)));
    const [valid, archived] = await Promise.all([
      shown(views.filter(isValid)),
      shown(views.filter((view) => !isValid(view))),
    ]);
    return { valid, archived };
  });

  mount(app, contract.getContract, (ctx, { params }) => getDetail(ctx, tokens, own(ctx, params.id)));

  mount(app, contract.getAccountStatus, async (ctx) => {
    const views = await listViews(ctx, member(ctx).clientId);
    const contracts = await Promise.all(
      views.map(async (view) => ({ ...(await toContract(ctx, view)), allows: allowsOf(ctx, view) })),
    );
    const isBlocked = views.some(({ row }) => row.isClientBlocked);
    const status = isBlocked ? 'blocked' : bestStatus(views.map((view) => view.status));
    return { status: statusCodes[status], contracts };
  });

  mount(app, contract.listPackages, (ctx, { params }) =>
    purchases.packagesIn(ctx, params.id, member(ctx).clientId),
  );

  mount(app, contract.checkPurchase, async (ctx, { body }) => {
    const { clientId } = member(ctx);
    const checked = await purchases.checkPurchase(ctx, tokens, toRequest(body), clientId);
    return wire.toSummary(checked, settingsOf(ctx).withdrawalDays);
  });

  mount(app, contract.addContract, async (ctx, { body }) => {
    const { clientId } = member(ctx);
    const { startsEarly, hasAgreed } = body;
    const request = { ...toRequest(body), startsEarly, hasAgreed };
    const { invoiceToken, totalCents } = await purchases.addContract(ctx, tokens, request, clientId);
    return { invoiceToken, total: centsToEuros(totalCents) };
  });

  mount(app, freezes.previewFreeze, async (ctx, { params, body }) =>
    wire.toFreeze(await freezing.planFreeze(ctx, ctx.read, own(ctx, params.id), wire.toSpan(body))),
  );
  mount(app, freezes.freezeContract, async (ctx, { params, body }) =>
    wire.toFreeze(await freezing.freezeContract(ctx, tokens, acting(ctx, params.id), wire.toSpan(body))),
  );
  mount(app, freezes.previewReturn, async (ctx, { params, body }) =>
    wire.toReturn(await freezing.planReturn(ctx, ctx.read, own(ctx, params.id), body.freezeId)),
  );
  mount(app, freezes.returnFromFreeze, async (ctx, { params, body }) =>
    wire.toReturn(await freezing.returnFromFreeze(ctx, ports, acting(ctx, params.id), body.freezeId)),
  );

  mount(app, terminations.previewTermination, async (ctx, { params }) =>
    wire.toTermination(await termination.planTermination(ctx, ctx.read, own(ctx, params.id))),
  );
  mount(app, terminations.terminateContract, async (ctx, { params }) =>
    wire.toTermination(await termination.terminateContract(ctx, tokens, acting(ctx, params.id))),
  );
  mount(app, terminations.revokeTermination, async (ctx, { params }) => {
    const { endsOn } = await termination.revokeTermination(ctx, acting(ctx, params.id));
    return { validUntil: endsOn };
  });

  mount(app, terminations.previewWithdrawal, async (ctx, { params }) =>
    wire.toWithdrawal(await termination.previewWithdrawal(ctx, own(ctx, params.id))),
  );
  mount(app, terminations.withdraw, async (ctx, { params }) =>
    wire.toWithdrawn(await termination.withdraw(ctx, ports, acting(ctx, params.id))),
  );
  mount(app, terminations.getPublicWithdrawal, async (ctx, { query }, { address }) => {
    const { plan, ...view } = await termination.planByLink(ctx, tokens, query.token ?? '', address);
    return {
      number: view.row.number,
      packageName: nameOf(ctx, view),
      validFrom: view.row.startsOn,
      plan: plan && wire.toWithdrawal(plan),
      withdrawnAt: view.row.withdrawnAt,
    };
  });
  mount(app, terminations.withdrawByLink, async (ctx, { body }, { address }) => {
    const { row } = await termination.findByLink(ctx, tokens, body.token, address);
    const of = { contractId: row.id, clientId: null, accountId: null };
    return wire.toWithdrawn(await termination.withdraw(ctx, ports, of));
  });

  mount(app, status.listClientContracts, async (ctx, { params }) => {
    const views = await listViewsOf(ctx, params.id);
    return Promise.all(views.map((view) => toContract(ctx, view)));
  });
  mount(app, status.getManagedContract, (ctx, { params }) => getManaged(ctx, tokens, params.id));

  const toStatus = (status: Awaited<ReturnType<typeof decideStatus>>) => ({
    status: status === null ? null : statusCodes[status],
  });
  mount(app, status.blockContract, async (ctx, { params, body: { reason, until } }) =>
    toStatus(await decideStatus(ctx, params.id, { kind: 'block', reason, untilOn: until })),
  );
  mount(app, status.unblockContract, async (ctx, { params, body: { reason } }) =>
    toStatus(await decideStatus(ctx, params.id, { kind: 'unblock', reason })),
  );
  mount(app, status.collectContract, async (ctx, { params, body: { reason } }) =>
    toStatus(await decideStatus(ctx, params.id, { kind: 'collection', reason })),
  );
  mount(app, status.recallContract, async (ctx, { params, body: { reason } }) =>
    toStatus(await decideStatus(ctx, params.id, { kind: 'recall', reason })),
  );
}
