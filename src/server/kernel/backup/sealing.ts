import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { StartError } from '../env.ts';

const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

const Sealed = z.strictObject({
  salt: z.base64url(),
  nonce: z.base64url(),
  tag: z.base64url(),
  text: z.base64url(),
});
const Secrets = z.record(z.string(), z.string());

/** Secrets by name, as a text that only who knows the passphrase can read. AES-256-GCM under a key by scrypt. */
export async function seal(secrets: Readonly<Record<string, string>>, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const parts = { salt, nonce, tag: cipher.getAuthTag(), text };
  return `${JSON.stringify(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.toString('base64url')])))}\n`;
}

/** @throws StartError where the passphrase is another one */
export async function unseal(sealed: string, passphrase: string): Promise<Record<string, string>> {
  const parts = Sealed.parse(JSON.parse(sealed));
  const [salt, nonce, tag, text] = [parts.salt, parts.nonce, parts.tag, parts.text].map((part) =>
    Buffer.from(part, 'base64url'),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce);
  decipher.setAuthTag(tag);
  try {
    return Secrets.parse(
      JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')),
    );
  } catch {
    throw new StartError(
      'BACKUP_PASSPHRASE is not the one this backup’s secrets were sealed with. Nothing was restored.',
    );
  }
}

/** What a secret can be known again by; it is random and long, so nobody finds it from this. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(`trenn secret ${secret}`).digest('hex').slice(0, 16);
}

const derive = promisify(
  scrypt as (
    passphrase: string,
    salt: Buffer,
    length: number,
    options: typeof cost,
    done: (error: Error | null, key: Buffer) => void,
  ) => void,
);
const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> => derive(passphrase, salt, 32, cost);
