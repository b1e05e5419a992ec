const toText = (bytes: ArrayBuffer) => {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** SHA-256 of a text, base64url. */
export async function hashOf(text: string): Promise<string> {
  return toText(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** An HMAC with SHA-1, which the standard of moving codes is made of. `key` as base64url. */
export async function momentMac(key: string, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-1' } as const;
  const secret = await crypto.subtle.importKey('raw', toBytes(key), algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', secret, message));
}
