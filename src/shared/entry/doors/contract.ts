import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { managed } from '#shared/kernel/managed.ts';
import { Id, InstantText, pathId } from '#shared/kernel/wire.ts';
import { clientTypes } from '#shared/products/domain.ts';
import { longestCode } from '../codes/domain.ts';
import { directions, doorReasons } from './domain.ts';

/** A door as administrators set it up. */
export const DoorValues = z.strictObject({
  name: z.string().trim().min(1).max(60),
  clubId: Id,
  direction: z.enum(directions),
  clientType: z.enum(clientTypes),
  /** Empty where nothing opens by itself. */
  relayUrl: z.string().trim().max(300),
  isActive: z.boolean(),
});
export type DoorValues = z.infer<typeof DoorValues>;

export const {
  list: listDoors,
  create: createDoor,
  update: updateDoor,
  remove: removeDoor,
} = managed('door', 'Doors', DoorValues);

export const offerPairing = endpoint({
  noun: 'back-office',
  method: 'POST',
  path: '/admin/back-office/door/:id/pairing',
  role: 'admin',
  summary: 'A number that makes a tablet this door, once, within a quarter of an hour',
  params: z.object({ id: pathId }),
  response: z.object({ pairingCode: z.string(), until: InstantText }),
  errors: ['itemNotFound', 'proofNeeded'],
});

export const endPairing = endpoint({
  noun: 'back-office',
  method: 'DELETE',
  path: '/admin/back-office/door/:id/pairing',
  role: 'admin',
  summary: 'The tablet of this door is it no more',
  params: z.object({ id: pathId }),
  response: z.object({}),
  errors: ['itemNotFound'],
});

/** Proves which door speaks. */
const DoorToken = z.string().regex(/^[\w-]{43}$/);

export const pairDoor = endpoint({
  noun: 'doors',
  method: 'POST',
  path: '/public/door/pair',
  role: 'visitor',
  summary: 'Makes a tablet a door of the centre, with the number an administrator was given',
  body: z.strictObject({ pairingCode: z.string().min(1).max(20) }),
  response: z.object({ token: z.string() }),
  errors: ['doorPairingWrong', 'tooManyAttempts'],
});

const OpenSpan = z.object({ from: InstantText, until: InstantText });

const Listed = { id: Id, holder: z.number().int(), firstName: z.string(), spans: z.array(OpenSpan) };

/** What a door decides by without a network. */
export const DoorListContract = z.object({
  tenantId: z.number().int(),
  doorId: Id,
  direction: z.enum(directions),
  passbackMinutes: z.number().int(),
  madeAt: InstantText,
  goodUntil: InstantText,
  /** When the door's club is open. */
  open: z.array(OpenSpan),
  devices: z.array(z.object({ ...Listed, key: z.string() })),
  /** Cards in phones' wallets. */
  keycards: z.array(z.object({ ...Listed, secretHash: z.string() })),
  stayMinutes: z.number().int(),
});

export const getDoorList = endpoint({
  noun: 'doors',
  method: 'POST',
  path: '/public/door/list',
  role: 'visitor',
  summary:
    'What a door is, the secret of the codes it shows, and the signed list it decides by without a network',
  body: z.strictObject({ token: DoorToken }),
  response: z.object({
    now: InstantText,
    doorName: z.string(),
    clubName: z.string(),
    /** Members scan the door's code here. */
    showsCode: z.boolean(),
    /** base64url. */
    codeSecret: z.string(),
    /** A `DoorListContract` as JSON text: what is signed is what is read. */
    list: z.string(),
    /** ECDSA over P-256 with SHA-256 of the list's text, base64url. */
    signature: z.string(),
    /** The centre's key, 65 bytes as base64url; the one of the first list is believed. */
    publicKey: z.string(),
  }),
  errors: ['doorUnknown'],
});

/** What others at the door may see and hear. */
export const Judged = z.object({
  result: z.enum(['accepted', 'refused']),
  firstName: z.string(),
  reason: z.enum(doorReasons).nullable(),
  lock: z.enum(['opened', 'failed', 'none']),
});
export type Judged = z.infer<typeof Judged>;

export const judgeCode = endpoint({
  noun: 'doors',
  method: 'POST',
  path: '/public/door/scan',
  role: 'visitor',
  summary: 'What a shown code comes to; sent again, it is the same scan',
  body: z.strictObject({ token: DoorToken, scanId: z.uuid(), code: z.string().min(1).max(longestCode) }),
  response: Judged,
  errors: ['doorUnknown'],
});

export const uploadScans = endpoint({
  noun: 'doors',
  method: 'POST',
  path: '/public/door/scans',
  role: 'visitor',
  summary: 'Scans a door decided without a network: each is written down once, as the door decided it',
  body: z.strictObject({
    token: DoorToken,
    scans: z
      .array(
        z.strictObject({
          scanId: z.uuid(),
          code: z.string().min(1).max(longestCode),
          at: InstantText,
          result: z.enum(['accepted', 'refused']),
          reason: z.enum(doorReasons).nullable(),
        }),
      )
      .min(1)
      .max(100),
  }),
  response: z.object({
    /** Those that are written down now, or were before. */
    kept: z.array(z.uuid()),
  }),
  errors: ['doorUnknown'],
});
