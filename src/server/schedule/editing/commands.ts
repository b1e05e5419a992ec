import { createHash } from 'node:crypto';
import { type Ctx, member, type WriteTransaction } from '#server/kernel/ctx.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { countChoosing } from '#server/registrations/choosing/data.ts';
import {
  cancelBookings,
  type LiveRow,
  lockOwners,
  moveUp,
  reinstateBookings,
  rescheduleBookings,
} from '#server/registrations/rescheduling/commands.ts';
import { listLive } from '#server/registrations/rescheduling/data.ts';
import { addMinutes, daysBetween, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  type ClashNames,
  countsOf,
  type Decided,
  decide,
  isDone,
  refusalOf,
} from '#shared/schedule/clashes/domain.ts';
import type { ClashChoice, ScheduleCommand } from '#shared/schedule/editing/contract.ts';
import {
  type ClosureFacts,
  draftsOf,
  isTold,
  longestClosure,
  type Outcome,
  type TrainingState,
  undoHours,
} from '#shared/schedule/editing/domain.ts';
import { findTaken, type Read } from '../clashes/commands.ts';
import { type ChangeNotice, changedEvents, noticesOf, previousOf } from '../notifying/commands.ts';
import { rowsOf, seriesOf, toState } from '../rows/commands.ts';
import * as changes from '../series/data.ts';
import * as data from './data.ts';

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
  readonly planId: string;
  readonly isApplicable: boolean;
}

/** What a change of the timetable would do; nothing is locked or written. */
export function planSchedule(ctx: Ctx, command: ScheduleCommand, choice: ClashChoice): Promise<Planned> {
  return planning(ctx, ctx.read, command, choice);
}

export interface Applied {
  readonly changeId: number;
  readonly undoUntil: string;
  readonly counts: Partial<Record<Outcome, number>>;
  readonly messages: number;
  readonly trainingIds: readonly number[];
}

export interface Applying {
  readonly command: ScheduleCommand;
  readonly choice: ClashChoice;
  /** Of the plan that was shown, or the version of the one training that was looked at; both null: whatever it is. */
  readonly planId: string | null;
  readonly version: number | null;
  readonly isTold: boolean;
}

/**
 * What hangs on trainings and is to follow their change in the same transaction, their rows locked: answers what is told of it.
 */
export type AfterChange = (
  ctx: Ctx,
  load: WriteTransaction['load'],
  trainingIds: readonly number[],
) => Promise<readonly DomainEvent[]>;

/**
 * Does a change of the timetable, all of it or nothing, by the function that planned it. Throws `planOutdated` when
 * anything changed since, `nothingToChange`, or why it cannot be done: who is there, and when.
 */
