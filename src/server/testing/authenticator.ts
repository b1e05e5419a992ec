import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyAssertion } from '#shared/account/contract.ts';
import type { PasskeyAttestation } from '#shared/account/passkeys/contract.ts';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const base64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** What a browser and its authenticator would do otherwise than for an honest page. */
export interface Odd {
  /** Where the page stands that asks; the host's own by default. */
  readonly origin?: string;
  readonly host?: string;
  /** Nobody was looked at. */
  readonly isUnverified?: boolean;
  readonly isInFrame?: boolean;
  readonly userHandle?: string | null;
  /** How often it says that it signed; otherwise once more than before, or never where it does not count. */
  readonly signCount?: number;
  /** Signs with another key. */
  readonly isForged?: boolean;
}

/** A key of the kind that phones keep for a host, in software: what its browser would send for it. */
export class Passkey {
  readonly credentialId = base64Url(randomBytes(32));
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly isCounting: boolean;
  private signCount = 0;
  private userHandle: string | null = null;

  constructor({ isCounting = false }: { readonly isCounting?: boolean } = {}) {
    this.isCounting = isCounting;
  }

  /** Made for an offer. */
  make(
    offer: { challenge: string; host: string; user: { handle: string } },
    odd: Odd = {},
  ): PasskeyAttestation {
    this.userHandle = offer.user.handle;
    const key = this.keys.publicKey.export({ format: 'jwk' });
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, new Uint8Array(Buffer.from(key.x ?? '', 'base64url'))],
        [-3, new Uint8Array(Buffer.from(key.y ?? '', 'base64url'))],
      ]),
    );
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      ...[this.said(offer.host, odd, 0x40), Buffer.alloc(16), length, id],
      Buffer.from(publicKey),
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return {
      credentialId: this.credentialId,
      clientData: clientData('webauthn.create', offer, odd),
      attestation: base64Url(attestation),
      transports: ['internal'],
    };
  }

  /** Signed for a request. */
  sign(asked: { challenge: string; host: string }, odd: Odd = {}): PasskeyAssertion {
    const said = clientData('webauthn.get', asked, odd);
    const authenticatorData = this.said(asked.host, odd, 0);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(said, 'base64url'))]);
    const key: KeyObject = odd.isForged
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : this.keys.privateKey;
    return {
      credentialId: this.credentialId,
      clientData: said,
      authenticatorData: base64Url(authenticatorData),
      signature: base64Url(sign('sha256', signed, key)),
      userHandle: odd.userHandle === undefined ? this.userHandle : odd.userHandle,
    };
  }

  private said(host: string, odd: Odd, more: number): Buffer {
    if (this.isCounting) this.signCount += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(odd.signCount ?? this.signCount);
    const flags = 0x01 | (odd.isUnverified ? 0 : 0x04) | more;
    return Buffer.concat([sha256(odd.host ?? host), Buffer.from([flags]), count]);
  }
}

function clientData(
  type: string,
  { challenge, host }: { challenge: string; host: string },
  odd: Odd,
): string {
  const origin = odd.origin ?? `https://${host}`;
  return base64Url(
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: odd.isInFrame ?? false })),
  );
}
