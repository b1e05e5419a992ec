import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id } from '#shared/kernel/wire.ts';

export const scanForRoll = endpoint({
  noun: 'attendance',
  method: 'POST',
  path: '/trainer/registration/scan',
  role: 'trainer',
  summary:
    'Notes as here whoever a shown card, ticket or voucher belongs to; the visit is the booking’s own, however often it is scanned',
  body: z.strictObject({
    trainingId: Id,
    /** A client number, the code or the address of a ticket or voucher. */
    cardCode: z.string().min(1).max(500),
  }),
  response: z.object({
    /** `notRegistered`: known, but without a place here; said only to who may put them in. */
    state: z.enum(['here', 'alreadyHere', 'notRegistered']),
    clientId: Id,
    name: z.string(),
    registrationId: Id.nullable(),
  }),
  errors: [
    'trainingNotFound',
    'cardScanFailed',
    'cardNotFound',
    'cardExpired',
    'ticketNotFound',
    'ticketExpired',
    'ticketUsed',
    'ticketBookedPast',
    'entryBarred',
    'voucherNotFound',
    'voucherExpired',
    'voucherAlreadyUsed',
    'voucherToClaim',
    'notOnRoll',
    'presenceOfWaiting',
    'presenceTooEarly',
    'presenceTooLate',
    'trainingNotHeld',
    'tooManyAttempts',
  ],
});
