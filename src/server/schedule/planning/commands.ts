import { createHash } from 'node:crypto';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { countChoosing } from '#server/registrations/choosing/data.ts';
import { type LiveRow, listLive } from '#server/registrations/rescheduling/data.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type ClashNames, type Decided, decide, isDone } from '#shared/schedule/clashes/domain.ts';
import type { ClashChoice, ScheduleCommand } from '#shared/schedule/editing/contract.ts';
import {
  type ClosureFacts,
  draftsOf,
  longestClosure,
  type TrainingState,
} from '#shared/schedule/editing/domain.ts';
import { findTaken, type Read } from '../clashes/commands.ts';
import * as data from '../editing/data.ts';
import { toState } from '../rows/commands.ts';

export interface Planned {
  readonly decided: readonly Decided[];
  readonly named: TrainingState | undefined;
  /** Rows as they stand, by training. */
  readonly stored: ReadonlyMap<number, data.StateRow>;
  readonly live: readonly LiveRow[];
  readonly names: ClashNames;
  readonly clubs: ReadonlyMap<number, number>;
  readonly closures: readonly (ClosureFacts & { readonly name: string })[];
  /** People who would have two trainings at one time, and choose. */
  readonly choosing: number;
  /** What was rented on days that are to be shut. */
  readonly rentals: readonly number[];
  readonly planId: string;
  readonly isApplicable: boolean;
}

/** What a change of the timetable would do; nothing is locked or written. */
export function planSchedule(
  ctx: Ctx,
  command: ScheduleCommand,
  choice: ClashChoice,
  rentals: RentalsOnClosure,
): Promise<Planned> {
  return planning(ctx, ctx.read, { command, choice }, rentals);
}

/** What was rented on days that are to be shut, which ends with them and does not come back when they are lifted. */
export interface RentalsOnClosure {
  /** Those that are still ahead. In a transaction they are held, and no other is rented on those days until it is over. */
  readonly find: (ctx: Ctx, read: Read, closure: Omit<ClosureFacts, 'id'>) => Promise<readonly number[]>;
  /** Ends them at once, for credit; answers what is told of it. */
  readonly end: (
    ctx: Ctx,
    load: WriteTransaction['load'],
    ids: readonly number[],
  ) => Promise<readonly DomainEvent[]>;
}

async function targetIds(read: Read, command: ScheduleCommand, now: string): Promise<number[]> {
  switch (command.kind) {
    case 'create':
      return [];
    case 'close':
      return closedBy(read, command);
    case 'lift':
      return (await read(data.listOfClosure(command.closureId)))[0].map(idOf);
    default: {
      const { trainingId, scope } = command;
      if (scope === 'this') return [trainingId];
      const [rows] = await read(data.listOfSeries(trainingId, now));
      return [...new Set([trainingId, ...rows.map(idOf)])];
    }
  }
}

/** Looked at before any of it is read: dates are typed, and nothing else bounds what lies between them. */
async function closedBy(read: Read, close: Extract<ScheduleCommand, { kind: 'close' }>): Promise<number[]> {
  const [rows] = await read(data.listOfDates(close, longestClosure + 1));
  if (rows.length > longestClosure) throw new AppError('closureTooLong', { limit: longestClosure });
  return rows.map(idOf);
}

const idOf = ({ id }: { readonly id: number }) => id;

