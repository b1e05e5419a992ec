import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';

/** Rooms taken for something that is no training. */
export const RoomReservation = z.object({
  id: Id,
  name: z.string(),
  rooms: z.array(z.object({ id: Id, name: z.string() })),
  startDateTime: InstantText,
  endDateTime: InstantText,
  date: LocalDateText,
  time: z.string(),
  /** Minutes. */
  duration: z.number().int(),
  comment: z.string(),
  version: z.number().int(),
});
export type RoomReservation = z.infer<typeof RoomReservation>;

/** Room and name are mandatory in a reservation (specification point 5). Wall time of the centre, slots of 5 minutes. */
export const ReservationFields = z.strictObject({
  name: z.string().trim().min(1).max(100),
  roomIds: z.array(Id).min(1).max(20),
  date: LocalDateText,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5][05]$/),
  duration: z
    .number()
    .int()
    .min(5)
    .max(24 * 60)
    .multipleOf(5),
  comment: z.string().trim().max(1000),
});
export type ReservationFields = z.infer<typeof ReservationFields>;

const byId = z.object({ id: pathId });
const saved = z.object({ id: Id });

export const addReservation = endpoint({
  noun: 'schedule',
  method: 'POST',
  path: '/admin/room/reservation',
  role: 'admin',
  summary: 'Takes rooms for something that is no training; refused with the rooms that are not free',
  body: ReservationFields,
  response: saved,
  errors: ['itemNotFound', 'roomsNotFree'],
  isIdempotencyKeyed: true,
});

export const editReservation = endpoint({
  noun: 'schedule',
  method: 'PUT',
  path: '/admin/room/reservation/:id',
  role: 'admin',
  summary: 'Changes a reservation; `changedMeanwhile` when somebody changed it since',
  params: byId,
  body: ReservationFields.extend({ version: z.number().int().positive() }),
  response: saved,
  errors: ['itemNotFound', 'roomsNotFree', 'roomNotAvailable', 'changedMeanwhile'],
});

export const deleteReservation = endpoint({
  noun: 'schedule',
  method: 'DELETE',
  path: '/admin/room/reservation/:id',
  role: 'admin',
  summary: 'Gives the rooms back',
  params: byId,
  response: saved,
  errors: ['itemNotFound'],
});
