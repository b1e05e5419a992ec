/** What the browser signs and checks with, as the server does: ECDSA over P-256 with SHA-256, base64url. */
const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const;

function toText(bytes: ArrayBuffer | Uint8Array): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

/** A key whose private half cannot be read out of this browser; its public half as 64 bytes. */
export async function makeKey(): Promise<{ privateKey: CryptoKey; publicKey: string }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['sign', 'verify']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  return { privateKey, publicKey: toText(point.subarray(1)) };
}

export async function signText(privateKey: CryptoKey, text: string): Promise<string> {
  return toText(await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(text)));
}

/** Whether a text was signed by the owner of a public key, of 64 or 65 bytes. */
export async function isSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  const bytes = toBytes(publicKey);
  const point = bytes.length === 64 ? Uint8Array.from([4, ...bytes]) : bytes;
  const key = await crypto.subtle.importKey('raw', point, curve, false, ['verify']);
  return crypto.subtle.verify(algorithm, key, toBytes(signature), new TextEncoder().encode(text));
}

/** The first 16 bytes of an HMAC with SHA-256. */
export async function shortMac(secret: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    toBytes(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  return toText(mac.slice(0, 16));
}

/** SHA-256 of a text, base64url. */
export async function hashOf(text: string): Promise<string> {
  return toText(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
