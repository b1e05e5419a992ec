import type { X509Certificate } from 'node:crypto';
import { constants, randomBytes, randomUUID, sign } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/kernel/clock.ts';
import { isSame } from '#server/kernel/tokens.ts';
import {
  type AskedSession,
  challengeOfVerifier,
  deviceLink,
  type LinkType,
  secretDigest,
  signedText,
} from '../smart-id/protocol.ts';
import type { Authority, CertificateParts } from './authority.ts';
import { emulatorUuid, type Person } from './built-in.ts';

/** What a session is begun with, as the service takes it. */
export const Begun = z.object({
  relyingPartyUUID: z.literal(emulatorUuid),
  relyingPartyName: z.string().min(1).max(32),
  certificateLevel: z.literal('QUALIFIED'),
  signatureProtocol: z.literal('ACSP_V2'),
  signatureProtocolParameters: z.object({
    rpChallenge: z.base64().min(44).max(88),
    signatureAlgorithm: z.literal('rsassa-pss'),
    signatureAlgorithmParameters: z.object({ hashAlgorithm: z.literal('SHA-512') }),
  }),
  interactions: z.base64().max(500),
  // The service takes https alone; in development a centre's own pages have none.
  initialCallbackUrl: z
    .url()
    .regex(/^[^|]+$/)
    .optional(),
});
type Begun = z.infer<typeof Begun>;

interface Session {
  readonly id: string;
  readonly token: string;
  readonly secret: string;
  readonly begunAt: number;
  readonly asked: AskedSession;
  readonly base: string;
  answer: object | undefined;
}

/** What a test has the phone do otherwise than it should. */
export interface OddAnswer {
  readonly certificate?: CertificateParts;
  readonly authority?: Authority;
  readonly level?: string;
  /** What it believes it was asked. */
  readonly asked?: Partial<AskedSession>;
  readonly flowType?: LinkType;
  /** Says no in the service's words. */
  readonly endResult?: string;
}

/** How long the service waits for a phone. */
const sessionSeconds = 150;
/** How old a QR code may be. */
const linkSeconds = 10;
const most = 10_000;
const scheme = 'smart-id-demo';

/** Sessions of this process and what people's phones say to them. */
export class Phones {
  /** How long the service waits for something to happen before it answers, at most; tests have it answer at once. */
  holdMilliseconds = 30_000;
  private readonly sessions = new Map<string, Session>();
  private readonly authority: Authority;
  private readonly clock: Clock;

  constructor(authority: Authority, clock: Clock) {
    this.authority = authority;
    this.clock = clock;
  }

  /** Whose certificates are to be believed. */
  get issuer(): X509Certificate {
    return this.authority.certificate;
  }

