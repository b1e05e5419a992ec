import { sign } from 'node:crypto';
import type { Clock } from '#server/kernel/clock.ts';
import type { CardAlgorithm } from '#shared/account/id-card/domain.ts';
import { type AskedCard, hashOf, signedBytes } from '../id-card/protocol.ts';
import type { Authority, CertificateParts } from './authority.ts';
import type { Person } from './built-in.ts';
import { Responder } from './responder.ts';

/** What the browser's extension brings of a card. */
interface CardToken {
  readonly unverifiedCertificate: string;
  readonly algorithm: CardAlgorithm;
  readonly signature: string;
  readonly format: string;
  readonly appVersion: string;
}

/** What a test has a card do otherwise than it should. */
export interface OddCard {
  readonly certificate?: CertificateParts;
  readonly authority?: Authority;
  readonly algorithm?: CardAlgorithm;
  readonly format?: string;
}

/** Cards in readers, and the program that asks them for a PIN. */
export class Cards {
  /** Who tells whether they are revoked. */
  readonly responder: Responder;
  private readonly authority: Authority;
  private readonly clock: Clock;

  constructor(authority: Authority, clock: Clock) {
    this.responder = new Responder(authority, clock);
    this.authority = authority;
    this.clock = clock;
  }

  /** Somebody enters their PIN. */
  async confirm(asked: AskedCard, person: Person, odd: OddCard = {}): Promise<CardToken> {
    const { authority = this.authority, algorithm = 'ES384', format = 'web-eid:1.0' } = odd;
    const parts = { kind: 'idCard', responder: this.responder.url, ...odd.certificate } as const;
    const { certificate, key } = await authority.issue(person, this.clock.epochMilliseconds(), parts);
    this.responder.know(certificate, person.isRevoked ?? false);
    const hash = hashOf(algorithm);
    const signature = sign(hash, signedBytes(asked, hash), { key, dsaEncoding: 'ieee-p1363' });
    return {
      unverifiedCertificate: certificate.raw.toString('base64'),
      ...{ algorithm, format, signature: signature.toString('base64') },
      appVersion: 'https://web-eid.eu/web-eid-app/releases/2.0.0+0',
    };
  }
}
