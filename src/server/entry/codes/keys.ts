import { createECDH, createHmac, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Tokens } from '#server/kernel/tokens.ts';
import { type DoorCode, doorMessage, type EntryCode, entryMessage } from '#shared/entry/codes/domain.ts';

/** ECDSA over P-256 as browsers write it: both halves one after the other, 64 bytes. */
const dsaEncoding = 'ieee-p1363';

/** Whether 64 bytes are a point of the curve: a key that nothing could be checked with is refused at once. */
export function isPublicKey(bytes: Buffer): boolean {
  try {
    publicKeyOf(bytes);
    return true;
  } catch {
    return false;
  }
}

function publicKeyOf(bytes: Buffer) {
  const [x, y] = [bytes.subarray(0, 32), bytes.subarray(32)].map((half) => half.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
}

/** Whether the phone that has this key made the code. */
export function isSignedBy(code: EntryCode, publicKey: Buffer): boolean {
  const message = Buffer.from(entryMessage(code));
  const key = { key: publicKeyOf(publicKey), dsaEncoding } as const;
  return verify('sha256', message, key, Buffer.from(code.signature, 'base64url'));
}

/** What a door's codes are made with; another one after each pairing. */
export function doorSecret(tokens: Tokens, tenantId: number, door: PairedDoor): string {
  return tokens.datedMac(`door code ${tenantId} ${door.id} ${door.pairings}`, door.pairedAt);
}

/** A door with how often it was paired, and when for the last time, which says of which secret its keys are; null: the first. */
interface PairedDoor {
  readonly id: number;
  readonly pairings: number;
  readonly pairedAt: string | null;
}

export function doorMac(secret: string, code: Omit<DoorCode, 'mac'>): string {
  return createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(doorMessage(code))
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}

/** Signs what a centre's doors believe without a network; the public half is 65 bytes, base64url. */
export function signList(tokens: Tokens, tenantId: number, { pairedAt }: PairedDoor, list: string) {
  const d = tokens.datedMac(`door lists ${tenantId}`, pairedAt);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(d, 'base64url'));
  const publicKey = pair.getPublicKey();
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  const key = createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', d, x: x ?? '', y: y ?? '' },
    format: 'jwk',
  });
  return {
    signature: sign('sha256', Buffer.from(list), { key, dsaEncoding }).toString('base64url'),
    publicKey: publicKey.toString('base64url'),
  };
}
