import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { localTime, minutesBetween } from '#shared/kernel/dates.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import * as contract from '#shared/registrations/home/contract.ts';
import { freePlacesOf } from '#shared/schedule/domain.ts';
import { toTaught } from '../attendance/wire.ts';
import { toUserRegistration } from '../wire.ts';
import { readHome } from './commands.ts';

export function mountHome(app: App): void {
  mount(app, contract.getHome, async (ctx) => {
    const { upcoming, invoices, membership, isSold, held, suggestions, led, ...rest } = await readHome(
      ctx,
      member(ctx),
    );
    return {
      ...rest,
      upcoming: upcoming.map((row) => toUserRegistration(ctx, row)),
      invoices: {
        unpaidCount: invoices.unpaidCount,
        toPay: centsToEuros(cents(invoices.toPayCents)),
        overdueCount: invoices.overdueCount,
        first:
          invoices.firstId === null || invoices.firstDueOn === null
            ? null
            : {
                id: invoices.firstId,
                dueDate: invoices.firstDueOn,
                article: invoices.firstArticle ?? '',
              },
      },
      membership: membership.state === 'none' ? { state: 'none' as const, isSold } : membership,
      led: led?.map((row) => toTaught(ctx, row)) ?? null,
      held: held.map(({ freeze, ...one }) => ({
        ...one,
        freeze: freeze && { from: freeze.fromOn, until: freeze.untilOn, isRunning: freeze.isRunning },
      })),
      suggestions: suggestions.map(({ row, reason }) => ({
        ...{
          id: row.id,
          reason,
          name: [row.namePrefix, row.name].filter(Boolean).join(' '),
          typeColor: row.colour,
        },
        ...{ trainerName: row.trainerName, clubName: row.clubName, roomName: row.roomName },
        date: row.localDate,
        time: localTime(row.startsAt, ctx.tenant.timeZone),
        startDateTime: row.startsAt,
        duration: minutesBetween(row.startsAt, row.endsAt),
        maxPlaces: row.maxPlaces,
        freePlaces: freePlacesOf(row),
      })),
    };
  });
}
