import {
  addDays,
  compareInstants,
  daysBetween,
  localDate,
  localTime,
  minutesBetween,
} from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { datesOf, spanOn } from '../series/domain.ts';
import type {
  FieldName,
  occurrenceReasons,
  outcomes,
  ScheduleCommand,
  Scope,
  TrainingFields,
} from './contract.ts';

export type Outcome = (typeof outcomes)[number];
type OccurrenceReason = (typeof occurrenceReasons)[number];
type Of<Kind extends ScheduleCommand['kind']> = Extract<ScheduleCommand, { kind: Kind }>;

/** Two years of every day, and some. */
const longestSeries = 750;
/** Trainings that one closure calls off: three months of a big centre. */
export const longestClosure = 3000;
/** How long a change can be taken back. */
export const undoHours = 24;

/** Where and when a training is, with everything written on it. */
export interface Placed {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
  readonly fields: TrainingFields;
}

/** What people are told of a training where it becomes another, and may leave it free for. */
export interface TimeAndPlace extends Pick<Placed, 'startsAt' | 'endsAt'> {
  readonly fields: Pick<TrainingFields, 'roomIds' | 'trainerId'>;
}

/** A training as it stands. */
export interface TrainingState extends Placed {
  readonly id: number;
  readonly version: number;
  readonly clubId: number;
  readonly seriesId: number | null;
  readonly seriesDate: string | null;
  readonly overridden: readonly FieldName[];
  readonly isCancelled: boolean;
  readonly closureId: number | null;
  readonly booked: number;
  readonly waiting: number;
  /** Whether anybody ever registered to it; asked only where it is to be deleted. */
  readonly hasRegistrations: boolean;
}

export interface ClosureFacts {
  readonly id: number;
  /** Null: every club. */
  readonly clubId: number | null;
  readonly from: string;
  readonly until: string;
}

export interface EditingFacts {
  readonly now: string;
  readonly timeZone: string;
  /** The one that is named. */
  readonly named: TrainingState | undefined;
  /** All that the command may be about, in order of time: the named one's series, or those in a closure's dates. */
  readonly trainings: readonly TrainingState[];
  /** In force, and not over. */
  readonly closures: readonly ClosureFacts[];
  /** By room. */
  readonly clubs: ReadonlyMap<number, number>;
}

/** What one occurrence is to become, before anybody looked whether there is room for it. */
export interface Draft {
  /** Null: it is new. */
  readonly training: TrainingState | null;
  readonly outcome: Outcome;
  readonly reason: OccurrenceReason | null;
  /** Null: it does not take place. */
  readonly after: Placed | null;
  /** Null: it stands alone. */
  readonly seriesDate: string | null;
  readonly overridden: readonly FieldName[];
  readonly changedFields: readonly FieldName[];
  readonly keptFields: readonly FieldName[];
  /** It is called off by this closure; 0 for the one the command makes. */
  readonly closureId: number | null;
}

/**
 * What a command makes of every occurrence it is about, in order of time (mission 2.9). Throws `trainingNotFound`,
 * `seriesTooLong`, `seriesOverlapsItself`, `dataValidationFailed`.
 */
export function draftsOf(command: ScheduleCommand, facts: EditingFacts): Draft[] {
  switch (command.kind) {
    case 'create':
      return created(command, facts);
    case 'edit':
      return ofScope(command, facts).map((training) => edited(training, command, facts));
    case 'cancel':
      return ofScope(command, facts).map((training) => calledOff(training, null, facts));
    case 'delete':
      return ofScope(command, facts).map((training) => deleted(training, facts));
    case 'close':
      if (command.until < command.from) throw new AppError('dataValidationFailed');
      return facts.trainings
        .filter((training) => isWithin({ ...command, id: 0 }, training) && isAhead(training, facts))
        .map((training) => calledOff(training, 0, facts));
    case 'lift':
      return facts.trainings
        .filter(({ closureId }) => closureId === command.closureId)
        .map((training) => takenUp(training, command.closureId, facts));
  }
}

/** Whether a training's date is one on which its club is shut. */
export function isWithin(
  { clubId, from, until }: ClosureFacts,
  training: { readonly clubId: number | undefined; readonly localDate: string },
): boolean {
  const isInClub = clubId === null || clubId === training.clubId;
  return isInClub && training.localDate >= from && training.localDate <= until;
}

/** Tells whether a room's club is shut on a date; each club and date is looked at once, however many rooms and closures there are. */
export function shutFinder({ closures, clubs }: Pick<EditingFacts, 'closures' | 'clubs'>) {
  const ofClub = Map.groupBy(closures, ({ clubId }) => clubId);
  const ofAll = ofClub.get(null) ?? [];
  const known = new Map<string, boolean>();
  return (roomId: number, localDate: string): boolean => {
    const clubId = clubs.get(roomId);
    const key = `${clubId} ${localDate}`;
    const own = () => (clubId === undefined ? [] : (ofClub.get(clubId) ?? []));
    const isShut = known.get(key) ?? [...ofAll, ...own()].some((one) => isWithin(one, { clubId, localDate }));
    known.set(key, isShut);
    return isShut;
  };
}

