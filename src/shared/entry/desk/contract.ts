import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { Id, InstantText, LocalDateText } from '#shared/kernel/wire.ts';

/** What a scanned code or a typed one holds: a ticket's or a voucher's. */
const CardCode = z.object({ cardCode: z.string().max(200) });

/** Why something is taken or put back, as its holder will read it. */
const Reason = z.string().trim().min(1).max(200);

/** What was shown at the desk. */
export const ShownCard = z.object({
  kind: z.enum(['ticket', 'voucher']),
  name: z.string(),
  holderName: z.string(),
  /** Empty where it holds in every club. */
  clubName: z.string(),
  /** Local dates, both included; null for a ticket that begins with its first use. */
  validFrom: LocalDateText.nullable(),
  validUntil: LocalDateText.nullable(),
  /** Visits or uses; null: as many as one likes. */
  granted: z.number().int().nullable(),
  left: z.number().int().nullable(),
  /** When something was last taken; null: never. */
  lastTakenDateTime: InstantText.nullable(),
  /** Why nothing can be taken now: a code of `takeFromCard` and the values of its text; null where it can. */
  refusal: z
    .object({ error: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
  /** Of what was looked at: to be sent with the taking. */
  version: z.number().int(),
});
export type ShownCard = z.infer<typeof ShownCard>;

/** What is wrong with what is shown. */
const cardErrors = [
  'cardScanFailed',
  'cardNotFound',
  'cardExpired',
  'ticketNotFound',
  'voucherNotFound',
  'voucherAlreadyUsed',
  'voucherToClaim',
  'tooManyAttempts',
  'actionNotAllowed',
] as const satisfies readonly ErrorCode[];

export const getCard = endpoint({
  noun: 'entry',
  method: 'GET',
  path: '/trainer/card/:cardCode',
  role: 'trainer',
  summary:
    'The ticket or voucher behind a shown code, and whether a visit or use of it can be taken; takes nothing',
  params: CardCode,
  secret: 'cardCode',
  response: ShownCard,
  errors: cardErrors,
});

export const takeFromCard = endpoint({
  noun: 'entry',
  method: 'POST',
  path: '/trainer/card/:cardCode',
  role: 'trainer',
  summary: 'Takes one visit or use of what was looked at (`version`): of those who press at once, one does',
  params: CardCode,
  body: z.strictObject({ reason: Reason, version: z.number().int() }),
  secret: 'cardCode',
  response: z.object({
    takingId: Id,
    left: z.number().int().nullable(),
    /** Until when it can be put back. */
    undoUntil: InstantText,
  }),
  errors: [
    ...cardErrors,
    'cardChanged',
    'ticketExpired',
    'ticketUsed',
    'ticketNotYetValid',
    'ticketBookedPast',
    'entryBarred',
    'voucherExpired',
    'voucherNotYetValid',
    'voucherRevoked',
  ],
  isIdempotencyKeyed: true,
});

export const undoTaking = endpoint({
  noun: 'entry',
  method: 'POST',
  path: '/trainer/card/:cardCode/undo',
  role: 'trainer',
  summary: 'Puts back what was taken at the desk within the last minute; again, it does nothing more',
  params: CardCode,
  body: z.strictObject({ takingId: Id, reason: Reason }),
  secret: 'cardCode',
  response: z.object({ left: z.number().int().nullable() }),
  errors: [...cardErrors, 'itemNotFound', 'takingUndoTooLate'],
});
