import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText } from '#shared/kernel/wire.ts';

/** Why one cannot come in: a code of the catalogue and the values of its text. */
const Refusal = z.object({
  error: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** What opens, and what does not, at each door somebody might stand before. */
export const EntryStatus = z.object({
  /** The server's clock: a phone's may be off. */
  now: InstantText,
  firstName: z.string(),
  tenantId: z.number().int(),
  /** The phone that opens doors; null where none does yet. */
  device: z
    .object({
      id: Id,
      /** Whether it is the one that asks. */
      isThisOne: z.boolean(),
      since: InstantText,
    })
    .nullable(),
  doors: z.array(
    z.object({
      id: Id,
      name: z.string(),
      clubName: z.string(),
      /** Null where it opens now. */
      refusal: Refusal.nullable(),
      /** Until when its club is open today, as a wall time; null while it is shut, and where it always is open. */
      openUntil: z.string().nullable(),
      /** Of a counted right, how many visits are left; null: it is not counted. */
      visitsLeft: z.number().int().nullable(),
    }),
  ),
});
export type EntryStatus = z.infer<typeof EntryStatus>;

export const getEntryCodes = endpoint({
  noun: 'entry',
  method: 'GET',
  path: '/user/card/entrycodes',
  role: 'client',
  summary: 'Which phone shows one’s entry codes, and which doors they open now',
  response: EntryStatus,
});

export const registerEntryDevice = endpoint({
  noun: 'entry',
  method: 'POST',
  path: '/user/card/entrycodes',
  role: 'client',
  summary:
    'Makes this phone the one that opens doors, with the public half of a key that never leaves it; the phone before it opens nothing any more',
  body: z.strictObject({
    /** P-256, x and y as 64 bytes, base64url. */
    publicKey: z.string().regex(/^[\w-]{86}$/),
  }),
  response: z.object({ tenantId: z.number().int(), deviceId: Id, now: InstantText }),
  errors: ['qrGenerationFailed'],
});

export const removeEntryDevice = endpoint({
  noun: 'entry',
  method: 'DELETE',
  path: '/user/card/entrycodes',
  role: 'client',
  summary: 'No phone of one’s own opens doors any more',
  response: z.object({}),
});

export const scanDoor = endpoint({
  noun: 'entry',
  method: 'POST',
  path: '/user/card/entrycodes/scan',
  role: 'client',
  summary: 'Comes in through the door whose code was scanned',
  requires: ({ pageFunctions }) => pageFunctions.hasQrScanningForEntry,
  body: z.strictObject({
    code: z.string().min(1).max(300),
    /** Sent again, it is the same scan. */
    scanId: z.uuid(),
  }),
  response: z.object({
    doorName: z.string(),
    /** Whether its lock was opened: `none` where it has none. */
    lock: z.enum(['opened', 'failed', 'none']),
  }),
  errors: [
    'qrNotValid',
    'qrExpired',
    'qrDenied',
    'qrProcessingError',
    'entryNothingValid',
    'entryBarred',
    'entryClosed',
    'entryClosedToday',
    'entryAlreadyInside',
    'contractNotForClub',
    'contractNotForTime',
    'contractEnded',
    'contractNotYetValid',
    'contractBlocked',
    'contractInDebt',
    'contractFrozen',
    'contractVisitsUsed',
  ],
});
