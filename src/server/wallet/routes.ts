import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import * as contract from '#shared/wallet/contract.ts';
import type { lineKinds, Unit } from '#shared/wallet/domain.ts';
import { ledgerOf, listWallet } from './commands.ts';

export function mountWallet(app: App): void {
  const { tokens } = app.ports;

  mount(app, contract.listWallet, async (ctx) => {
    const list = await listWallet(ctx, tokens, member(ctx).clientId);
    return {
      ...{ openCount: list.openCount, payId: list.payId },
      owed: centsToEuros(cents(list.owedCents)),
      credit: centsToEuros(cents(list.creditCents)),
      items: list.items.map(({ order: _, startsOn, endsOn, unit, balance, ...item }) => ({
        ...item,
        ...{ startDate: startsOn, endDate: endsOn, unit: nameOf(unit) },
        balance: balance === null ? null : toAmount(unit, balance),
      })),
    };
  });

  mount(app, contract.getWalletLedger, async (ctx, { params }) => {
    const { unit, lines } = await ledgerOf(ctx, member(ctx).clientId, params.kind, params.id);
    return {
      unit: nameOf(unit),
      lines: lines.map(({ kind, at, note, change, left }) => ({
        kind: kind as (typeof lineKinds)[number],
        ...{ dateTime: at, note, change: toAmount(unit, change), left: toAmount(unit, left) },
      })),
    };
  });
}

const nameOf = (unit: Unit) => (unit === 'cents' ? ('euros' as const) : ('visits' as const));
const toAmount = (unit: Unit, amount: number) => (unit === 'cents' ? centsToEuros(cents(amount)) : amount);