/** The same within a transaction, where it is read from what is locked. */
export async function planning(
  ctx: Ctx,
  read: Read,
  { command, choice }: { readonly command: ScheduleCommand; readonly choice: ClashChoice },
  rentals?: RentalsOnClosure,
): Promise<Planned> {
  const { now, tenant } = ctx;
  const { timeZone } = tenant;
  if (read !== ctx.read) {
    // First of all locks: nothing comes into a day that is being shut, and none is shut while something does.
    await read(command.kind === 'close' ? data.lockClubs(command.clubId) : data.holdClubs());
  }
  const ids = await targetIds(read, command, now);
  const [, states, registered, rooms, parts, trainers, styles, clubs, closures] = await read(
    data.lockStates(read === ctx.read ? [] : ids),
    data.findStates(ids),
    data.listRegisteredTo(command.kind === 'delete' ? ids : []),
    data.listRooms(),
    data.listParts(),
    data.listTrainers(),
    data.listStyleIds(),
    data.listClubIds(),
    data.listClosures(localDate(now, timeZone)),
  );
  const clubOf = new Map(rooms.map((room) => [room.id, room.clubId]));
  const names = { rooms: namesOf(rooms), trainers: namesOf(trainers) };
  refuseUnknown(command, choice, {
    rooms: clubOf,
    trainers: names.trainers,
    styles: new Set(styles.map(idOf)),
    clubs: new Set(clubs.map(idOf)),
    closures: new Set(closures.map(idOf)),
  });
  const everRegistered = new Set(registered.map(idOf));
  const trainings = states.map((row) => toState(row, everRegistered.has(row.id)));
  const named = 'trainingId' in command ? trainings.find(({ id }) => id === command.trainingId) : undefined;
  const partsOf = new Map(
    [...Map.groupBy(parts, ({ roomId }) => roomId)].map(([id, list]) => [
      id,
      list.map(({ partId }) => partId),
    ]),
  );
  const facts = { now, timeZone, named, trainings, closures, clubs: clubOf };
  const drafts = draftsOf(command, facts);
  const taken = await findTaken(read, drafts, choice.roomIds, partsOf);
  const decided = decide(command, drafts, taken, choice, partsOf, facts);
  const touched = decided.flatMap(({ training, outcome }) =>
    training && isDone(outcome) ? [training.id] : [],
  );
  const moved = decided.flatMap(({ training, after, outcome }) =>
    training && after && outcome === 'moved'
      ? [{ id: training.id, startsAt: after.startsAt, endsAt: after.endsAt }]
      : [],
  );
  const [live, [meeting]] = await read(listLive({ trainingIds: touched }), countChoosing(moved));
  const rented = (command.kind === 'close' && (await rentals?.find(ctx, read, command))) || [];
  const isWhole = decided.every(({ outcome }) => outcome !== 'blocked');
  const isSomething = command.kind === 'close' || command.kind === 'lift';
  return {
    decided,
    named,
    stored: new Map(states.map((row) => [row.id, row])),
    live,
    names,
    clubs: clubOf,
    closures,
    choosing: meeting?.people ?? 0,
    rentals: rented,
    planId: fingerprint(command, choice, decided, rented),
    isApplicable: isWhole && (isSomething || decided.some(({ outcome }) => isDone(outcome))),
  };
}

function namesOf(rows: readonly { id: number; name: string }[]): Map<number, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Known {
  readonly rooms: ReadonlyMap<number, unknown>;
  readonly trainers: ReadonlyMap<number, unknown>;
  readonly styles: ReadonlySet<number>;
  readonly clubs: ReadonlySet<number>;
  readonly closures: ReadonlySet<number>;
}

/** Throws `itemNotFound` for a room, trainer, style, club or closure that is not the centre's. */
function refuseUnknown(command: ScheduleCommand, choice: ClashChoice, known: Known): void {
  const fields = command.kind === 'create' ? command.fields : command.kind === 'edit' ? command.changes : {};
  const isKnown =
    [...(fields.roomIds ?? []), ...choice.roomIds].every((id) => known.rooms.has(id)) &&
    (fields.trainerId == null || known.trainers.has(fields.trainerId)) &&
    (fields.styleId === undefined || known.styles.has(fields.styleId)) &&
    (command.kind !== 'close' || command.clubId === null || known.clubs.has(command.clubId)) &&
    (command.kind !== 'lift' || known.closures.has(command.closureId));
  if (!isKnown) throw new AppError('itemNotFound');
}

/** Names a plan: what it says, and the versions it says it of. */
function fingerprint(
  command: ScheduleCommand,
  choice: ClashChoice,
  decided: readonly Decided[],
  rented: readonly number[],
): string {
  const said = decided.map(({ training, outcome, reason, after, closureId, keptFields }) => [
    ...[training?.id, training?.version, outcome, reason, closureId, keptFields],
    ...(after ? [after.startsAt, after.endsAt, after.fields.roomIds] : []),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([command, choice, said, rented]))
    .digest('base64url');
}
