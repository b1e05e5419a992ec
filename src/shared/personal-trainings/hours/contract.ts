import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { isOpen } from '../contract.ts';
import { exceptionKinds, hoursMax } from './domain.ts';

/** HH:mm of the centre's wall clock; `24:00` ends a day. */
export const WallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** When a trainer is there every week. */
export const WeeklyHours = z.strictObject({
  /** 1 for Monday to 7 for Sunday. */
  weekday: z.number().int().min(1).max(7),
  from: WallTime,
  until: WallTime,
  roomId: Id,
});
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** A date on which it is otherwise. */
export const HoursException = z.strictObject({
  date: LocalDateText,
  kind: z.enum(exceptionKinds),
  from: WallTime,
  until: WallTime,
  /** Where; null with `off`. */
  roomId: Id.nullable(),
});
export type HoursException = z.infer<typeof HoursException>;

const path = '/trainer/personal-training';
/** The same of any trainer, for administrators. */
const anyPath = '/admin/trainer/:id/personal-training';
const ofTrainer = z.object({ id: pathId });

const HoursRead = z.object({
  hours: z.array(WeeklyHours),
  /** From today on. */
  exceptions: z.array(HoursException.extend({ id: Id })),
  rooms: z.array(z.object({ id: Id, name: z.string(), clubName: z.string() })),
  /** How long a personal training lasts. */
  minutes: z.number().int(),
  /** Sent back with the hours: who changed them meanwhile is noticed. */
  version: z.string(),
});
export type HoursRead = z.infer<typeof HoursRead>;

const HoursSent = z.strictObject({ hours: z.array(WeeklyHours).max(hoursMax), version: z.string().max(100) });
const ExceptionAdded = z.object({
  id: Id,
  /** Personal trainings booked in that time: they stay. */
  booked: z.number().int(),
});

export const getHours = endpoint({
  noun: 'personal-trainings',
  method: 'GET',
  path: `${path}/hours`,
  role: 'trainer',
  summary: 'When the caller is there for personal trainings: every week, and on which dates otherwise',
  response: HoursRead,
  requires: isOpen,
});

export const getTrainerHours = endpoint({
  noun: 'personal-trainings',
  method: 'GET',
  path: `${anyPath}/hours`,
  role: 'admin',
  summary: 'When a trainer is there for personal trainings: every week, and on which dates otherwise',
  params: ofTrainer,
  response: HoursRead,
  errors: ['itemNotFound'],
  requires: isOpen,
});

export const saveHours = endpoint({
  noun: 'personal-trainings',
  method: 'PUT',
  path: `${path}/hours`,
  role: 'trainer',
  summary: 'Sets the caller’s weekly hours anew. What is booked stays booked',
  body: HoursSent,
  response: z.object({ version: z.string() }),
  errors: ['dataValidationFailed', 'itemNotFound', 'changedMeanwhile'],
  requires: isOpen,
});

export const saveTrainerHours = endpoint({
  noun: 'personal-trainings',
  method: 'PUT',
  path: `${anyPath}/hours`,
  role: 'admin',
  summary: 'Sets a trainer’s weekly hours anew, for them. What is booked stays booked',
  params: ofTrainer,
  body: HoursSent,
  response: z.object({ version: z.string() }),
  errors: ['dataValidationFailed', 'itemNotFound', 'changedMeanwhile'],
  requires: isOpen,
});

export const addException = endpoint({
  noun: 'personal-trainings',
  method: 'POST',
  path: `${path}/exception`,
  role: 'trainer',
  summary: 'Says that the caller is not there on a date, or there besides. What is booked stays booked',
  body: HoursException,
  response: ExceptionAdded,
  errors: ['dataValidationFailed', 'itemNotFound', 'registeringLimitExceeded'],
  requires: isOpen,
  isIdempotencyKeyed: true,
});

export const addTrainerException = endpoint({
  noun: 'personal-trainings',
  method: 'POST',
  path: `${anyPath}/exception`,
  role: 'admin',
  summary: 'Says that a trainer is not there on a date, or there besides. What is booked stays booked',
  params: ofTrainer,
  body: HoursException,
  response: ExceptionAdded,
  errors: ['dataValidationFailed', 'itemNotFound', 'registeringLimitExceeded'],
  requires: isOpen,
  isIdempotencyKeyed: true,
});

export const removeException = endpoint({
  noun: 'personal-trainings',
  method: 'DELETE',
  path: `${path}/exception/:id`,
  role: 'trainer',
  summary: 'Takes an exception away: the weekly hours hold again',
  params: z.object({ id: pathId }),
  response: z.object({}),
  errors: ['itemNotFound'],
  requires: isOpen,
});

export const removeTrainerException = endpoint({
  noun: 'personal-trainings',
  method: 'DELETE',
  path: `${anyPath}/exception/:exceptionId`,
  role: 'admin',
  summary: 'Takes a trainer’s exception away: the weekly hours hold again',
  params: ofTrainer.extend({ exceptionId: pathId }),
  response: z.object({}),
  errors: ['itemNotFound'],
  requires: isOpen,
});
