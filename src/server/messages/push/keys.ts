import { ECDH } from 'node:crypto';

/** Of every key in web push (RFC 8291, RFC 8292). */
export const curve = 'prime256v1';
/** Of the secret that a browser shares with whoever writes to it (RFC 8291, section 3.2). */
const authBytes = 16;

/** Whether a message can be encrypted for a browser of these keys: a point of the curve, and a secret long enough. */
export function isPushKeys({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean {
  try {
    // Only uncompressed, as browsers give it.
    const point = Buffer.from(p256dh, 'base64url');
    const known = ECDH.convertKey(point, curve, undefined, undefined, 'uncompressed');
    return point.equals(Buffer.from(known)) && Buffer.from(auth, 'base64url').length >= authBytes;
  } catch {
    return false;
  }
}