export function applySchedule(ctx: Ctx, applying: Applying, after: AfterChange): Promise<Applied> {
  return ctx.write(async ({ load, save }) => {
    const { answer, queries, events, changes } = await applyWithin(ctx, load, applying, after);
    return save(answer, queries, events, changes);
  });
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

async function planning(
  ctx: Ctx,
  read: Read,
  command: ScheduleCommand,
  choice: ClashChoice,
): Promise<Planned> {
  const { now, tenant } = ctx;
  const { timeZone } = tenant;
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
  const decided = decide(command, drafts, taken, choice, partsOf);
  const touched = decided.flatMap(({ training, outcome }) =>
    training && isDone(outcome) ? [training.id] : [],
  );
  const moved = decided.flatMap(({ training, after, outcome }) =>
    training && after && outcome === 'moved'
      ? [{ id: training.id, startsAt: after.startsAt, endsAt: after.endsAt }]
      : [],
  );
  const [live, [meeting]] = await read(listLive({ trainingIds: touched }), countChoosing(moved));
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
    planId: fingerprint(command, choice, decided),
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
function fingerprint(command: ScheduleCommand, choice: ClashChoice, decided: readonly Decided[]): string {
  const said = decided.map(({ training, outcome, reason, after, closureId, keptFields }) => [
    ...[training?.id, training?.version, outcome, reason, closureId, keptFields],
    ...(after ? [after.startsAt, after.endsAt, after.fields.roomIds] : []),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([command, choice, said]))
    .digest('base64url');
}

/**
 * The same inside a transaction that may do more, down to what is left to save. Throws what `applySchedule` does.
 */
export async function applyWithin(
  ctx: Ctx,
  load: WriteTransaction['load'],
  applying: Applying,
  after: AfterChange,
) {
  const { command, choice } = applying;
  const { now, tenant } = ctx;
  const planned = await planning(ctx, load, command, choice);
  const { decided, named, live, names } = planned;
  if (applying.version !== null && named && named.version !== applying.version) {
    throw new AppError('planOutdated');
  }
  const refusal = refusalOf(decided, names, tenant.timeZone);
  if (refusal) throw refusal;
  if (applying.planId !== null && applying.planId !== planned.planId) throw new AppError('planOutdated');
  if (!planned.isApplicable) throw new AppError('nothingToChange');

  const created = decided.filter(({ outcome }) => outcome === 'new').length;
  const seriesIds = 'scope' in command && command.scope !== 'this' && named?.seriesId ? [named.seriesId] : [];
  const firstDate = decided.flatMap(({ training }) => training?.seriesDate ?? []).toSorted()[0] ?? '';
  const [[fresh], oldSeries, [earlier]] = await load(
    data.nextIds(created),
    data.findSeries(seriesIds),
    data.hasEarlier(seriesIds[0] ?? 0, firstDate === '' ? '1970-01-01' : firstDate),
    data.deferClashes(),
  );
  if (!fresh) throw new AppError('busyTryAgain');
  await lockOwners(load, live);
  const shift =
    command.kind === 'edit' && command.changes.date && named
      ? daysBetween(named.localDate, command.changes.date)
      : 0;
  const series = seriesOf(command, oldSeries[0], {
    freshId: fresh.seriesId,
    firstDate,
    shift,
    isSplit: earlier?.isThere === true,
  });
  const { inserted, updated, deletedIds } = rowsOf(command, planned, fresh, series.seriesId);
  await load(
    ...series.rows.map(data.saveSeries),
    ...(command.kind === 'close' ? [data.insertClosure(fresh.closureId, command, now)] : []),
    ...(command.kind === 'lift' ? [data.liftClosure(command.closureId, now)] : []),
    ...(deletedIds.length > 0 ? [data.deleteTrainings(deletedIds)] : []),
    ...(updated.length > 0 ? [data.saveTrainings(updated)] : []),
    ...(inserted.length > 0 ? [data.insertTrainings(inserted)] : []),
  );
  const { told, events } = await moveRegistrations(ctx, load, command, planned);
  const followed = await after(
    ctx,
    load,
    updated.map(({ id }) => Number(id)),
  );
  const tellable = told.filter(
    (one) => one.kind === 'cancelled' || one.isChoosing === true || applying.isTold,
  );
  const touchedIds = [...updated, ...inserted].map(({ id }) => Number(id)).concat(deletedIds);
  const storedRows = [...updated.map(({ id }) => Number(id)), ...deletedIds].flatMap(
    (id) => planned.stored.get(id)?.stored ?? [],
  );
  const [prints] = await load(data.listPrints(touchedIds));
  const notices = noticesOf(tellable, fresh.changeId);
  const counts = countsOf(decided);
  const answer: Applied = {
    changeId: fresh.changeId,
    undoUntil: addMinutes(now, undoHours * 60),
    counts,
    messages: new Set(tellable.map(({ clientId }) => clientId)).size,
    trainingIds: touchedIds,
  };
  return {
    answer,
    queries: [
      changes.insertChange({
        id: fresh.changeId,
        kind: command.kind,
        name: nameOf(command, planned),
        at: now,
        accountId: member(ctx).accountId,
        closureId:
          command.kind === 'close' ? fresh.closureId : command.kind === 'lift' ? command.closureId : null,
        before: { trainings: storedRows, series: oldSeries, registrations: live },
        after: { trainings: touchedIds, series: series.rows.map(idOf), prints },
      }),
      data.checkClashes(),
    ],
    events: [...changedEvents(decided, inserted), ...events, ...followed, ...notices],
    changes: [{ noun: 'schedule', id: named?.id ?? null, before: named?.fields, after: { command, counts } }],
  };
}

function nameOf(command: ScheduleCommand, { named, closures }: Planned): string {
  if (command.kind === 'create') return command.fields.name;
  if (command.kind === 'close') return command.name;
  if (command.kind === 'lift') return closures.find(({ id }) => id === command.closureId)?.name ?? '';
  return named?.fields.name ?? '';
}

/** Places and waits go with their trainings: taken back, moved, given again, or moved up. */
async function moveRegistrations(
  ctx: Ctx,
  load: WriteTransaction['load'],
  command: ScheduleCommand,
  { decided, live }: Planned,
): Promise<{ told: ChangeNotice[]; events: readonly DomainEvent[] }> {
  const of = (outcome: Outcome) =>
    new Map(
      decided.flatMap((one) => (one.outcome === outcome && one.training ? [[one.training.id, one]] : [])),
    );
  const cancelled = of('cancelled');
  const off = live.filter(({ trainingId }) => cancelled.has(trainingId));
  await cancelBookings(ctx, load, off);
  const follows = decided.flatMap(({ training, outcome, changedFields }) =>
    training && (outcome === 'moved' || changedFields.includes('styleId')) ? [training.id] : [],
  );
  const { choosing, freed, due } = await rescheduleBookings(ctx, load, follows);
  const more = decided.flatMap(({ training, after, outcome }) =>
    training &&
    after &&
    isDone(outcome) &&
    after.fields.maxPlaces > training.fields.maxPlaces &&
    training.waiting > 0
      ? [training.id]
      : [],
  );
  const freer = [...new Set([...more, ...freed])].toSorted((a, b) => a - b);
  const moved = await moveUp(ctx, load, freer);
  const back = command.kind === 'lift' ? await takeUpAgain(ctx, load, command.closureId, of('restored')) : [];
  const toldOf = new Map(
    decided.flatMap((one) => (one.training && isTold(one) ? [[one.training.id, one]] : [])),
  );
  const told = live.flatMap(({ trainingId, clientId, registrationId, state }): ChangeNotice[] => {
    const one = toldOf.get(trainingId);
    if (!one?.training || state === 'releasing') return [];
    return [
      {
        kind: one.outcome === 'cancelled' ? 'cancelled' : 'trainingChanged',
        isChoosing: choosing.has(registrationId),
        registrationId,
        clientId,
        trainingId,
        ...previousOf(one.training, one.after),
      },
    ];
  });
  const again = back.map((one): ChangeNotice => ({ ...one, kind: 'trainingChanged' }));
  return { told: [...told, ...again], events: [...moved, ...due] };
}

async function takeUpAgain(
  ctx: Ctx,
  load: WriteTransaction['load'],
  closureId: number,
  restored: ReadonlyMap<number, unknown>,
) {
  const [[closing]] = await load(changes.findClosing(closureId));
  if (!closing) return [];
  const { registrations = [] } = closing.before as unknown as { registrations?: readonly LiveRow[] };
  const was = registrations.filter(({ trainingId }) => restored.has(trainingId));
  return (await reinstateBookings(ctx, load, was, closing.at)).back;
}
