import { generateURI, verifySync } from 'otplib';
import { stepAt, stepSeconds, stepsOff } from '#shared/account/factors/domain.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** As long as the hash of the codes, as their standard asks for. */
export const secretBytes = 20;

/** A secret as apps take it: base 32, as 20 bytes need no filling. */
export function spellSecret(secret: Uint8Array): string {
  const bits = Array.from(secret, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{5}/g, (five) => alphabet.charAt(Number.parseInt(five, 2)));
}

/** What a picture says to an app: whose codes they are, and the secret. */
export function addressOf(secret: Uint8Array, centre: string, label: string): string {
  return generateURI({ issuer: centre, label, secret: spellSecret(secret) });
}

/** The step near an instant that a code of six digits belongs to; undefined where it belongs to none. */
export function stepOf(secret: Uint8Array, code: string, now: string): number | undefined {
  const epoch = stepAt(now) * stepSeconds;
  const found = verifySync({ secret, token: code, epoch, epochTolerance: stepsOff * stepSeconds });
  return found.valid ? stepAt(now) + found.delta : undefined;
}
