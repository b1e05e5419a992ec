import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, pathId } from '#shared/kernel/wire.ts';

/** The booking that a moved one meets: its member keeps one of the two. */
export const ClashingBooking = z.object({
  registrationId: Id,
  trainingId: Id,
  name: z.string(),
  startDateTime: InstantText,
  /** Until when the member may choose; then this one is kept, and the moved one is given back free. */
  chooseUntil: InstantText,
});
export type ClashingBooking = z.infer<typeof ClashingBooking>;

export const keepRegistration = endpoint({
  noun: 'registrations',
  method: 'POST',
  path: '/user/registration/:id/keep',
  role: 'client',
  summary:
    'Of bookings that meet since one was moved, keeps this one; the others are given back free, whenever',
  params: z.object({ id: pathId }),
  response: z.object({}),
  errors: ['registrationNotFound', 'cancellingNotAllowed', 'placeUsed'],
});
