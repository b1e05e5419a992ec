import { createHmac, type KeyObject } from 'node:crypto';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { counterBytes, digitsOf, type KeycardProvider } from '#shared/entry/keycards/domain.ts';

/** Bits of an RSA key that cards are signed with: what is longer costs seconds of everybody’s. Both services give 2048. */
const keyBits = { least: 2048, most: 4096 } as const;

/** Whether a key that a centre brought is one that cards may be signed with. */
export function isSigningKey(key: KeyObject | undefined): key is KeyObject {
  const { modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
  return key?.asymmetricKeyType === 'rsa' && modulusLength >= keyBits.least && modulusLength <= keyBits.most;
}

/** A card and what its secrets follow from. */
export interface Salted {
  readonly id: number;
  readonly salt: Buffer;
}

type Macs = Pick<Tokens, 'saltedMac'>;

/** What a card's code holds: 16 bytes as base64url. */
export function keycardSecret(tokens: Macs, tenantId: number, { id, salt }: Salted): string {
  return tokens.saltedMac(`keycard code ${tenantId} ${id}`, salt).slice(0, 22);
}

/** What a phone shows to hear of its card and to fetch it anew. */
export function keycardToken(tokens: Macs, tenantId: number, { id, salt }: Salted): string {
  return tokens.saltedMac(`keycard phone ${tenantId} ${id}`, salt);
}

/** What the moving digits of a card are made with: 20 bytes. */
export function momentKey(tokens: Macs, tenantId: number, { id, salt }: Salted): Buffer {
  return Buffer.from(tokens.saltedMac(`keycard moment ${tenantId} ${id}`, salt), 'base64url').subarray(0, 20);
}

/** The digits of a step (RFC 6238, SHA-1, eight of them). */
export function momentDigits(key: Uint8Array, step: number): string {
  return digitsOf(createHmac('sha1', key).update(counterBytes(step)).digest());
}

/** Whether a card's code stands still: Apple's do, which draw nothing by themselves. */
export const isStill = ({ provider }: { readonly provider: KeycardProvider }): boolean =>
  provider === 'apple';

/** What a door without a network tells a card's code by, as base64url; nobody can make a code of it. */
export function keycardHash(tokens: Macs, tenantId: number, card: Salted): string {
  return hashOf(keycardSecret(tokens, tenantId, card));
}

export const hashOf = (secret: string): string => hashToken(secret).toString('base64url');

/** The name of a card at a wallet's service; one there may be of several centres. */
export const serialOf = (tenantId: number, id: number) => `${tenantId}-${id}`;

/** The number of this centre's card that a serial names. */
export function readSerial(tenantId: number, serial: string): number | undefined {
  const [, tenant, id] = /^(\d{1,9})-(\d{1,9})$/.exec(serial) ?? [];
  return Number(tenant) === tenantId && id !== undefined ? Number(id) : undefined;
}
