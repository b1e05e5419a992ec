import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { RowOf } from '#server/kernel/db.ts';
import { mapInTurns } from '#server/kernel/files/slices.ts';
import { mount } from '#server/kernel/mount.ts';
import { addDays, daysBetween, localDate, localTime, minutesBetween } from '#shared/kernel/dates.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import { isCancellingAllowed } from '#shared/registrations/domain.ts';
import { listMovesUntil } from '#shared/registrations/rules/domain.ts';
import * as closures from '#shared/schedule/closures/contract.ts';
import * as contract from '#shared/schedule/contract.ts';
import { filterTrainings } from '#shared/schedule/domain.ts';
import * as editing from '#shared/schedule/editing/contract.ts';
import { entitlementOfPlace, likingsOf } from './commands.ts';
import * as data from './data.ts';
import { textsOf, toDetail, toFull, toTraining } from './wire.ts';

/** The longest period one call may ask for. */
const longestDays = 42;

export function mountSchedule(app: App): void {
  // A HEAD of it would never end.
  app.get(apiBase + contract.livePath, { exposeHeadRoute: false }, (request, reply) => {
    app.ports.streams.open(request, reply);
    return reply;
  });

  mountAdmin(app);

  mount(
    app,
    contract.listPublicTrainings,
    async (ctx, { query }) => {
      const [rows] = await ctx.read(data.listTrainings(readPeriod(ctx, query), textsOf(ctx), null));
      return filterTrainings(await eachTold(rows, (row) => toTraining(ctx, row)), query);
    },
    { isReadyKept: true },
  );

  mount(
    app,
    contract.getScheduleFilters,
    async (ctx) => {
      const [clubs, rooms, roomGroups, trainers, styles] = await ctx.read(
        data.listClubs(),
        data.listRooms(),
        data.listRoomGroups(),
        data.listTrainers(),
        data.listStyles(textsOf(ctx)),
      );
      return { clubs, rooms, roomGroups, trainers, styles };
    },
    { isReadyKept: true },
  );

  mount(
    app,
    contract.getPublicTraining,
    async (ctx, { params }) => {
      const [rows] = await ctx.read(data.findTraining(params.id, textsOf(ctx), null));
      const row = found(rows[0]);
      return toDetail(ctx, row, await likingsOf(ctx, row));
    },
    { isReadyKept: true },
  );

  mount(app, contract.listOwnTrainings, async (ctx, { query }) => {
    const period = readPeriod(ctx, query);
    const [rows, own] = await ctx.read(
      data.listTrainings(period, textsOf(ctx), member(ctx).clientId),
      data.listOwnRegistrations(member(ctx).clientId, period),
    );
    const ownByTraining = new Map(own.map((row) => [row.trainingId, row]));
    const trainings = await eachTold(rows, (row) => ({
      ...toTraining(ctx, row),
      own: toOwn(ctx, ownByTraining.get(row.id)),
    }));
    return filterTrainings(trainings, query);
  });

  mount(app, contract.getOwnTraining, async (ctx, { params }) => {
    const [rows, own] = await ctx.read(
      data.findTraining(params.id, textsOf(ctx), member(ctx)),
      data.findOwnRegistration(member(ctx).clientId, params.id, ctx.now),
    );
    const row = found(rows[0]);
    const detail = toDetail(ctx, row, await likingsOf(ctx, row));
    const held = toOwn(ctx, own[0]);
    const cover = await entitlementOfPlace(ctx, detail, held);
    const { swapFor = null, swapTo = null } = own[0] ?? {};
    return { ...detail, own: held && { ...held, cover, swapFor, swapTo } };
  });
}

