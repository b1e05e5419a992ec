import { constants, privateEncrypt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/kernel/clock.ts';
import { mobileIdCode, mobileIdNumber, mobileIdSeconds } from '#shared/account/mobile-id/domain.ts';
import type { Authority, CertificateParts } from './authority.ts';
import { type MobilePerson, mobileEmulatorUuid, mobilePersons } from './built-in.ts';

/** What a session is begun with, as the service takes it. */
export const MobileBegun = z.object({
  relyingPartyUUID: z.literal(mobileEmulatorUuid),
  relyingPartyName: z.string().min(1).max(32),
  phoneNumber: z.string().regex(mobileIdNumber),
  nationalIdentityNumber: z.string().regex(mobileIdCode),
  hash: z.base64().length(44),
  hashType: z.literal('SHA256'),
  language: z.enum(['EST', 'ENG', 'LIT', 'RUS']),
  displayText: z.string().max(40),
  displayTextFormat: z.enum(['GSM-7', 'UCS-2']),
});
type MobileBegun = z.infer<typeof MobileBegun>;

interface Session {
  readonly begunAt: number;
  readonly answer: object;
  /** How long whoever it is takes. */
  readonly seconds: number;
}

/** What a test has somebody's SIM card do otherwise than it should. */
export interface OddSignature {
  readonly certificate?: CertificateParts;
  readonly authority?: Authority;
  /** Whose certificate it brings. */
  readonly document?: string;
  /** Signs something else than it was asked to. */
  readonly isOther?: boolean;
}

/** How long somebody takes to enter their PIN: long enough to see that it is waited for. */
const pinSeconds = 3;
/** What stands before a hash that is signed with a key of RSA: which one it is (PKCS #1, 9.2). */
const ofSha256 = Buffer.from('3031300d060960864801650304020105000420', 'hex');
const keptSeconds = 300;
const most = 10_000;

/** Sessions of this process and what people's SIM cards say to them. */
export class SimCards {
  /** How long the service waits for something to happen before it answers, at most; tests have it answer at once. */
  holdMilliseconds = 60_000;
  /** How the next SIM cards answer. */
  odd: OddSignature = {};
  private readonly sessions = new Map<string, Session>();
  private readonly authority: Authority;
  private readonly clock: Clock;

  constructor(authority: Authority, clock: Clock) {
    this.authority = authority;
    this.clock = clock;
  }

  async begin(begun: MobileBegun): Promise<object> {
    const oldest = this.sessions.keys().next();
    if (this.sessions.size >= most && !oldest.done) this.sessions.delete(oldest.value);
    const person = mobilePersons.find(
      ({ phoneNumber, document }) =>
        phoneNumber === begun.phoneNumber && document.endsWith(`-${begun.nationalIdentityNumber}`),
    );
    const result = person?.result ?? 'NOT_MID_CLIENT';
    const seconds = { NOT_MID_CLIENT: 0, TIMEOUT: mobileIdSeconds }[result] ?? pinSeconds;
    const answer =
      person && result === 'OK'
        ? await this.sign(person, begun)
        : { state: 'COMPLETE', result, time: this.now, traceId: traceId() };
    const sessionID = randomUUID();
    this.sessions.set(sessionID, { begunAt: this.clock.epochMilliseconds(), answer, seconds });
    return { sessionID };
  }

  /** What the service says of a session; undefined where it knows none. */
  status(id: string): { readonly isOver: boolean; readonly body: object } | undefined {
    const session = this.sessions.get(id);
    if (!session) return undefined;
    const passed = (this.clock.epochMilliseconds() - session.begunAt) / 1000;
    if (passed >= keptSeconds) return undefined;
    return passed >= session.seconds
      ? { isOver: true, body: session.answer }
      : { isOver: false, body: { state: 'RUNNING', time: this.now, traceId: traceId() } };
  }

  private async sign(person: MobilePerson, { hash }: MobileBegun): Promise<object> {
    const { authority = this.authority, document = person.document, isOther = false } = this.odd;
    const parts = { kind: 'mobileId', ...this.odd.certificate } as const;
    const holder = { ...person, document };
    const { certificate, key } = await authority.issue(holder, this.clock.epochMilliseconds(), parts);
    const digest = isOther ? Buffer.alloc(32) : Buffer.from(hash, 'base64');
    return {
      ...{ state: 'COMPLETE', result: 'OK' },
      signature: {
        // What is signed is a hash already.
        value: privateEncrypt(
          { key, padding: constants.RSA_PKCS1_PADDING },
          Buffer.concat([ofSha256, digest]),
        ).toString('base64'),
        algorithm: 'SHA256WithRSAEncryption',
      },
      cert: certificate.raw.toString('base64'),
      ...{ time: this.now, traceId: traceId() },
    };
  }

  private get now(): string {
    return Temporal.Instant.fromEpochMilliseconds(this.clock.epochMilliseconds()).toString().slice(0, 19);
  }
}

const traceId = () => randomUUID().slice(0, 8);
