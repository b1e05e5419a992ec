import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import * as contract from '#shared/registrations/home/contract.ts';
import { toLed } from '../attendance/wire.ts';
import { toUserRegistration } from '../wire.ts';
import { readHome } from './commands.ts';

export function mountHome(app: App): void {
  mount(app, contract.getHome, async (ctx) => {
    const { upcoming, upcomingCount, invoices, membership, isSold, led, centre } = await readHome(
      ctx,
      member(ctx),
    );
    return {
      upcoming: upcoming.map((row) => toUserRegistration(ctx, row)),
      upcomingCount,
      invoices: {
        unpaidCount: invoices.unpaidCount,
        toPay: centsToEuros(cents(invoices.toPayCents)),
        overdueCount: invoices.overdueCount,
        first:
          invoices.firstId === null || invoices.firstDueOn === null
            ? null
            : { id: invoices.firstId, dueDate: invoices.firstDueOn },
      },
      membership: membership.state === 'none' ? { state: 'none' as const, isSold } : membership,
      led: led?.map((row) => toLed(ctx, row)) ?? null,
      centre,
    };
  });
}
