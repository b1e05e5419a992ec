import { type Ctx, member, type WriteTransaction } from '#server/kernel/ctx.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import {
  cancelBookings,
  forgiveLate,
  lockOwners,
  moveUp,
  reinstateBookings,
  rescheduleBookings,
} from '#server/registrations/rescheduling/commands.ts';
import type { CalledOff } from '#server/registrations/rescheduling/data.ts';
import { addMinutes, daysBetween } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { countsOf, type Decided, isDone, refusalOf } from '#shared/schedule/clashes/domain.ts';
import type { ClashChoice, ScheduleCommand } from '#shared/schedule/editing/contract.ts';
import { isOtherThan, isTold, letsLeave, type Outcome, undoHours } from '#shared/schedule/editing/domain.ts';
import { type ChangeNotice, changedEvents, noticesOf, previousOf } from '../notifying/commands.ts';
import { type Planned, planning, type RentalsOnClosure } from '../planning/commands.ts';
import { rowsOf, seriesOf } from '../rows/commands.ts';
import * as changes from '../series/data.ts';
import * as data from './data.ts';

export interface Applied {
  readonly changeId: number;
  readonly undoUntil: string;
  readonly counts: Partial<Record<Outcome, number>>;
  readonly rentals: number;
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
  /** Until when those whose training becomes another may leave free; not said, it is a day from now. */
  readonly leaveUntil?: string;
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
export function applySchedule(
  ctx: Ctx,
  applying: Applying,
  after: AfterChange,
  rentals?: RentalsOnClosure,
): Promise<Applied> {
  return ctx.write(async ({ load, save }) => {
    const { answer, queries, events, changes } = await applyWithin(ctx, load, applying, after, rentals);
    return save(answer, queries, events, changes);
  });
}

/**
 * The same inside a transaction that may do more, down to what is left to save. Throws what `applySchedule` does.
 */
export async function applyWithin(
  ctx: Ctx,
  load: WriteTransaction['load'],
  applying: Applying,
  after: AfterChange,
  rentals?: RentalsOnClosure,
) {
  const { command } = applying;
  const { now } = ctx;
  const planned = await planning(ctx, load, applying, rentals);
  refuseUnfit(ctx, applying, planned);
  const { decided, named, live } = planned;
  const written = await writeTimetable(ctx, load, command, planned);
  const { fresh, inserted, updated, deletedIds, oldSeries, series, closings } = written;
  const { told, events } = await moveRegistrations(ctx, load, applying, planned, closings);
  const followed = await after(
    ctx,
    load,
    updated.map(({ id }) => Number(id)),
  );
  const rented = (planned.rentals.length > 0 && (await rentals?.end(ctx, load, planned.rentals))) || [];
  const tellable = told.filter(
    (one) => one.kind === 'cancelled' || one.isChoosing === true || one.isOther === true || applying.isTold,
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
    rentals: planned.rentals.length,
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
        after: {
          trainings: touchedIds,
          series: series.rows.map(idOf),
          prints,
          ...(!applying.isTold && { isSilent: true }),
        },
      }),
      data.checkClashes(),
    ],
    events: [...changedEvents(decided, inserted), ...events, ...followed, ...rented, ...notices],
    changes: [
      {
        noun: 'schedule',
        id: named?.id ?? null,
        before: named?.fields,
        after: { command, counts, ...(planned.rentals.length > 0 && { rentals: planned.rentals }) },
      },
    ],
  };
}

/** Refuses a change that is not the one that was looked at, cannot be done, or changes nothing. */
function refuseUnfit({ tenant }: Ctx, { planId, version }: Applying, planned: Planned): void {
  const { decided, named, names } = planned;
  if (version !== null && named && named.version !== version) throw new AppError('planOutdated');
  const refusal = refusalOf(decided, names, tenant.timeZone);
  if (refusal) throw refusal;
  if (planId !== null && planId !== planned.planId) throw new AppError('planOutdated');
  if (!planned.isApplicable) throw new AppError('nothingToChange');
}

/**
 * Writes series, closures and trainings as they were planned, the owners of what is booked in them, or was before they were
 * shut (`closings`), locked before.
 */
async function writeTimetable(
  ctx: Ctx,
  load: WriteTransaction['load'],
  command: ScheduleCommand,
  planned: Planned,
) {
  const { decided, named, live } = planned;
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
  const restoredIds = decided.flatMap(({ training, outcome }) =>
    training && outcome === 'restored' ? [training.id] : [],
  );
  const [closings] =
    command.kind === 'lift' ? await load(changes.listClosings(command.closureId, restoredIds)) : [[]];
  await lockOwners(load, [...live, ...closings.flatMap(({ registrations }) => registrations)]);
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
    ...(command.kind === 'close' ? [data.insertClosure(fresh.closureId, command, ctx.now)] : []),
    ...(command.kind === 'lift' ? [data.liftClosure(command.closureId, ctx.now)] : []),
    ...(deletedIds.length > 0 ? [data.deleteTrainings(deletedIds)] : []),
    ...(updated.length > 0 ? [data.saveTrainings(updated)] : []),
    ...(inserted.length > 0 ? [data.insertTrainings(inserted)] : []),
    ...(command.kind === 'lift' ? [data.passToOthers(command.closureId)] : []),
  );
  return { fresh, oldSeries, series, inserted, updated, deletedIds, closings };
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
  { command, leaveUntil }: Applying,
  { decided, live }: Planned,
  closings: readonly changes.Closing[],
): Promise<{ told: ChangeNotice[]; events: readonly DomainEvent[] }> {
  const of = (outcome: Outcome) =>
    new Map(
      decided.flatMap((one) => (one.outcome === outcome && one.training ? [[one.training.id, one]] : [])),
    );
  const cancelled = of('cancelled');
  await cancelBookings(ctx, load, [...cancelled.keys()], live);
  if (command.kind === 'close') {
    await forgiveLate(
      ctx,
      load,
      decided.flatMap((one) => (one.training && one.reason === 'alreadyCancelled' ? [one.training.id] : [])),
    );
  }
  const movedIds = decided.flatMap(({ training, outcome, changedFields }) =>
    training && (outcome === 'moved' || changedFields.includes('styleId')) ? [training.id] : [],
  );
  const freeIds = decided.flatMap((one) => (one.training && letsLeave(one) ? [one.training.id] : []));
  const changed = { movedIds, freeIds, leaveUntil };
  const { choosing, freed, due } = await rescheduleBookings(ctx, load, changed);
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
  const again = await reinstateBookings(ctx, load, calledOffOf(closings, of('restored')));
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
  const back = again.back.map(
    ({ previous, ...one }): ChangeNotice => ({
      ...one,
      ...previous,
      kind: 'trainingChanged',
      isGivenAgain: true,
      isOther: previous !== undefined,
    }),
  );
  return { told: [...told, ...back], events: [...moved, ...due, ...again.due] };
}

/** What closings called off, and which of it is another training by now, where it is held again. */
function calledOffOf(
  closings: readonly changes.Closing[],
  restored: ReadonlyMap<number, Pick<Decided, 'after'>>,
): CalledOff[] {
  return closings.map(({ at, registrations, trainings }) => {
    const others = trainings.flatMap((before) => {
      const after = restored.get(before.id)?.after;
      return after && isOtherThan(before, after) ? [[before.id, previousOf(before, after)] as const] : [];
    });
    return { at, registrations, others: new Map(others) };
  });
}

const idOf = ({ id }: { readonly id: number }) => id;
