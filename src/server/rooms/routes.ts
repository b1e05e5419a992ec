import type { App } from '#server/kernel/app.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as contract from '#shared/rooms/contract.ts';
import { findRoomTakers } from './commands.ts';
import * as data from './data.ts';

/** How far back counts for what is held in a room. */
const latelyDays = 90;

export function mountRooms(app: App): void {
  mount(
    app,
    contract.listRooms,
    async (ctx) => {
      const [rooms] = await ctx.read(data.listRooms());
      return rooms;
    },
    { isReadyKept: true },
  );

  mount(app, contract.listOwnUnits, (ctx) => unitsOf(ctx));
  mount(app, contract.listUnits, (ctx) => unitsOf(ctx));

  mount(app, contract.listGroups, async (ctx) => {
    const [groups, rooms] = await ctx.read(data.listGroups(), data.listRooms());
    return groups.map((group) => ({
      ...group,
      rooms: rooms.filter(({ roomGroupId }) => roomGroupId === group.id),
    }));
  });

  mount(app, contract.listRoomStyles, async (ctx, { params }) => {
    const { language, now, tenant } = ctx;
    const since = addDays(localDate(now, tenant.timeZone), -latelyDays);
    const { defaultLanguage } = tenant;
    const [[room], styles] = await ctx.read(
      data.findRoom(params.roomId),
      data.listStyles(params.roomId, since, { language, defaultLanguage }),
    );
    if (!room) throw new AppError('itemNotFound');
    return styles;
  });

  mount(app, contract.getRoomAvailability, async (ctx, { query }) => {
    const { date, time, duration = 60, setUp = 0, unit, training } = query;
    const takers = await findRoomTakers(ctx, { date, time, duration, setUp, training });
    const [rooms] = await ctx.read(data.listRooms());
    return rooms
      .filter(({ clubId }) => unit === undefined || clubId === unit)
      .map(({ id, name, clubId, partIds }) => {
        const taker = takers.find(({ roomId }) => roomId === id || partIds.includes(roomId));
        return {
          ...{ id, name, clubId, isFree: taker === undefined },
          takenBy: taker
            ? { name: taker.name, startDateTime: taker.shownFrom, endDateTime: taker.endsAt }
            : null,
        };
      });
  });
}

async function unitsOf(ctx: Ctx) {
  const [clubs, rooms] = await ctx.read(data.listClubs(), data.listRooms());
  const ofClub = Map.groupBy(rooms, ({ clubId }) => clubId);
  return clubs.map((club) => ({ ...club, rooms: ofClub.get(club.id) ?? [] }));
}
