import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { InstantText, LocalDateText, pathId, queryInteger } from '#shared/kernel/wire.ts';
import { buyingErrors, Sold, sells, visitorDetails, wanted } from '#shared/products/contract.ts';
import { startModes, validUnits } from '#shared/products/validity/domain.ts';
import { ticketStates } from './domain.ts';
import { entryKinds } from './ledger/domain.ts';

/** A ticket as a list shows it (specification point 3). */
export const Ticket = z.object({
  /** Opens the ticket; what its QR code holds. A number alone opens nothing. */
  token: z.string(),
  name: z.string(),
  clubName: z.string(),
  state: z.enum(ticketStates),
  expired: z.boolean(),
  used: z.boolean(),
  startMode: z.enum(startModes),
  validCount: z.number().int(),
  validUnit: z.enum(validUnits),
  /** Local dates, both included; null until the first use. */
  validFrom: LocalDateText.nullable(),
  validUntil: LocalDateText.nullable(),
  /** Null: as many as one likes. */
  visitsGranted: z.number().int().nullable(),
  visitsLeft: z.number().int().nullable(),
  visitsReserved: z.number().int(),
  visitsUsed: z.number().int(),
  /** Given by the centre without a sale, and why; null: bought. */
  givenFor: z.string().nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

/** One line of the list behind the number of visits. */
export const TicketEntry = z.object({
  kind: z.enum(entryKinds),
  visits: z.number().int(),
  at: InstantText,
  /** What it changed of what is left, and what was left after it; null where there is no limit. */
  change: z.number().int().nullable(),
  left: z.number().int().nullable(),
  /** With `ADJUST`, and with `GRANT` of a given ticket: why. */
  reason: z.string().nullable(),
});
export type TicketEntry = z.infer<typeof TicketEntry>;

export const TicketDetail = Ticket.extend({
  /** The first name and a letter. */
  holderName: z.string(),
  entries: z.array(TicketEntry),
});
export type TicketDetail = z.infer<typeof TicketDetail>;

export const getTicket = endpoint({
  noun: 'tickets',
  method: 'GET',
  path: '/public/ticket',
  role: 'visitor',
  summary: 'The ticket of a link, with the list behind its visits; a ticket that is used or expired says so',
  query: z.object({ token: z.string().max(100).optional() }),
  secret: 'token',
  response: TicketDetail,
  errors: ['ticketNotFound', 'tooManyAttempts'],
});

export const listTickets = endpoint({
  noun: 'tickets',
  method: 'GET',
  path: '/user/ticket',
  role: 'client',
  summary: "The caller's own tickets, newest first",
  query: z.object({ offset: queryInteger, limit: queryInteger }),
  response: z.object({ items: z.array(Ticket), offset: z.number().int(), isMore: z.boolean() }),
});

/** What is bought, and when it begins. */
const wantedTicket = {
  ...wanted,
  /** With the start mode `chosen`; otherwise not looked at. */
  startsOn: LocalDateText.nullable(),
};

export const buyTicketAsVisitor = endpoint({
  noun: 'tickets',
  method: 'POST',
  path: '/public/ticket',
  role: 'visitor',
  summary:
    'Makes the draft invoice of a ticket, without an account. A field that cannot be accepted is named in `details` ' +
    '(`field`, `problem`)',
  body: z.strictObject({ ...wantedTicket, ...visitorDetails }),
  response: Sold,
  errors: buyingErrors,
  requires: sells,
  isIdempotencyKeyed: true,
});

export const buyTicket = endpoint({
  noun: 'tickets',
  method: 'POST',
  path: '/user/ticket',
  role: 'client',
  summary: 'Makes the draft invoice of a ticket for the caller',
  body: z.strictObject(wantedTicket),
  response: Sold,
  errors: buyingErrors,
  requires: sells,
  isIdempotencyKeyed: true,
});

export const spendVisit = endpoint({
  noun: 'tickets',
  method: 'POST',
  path: '/trainer/ticket',
  role: 'trainer',
  summary: 'Takes a visit of a shown ticket, once a stay; `isSameStay` says that none was taken',
  body: z.strictObject({ token: z.string().max(100) }),
  response: TicketDetail.omit({ entries: true }).extend({ isSameStay: z.boolean() }),
  errors: [
    'ticketNotFound',
    'ticketExpired',
    'ticketUsed',
    'ticketNotYetValid',
    'ticketBookedPast',
    'entryBarred',
    'tooManyAttempts',
  ],
  isIdempotencyKeyed: true,
});

export const adjustTicket = endpoint({
  noun: 'tickets',
  method: 'POST',
  path: '/admin/ticket/:id/adjust',
  role: 'admin',
  summary:
    'Corrects the visits of a ticket, above zero added, below taken away, by a line of its ledger that says why and by whom',
  params: z.object({ id: pathId }),
  body: z.strictObject({
    visits: z
      .number()
      .int()
      .min(-1000)
      .max(1000)
      .refine((visits) => visits !== 0),
    /** The holder reads it in the list behind the number. */
    reason: z.string().trim().min(1).max(300),
  }),
  response: Ticket.pick({ visitsGranted: true, visitsLeft: true, visitsReserved: true, visitsUsed: true }),
  errors: ['ticketNotFound', 'ticketUnlimited', 'ticketVisitsTooFew', 'proofNeeded'],
  isIdempotencyKeyed: true,
});
