import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, InstantText, LocalDateText, pathId, queryDate, queryInteger } from '#shared/kernel/wire.ts';
import { clientTypes } from '#shared/products/domain.ts';
import { RoomReservation } from '#shared/rooms/reservations/contract.ts';
import { Closure } from '../closures/contract.ts';
import { FullTraining } from '../contract.ts';

/** A wall-clock time of the centre, HH:mm, on slots of five minutes. */
export const SlotTime = z.string().regex(/^([01]\d|2[0-3]):[0-5][05]$/);
/** Minutes, in slots of five: at most a day. */
export const Duration = z
  .number()
  .int()
  .min(5)
  .max(24 * 60)
  .multipleOf(5);

const NamedRoom = z.object({ id: Id, name: z.string() });

/** Everything an administrator may write on a training, when it takes place apart. */
export const TrainingFields = z.strictObject({
  name: z.string().trim().min(1).max(100),
  namePrefix: z.string().trim().max(30),
  styleId: Id,
  /** The first is the main room: its club is the training's. */
  roomIds: z.array(Id).min(1).max(6),
  trainerId: Id.nullable(),
  maxPlaces: z.number().int().min(0).max(1000),
  isPublic: z.boolean(),
  isWaitingListAllowed: z.boolean(),
  /** Closed for booking, whatever the clock says. */
  isClosed: z.boolean(),
  isCommentingAllowed: z.boolean(),
  publicComment: z.string().trim().max(1000),
  privateComment: z.string().trim().max(1000),
  isPaid: z.boolean(),
  /** Bought for this one training; null: a ticket, a voucher or a contract only. */
  price: Euros.positive().max(10_000).nullable(),
  clientType: z.enum(clientTypes),
  /** Minutes before the start in which the rooms are taken already. */
  setUpMinutes: z.number().int().min(0).max(240).multipleOf(5),
});
export type TrainingFields = z.infer<typeof TrainingFields>;

/** Names of what can differ from the series on one date; `date` is the date itself, moved to another. */
export const fieldNames = [
  'date',
  'time',
  'duration',
  ...(Object.keys(TrainingFields.shape) as (keyof TrainingFields)[]),
] as const;
const FieldName = z.enum(fieldNames);
export type FieldName = z.infer<typeof FieldName>;

/** When it takes place: the date and wall time of the centre. */
const When = z.strictObject({ date: LocalDateText, time: SlotTime, duration: Duration });

/** What is to be different. */
export const TrainingChanges = TrainingFields.partial().extend(When.partial().shape);

/** Which of a series: this date; it and all after it; all from now on. Past ones are never changed. */
export const Scope = z.enum(['this', 'following', 'future']);
export type Scope = z.infer<typeof Scope>;

const ofTraining = { trainingId: Id, scope: Scope };

/** One request shape for everything that changes the timetable: `plan` says what it would do, `apply` does it. */
export const ScheduleCommand = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('create'),
    fields: TrainingFields,
    when: When,
    /** Null: only once. `weekdays` 1 for Monday to 7; `until` the last date it may fall on. */
    repeat: z
      .strictObject({
        weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
        everyWeeks: z.number().int().min(1).max(8),
        until: LocalDateText,
      })
      .nullable(),
  }),
  z.strictObject({
    kind: z.literal('edit'),
    ...ofTraining,
    /**
     * What is to be different. With a wider scope than `this`, `date` moves every date of it by as many days as the
     * named training moves, and what single dates have of their own is kept unless `overwrites`.
     */
    changes: TrainingChanges,
    overwrites: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('cancel'), ...ofTraining, reason: z.string().trim().max(200) }),
  /** Only trainings that nobody ever registered to. */
  z.strictObject({ kind: z.literal('delete'), ...ofTraining }),
  /** Dates in which the centre, or one club, is shut: their trainings do not take place. */
  z.strictObject({
    kind: z.literal('close'),
    /** Null: all clubs. */
    clubId: Id.nullable(),
    from: LocalDateText,
    until: LocalDateText,
    name: z.string().trim().min(1).max(100),
  }),
  /** The closure's trainings that are still ahead take place again. */
  z.strictObject({ kind: z.literal('lift'), closureId: Id }),
]);
export type ScheduleCommand = z.infer<typeof ScheduleCommand>;
export type ScheduleCommandInput = z.input<typeof ScheduleCommand>;

