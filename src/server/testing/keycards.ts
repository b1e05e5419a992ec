import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { momentDigits } from '#server/entry/keycards/keys.ts';
import {
  type CardAuthority,
  makeCardAuthority,
  makeServiceKey,
} from '#server/entry/wallet-emulator/authority.ts';
import { codeAt, type GoogleCard } from '#server/entry/wallet-emulator/google.ts';
import { saveAppleIssuer, saveGoogleIssuer } from '#shared/entry/keycard-issuers/contract.ts';
import { addKeycard } from '#shared/entry/keycards/contract.ts';
import type { KeycardProvider } from '#shared/entry/keycards/domain.ts';
import type { Centre, TestAccount } from './centre.ts';
import type { TestServer } from './server.ts';
import { testNow } from './server.ts';

export const passTypeId = 'pass.test.klubi';
export const teamId = 'A1B2C3D4E5';

/** The service account of a key. */
export function serviceEmail({ secretKey }: { readonly secretKey: string }): string {
  return (JSON.parse(secretKey) as { client_email: string }).client_email;
}

let authority: Promise<CardAuthority> | undefined;
/** Who issues certificates in tests: made once for all of a worker. */
function cardAuthority(): Promise<CardAuthority> {
  authority ??= makeCardAuthority(Temporal.Instant.from(testNow).epochMilliseconds);
  return authority;
}

/** The files of an archive that is only stored or deflated as zip says, by name. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const { inflateRawSync } = await import('node:zlib');
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(begin, begin + size);
    const fileName = archive.subarray(at + 46, at + 46 + (name ?? 0)).toString();
    files.set(fileName, method === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** What of a card's file tests look at. */
export interface CardFile {
  readonly serialNumber: string;
  readonly authenticationToken: string;
  readonly webServiceURL: string;
  readonly voided?: boolean;
  readonly barcodes?: readonly { readonly message: string }[];
}

export function withKeycards(running: TestServer) {
  const { call } = running;

  /** A certificate of a pass type, as Apple would give a centre. */
  async function appleKeys(days?: readonly [number, number], bits?: number) {
    const { key, ...issued } = await (await cardAuthority()).issue(passTypeId, teamId, days, bits);
    return { ...issued, secretKey: key, keyPassword: '' };
  }

  async function setApple(actor: TestAccount, isOn = true) {
    return call(saveAppleIssuer, { body: { isOn, keys: await appleKeys() } }, { actor });
  }

  const add = (actor: TestAccount, provider: KeycardProvider = 'apple') =>
    call(addKeycard, { body: { provider } }, { actor });

  /** An exchange whose answer is bytes. */
  const fetchBytes = (home: Pick<Centre, 'host'>, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; bytes: Buffer; headers: Record<string, unknown> }>((resolve, reject) => {
      const asked = get(
        { host: '127.0.0.1', port: running.port, path, headers: { ...headers, host: home.host } },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              bytes: Buffer.concat(parts),
              headers: response.headers,
            }),
          );
        },
      );
      asked.on('error', reject);
    });

  /** A card's file as a phone would have it. */
  async function cardOf(bytes: Buffer): Promise<CardFile> {
    return JSON.parse((await unzip(bytes)).get('pass.json')?.toString() ?? '{}') as CardFile;
  }

  /** The card that a member adds to Apple Wallet. */
  async function appleCard(home: Pick<Centre, 'host'>, actor: TestAccount) {
    const { body } = await add(actor);
    const { bytes } = await fetchBytes(home, body.address);
    const card = await cardOf(bytes);
    return { ...card, code: card.barcodes?.[0]?.message ?? '', bytes };
  }

  /** Who a centre is at Google; each time another service account. */
  const googleKeys = (bits?: number) => ({
    issuerId: '3388000000012345678',
    secretKey: makeServiceKey(`klubi-${randomUUID()}@test.example`, bits),
  });

  async function setGoogle(actor: TestAccount) {
    const keys = googleKeys();
    const { error } = await call(saveGoogleIssuer, { body: { isOn: true, keys } }, { actor });
    if (error) throw new Error(`the keys were not taken: ${error}`);
    return keys;
  }

  /** What stands in for Google. */
  function emulator() {
    const google = running.server.walletEmulators()?.google;
    if (!google) throw new Error('there is no stand-in');
    return google;
  }

  /** What a phone shows of a card, now or at another moment. */
  const googleCode = (card: GoogleCard, at = running.clock.epochMilliseconds()) =>
    codeAt(card, at, momentDigits) ?? '';

  return {
    googleKeys,
    setGoogle,
    emulator,
    googleCode,
    appleKeys,
    setApple,
    add,
    fetchBytes,
    cardOf,
    appleCard,
  };
}
