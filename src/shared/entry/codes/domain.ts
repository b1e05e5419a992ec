/** How long one code is shown; the next follows by itself (reference/protocols 7.2). */
export const stepSeconds = 30;
/** So many steps a clock may be off either way. */
const skewSteps = 1;

/** The half minute that an instant (milliseconds since 1970) lies in. */
export function stepAt(now: number): number {
  return Math.floor(now / (stepSeconds * 1000));
}

/** Milliseconds until the next code. */
export function untilNextStep(now: number): number {
  return (stepAt(now) + 1) * stepSeconds * 1000 - now;
}

/**
 * Whether a code of a step may still be taken. One made at the beginning of its step lives for a minute, so a picture of it
 * opens nothing after that.
 */
export function isFresh(step: number, now: number): boolean {
  return Math.abs(stepAt(now) - step) <= skewSteps;
}

/** What a member's phone shows: its number at its centre, the step, and its signature of both. */
export interface EntryCode {
  readonly tenantId: number;
  readonly deviceId: number;
  readonly step: number;
  /** ECDSA over P-256 with SHA-256, 64 bytes as base64url. */
  readonly signature: string;
}

/** What a phone signs. */
export function entryMessage({ tenantId, deviceId, step }: Omit<EntryCode, 'signature'>): string {
  return `T1.${tenantId}.${deviceId}.${step}`;
}

export function entryText(code: EntryCode): string {
  return `${entryMessage(code)}.${code.signature}`;
}

/** A member's code; null for anything else. */
/** No code is longer, nor a card's number or link. */
export const longestCode = 300;

// A tablet may be older than `isWellFormed`, by which the server looks.
/** What was shown, as every door reads it, with a network or without; null for what is no code at all. */
export function codeTextOf(shown: string): string | null {
  const text = shown.trim();
  return text === '' || text.length > longestCode || /[\0\p{Surrogate}]/u.test(text) ? null : text;
}

export function readEntryCode(text: string): EntryCode | null {
  const parts = /^T1\.(\d{1,9})\.(\d{1,9})\.(\d{1,10})\.([\w-]{86})$/.exec(text.trim());
  if (!parts) return null;
  const [, tenantId, deviceId, step, signature = ''] = parts;
  return { tenantId: Number(tenantId), deviceId: Number(deviceId), step: Number(step), signature };
}

/** What a door shows: its number at its centre, the step, and a mac of both under the secret it was paired with. */
export interface DoorCode {
  readonly tenantId: number;
  readonly doorId: number;
  readonly step: number;
  /** HMAC with SHA-256, its first 16 bytes as base64url. */
  readonly mac: string;
}

export function doorMessage({ tenantId, doorId, step }: Omit<DoorCode, 'mac'>): string {
  return `D1.${tenantId}.${doorId}.${step}`;
}

export function doorText(code: DoorCode): string {
  return `${doorMessage(code)}.${code.mac}`;
}

/** A door's code; null for anything else. */
export function readDoorCode(text: string): DoorCode | null {
  const parts = /^D1\.(\d{1,9})\.(\d{1,9})\.(\d{1,10})\.([\w-]{22})$/.exec(text.trim());
  if (!parts) return null;
  const [, tenantId, doorId, step, mac = ''] = parts;
  return { tenantId: Number(tenantId), doorId: Number(doorId), step: Number(step), mac };
}
