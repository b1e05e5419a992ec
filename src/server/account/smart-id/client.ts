import type { X509Certificate } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/kernel/clock.ts';
import { isSame } from '#server/kernel/tokens.ts';
import { readCertificate } from '../identities/certificates.ts';
import { type IdentityOutcome, type IdentityProvider, IdentityServiceError } from '../identities/provider.ts';
import { ask } from '../identities/service.ts';
import { isSignedBy, smartIdCertificates } from './certificates.ts';
import {
  type AskedSession,
  challengeOfVerifier,
  deviceLink,
  interactionsOf,
  secretDigest,
  signedText,
} from './protocol.ts';

/** Where the service is, and whose certificates are believed. */
export interface SmartIdService {
  /** `https://rp-api.smart-id.com/v3`, without a slash at its end. */
  readonly url: string;
  readonly scheme: 'smart-id' | 'smart-id-demo';
  /** The issuers of people's certificates, and nobody above them. */
  readonly trusted: readonly X509Certificate[];
}

/** What the service knows a centre by. */
export interface SmartIdKeys {
  readonly uuid: string;
  readonly name: string;
}

/** How long the service waits for something to happen before it answers; the least that it knows. */
const waitMilliseconds = 1_000;
const hash = 'SHA-512';

const base64 = z.string().regex(/^[\w+/]+={0,2}$/);
const base64Url43 = z.string().regex(/^[\w-]{43}$/);

const BegunAnswer = z.object({
  sessionID: z.string().regex(/^[\w-]{1,100}$/),
  sessionToken: z.string().regex(/^[\w-]{1,200}$/),
  sessionSecret: base64.max(200),
  deviceLinkBase: z.url({ protocol: /^https?$/ }).max(500),
});

const StatusAnswer = z.object({
  state: z.enum(['RUNNING', 'COMPLETE']),
  result: z.object({ endResult: z.string() }).optional(),
});

const ShownAnswer = z.object({
  signatureProtocol: z.literal('ACSP_V2'),
  signature: z.object({
    value: base64.max(4_000),
    serverRandom: base64.min(24).max(200),
    userChallenge: base64Url43,
    flowType: z.enum(['QR', 'Web2App']),
    signatureAlgorithm: z.literal('rsassa-pss'),
    signatureAlgorithmParameters: z.object({
      hashAlgorithm: z.literal(hash),
      maskGenAlgorithm: z.object({
        algorithm: z.literal('id-mgf1'),
        parameters: z.object({ hashAlgorithm: z.literal(hash) }),
      }),
      saltLength: z.literal(64),
      trailerField: z.literal('0xbc'),
    }),
  }),
  cert: z.object({ value: base64.max(20_000), certificateLevel: z.string() }),
  interactionTypeUsed: z.literal('displayTextAndPIN'),
});
type ShownAnswer = z.infer<typeof ShownAnswer>;

/** What is kept, sealed, from beginning to end. */
const State = z.object({
  ...{ scheme: z.string(), rpChallenge: z.string(), relyingPartyName: z.string(), brokeredName: z.string() },
  ...{ interactions: z.string(), callbackUrl: z.string() },
  ...{ id: z.string(), token: z.string(), secret: z.string(), base: z.string() },
});
type State = z.infer<typeof State>;
const readState = (state: string): State => State.parse(JSON.parse(state));

const name = 'Smart-ID';
/** How the service names what people did: everything that is not known is a refusal. */
const timeouts = ['TIMEOUT'];

