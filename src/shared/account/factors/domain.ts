/** Length of one step of the codes of an app, as every app counts them. */
export const stepSeconds = 30;
/** A phone whose clock is a step off is believed. */
export const stepsOff = 1;
/** How long the second step of a log-in may take. */
export const challengeMinutes = 5;
export const recoveryCodeCount = 10;

/** The ways to show a second factor, in the order in which they are offered. */
export const factorWays = ['passkey', 'code', 'recoveryCode'] as const;
export type FactorWay = (typeof factorWays)[number];

/** What an account has to show beside its password. */
export interface FactorsHeld {
  readonly hasCodes: boolean;
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
}

/** Whether the password alone is not enough. Recovery codes stand in for a factor; alone they are none. */
export function hasFactor({ hasCodes, passkeys }: FactorsHeld): boolean {
  return hasCodes || passkeys > 0;
}

/** The ways open to who must show a factor; none where nothing is asked. */
export function waysOf(held: FactorsHeld): FactorWay[] {
  if (!hasFactor(held)) return [];
  const open: Readonly<Record<FactorWay, boolean>> = {
    passkey: held.passkeys > 0,
    code: held.hasCodes,
    recoveryCode: held.recoveryCodesLeft > 0,
  };
  return factorWays.filter((way) => open[way]);
}

/** The step that an instant falls in. */
export function stepAt(now: string): number {
  return Math.floor(Temporal.Instant.from(now).epochMilliseconds / 1000 / stepSeconds);
}

/**
 * The step whose code may be taken: the one that matched, unless it, or one after it, was taken before. Undefined refuses.
 * `matched` is undefined where the code is of no step that is near.
 */
export function stepTaken(matched: number | undefined, lastStep: number, now: string): number | undefined {
  if (matched === undefined || matched <= lastStep) return undefined;
  return Math.abs(matched - stepAt(now)) <= stepsOff ? matched : undefined;
}

/** 32 signs of which no two look alike. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz';
const readAs: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };
/** Signs of 5 bits each: 80 random bits. */
const recoveryCodeLength = 16;
export const recoveryCodeBytes = 10;

/** A recovery code from ten random bytes, as people read it: `7k3m-q9tx-2wrb-4hz0`. Throws RangeError for fewer. */
export function spellRecoveryCode(bytes: Uint8Array): string {
  if (bytes.length < recoveryCodeBytes)
    throw new RangeError(`a recovery code needs ${recoveryCodeBytes} bytes`);
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const spelt = Array.from({ length: recoveryCodeLength }, (_, index) =>
    signs.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)),
  ).join('');
  return inGroups(spelt, '-');
}

/** A typed recovery code as it is compared; null for what can be none. */
export function readRecoveryCode(typed: string): string | null {
  const plain = Array.from(typed.toLowerCase().replaceAll(/[\s-]/g, ''), (sign) => readAs[sign] ?? sign);
  const isOne = plain.length === recoveryCodeLength && plain.every((sign) => signs.includes(sign));
  return isOne ? plain.join('') : null;
}

/** Digits of an app's code as it is compared; null for what can be none. */
export function readCode(typed: string): string | null {
  const plain = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(plain) ? plain : null;
}

/** A secret as people type it into an app that cannot look at the picture: groups of four. */
export function showSecret(secret: string): string {
  return inGroups(secret, ' ');
}

function inGroups(text: string, between: string): string {
  return text.replaceAll(/.{4}(?=.)/g, `$&${between}`);
}
