import { type Ctx, member, type WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { listGivenFor } from '#server/registrations/choosing/data.ts';
import {
  cancelBookings,
  type LiveRow,
  lockOwners,
  reinstateBookings,
  rescheduleBookings,
} from '#server/registrations/rescheduling/commands.ts';
import { listLive } from '#server/registrations/rescheduling/data.ts';
import { addMinutes, compareInstants, formatDate, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decide, refusalOf } from '#shared/schedule/clashes/domain.ts';
import { type Draft, isWithin, undoHours } from '#shared/schedule/editing/domain.ts';
import { findTaken } from '../clashes/commands.ts';
import type { AfterChange } from '../editing/commands.ts';
import * as editing from '../editing/data.ts';
import { type ChangeNotice, noticesOf, timetableChanged } from '../notifying/commands.ts';
import type { RentalsOnClosure } from '../planning/commands.ts';
import { toState } from '../rows/commands.ts';
import * as data from './data.ts';

export interface Undone {
  readonly messages: number;
  readonly trainingIds: readonly number[];
  readonly lost: number;
}

/** Changes that can still be taken back, and those that were. */
export async function listChanges(ctx: Ctx) {
  const [rows] = await ctx.read(data.listChanges(addMinutes(ctx.now, -undoHours * 60)));
  return rows;
}

/**
 * Takes a whole change back, with everything that hung on it: trainings stand as before, places and waits of then are
 * given again, bookings made since stay, requests for a replacement end as by any change. What has begun, where it is or
 * where it would go back to, stays as it is. Throws `trainingIsOver` where all of it has, `changeUndoTooLate`,
 * `changeUndoneAlready`, `changedSince` where one of its trainings was changed again, or who has taken a place
 * meanwhile.
 */
export function undoChange(
  ctx: Ctx,
  changeId: number,
  after: AfterChange,
  rentals: RentalsOnClosure,
): Promise<Undone> {
  return ctx.write((transaction) => undo(ctx, transaction, changeId, { after, rentals }));
}

async function undo(
  ctx: Ctx,
  transaction: WriteTransaction,
  changeId: number,
  { after, rentals }: { readonly after: AfterChange; readonly rentals: RentalsOnClosure },
) {
  const { load } = transaction;
  const found = await lockUndoable(ctx, load, changeId);
  const { change, ids, standing, live } = found;
  const sorted = sortOut(found, ctx.now);
  const { created, gone, changed, offIds, movedIds, freeIds } = sorted;
  const trainingIds = [...created, ...[...gone, ...changed].map(idOf)];
  if (trainingIds.length === 0 && ids.length > 0 && change.closureId === null)
    throw new AppError('trainingIsOver', undefined, 409);
  const [registered] = await load(editing.listRegisteredTo(created), editing.deferClashes());
  if (registered.length > 0) throw new AppError('trainingHasRegistrations');
  await lockOwners(load, [...live, ...found.before.registrations]);
  await load(...puttingBack(ctx, found, sorted));
  await refuseTaken(ctx, load, [...changed, ...gone].map(idOf), standing);

  const rented = await rentedOnShut(ctx, load, change, rentals);
  await cancelBookings(ctx, load, [...offIds], live);
  const { due } = await rescheduleBookings(ctx, load, {
    movedIds: [...movedIds],
    freeIds,
    kept: found.before.registrations,
  });
  const { back, lost, due: again } = await giveBackPlaces(ctx, load, found, sorted);
  const followed = await after(ctx, load, changed.map(idOf));
  const told = [
    ...toldOf(found, sorted),
    // They are as they were: of what a training became meanwhile there is nothing to say.
    ...back.map(
      ({ previous: _, ...one }): ChangeNotice => ({ ...one, kind: 'trainingChanged', isGivenAgain: true }),
    ),
  ];
  const dateOf = new Map(standing.map((row) => [row.id, row.localDate]));
  const touched = [
    ...[...changed, ...gone].map((row) => ({ id: row.id, date: String(row.local_date) })),
    ...created.map((id) => ({ id, date: dateOf.get(id) ?? '' })),
  ];
  const isOff = ({ trainingId }: LiveRow) => offIds.has(trainingId);
  return transaction.save(
    { messages: new Set(told.map(({ clientId }) => clientId)).size, trainingIds, lost },
    [data.markUndone(changeId, ctx.now, live.filter(isOff)), editing.checkClashes()],
    [
      ...touched.map(({ id, date }) => ({ topic: 'trainingChanged' as const, trainingId: id, date })),
      timetableChanged(touched.map(idOf)),
      ...due,
      ...again,
      ...rented,
      ...followed,
      // Under a key of its own: what was said of the change was another message.
      ...noticesOf(told, -changeId),
    ],
    [
      {
        noun: 'schedule',
        id: null,
        before: { changeId, by: member(ctx).accountId },
        after: { undone: trainingIds.length },
      },
    ],
  );
}

/** A change that can be taken back, and what it left, behind its locks. */
interface Undoable {
  readonly change: data.ChangeRow;
  readonly before: data.Before;
  readonly after: data.After;
  /** Trainings that it made, changed or deleted. */
  readonly ids: readonly number[];
  readonly standing: readonly editing.StateRow[];
  readonly live: readonly LiveRow[];
}

async function lockUndoable(ctx: Ctx, load: WriteTransaction['load'], changeId: number): Promise<Undoable> {
  // As for every change: a lifting that is taken back shuts days.
  await load(editing.lockClubs(null));
  const [[found]] = await load(data.findChange(changeId));
  refuseUndoing(ctx, found);
  const [[stored]] = await load(data.findBeforeAndAfter(changeId));
  if (!stored) throw new AppError('itemNotFound');
  const { before, after } = stored;
  // Where people gave a place back to keep another, it may come back to them: before any client, as those of the change.
  const [given] = await load(listGivenFor(before.registrations.map(ofRow), found.at));
  const [, [change]] = await load(
    editing.lockStates([...after.trainings, ...given.map(({ trainingId }) => trainingId)]),
    data.lockChange(changeId),
  );
  refuseUndoing(ctx, change);
  const ids = [...after.trainings];
  const [standing, live, prints] = await load(
    editing.findStates(ids),
    listLive({ trainingIds: ids }),
    editing.listPrints(ids),
  );
  refuseChanged(after, prints, change.name);
  await refuseShutBeside(load, change, ids);
  return { change, before, after, ids, standing, live };
}

function refuseUndoing({ now }: Ctx, change: data.ChangeRow | undefined): asserts change {
  if (!change) throw new AppError('itemNotFound');
  if (change.undoneAt !== null) throw new AppError('changeUndoneAlready');
  if (compareInstants(now, addMinutes(change.at, undoHours * 60)) > 0) {
    throw new AppError('changeUndoTooLate', { hours: undoHours });
  }
}

/** What becomes of each training when a change is taken back. */
interface SortedOut {
  readonly created: readonly number[];
  readonly gone: data.Before['trainings'];
  readonly changed: data.Before['trainings'];
  /** Taken up again by the change: called off once more. */
  readonly offIds: ReadonlySet<number>;
  /** Called off by it: held again. */
  readonly restoredIds: readonly number[];
  /** At another time or of another style than now. */
  readonly movedIds: ReadonlySet<number>;
  /** At another time or place, or with another trainer, than now. */
  readonly freeIds: readonly number[];
  /** Series of what has begun and stays as it is. */
  readonly leftSeries: ReadonlySet<number>;
}

type StoredTraining = data.Before['trainings'][number];

function sortOut({ before, ids, standing }: Undoable, now: string): SortedOut {
  const isThere = new Map(standing.map((row) => [row.id, row]));
  const was = new Map(before.trainings.map((row) => [row.id, row]));
  const hasBegun = (at: unknown) => at !== undefined && compareInstants(String(at), now) <= 0;
  const isLeft = (id: number) => hasBegun(isThere.get(id)?.startsAt) || hasBegun(was.get(id)?.starts_at);
  const back = before.trainings.filter(({ id }) => !isLeft(id));
  const changed = back.filter(({ id }) => isThere.has(id));
  const isNowOff = ({ id }: { readonly id: number }) => isThere.get(id)?.isCancelled;
  const isThen = (row: StoredTraining) => {
    const now = isThere.get(row.id);
    return now && isInstant(row.starts_at, now.startsAt) && isInstant(row.ends_at, now.endsAt);
  };
  const isHeldAsNow = (row: StoredTraining) => {
    const now = isThere.get(row.id);
    const held = [row.room_id, row.extra_room_ids, row.trainer_id];
    return JSON.stringify(held) === JSON.stringify([now?.roomId, now?.extraRoomIds, now?.trainerId]);
  };
  return {
    created: ids.filter((id) => !was.has(id) && !isLeft(id)),
    gone: back.filter(({ id }) => !isThere.has(id)),
    leftSeries: new Set(standing.flatMap((row) => (isLeft(row.id) ? (row.seriesId ?? []) : []))),
    changed,
    offIds: new Set(changed.filter((row) => row.is_cancelled === true && isNowOff(row) === false).map(idOf)),
    restoredIds: changed.filter((row) => row.is_cancelled === false && isNowOff(row)).map(idOf),
    movedIds: new Set(
      changed.filter((row) => !isThen(row) || row.style_id !== isThere.get(row.id)?.styleId).map(idOf),
    ),
    freeIds: changed.filter((row) => !isThen(row) || !isHeldAsNow(row)).map(idOf),
  };
}

/** Writes timetable and closures as they were. */
function puttingBack(
  { now }: Ctx,
  { change, before, after }: Undoable,
  { created, gone, changed, leftSeries }: SortedOut,
): Query[] {
  const { closureId, kind } = change;
  const oldSeries = new Set(before.series.map(idOf));
  const newSeries = after.series.filter((id) => !oldSeries.has(id) && !leftSeries.has(id));
  return [
    ...before.series.map(editing.saveSeries),
    ...(created.length > 0 ? [editing.deleteTrainings(created)] : []),
    ...(closureId !== null && kind === 'lift' ? [editing.liftClosure(closureId, null)] : []),
    ...(changed.length > 0 ? [editing.saveTrainings(changed)] : []),
    ...(gone.length > 0 ? [editing.insertTrainings(gone)] : []),
    ...(closureId !== null && kind === 'close' ? [editing.liftClosure(closureId, now)] : []),
    ...(newSeries.length > 0 ? [editing.deleteSeries(newSeries)] : []),
  ];
}

/** Called off, or lost by the move: whoever had a place has it again. */
async function giveBackPlaces(
  ctx: Ctx,
  load: WriteTransaction['load'],
  { change, before, live }: Undoable,
  { restoredIds, movedIds }: SortedOut,
) {
  const isBack = new Set([...restoredIds, ...movedIds]);
  const isHere = new Set(live.map(ofRow));
  const ended = before.registrations.filter(
    ({ registrationId, trainingId }) => isBack.has(trainingId) && !isHere.has(registrationId),
  );
  // What somebody gave back to keep the other of two comes back as well, wherever it is.
  const ofMoved = before.registrations.filter(({ trainingId }) => movedIds.has(trainingId)).map(ofRow);
  const [given] = await load(listGivenFor(ofMoved, change.at));
  const givenIds = new Set(given.map(ofRow));
  const registrations = [
    ...ended.filter((row) => !givenIds.has(row.registrationId)),
    ...given.map((row): LiveRow => ({ ...row, state: 'booked', place: 1, heldUntil: null })),
  ];
  return reinstateBookings(ctx, load, [{ at: change.at, registrations }]);
}

/**
 * Who has to hear of it: whose training is called off once more, or is at another time, in another room or with another
 * trainer, where they were told of that before.
 */
function toldOf(
  { after, standing, live }: Undoable,
  { changed, offIds, movedIds }: SortedOut,
): ChangeNotice[] {
  const isThere = new Map(standing.map((row) => [row.id, row]));
  const goesBack = new Map(changed.map((row) => [row.id, row]));
  return live.flatMap(({ trainingId, clientId, registrationId }): ChangeNotice[] => {
    const of = { registrationId, clientId, trainingId };
    if (offIds.has(trainingId)) return [{ kind: 'cancelled', ...of }];
    const [now, then] = [isThere.get(trainingId), goesBack.get(trainingId)];
    if (!now || !then || after.isSilent) return [];
    const { startsAt, roomId, trainerId } = now;
    const previous = {
      ...(movedIds.has(trainingId) && { previousStartsAt: startsAt }),
      ...(roomId !== null && then.room_id !== roomId && { previousRoomId: roomId }),
      ...(trainerId !== null && then.trainer_id !== trainerId && { previousTrainerId: trainerId }),
    };
    return Object.keys(previous).length > 0 ? [{ kind: 'trainingChanged', ...of, ...previous }] : [];
  });
}

/** A lifting that is taken back shuts its days again: what was rented on them meanwhile ends. */
async function rentedOnShut(
  ctx: Ctx,
  load: WriteTransaction['load'],
  { kind, closureId }: { readonly kind: string; readonly closureId: number | null },
  rentals: RentalsOnClosure,
): Promise<readonly DomainEvent[]> {
  if (kind !== 'lift' || closureId === null) return [];
  const [[closure]] = await load(editing.findClosure(closureId));
  return closure ? rentals.end(ctx, load, await rentals.find(ctx, load, closure)) : [];
}

const idOf = ({ id }: { readonly id: number }) => id;
const ofRow = ({ registrationId }: { readonly registrationId: number }) => registrationId;

function isInstant(stored: unknown, instant: string): boolean {
  return (
    Temporal.Instant.compare(Temporal.Instant.from(String(stored)), Temporal.Instant.from(instant)) === 0
  );
}

function refuseChanged({ prints, trainings }: data.After, now: data.After['prints'], name: string): void {
  const left = new Map(prints.map(({ id, print }) => [id, print]));
  const standing = new Map(now.map(({ id, print }) => [id, print]));
  // What the change deleted must still be gone.
  if (trainings.some((id) => left.get(id) !== standing.get(id))) {
    throw new AppError('changedSince', { name });
  }
}

/** A closing is not taken back that others are off by as well: lifted, it gives all of them back. Throws `changedSince`. */
async function refuseShutBeside(
  load: WriteTransaction['load'],
  {
    kind,
    closureId,
    name,
  }: { readonly kind: string; readonly closureId: number | null; readonly name: string },
  ids: readonly number[],
): Promise<void> {
  if (kind !== 'close' || closureId === null) return;
  const [others] = await load(editing.listShutBeside(closureId, ids));
  if (others.length > 0) throw new AppError('changedSince', { name });
}

/** Throws who stands where these trainings are to be again: looked at once they are written. */
async function refuseTaken(
  ctx: Ctx,
  load: WriteTransaction['load'],
  ids: readonly number[],
  standing: readonly editing.StateRow[],
): Promise<void> {
  const [rows, rooms, trainers, parts] = await load(
    editing.findStates(ids),
    editing.listRooms(),
    editing.listTrainers(),
    editing.listParts(),
  );
  const partsOf = new Map(
    [...Map.groupBy(parts, ({ roomId }) => roomId)].map(([id, list]) => [
      id,
      list.map(({ partId }) => partId),
    ]),
  );
  const was = new Map(standing.map((row) => [row.id, row]));
  const placed = rows.filter((row) => !row.isCancelled && !isPlacedAlike(row, was.get(row.id)));
  const [closures] = await load(editing.listClosures(localDate(ctx.now, ctx.tenant.timeZone)));
  const clubOf = new Map(rooms.map(({ id, clubId }) => [id, clubId]));
  for (const row of placed) {
    const { localDate: date, fields } = toState(row, false);
    const at = { localDate: date, clubId: clubOf.get(fields.roomIds[0] ?? 0) };
    if (closures.some((one) => isWithin(one, at))) {
      throw new AppError('dateIsShut', { date: formatDate(date) });
    }
  }
  const drafts = placed.map((row): Draft => {
    const training = toState(row, false);
    const { seriesDate, overridden } = training;
    const rest = { reason: null, changedFields: [], keptFields: [], closureId: null };
    return { ...rest, training, outcome: 'restored', after: training, seriesDate, overridden };
  });
  const taken = await findTaken(load, drafts, [], partsOf);
  const choice = { onClash: 'stop' as const, roomIds: [] };
  // Any command but `create`: what is taken back was not made anew.
  const decided = decide({ kind: 'lift', closureId: 1 }, drafts, taken, choice, partsOf, {
    closures: [],
    clubs: new Map(),
  });
  const names = {
    rooms: new Map(rooms.map(({ id, name }) => [id, name])),
    trainers: new Map(trainers.map(({ id, name }) => [id, name])),
  };
  const refusal = refusalOf(decided, names, ctx.tenant.timeZone);
  if (refusal) throw refusal;
}

function isPlacedAlike(row: editing.StateRow, was: editing.StateRow | undefined): boolean {
  if (!was || was.isCancelled) return false;
  const place = (one: editing.StateRow) =>
    JSON.stringify([one.startsAt, one.endsAt, one.roomId, one.extraRoomIds, one.trainerId, one.setUpMinutes]);
  return place(row) === place(was);
}
