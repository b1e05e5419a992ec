import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/contracts/giving/contract.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import { settingsOf } from '../commands.ts';
import * as wire from '../wire.ts';
import { type ContractGivingPorts, checkAtDesk, giveContract, packagesAtDesk } from './commands.ts';

/** Contracts that administrators make with a client at the desk. */
export function mountGivingContracts(app: App, { handOver }: Pick<ContractGivingPorts, 'handOver'>): void {
  const { tokens } = app.ports;
  const toWish = <Body extends { unitId: number }>({ unitId: clubId, ...wish }: Body) => ({
    ...wish,
    clubId,
  });

  mount(app, contract.listClientPackages, (ctx, { params }) => packagesAtDesk(ctx, params.unitId, params.id));

  mount(app, contract.checkClientContract, async (ctx, { params, body }) =>
    wire.toSummary(await checkAtDesk(ctx, tokens, toWish(body), params.id), settingsOf(ctx).withdrawalDays),
  );

  mount(app, contract.giveContract, async (ctx, { params, body }) => {
    const wish = toWish(body);
    const { totalCents, ...given } = await giveContract(ctx, { tokens, handOver }, wish, params.id);
    return { ...given, total: centsToEuros(totalCents) };
  });
}