/** Past is what has begun: it is read-only but for presence. */
function isAhead({ startsAt }: Placed, { now }: EditingFacts): boolean {
  return compareInstants(startsAt, now) > 0;
}

/** The occurrences that a scope names, in order of time. */
function ofScope({ scope }: { readonly scope: Scope }, facts: EditingFacts): readonly TrainingState[] {
  const { named, trainings } = facts;
  if (!named) throw new AppError('trainingNotFound');
  if (scope === 'this' || named.seriesId === null) return [named];
  const date = named.seriesDate ?? named.localDate;
  return trainings.filter(
    (one) => isAhead(one, facts) && (scope === 'future' || (one.seriesDate ?? one.localDate) >= date),
  );
}

function created({ fields, when, repeat }: Of<'create'>, facts: EditingFacts): Draft[] {
  const { timeZone, closures, clubs } = facts;
  const rule = { wallTime: when.time, minutes: when.duration };
  const dates = repeat
    ? datesOf({ ...repeat, startsOn: when.date, endsOn: repeat.until }, longestSeries)
    : [when.date];
  if (dates.length > longestSeries) throw new AppError('seriesTooLong', { limit: longestSeries });
  if (dates.length === 0) throw new AppError('dataValidationFailed');
  const clubId = clubs.get(fields.roomIds[0] ?? 0);
  return dates.map((date) => {
    // A time the clock skips may fall on the day after.
    const span = spanOn(date, rule, timeZone);
    const after = { ...span, localDate: localDate(span.startsAt, timeZone), fields };
    const closure = closures.find((one) => isWithin(one, { clubId, localDate: after.localDate }));
    const isPast = !isAhead(after, facts);
    return {
      training: null,
      outcome: isPast ? 'blocked' : 'new',
      reason: isPast ? 'past' : closure ? 'closure' : null,
      after,
      seriesDate: repeat ? date : null,
      overridden: [],
      changedFields: [],
      keptFields: [],
      closureId: closure?.id ?? null,
    };
  });
}

const same = (training: TrainingState) => ({
  training,
  after: training.isCancelled ? null : training,
  seriesDate: training.seriesDate,
  overridden: training.overridden,
  changedFields: [],
  keptFields: [],
  closureId: training.closureId,
});

function edited(training: TrainingState, command: Of<'edit'>, facts: EditingFacts): Draft {
  const { timeZone, named, closures, clubs } = facts;
  if (!isAhead(training, facts)) return { ...same(training), outcome: 'blocked', reason: 'past' };
  if (training.isCancelled && training.closureId === null) {
    return { ...same(training), outcome: 'unchanged', reason: 'alreadyCancelled' };
  }
  const { changes, overwrites } = command;
  const isWide = command.scope !== 'this' && training.seriesId !== null;
  const isNamed = training.id === named?.id;
  const asked = (Object.keys(changes) as FieldName[]).filter((name) => changes[name] !== undefined);
  const isOwn = (name: FieldName) => isWide && !isNamed && !overwrites && training.overridden.includes(name);
  const applied = asked.filter((name) => !isOwn(name));
  const keptFields = asked.filter(isOwn);

  const shift = changes.date && named ? daysBetween(named.localDate, changes.date) : 0;
  const seriesDate =
    isWide && training.seriesDate ? addDays(training.seriesDate, shift) : training.seriesDate;
  const before = { time: localTime(training.startsAt, timeZone), minutes: lengthOf(training) };
  const moved = isNamed || !isWide ? changes.date : (seriesDate ?? undefined);
  const date = applied.includes('date') && moved ? moved : training.localDate;
  const time = applied.includes('time') && changes.time ? changes.time : before.time;
  const minutes = applied.includes('duration') && changes.duration ? changes.duration : before.minutes;
  const isStartSame = date === training.localDate && time === before.time;
  // Of a time that comes twice it may be the second.
  const span = isStartSame
    ? {
        startsAt: training.startsAt,
        endsAt: spanFrom(training.startsAt, minutes),
      }
    : spanOn(date, { wallTime: time, minutes }, timeZone);
  const fields = { ...training.fields };
  for (const name of applied) if (name in fields) Object.assign(fields, { [name]: changes[name] });
  const after: Placed = { ...span, localDate: localDate(span.startsAt, timeZone), fields };

  const changedFields = asked.filter((name) => !isOwn(name) && differs(name, training, after, timeZone));
  const own = new Set(training.overridden);
  for (const name of isWide ? applied : changedFields) {
    if (isWide) own.delete(name);
    else own.add(name);
  }
  // Moved to another date than its series gives it, or back.
  if (seriesDate !== null && asked.includes('date')) {
    if (after.localDate === seriesDate) own.delete('date');
    else own.add('date');
  }
  const rest = { training, seriesDate, overridden: [...own], changedFields, keptFields };
  if (changedFields.length === 0) {
    const isKept = keptFields.length > 0;
    return {
      ...same(training),
      ...rest,
      outcome: 'unchanged',
      reason: isKept ? 'ownValues' : null,
    };
  }
  const isMoved =
    compareInstants(after.startsAt, training.startsAt) !== 0 ||
    compareInstants(after.endsAt, training.endsAt) !== 0 ||
    changedFields.includes('roomIds');
  const outcome = isMoved ? 'moved' : 'changed';
  const isBehind = !isAhead(after, facts);
  // Shut on that date before, it stays so until the closure is lifted; what is past is never put back by an undo.
  if (training.isCancelled && !isBehind)
    return { ...rest, after, outcome, reason: 'closure', closureId: training.closureId };
  const clubId = clubs.get(fields.roomIds[0] ?? 0);
  const isShut = isMoved && closures.some((one) => isWithin(one, { clubId, localDate: after.localDate }));
  return {
    ...rest,
    after,
    outcome: isBehind || isShut ? 'blocked' : outcome,
    reason: isBehind ? 'past' : isShut ? 'closure' : null,
    closureId: null,
  };
}

