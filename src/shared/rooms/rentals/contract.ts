import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { Id, InstantText, LocalDateText, pathId, queryDate } from '#shared/kernel/wire.ts';

/** A room or lane that is let, with its hours of one date. */
export const RentRoom = z.object({
  id: Id,
  name: z.string(),
  clubId: Id,
  clubName: z.string(),
  /** People it holds. */
  capacity: z.number().int(),
  /** For an hour, VAT included. */
  price: Euros,
  /** Until so long before the start it is given back free. */
  freeCancelMinutes: z.number().int(),
  hours: z.array(
    z.object({
      /** The centre's wall time HH:mm. */
      time: z.string(),
      startDateTime: InstantText,
      isFree: z.boolean(),
    }),
  ),
});
export type RentRoom = z.infer<typeof RentRoom>;

/** What the caller has rented and lies ahead. */
export const Rental = z.object({
  id: Id,
  roomName: z.string(),
  clubName: z.string(),
  date: LocalDateText,
  time: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  duration: z.number().int(),
  people: z.number().int(),
  price: Euros,
  /** Until when it is given back free; afterwards its price is owed. */
  freeUntil: InstantText,
  invoiceNumber: z.string(),
  isPaid: z.boolean(),
});
export type Rental = z.infer<typeof Rental>;

const noun = 'rentals';
const path = '/user/rental';
export const isLet = ({ pages }: PageRules) => pages.isRentalPage;
export const hoursMost = 4;

export const listRentals = endpoint({
  noun,
  method: 'GET',
  path,
  role: 'client',
  summary:
    'What is let on a local date (today without one) and when it is free, and what the caller has rented',
  query: z.object({ date: queryDate }),
  response: z.object({ date: LocalDateText, rooms: z.array(RentRoom), rentals: z.array(Rental) }),
  requires: isLet,
});

export const rentRoom = endpoint({
  noun,
  method: 'POST',
  path,
  role: 'client',
  summary: 'Rents a room or lane by the hour; its invoice is issued at once',
  body: z.strictObject({
    roomId: Id,
    startDateTime: InstantText,
    hours: z.number().int().min(1).max(hoursMost),
    people: z.number().int().min(1).max(10_000),
  }),
  response: z.object({
    id: Id,
    freeUntil: InstantText,
    total: Euros,
    /** Opens the page of the invoice. */
    invoiceToken: z.string(),
  }),
  errors: [
    'tooManyAttempts',
    'roomNotAvailable',
    'tooManyPeople',
    'registeringNotAllowed',
    'rentalLimitExceeded',
    'itemNotFound',
  ],
  requires: isLet,
  isIdempotencyKeyed: true,
});

export const cancelRental = endpoint({
  noun,
  method: 'DELETE',
  path: `${path}/:id`,
  role: 'client',
  summary: 'Gives a rented time back: free until its clock time, afterwards its price is owed all the same',
  params: z.object({ id: pathId }),
  response: z.object({
    state: z.enum(['cancelledFree', 'cancelledLate']),
    /** What of the price becomes credit, or is not owed any more. */
    credit: Euros,
  }),
  errors: ['itemNotFound', 'cancellingNotAllowed'],
  requires: isLet,
  isIdempotencyKeyed: true,
});
