import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { localTime, minutesBetween } from '#shared/kernel/dates.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import * as contract from '#shared/rooms/rentals/contract.ts';
import * as commands from './commands.ts';

export function mountRentals(app: App): void {
  const { tokens } = app.ports;

  mount(app, contract.listRentals, async (ctx, { query }) => {
    const { timeZone } = ctx.tenant;
    const found = await commands.findRentals(ctx, member(ctx).clientId, query.date);
    return {
      date: found.date,
      rooms: found.rooms.map(({ rentCents, openingHours: _, hours, ...room }) => ({
        ...room,
        price: centsToEuros(cents(rentCents)),
        freeCancelMinutes: ctx.tenant.limits.rentalFreeCancelMinutes,
        hours: hours.map(({ time, startsAt, isFree }) => ({ time, startDateTime: startsAt, isFree })),
      })),
      rentals: found.rentals.map(({ startsAt, endsAt, localDate, priceCents, ...rental }) => ({
        ...rental,
        date: localDate,
        time: localTime(startsAt, timeZone),
        startDateTime: startsAt,
        endDateTime: endsAt,
        duration: minutesBetween(startsAt, endsAt),
        price: centsToEuros(cents(priceCents)),
      })),
    };
  });

  mount(app, contract.rentRoom, async (ctx, { body }) => {
    const { startDateTime: startsAt, ...request } = body;
    const { totalCents, ...rented } = await commands.rentRoom(ctx, tokens, member(ctx).clientId, {
      ...request,
      startsAt,
    });
    return { ...rented, total: centsToEuros(totalCents) };
  });

  mount(app, contract.cancelRental, async (ctx, { params }) => {
    const { state, creditCents } = await commands.cancelRental(ctx, tokens, member(ctx).clientId, params.id);
    return { state, credit: centsToEuros(creditCents) };
  });
}