/** What is to happen where a room or the trainer is taken: nothing at all, without those dates, or in a listed room. */
export const ClashChoice = z.strictObject({
  onClash: z.enum(['stop', 'skip', 'otherRoom']).default('stop'),
  /** With `otherRoom`: tried in this order; a date that fits into none is skipped. */
  roomIds: z.array(Id).max(20).default([]),
});
export type ClashChoice = z.infer<typeof ClashChoice>;

/** Who or what stands in the way. */
export const Clash = z.object({
  kind: z.enum(['room', 'trainer', 'series']),
  /** Rooms that are taken, or the trainer's name; `series`: a date of the same series. */
  names: z.array(z.string()),
  with: z.object({
    kind: z.enum(['training', 'reservation']),
    /** Null: one that the same request would make. */
    id: Id.nullable(),
    name: z.string(),
    startDateTime: InstantText,
    endDateTime: InstantText,
  }),
});
export type Clash = z.infer<typeof Clash>;

export const outcomes = [
  'unchanged',
  'changed',
  'moved',
  'cancelled',
  'restored',
  'deleted',
  'new',
  'skipped',
  'blocked',
] as const;

/** Why an occurrence is blocked, skipped or left as it is. */
export const occurrenceReasons = [
  'past',
  'alreadyCancelled',
  'clash',
  'hasRegistrations',
  /** It falls into a closure: it is made, or stays, called off until the closure is lifted. */
  'closure',
  /** Its date has its own value for everything that is changed. */
  'ownValues',
] as const;

const OccurrenceTime = z.object({
  startDateTime: InstantText,
  endDateTime: InstantText,
  date: LocalDateText,
  time: z.string(),
  duration: z.number().int(),
  rooms: z.array(NamedRoom),
  trainerName: z.string(),
});

export const PlannedOccurrence = z.object({
  /** Null: it does not exist yet. */
  trainingId: Id.nullable(),
  name: z.string(),
  outcome: z.enum(outcomes),
  reason: z.enum(occurrenceReasons).nullable(),
  /** Null: it does not exist yet. */
  before: OccurrenceTime.nullable(),
  /** Null: it will not take place. */
  after: OccurrenceTime.nullable(),
  changedFields: z.array(FieldName),
  /** Its own values of this date that the change of the series leaves alone. */
  keptFields: z.array(FieldName),
  booked: z.number().int(),
  waiting: z.number().int(),
  /** How many more are booked than the new number of places: all of them keep theirs. */
  overFullBy: z.number().int(),
  clashes: z.array(Clash),
});
export type PlannedOccurrence = z.infer<typeof PlannedOccurrence>;

export const SchedulePlan = z.object({
  /** Names exactly this plan on the timetable as it stands: goes with `apply`. */
  planId: z.string(),
  occurrences: z.array(PlannedOccurrence),
  /** How many occurrences have each outcome. */
  counts: z.record(z.enum(outcomes), z.number().int()),
  /** Bookings and waiting entries of trainings that change, move or do not take place. */
  bookings: z.number().int(),
  waiting: z.number().int(),
  /** People who will be told: each once, however many of their dates change. */
  messages: z.number().int(),
  /** People who would have two trainings at one time, and will choose which they keep. */
  choosing: z.number().int(),
  /** Rented times that end with the days that are shut: credited, told, and not back when they are lifted. */
  rentals: z.number().int(),
  /** Whether `apply` would do it; false: an occurrence is blocked, or nothing would change. */
  isApplicable: z.boolean(),
});
export type SchedulePlan = z.infer<typeof SchedulePlan>;