  begin(begun: Begun, base: string): object {
    const oldest = this.sessions.keys().next();
    if (this.sessions.size >= most && !oldest.done) this.sessions.delete(oldest.value);
    const session: Session = {
      ...{ id: randomUUID(), token: randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x') },
      ...{ secret: randomBytes(32).toString('base64'), begunAt: this.clock.epochMilliseconds(), base },
      asked: {
        ...{ scheme, brokeredName: '', interactions: begun.interactions },
        rpChallenge: begun.signatureProtocolParameters.rpChallenge,
        relyingPartyName: begun.relyingPartyName,
        callbackUrl: begun.initialCallbackUrl ?? '',
      },
      answer: undefined,
    };
    this.sessions.set(session.id, session);
    const { id: sessionID, token: sessionToken, secret: sessionSecret } = session;
    return { sessionID, sessionToken, sessionSecret, deviceLinkBase: base };
  }

  /** What the service says of a session; undefined where it knows none. */
  status(id: string): { readonly isOver: boolean; readonly body: object } | undefined {
    const session = this.sessions.get(id);
    if (!session) return undefined;
    if (!session.answer && this.secondsOf(session) >= sessionSeconds) session.answer = saysNo('TIMEOUT');
    return session.answer
      ? { isOver: true, body: session.answer }
      : { isOver: false, body: { state: 'RUNNING' } };
  }

  /** The session of a link as it was drawn a moment ago; undefined where it was changed, or is old. */
  open(query: Readonly<Record<string, string | undefined>>): Session | undefined {
    const {
      sessionToken = '',
      deviceLinkType: given,
      elapsedSeconds = '0',
      lang = '',
      authCode = '',
    } = query;
    const session = this.sessions.values().find(({ token }) => token === sessionToken);
    if (!session || session.answer) return undefined;
    const type = typeOf(session);
    if (type !== given) return undefined;
    const seconds = Number(elapsedSeconds);
    const { base, secret: sessionSecret } = session;
    const parts = { base, type, sessionToken, sessionSecret, language: lang, elapsedSeconds: seconds };
    const expected = new URL(deviceLink(session.asked, parts)).searchParams.get('authCode') ?? '';
    if (!isSame(expected, authCode)) return undefined;
    const isFresh = Math.abs(this.secondsOf(session) - seconds) <= linkSeconds;
    return type === 'Web2App' || isFresh ? session : undefined;
  }

  find(token: string): Session | undefined {
    return this.sessions.values().find((session) => session.token === token && !session.answer);
  }

  refuse(session: Session, endResult = 'USER_REFUSED'): string | undefined {
    session.answer = saysNo(endResult);
    return undefined;
  }

  /** Somebody types their PIN; answers where their phone sends the browser back to, where it is on the same one. */
  async confirm(session: Session, person: Person, odd: OddAnswer = {}): Promise<string | undefined> {
    if (person.isRefusing) return this.refuse(session);
    if (odd.endResult) return this.refuse(session, odd.endResult);
    const { authority = this.authority, level = 'QUALIFIED' } = odd;
    const { callbackUrl } = session.asked;
    const verifier = randomBytes(32).toString('base64url');
    const signed = {
      serverRandom: randomBytes(24).toString('base64'),
      userChallenge: challengeOfVerifier(verifier),
      interactionTypeUsed: 'displayTextAndPIN',
      flowType: odd.flowType ?? typeOf(session),
    };
    const now = this.clock.epochMilliseconds();
    const { certificate, key } = await authority.issue(person, now, odd.certificate);
    const text = signedText({ ...session.asked, ...odd.asked }, signed);
    const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
    const { serverRandom, userChallenge, flowType, interactionTypeUsed } = signed;
    session.answer = {
      state: 'COMPLETE',
      result: { endResult: 'OK', documentNumber: person.document },
      signatureProtocol: 'ACSP_V2',
      signature: {
        value: sign('sha512', Buffer.from(text), pss).toString('base64'),
        ...{ serverRandom, userChallenge, flowType, signatureAlgorithm: 'rsassa-pss' },
        signatureAlgorithmParameters: {
          hashAlgorithm: 'SHA-512',
          maskGenAlgorithm: { algorithm: 'id-mgf1', parameters: { hashAlgorithm: 'SHA-512' } },
          ...{ saltLength: 64, trailerField: '0xbc' },
        },
      },
      cert: { value: certificate.raw.toString('base64'), certificateLevel: level },
      interactionTypeUsed,
    };
    if (callbackUrl === '') return undefined;
    const back = new URL(callbackUrl);
    back.searchParams.set('sessionSecretDigest', secretDigest(session.secret));
    back.searchParams.set('userChallengeVerifier', verifier);
    return back.href;
  }

  /** What a phone shows of a session: who asks, and for what. */
  shownOf({ asked }: Session): { readonly name: string; readonly text: string } {
    const Shown = z.tuple([z.object({ displayText60: z.string() })]);
    const [{ displayText60 }] = Shown.parse(JSON.parse(Buffer.from(asked.interactions, 'base64').toString()));
    return { name: asked.relyingPartyName, text: displayText60 };
  }

  private secondsOf({ begunAt }: Session): number {
    return (this.clock.epochMilliseconds() - begunAt) / 1000;
  }
}

const typeOf = ({ asked }: Session): LinkType => (asked.callbackUrl === '' ? 'QR' : 'Web2App');

const saysNo = (endResult: string) => ({ state: 'COMPLETE', result: { endResult } });
