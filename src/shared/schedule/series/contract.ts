import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, pathId } from '#shared/kernel/wire.ts';
import { AppliedChange, applySchedule, Scope, TrainingChanges } from '../editing/contract.ts';

const changes = TrainingChanges;
/** The `version` of the training that was looked at. */
const version = z.number().int().positive();
const byId = z.object({ id: pathId });
const isTold = z.boolean().default(true);
const errors = applySchedule.errors ?? [];

export const editTraining = endpoint({
  noun: 'schedule',
  method: 'PUT',
  path: '/admin/schedule/:id',
  role: 'admin',
  summary: 'Edits, moves or resizes one training; stops on a clash',
  params: byId,
  body: z.strictObject({ changes, version, isTold }),
  response: AppliedChange,
  errors,
  isIdempotencyKeyed: true,
});

export const editSeries = endpoint({
  noun: 'schedule',
  method: 'PUT',
  path: '/admin/schedule/regular/:id',
  role: 'admin',
  summary: 'Edits the series of a training from it on, or all of it that is ahead; stops on a clash',
  params: byId,
  body: z.strictObject({ changes, version, isTold, scope: Scope, overwrites: z.boolean().default(false) }),
  response: AppliedChange,
  errors,
  isIdempotencyKeyed: true,
});

export const cancelTraining = endpoint({
  noun: 'schedule',
  method: 'POST',
  path: '/admin/schedule/cancel/:id',
  role: 'admin',
  summary: 'Calls off: visits come back, waiting ends, everybody is told',
  params: byId,
  body: z.strictObject({
    version,
    reason: z.string().trim().max(200).default(''),
    scope: Scope.default('this'),
  }),
  response: AppliedChange,
  errors,
  isIdempotencyKeyed: true,
});

export const deleteTraining = endpoint({
  noun: 'schedule',
  method: 'DELETE',
  path: '/admin/schedule/:id',
  role: 'admin',
  summary: 'Deletes one training that nobody ever registered to',
  params: byId,
  response: AppliedChange,
  errors,
});

export const undoChange = endpoint({
  noun: 'schedule',
  method: 'POST',
  path: '/admin/schedule/undo/:id',
  role: 'admin',
  summary: 'Takes a whole change back within 24 hours: trainings, bookings, covers; people are told again',
  params: byId,
  response: z.object({
    messages: z.number().int(),
    trainingIds: z.array(Id),
    /** Bookings that could not come back: their owner has another training at that time, or a used-up ticket. */
    lost: z.number().int(),
  }),
  errors: [
    'itemNotFound',
    'changeUndoTooLate',
    'changeUndoneAlready',
    'trainingIsOver',
    'changedSince',
    'roomsNotFree',
    'trainerNotFree',
    'dateIsShut',
    'closureTooLong',
    'trainingHasRegistrations',
    'busyTryAgain',
  ],
});

/** What was done to the timetable lately. */
export const ScheduleChange = z.object({
  id: Id,
  kind: z.enum(['create', 'edit', 'cancel', 'delete', 'close', 'lift']),
  /** Name of the training or of the closure. */
  name: z.string(),
  atDateTime: InstantText,
  byName: z.string(),
  trainings: z.number().int(),
  undoUntil: InstantText,
  undoneDateTime: InstantText.nullable(),
});
export type ScheduleChange = z.infer<typeof ScheduleChange>;

export const listChanges = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/admin/schedule/changes',
  role: 'admin',
  summary: 'Changes of the last 24 hours, latest first: those that can be undone, and those undone',
  response: z.array(ScheduleChange),
});