function mountAdmin(app: App): void {
  mount(app, editing.getAdminSchedule, async (ctx, { query }) => {
    const period = readPeriod(ctx, query);
    const [trainings, reservations, shut, rooms] = await ctx.read(
      data.listAdminTrainings(period, textsOf(ctx)),
      data.listReservations(period),
      data.listClosures(period),
      data.listRooms(),
    );
    const { unit, room } = query;
    const clubOf = new Map(rooms.map(({ id, clubId }) => [id, clubId]));
    const isInClub = (clubId: number | null) => unit === undefined || clubId === null || clubId === unit;
    const seen = reservations
      .filter(({ roomIds }) => roomIds.some((id) => isInClub(clubOf.get(id) ?? null)))
      .filter(({ roomIds }) => room === undefined || roomIds.includes(room));
    return {
      trainings: filterTrainings(await eachTold(trainings, (row) => toAdminTraining(ctx, row)), query),
      reservations: await eachTold(seen, (row) => toReservation(ctx, row)),
      closures: shut.filter(({ clubId }) => isInClub(clubId)),
    };
  });

  mount(app, editing.getAdminTraining, async (ctx, { params }) => {
    const [rows] = await ctx.read(data.findAdminTraining(params.id, textsOf(ctx)));
    return toAdminTraining(ctx, found(rows[0]));
  });

  mount(app, closures.listClosures, async ({ now, tenant, read }) => {
    const [rows] = await read(
      data.listClosures({ from: localDate(now, tenant.timeZone), until: '9999-12-31' }),
    );
    return rows;
  });
}

function toAdminTraining(ctx: Ctx, row: data.AdminTrainingRow) {
  return {
    ...toFull(ctx, row),
    // What it costs, whether or not the centre sells it in the app.
    price: row.priceCents === null ? null : centsToEuros(cents(row.priceCents)),
    rooms: [{ id: row.roomId, name: row.roomName }, ...row.extraRooms],
    privateComment: row.privateComment,
    clientType: row.clientType,
    setUpMinutes: row.setUpMinutes,
    seriesId: row.seriesId,
    seriesDate: row.seriesDate,
    overridden: editing.fieldNames.filter((name) => row.overridden.includes(name)),
    version: row.version,
    cancelReason: row.cancelReason,
    closureId: row.closureId,
    closureName: row.closureName,
  };
}

function toReservation({ tenant }: Ctx, row: RowOf<ReturnType<typeof data.listReservations>>) {
  const { startsAt, endsAt, localDate: date, roomIds: _, ...rest } = row;
  return {
    ...rest,
    date,
    startDateTime: startsAt,
    endDateTime: endsAt,
    time: localTime(startsAt, tenant.timeZone),
    duration: minutesBetween(startsAt, endsAt),
  };
}

/** Trainings as they are told, in turns with everybody else. Throws `unableToGetSchedule` for too many. */
function eachTold<Row, Told>(rows: readonly Row[], toTold: (row: Row) => Told): Promise<Told[]> {
  if (rows.length > data.mostTrainings) throw new AppError('unableToGetSchedule');
  return mapInTurns(rows, toTold);
}

/** The period asked for; today without one. Refuses a period that ends before it begins or is too long. */
function readPeriod(
  { now, tenant }: Ctx,
  query: { from?: string | undefined; until?: string | undefined },
): data.Period {
  const from = query.from ?? query.until ?? localDate(now, tenant.timeZone);
  const until = query.until ?? from;
  const days = daysBetween(from, until);
  if (days < 0 || days >= longestDays) throw new AppError('unableToGetSchedule');
  return { from, until: addDays(from, days) };
}

function toOwn({ now, tenant }: Ctx, row: data.OwnRow | undefined) {
  if (!row) return null;
  return {
    registrationId: row.id,
    state: row.state,
    place: row.place,
    placeInWaitingList: row.position,
    freeUntil: row.freeUntil,
    heldUntil: row.heldUntil,
    listMovesUntil: listMovesUntil(row.startsAt, tenant),
    cancelingAllowed: isCancellingAllowed(row, now),
  };
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('trainingNotFound');
  return row;
}