export const AppliedChange = z.object({
  changeId: Id,
  /** Until when the whole change can be undone. */
  undoUntil: InstantText,
  counts: SchedulePlan.shape.counts,
  /** How many rented times ended. */
  rentals: SchedulePlan.shape.rentals,
  /** How many people were told. */
  messages: z.number().int(),
  trainingIds: z.array(Id),
});
export type AppliedChange = z.infer<typeof AppliedChange>;

/** A training as the admin calendar needs it: with every field. */
export const AdminTraining = FullTraining.extend({
  /** Main room first. */
  rooms: z.array(NamedRoom),
  privateComment: z.string(),
  clientType: z.enum(clientTypes),
  setUpMinutes: z.number().int(),
  /** Null: it stands alone. */
  seriesId: Id.nullable(),
  /** The date the series gave it, wherever it was moved since. */
  seriesDate: LocalDateText.nullable(),
  /** Fields in which this date differs from its series. */
  overridden: z.array(FieldName),
  /** Raised by every edit. */
  version: z.number().int(),
  cancelReason: z.string(),
  /** Called off by this closure, and back when it is lifted. */
  closureId: Id.nullable(),
  closureName: z.string(),
});
export type AdminTraining = z.infer<typeof AdminTraining>;

export const AdminSchedule = z.object({
  trainings: z.array(AdminTraining),
  reservations: z.array(RoomReservation),
  /** Those that touch the period. */
  closures: z.array(Closure),
});
export type AdminSchedule = z.infer<typeof AdminSchedule>;

const planErrors = [
  'trainingNotFound',
  'itemNotFound',
  'dataValidationFailed',
  'closureTooLong',
  'seriesTooLong',
  'seriesOverlapsItself',
] as const;
const applyErrors = [
  ...planErrors,
  'planOutdated',
  'nothingToChange',
  'roomsNotFree',
  'trainerNotFree',
  'dateIsShut',
  'trainingIsOver',
  'trainingHasRegistrations',
  'busyTryAgain',
] as const;

export const getAdminSchedule = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/admin/schedule',
  role: 'admin',
  summary: 'Trainings, reservations and closures of a period (at most 42 days; without one, today)',
  query: z.object({
    from: queryDate,
    until: queryDate,
    unit: queryInteger,
    room: queryInteger,
    group: queryInteger,
    trainer: queryInteger,
    filter: queryInteger,
  }),
  response: AdminSchedule,
  errors: ['unableToGetSchedule'],
});

export const getAdminTraining = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/admin/schedule/:id',
  role: 'admin',
  summary: 'One training with every field',
  params: z.object({ id: pathId }),
  response: AdminTraining,
  errors: ['trainingNotFound'],
});

export const planSchedule = endpoint({
  noun: 'schedule',
  method: 'POST',
  path: '/admin/schedule/plan',
  role: 'admin',
  summary: 'What a change of the timetable would do to every occurrence; changes nothing',
  body: z.strictObject({ command: ScheduleCommand, choice: ClashChoice.prefault({}) }),
  response: SchedulePlan,
  errors: [...planErrors, 'busyTryAgain'],
});

export const applySchedule = endpoint({
  noun: 'schedule',
  method: 'POST',
  path: '/admin/schedule',
  role: 'admin',
  summary: 'Does what was planned, all of it or nothing; `planOutdated` when the timetable changed since',
  body: z.strictObject({
    command: ScheduleCommand,
    choice: ClashChoice.prefault({}),
    /** Of the plan that was shown. */
    planId: z.string().max(100),
    /** False: nobody is told, as for a slip of the pen. People whose training is called off always are. */
    isTold: z.boolean().default(true),
  }),
  response: AppliedChange,
  errors: applyErrors,
  isIdempotencyKeyed: true,
});
