import { createHash } from 'node:crypto';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { spellCode } from '#shared/vouchers/codes/domain.ts';

/** What opens a voucher or a claim link. Both follow from the salt and the installation's secret. */
export interface Keys {
  /** Stands in an address; 256 bits. */
  readonly token: string;
  /** Typed by people; 60 bits. */
  readonly code: string;
}

export interface StoredKeys {
  readonly salt: Buffer;
  readonly tokenHash: Buffer;
  readonly codeHash: Buffer;
}

type Opened = 'voucher' | 'link';

/** New keys of a thing with its id, and what of them is stored: a copy of the table opens nothing. */
export function makeKeys(tokens: Tokens, tenantId: number, what: Opened, id: number): Keys & StoredKeys {
  const salt = tokens.newSalt();
  const keys = keysOf(tokens, tenantId, what, id, salt);
  return {
    ...keys,
    salt,
    tokenHash: hashToken(keys.token),
    codeHash: hashCode(tokens, tenantId, keys.code),
  };
}

/** The same keys again, for showing them to whom they belong. */
export function keysOf(tokens: Tokens, tenantId: number, what: Opened, id: number, salt: Buffer): Keys {
  const name = `${what} ${tenantId} ${id}`;
  const chance = createHash('sha256')
    .update(tokens.saltedMac(`code of ${name}`, salt))
    .digest();
  return { token: tokens.saltedMac(`token of ${name}`, salt), code: spellCode(chance) };
}

/** A code is short enough to be tried out on a copy of the table, so its hash needs the secret. */
const hashCode = (tokens: Tokens, tenantId: number, code: string) =>
  tokens.attemptSubject(codeText(tenantId, code));

/** What may be stored of a typed code, of each secret that is known. */
export function hashesOf(tokens: Tokens, tenantId: number, code: string): Buffer[] {
  return tokens.attemptSubjects(codeText(tenantId, code));
}

const codeText = (tenantId: number, code: string) => `voucher code ${tenantId} ${code}`;
