import { stepSeconds } from '../codes/domain.ts';
import type { AccessFacts, EntryClock } from '../doors/domain.ts';

/** Whose wallet holds a card. */
export const keycardProviders = ['apple', 'google'] as const;
export type KeycardProvider = (typeof keycardProviders)[number];

/** Half a minute of a code that moves, and what is shown for it. */
interface KeycardMoment {
  readonly step: number;
  readonly digits: string;
}

/** What a card in a phone's wallet shows at a door: its number at its centre, a secret of its own, and what moves. */
export interface KeycardCode {
  readonly tenantId: number;
  readonly keycardId: number;
  /** 16 bytes as base64url. */
  readonly secret: string;
  /** Null for a card whose code stands still. */
  readonly moment: KeycardMoment | null;
}

/** Apple's cards stand still; Google draws the moving ones by itself, of the pattern that it is told. */
export function stillText({ tenantId, keycardId, secret }: Omit<KeycardCode, 'moment'>): string {
  return `K1.${tenantId}.${keycardId}.${secret}`;
}

/** `seconds` since 1970 and eight digits are put in by whoever draws the code. */
export function movingText(
  { tenantId, keycardId, secret }: Omit<KeycardCode, 'moment'>,
  seconds: string,
  digits: string,
): string {
  return `M1.${tenantId}.${keycardId}.${secret}.${seconds}.${digits}`;
}

/** A card's code; null for anything else. */
export function readKeycardCode(text: string): KeycardCode | null {
  const parts =
    /^(?:K1\.(\d{1,9})\.(\d{1,9})\.([\w-]{22})|M1\.(\d{1,9})\.(\d{1,9})\.([\w-]{22})\.(\d{1,11})\.(\d{8}))$/.exec(
      text.trim(),
    );
  if (!parts) return null;
  const [, stillTenant, stillId, stillSecret, tenant, id, secret = '', seconds, digits = ''] = parts;
  if (stillSecret !== undefined) {
    return {
      tenantId: Number(stillTenant),
      keycardId: Number(stillId),
      secret: stillSecret,
      moment: null,
    };
  }
  const step = Math.floor(Number(seconds) / stepSeconds);
  return { tenantId: Number(tenant), keycardId: Number(id), secret, moment: { step, digits } };
}

/** A card as a door writes down that it was shown: whoever takes its tablet can show no card of it. */
export type SeenKeycard = Pick<KeycardCode, 'tenantId' | 'keycardId'> & {
  /** SHA-256 of the card's secret, base64url. */
  readonly secretHash: string;
};

export function seenText({ tenantId, keycardId, secretHash }: SeenKeycard): string {
  return `H1.${tenantId}.${keycardId}.${secretHash}`;
}

/** What `seenText` wrote; null for anything else. */
export function readSeenText(text: string): SeenKeycard | null {
  const [, tenant, id, secretHash] = /^H1\.(\d{1,9})\.(\d{1,9})\.([\w-]{43})$/.exec(text) ?? [];
  return secretHash === undefined ? null : { tenantId: Number(tenant), keycardId: Number(id), secretHash };
}

/** A step as RFC 6238 counts it: eight bytes. */
export function counterBytes(step: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(step));
  return bytes;
}

/** Eight digits of an HMAC with SHA-1 over `counterBytes` (RFC 4226, 5.3). */
export function digitsOf(mac: Uint8Array): string {
  const offset = (mac[mac.length - 1] ?? 0) & 0xf;
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
  return String((view.getUint32(offset) & 0x7fffffff) % 100_000_000).padStart(8, '0');
}

/** What a code opens that stands still, so that whoever took a picture of it has it: what its owner bought, and no more. */
export function ofStill<Facts extends AccessFacts>(facts: Facts): Facts {
  return { ...facts, isStaff: false };
}

/** It lets in once for a stay: where nobody sees who goes out, not again before the stay is over. */
export function stillClock(clock: EntryClock): EntryClock {
  return { ...clock, passbackMinutes: Math.max(clock.passbackMinutes, clock.stayMinutes) };
}

/** Those that a centre offers, the one that a device has first. */
export function inOrderFor(offered: readonly KeycardProvider[], userAgent: string): KeycardProvider[] {
  const first: KeycardProvider = /iPhone|iPad|iPod|Macintosh/.test(userAgent) ? 'apple' : 'google';
  return offered.toSorted((one, other) => Number(other === first) - Number(one === first));
}
