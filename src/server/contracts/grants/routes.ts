import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/contracts/grants/contract.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import { settingsOf } from '../commands.ts';
import * as wire from '../wire.ts';
import { type ContractGrantPorts, checkAtDesk, grantContract, packagesAtDesk } from './commands.ts';

/** Contracts that administrators make with a client at the desk. */
export function mountContractGrants(app: App, { fulfil }: Pick<ContractGrantPorts, 'fulfil'>): void {
  const { tokens } = app.ports;
  const toRequest = <Body extends { unitId: number }>({ unitId: clubId, ...request }: Body) => ({
    ...request,
    clubId,
  });

  mount(app, contract.listClientPackages, (ctx, { params }) => packagesAtDesk(ctx, params.unitId, params.id));

  mount(app, contract.checkClientContract, async (ctx, { params, body }) =>
    wire.toSummary(
      await checkAtDesk(ctx, tokens, toRequest(body), params.id),
      settingsOf(ctx).withdrawalDays,
    ),
  );

  mount(app, contract.grantContract, async (ctx, { params, body }) => {
    const request = toRequest(body);
    const { totalCents, ...given } = await grantContract(ctx, { tokens, fulfil }, request, params.id);
    return { ...given, total: centsToEuros(totalCents) };
  });
}
