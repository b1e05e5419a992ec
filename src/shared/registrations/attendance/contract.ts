import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, LocalDateText, pathId, queryDate, queryInteger } from '#shared/kernel/wire.ts';

/** Somebody on the roll of a training (specification point 3, registration). */
export const Registration = z.object({
  registrationId: Id,
  clientId: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  clientNumber: z.string(),
  /** The place's number, from 1; null while waiting. */
  place: z.number().int().nullable(),
  /** Null: not noted. */
  presence: z.boolean().nullable(),
  status: z.enum(['placeAvailable', 'waiting']),
  /** A place is held for somebody waiting, who is asked. */
  isOffered: z.boolean(),
  /** From 1; 0 when a place is held. */
  placeInWaitingList: z.number().int(),
  /** Has never been here before. */
  isFirstTime: z.boolean(),
  /** What covers the place: kind, name, and of a ticket the visits left; null where it is free or waited for. */
  cover: z
    .object({
      kind: z.enum(['contract', 'ticket', 'voucher', 'invoice']),
      name: z.string(),
      left: z.number().int().nullable(),
    })
    .nullable(),
});
export type Registration = z.infer<typeof Registration>;

export const Roll = z.object({
  trainingId: Id,
  name: z.string(),
  typeName: z.string(),
  typeColor: z.string(),
  roomName: z.string(),
  clubName: z.string(),
  trainerName: z.string(),
  date: LocalDateText,
  startDateTime: InstantText,
  endDateTime: InstantText,
  maxPlaces: z.number().int(),
  booked: z.number().int(),
  waitingCount: z.number().int(),
  /** Whole percent of the places that are taken. */
  occupancy: z.number().int(),
  isCancelled: z.boolean(),
  /** The reader may put clients in and take them out. */
  canManage: z.boolean(),
  /** A client's own time with the trainer: nobody else is put in. */
  isPersonal: z.boolean(),
  /** From when on presence may be noted, and until when the reader may mend it; null: at any time. */
  presenceFrom: InstantText,
  presenceUntil: InstantText.nullable(),
  /** Until when clients are put in and taken out, and a closed roll is opened again. */
  changesUntil: InstantText,
  rollClosedDateTime: InstantText.nullable(),
  registrations: z.array(Registration),
});
export type Roll = z.infer<typeof Roll>;

const noun = 'attendance';

/** A training in its trainer's timetable: how full it is, and who of them came. */
export const TaughtTraining = z.object({
  id: Id,
  name: z.string(),
  typeName: z.string(),
  typeColor: z.string(),
  clubName: z.string(),
  roomName: z.string(),
  date: LocalDateText,
  /** Of the start, in the centre's zone. */
  time: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  /** Minutes. */
  duration: z.number().int(),
  maxPlaces: z.number().int(),
  booked: z.number().int(),
  waitingCount: z.number().int(),
  /** Noted as here. */
  trained: z.number().int(),
  isCancelled: z.boolean(),
  isPersonal: z.boolean(),
});
export type TaughtTraining = z.infer<typeof TaughtTraining>;

export const listTaughtTrainings = endpoint({
  noun,
  method: 'GET',
  path: '/trainer/schedule',
  role: 'trainer',
  summary:
    'The own trainings of a period of at most 42 days, both ends included; administrators may name a `trainer`',
  query: z.object({ from: queryDate, until: queryDate, trainer: queryInteger }),
  response: z.array(TaughtTraining),
  errors: ['unableToGetSchedule'],
});

export const getRoll = endpoint({
  noun,
  method: 'GET',
  path: '/trainer/registration',
  role: 'trainer',
  summary: 'Who is registered and who waits for `training`: of own trainings, administrators of all',
  query: z.object({ training: queryInteger }),
  response: Roll,
  errors: ['trainingNotFound'],
});

export const getClassRoll = endpoint({
  noun,
  method: 'GET',
  path: '/admin/registration/class/:id',
  role: 'admin',
  summary: 'Who is registered and who waits for a training',
  params: z.object({ id: pathId }),
  response: Roll,
  errors: ['trainingNotFound'],
});

const presenceErrors = [
  'registrationNotFound',
  'presenceOfWaiting',
  'presenceTooEarly',
  'presenceTooLate',
  'trainingNotHeld',
] as const;
const Presence = z.boolean().nullable();
const PresenceChanged = z.object({
  /** What is noted now; on a closed roll whoever is not here was absent. */
  presence: Presence,
  /** Code of the success message. */
  message: z.literal('presenceChanged'),
});

export const changePresence = endpoint({
  noun,
  method: 'PUT',
  path: '/trainer/registration',
  role: 'trainer',
  summary: 'Notes for registrations of one own training who is here; null takes the note back',
  body: z.strictObject({ registrationIds: z.array(Id).min(1).max(500), presence: Presence }),
  response: PresenceChanged,
  errors: presenceErrors,
});

export const changeOnePresence = endpoint({
  noun,
  method: 'PUT',
  path: '/admin/registration/:id',
  role: 'admin',
  summary: 'Notes whether somebody is here; null takes the note back',
  params: z.object({ id: pathId }),
  body: z.strictObject({ presence: Presence }),
  response: PresenceChanged,
  errors: presenceErrors,
});

export const closeRoll = endpoint({
  noun,
  method: 'POST',
  path: '/trainer/registration/roll/:trainingId/close',
  role: 'trainer',
  summary: 'Closes the roll: whoever was not noted as here was absent',
  params: z.object({ trainingId: pathId }),
  response: z.object({ absent: z.number().int() }),
  errors: ['trainingNotFound', 'rollTooEarly', 'presenceTooEarly', 'presenceTooLate', 'trainingNotHeld'],
});

export const openRoll = endpoint({
  noun,
  method: 'POST',
  path: '/trainer/registration/roll/:trainingId/open',
  role: 'trainer',
  summary: 'Opens a closed roll again: nobody was absent yet',
  params: z.object({ trainingId: pathId }),
  response: z.object({}),
  errors: ['trainingNotFound', 'rollSettled'],
});
