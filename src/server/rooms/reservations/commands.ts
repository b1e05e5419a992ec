import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { findUses, type Read, spanOf } from '#server/schedule/clashes/commands.ts';
import { holdClubs } from '#server/schedule/editing/data.ts';
import { addMinutes, instantAt, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ReservationFields } from '#shared/rooms/reservations/contract.ts';
import { type Collision, collisionError, withParts } from '#shared/schedule/clashes/domain.ts';
import { listRooms } from '../data.ts';
import { endingRentalOf, movingRentalOf } from '../rentals/commands.ts';
import * as data from './data.ts';

/** Open calendars show reservations too. */
const timetableChanged = { topic: 'timetableChanged', trainingIds: [] } as const;

/**
 * Makes a reservation, or with `edited` changes one. Throws `itemNotFound`, `changedMeanwhile` when somebody changed
 * it since, `roomsNotFree` with the rooms and what is there, and `roomNotAvailable` where what a client rented would come
 * into a day that is shut. Who rented what is moved is told.
 */
export async function saveReservation(
  ctx: Ctx,
  fields: ReservationFields,
  edited: { readonly id: number; readonly version: number } | null,
): Promise<{ id: number }> {
  const row = toRow(ctx, fields);
  return ctx.write(async ({ load, save }) => {
    // Clubs first, as who shuts one holds it before what is rented there.
    const [, [old], [fresh]] = await load(
      holdClubs(),
      data.lockReservation(edited?.id ?? 0),
      data.nextReservationId,
    );
    if (edited && !old) throw new AppError('itemNotFound');
    if (edited && old && old.version !== edited.version) throw new AppError('changedMeanwhile');
    const id = edited?.id ?? fresh?.id ?? 0;
    await refuseTaken(ctx, load, { ...row, id });
    const { localDate: _, ...after } = row;
    const before = old && { ...old, roomIds: [...old.roomIds] };
    const change = { noun: 'reservations', id, ...(before && { before }), after };
    const moved = old ? await movingRental(ctx, load, old, row) : nothing;
    return save(
      { id },
      [data.saveReservation({ ...row, id }), ...moved.queries],
      [timetableChanged, ...moved.events],
      [change],
    );
  });
}

const nothing = { queries: [], events: [] };

async function movingRental(
  ctx: Ctx,
  load: WriteTransaction['load'],
  { id, version }: { readonly id: number; readonly version: number },
  { startsAt, endsAt, roomIds }: Omit<data.ReservationRow, 'id'>,
) {
  const [rooms] = await load(listRooms());
  // A rental is of one room: the first.
  const room = rooms.find((one) => one.id === roomIds[0]);
  return room ? movingRentalOf(ctx, load, id, { startsAt, endsAt, room, version: version + 1 }) : nothing;
}

/** Gives the rooms back; what a client rented with it ends, and they are told. Throws `itemNotFound`. */
export function deleteReservation(ctx: Ctx, tokens: Tokens, id: number): Promise<{ id: number }> {
  return ctx.write(async ({ load, save }) => {
    const [[old]] = await load(data.lockReservation(id));
    if (!old) throw new AppError('itemNotFound');
    const rental = await endingRentalOf(ctx, tokens, load, id);
    return save(
      { id },
      [...rental.queries, data.deleteReservation(id)],
      [timetableChanged, ...rental.events],
      [{ noun: 'reservations', id, before: old }],
    );
  });
}

function toRow({ tenant }: Ctx, fields: ReservationFields): Omit<data.ReservationRow, 'id'> {
  const { name, date, time, duration, comment } = fields;
  const startsAt = instantAt(date, time, tenant.timeZone);
  return {
    ...{ name, comment, startsAt },
    roomIds: [...new Set(fields.roomIds)],
    endsAt: addMinutes(startsAt, duration),
    localDate: localDate(startsAt, tenant.timeZone),
  };
}

async function refuseTaken(ctx: Ctx, read: Read, { id, roomIds, startsAt, endsAt }: data.ReservationRow) {
  const [rooms, parts] = await read(listRooms(), data.listParts());
  if (!roomIds.every((roomId) => rooms.some((room) => room.id === roomId))) {
    throw new AppError('itemNotFound');
  }
  const partsOf = new Map(
    [...Map.groupBy(parts, ({ roomId }) => roomId)].map(([id, own]) => [id, own.map(({ partId }) => partId)]),
  );
  const { rooms: uses } = await findUses(read, withParts(roomIds, partsOf), [], [spanOf(startsAt, endsAt)]);
  const others = uses.filter((use) => use.kind === 'training' || use.id !== id);
  const [first] = others;
  if (!first) return;
  const same = others.filter(({ kind, id: other }) => kind === first.kind && other === first.id);
  const { kind, name, shownFrom } = first;
  const collision: Collision = {
    kind: 'room',
    roomIds: same.map(({ roomId }) => roomId),
    trainerId: null,
    with: { kind, id: first.id, name, startsAt: shownFrom, endsAt: first.endsAt },
  };
  const names = { rooms: new Map(rooms.map((room) => [room.id, room.name])), trainers: new Map() };
  throw collisionError(collision, names, ctx.tenant.timeZone);
}
