import { get } from 'node:http';
import { type CardAuthority, makeCardAuthority } from '#server/entry/wallet-emulator/authority.ts';
import { saveAppleIssuer } from '#shared/entry/keycard-issuers/contract.ts';
import { addKeycard } from '#shared/entry/keycards/contract.ts';
import type { KeycardProvider } from '#shared/entry/keycards/domain.ts';
import type { Centre, TestAccount } from './centre.ts';
import type { TestServer } from './server.ts';
import { testNow } from './server.ts';

export const passTypeId = 'pass.test.klubi';
export const teamId = 'A1B2C3D4E5';

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
  async function appleKeys(days?: readonly [number, number]) {
    const { key, ...issued } = await (await cardAuthority()).issue(passTypeId, teamId, days);
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

  return { appleKeys, setApple, add, fetchBytes, cardOf, appleCard };
}