/** Smart-ID (RP API v3, authentication by a link to the device) with the keys of one centre. */
export function smartIdClient(service: SmartIdService, keys: SmartIdKeys, clock: Clock): IdentityProvider {
  return {
    begin: async ({ given, text, returnUrl }) => {
      if (given.provider !== 'smartId') throw new Error('another service was asked for');
      const asked: AskedSession = {
        scheme: service.scheme,
        rpChallenge: randomBytes(64).toString('base64'),
        relyingPartyName: keys.name,
        brokeredName: '',
        interactions: interactionsOf(text),
        callbackUrl: given.way === 'thisDevice' ? returnUrl : '',
      };
      const raw = await ask(name, `${service.url}/authentication/device-link/anonymous`, {
        relyingPartyUUID: keys.uuid,
        relyingPartyName: keys.name,
        certificateLevel: 'QUALIFIED',
        signatureProtocol: 'ACSP_V2',
        signatureProtocolParameters: {
          rpChallenge: asked.rpChallenge,
          signatureAlgorithm: 'rsassa-pss',
          signatureAlgorithmParameters: { hashAlgorithm: hash },
        },
        interactions: asked.interactions,
        ...(asked.callbackUrl === '' ? {} : { initialCallbackUrl: asked.callbackUrl }),
      });
      const begun = BegunAnswer.safeParse(raw);
      if (!begun.success || !isAsSafe(begun.data.deviceLinkBase, service.url))
        throw new IdentityServiceError('Smart-ID’s answer was not understood');
      const { sessionID: id, sessionToken: token, sessionSecret: secret, deviceLinkBase: base } = begun.data;
      return JSON.stringify({ ...asked, id, token, secret, base } satisfies State);
    },

    displayOf: (state, elapsedSeconds) => {
      const { token: sessionToken, secret: sessionSecret, base, ...asked } = readState(state);
      const type = asked.callbackUrl === '' ? 'QR' : 'Web2App';
      // The page speaks the centre’s languages; what the service shows of its own it has in English everywhere.
      const language = 'eng';
      return deviceLink(asked, { ...{ base, type, sessionToken, sessionSecret, language }, elapsedSeconds });
    },

    look: async (text, brought) => {
      const state = readState(text);
      if (brought && !('sessionSecretDigest' in brought)) return { kind: 'notValid', why: 'another return' };
      const returned = brought;
      const isSameDevice = state.callbackUrl !== '';
      if (returned && !isSame(secretDigest(state.secret), returned.sessionSecretDigest))
        return { kind: 'notValid', why: 'another session’s return' };
      const raw = await ask(name, `${service.url}/session/${state.id}?timeoutMs=${waitMilliseconds}`);
      if (raw === 'gone') return { kind: 'over', end: 'identityTimedOut' };
      const status = StatusAnswer.safeParse(raw);
      if (!status.success) throw new IdentityServiceError('Smart-ID’s answer was not understood');
      const { state: reached, result } = status.data;
      if (reached === 'RUNNING') return { kind: 'waiting' };
      if (result?.endResult !== 'OK')
        return {
          kind: 'over',
          end: timeouts.includes(result?.endResult ?? '') ? 'identityTimedOut' : 'identityRefused',
        };
      const shown = ShownAnswer.safeParse(raw);
      if (!shown.success) return { kind: 'notValid', why: shown.error.issues[0]?.path.join('.') ?? '' };
      const { userChallenge, flowType } = shown.data.signature;
      if (flowType !== (isSameDevice ? 'Web2App' : 'QR')) return { kind: 'notValid', why: 'another way' };
      // The page that asked goes on waiting: who is sent back brings what it cannot know.
      if (isSameDevice && !returned) return { kind: 'waiting' };
      if (isSameDevice && !isSame(userChallenge, challengeOfVerifier(returned?.userChallengeVerifier ?? '')))
        return { kind: 'notValid', why: 'another return' };
      return judge(shown.data, state);
    },
  };

  function judge({ signature, cert, interactionTypeUsed }: ShownAnswer, state: State): IdentityOutcome {
    if (cert.certificateLevel !== 'QUALIFIED') return { kind: 'notValid', why: 'another level' };
    const read = readCertificate(cert.value, smartIdCertificates, service.trusted, clock.epochMilliseconds());
    if ('why' in read) return { kind: 'notValid', why: read.why };
    const signed = signedText(state, { ...signature, interactionTypeUsed });
    if (!isSignedBy(read.certificate, signed, signature.value))
      return { kind: 'notValid', why: 'another signature' };
    return { kind: 'shown', subject: read.subject, holder: read.holder, level: 'qualified' };
  }
}

/** Nobody is sent on without encryption by a service that speaks with it. */
const isAsSafe = (link: string, url: string) => link.startsWith('https:') || url.startsWith('http:');