function spanFrom(startsAt: string, minutes: number): string {
  return Temporal.Instant.from(startsAt).add({ minutes }).toString();
}

function lengthOf({ startsAt, endsAt }: Placed): number {
  return minutesBetween(startsAt, endsAt);
}

function differs(name: FieldName, before: Placed, after: Placed, timeZone: string): boolean {
  switch (name) {
    case 'date':
      return before.localDate !== after.localDate;
    case 'time':
      return localTime(before.startsAt, timeZone) !== localTime(after.startsAt, timeZone);
    case 'duration':
      return lengthOf(before) !== lengthOf(after);
    default:
      return JSON.stringify(before.fields[name]) !== JSON.stringify(after.fields[name]);
  }
}

function calledOff(training: TrainingState, closureId: number | null, facts: EditingFacts): Draft {
  if (!isAhead(training, facts)) return { ...same(training), outcome: 'blocked', reason: 'past' };
  // Called off for good is more than being shut.
  const isDone = training.isCancelled && (closureId !== null || training.closureId === null);
  if (isDone) return { ...same(training), outcome: 'unchanged', reason: 'alreadyCancelled' };
  return {
    ...same(training),
    after: null,
    outcome: 'cancelled',
    reason: closureId === null ? null : 'closure',
    closureId,
  };
}

function takenUp(training: TrainingState, closureId: number, facts: EditingFacts): Draft {
  if (!isAhead(training, facts)) return { ...same(training), outcome: 'unchanged', reason: 'past' };
  const other = facts.closures.find((one) => one.id !== closureId && isWithin(one, training));
  if (other) return { ...same(training), outcome: 'unchanged', reason: 'closure' };
  return { ...same(training), after: training, outcome: 'restored', reason: null, closureId: null };
}

function deleted(training: TrainingState, facts: EditingFacts): Draft {
  if (!isAhead(training, facts)) return { ...same(training), outcome: 'blocked', reason: 'past' };
  if (training.hasRegistrations) {
    return { ...same(training), outcome: 'blocked', reason: 'hasRegistrations' };
  }
  return { ...same(training), after: null, outcome: 'deleted', reason: null };
}

/** How many more have places than there will be: all of them keep theirs, nobody new gets one (mission 2.9). */
export function overFullBy({ training, after }: Pick<Draft, 'training' | 'after'>): number {
  if (!training || !after) return 0;
  return Math.max(0, training.booked - after.fields.maxPlaces);
}

/** Whether those who registered have another time, place or trainer than they booked: they may leave free for a while. */
export function letsLeave({ outcome, changedFields }: Pick<Draft, 'outcome' | 'changedFields'>): boolean {
  return outcome === 'moved' || (outcome === 'changed' && changedFields.includes('trainerId'));
}

/** Whether a training is at another time or place, or with another trainer, than it was. */
export function isOtherThan(before: TimeAndPlace, after: TimeAndPlace): boolean {
  return (
    compareInstants(before.startsAt, after.startsAt) !== 0 ||
    compareInstants(before.endsAt, after.endsAt) !== 0 ||
    before.fields.roomIds.join() !== after.fields.roomIds.join() ||
    before.fields.trainerId !== after.fields.trainerId
  );
}

/** Whether those who registered must hear of it: another time, place or trainer, or that it does not take place. */
export function isTold(draft: Pick<Draft, 'outcome' | 'changedFields'>): boolean {
  return letsLeave(draft) || draft.outcome === 'cancelled' || draft.outcome === 'restored';
}
