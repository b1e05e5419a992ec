import type { X509Certificate } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/kernel/clock.ts';
import type { IdentityEnd } from '#shared/account/identities/contract.ts';
import { mobileIdCountries } from '#shared/account/identities/domain.ts';
import { readCertificate } from '../identities/certificates.ts';
import { type IdentityOutcome, type IdentityProvider, IdentityServiceError } from '../identities/provider.ts';
import { ask } from '../identities/service.ts';
import {
  displayText,
  hashOf,
  isSignedBy,
  mobileIdCertificates,
  phoneLanguage,
  verificationCode,
} from './protocol.ts';

/** Where the service is, and whose certificates are believed. */
export interface MobileIdService {
  /** `https://mid.sk.ee/mid-api`, without a slash at its end. */
  readonly url: string;
  /** The issuers of people's certificates, and nobody above them. */
  readonly trusted: readonly X509Certificate[];
}

/** What the service knows a centre by. */
export interface MobileIdKeys {
  readonly uuid: string;
  readonly name: string;
}

const name = 'Mobile-ID';
/** How long the service waits for something to happen before it answers; the least that it knows. */
const waitMilliseconds = 1_000;

const base64 = z.string().regex(/^[\w+/]+={0,2}$/);

const BegunAnswer = z.object({ sessionID: z.string().regex(/^[\w-]{1,100}$/) });
const StatusAnswer = z.object({ state: z.enum(['RUNNING', 'COMPLETE']), result: z.string().optional() });
const ShownAnswer = z.object({ signature: z.object({ value: base64.max(4_000) }), cert: base64.max(20_000) });

/** What is kept, sealed, from beginning to end. */
const State = z.object({ id: z.string(), data: z.string(), idCode: z.string() });
type State = z.infer<typeof State>;
const readState = (state: string): State => State.parse(JSON.parse(state));
const dataOf = ({ data }: State) => Buffer.from(data, 'base64');

/** How the service names what came of it: everything that is not known is a refusal. */
const ends: Readonly<Record<string, IdentityEnd>> = {
  TIMEOUT: 'identityTimedOut',
  NOT_MID_CLIENT: 'mobileIdNotFound',
  PHONE_ABSENT: 'mobileIdPhoneAbsent',
  DELIVERY_ERROR: 'mobileIdNotDelivered',
  SIM_ERROR: 'mobileIdSimFailed',
  SIGNATURE_HASH_MISMATCH: 'mobileIdSimFailed',
};

/** Mobile-ID (REST, authentication) with the keys of one centre. */
export function mobileIdClient(service: MobileIdService, keys: MobileIdKeys, clock: Clock): IdentityProvider {
  return {
    begin: async ({ given, language, text }) => {
      if (given.provider !== 'mobileId') throw new Error('another service was asked for');
      const { phoneNumber, idCode } = given;
      const data = randomBytes(64);
      const raw = await ask(name, `${service.url}/authentication`, {
        relyingPartyUUID: keys.uuid,
        relyingPartyName: keys.name,
        phoneNumber,
        nationalIdentityNumber: idCode,
        hash: hashOf(data).toString('base64'),
        hashType: 'SHA256',
        language: phoneLanguage(language),
        ...displayText(text),
      });
      const begun = BegunAnswer.safeParse(raw);
      if (!begun.success) throw new IdentityServiceError('Mobile-ID’s answer was not understood');
      const { sessionID: id } = begun.data;
      return JSON.stringify({ id, data: data.toString('base64'), idCode } satisfies State);
    },

    displayOf: (state) => verificationCode(hashOf(dataOf(readState(state)))),

    look: async (text) => {
      const state = readState(text);
      const url = `${service.url}/authentication/session/${state.id}?timeoutMs=${waitMilliseconds}`;
      const raw = await ask(name, url);
      if (raw === 'gone') return { kind: 'over', end: 'identityTimedOut' };
      const status = StatusAnswer.safeParse(raw);
      if (!status.success) throw new IdentityServiceError('Mobile-ID’s answer was not understood');
      const { state: reached, result = '' } = status.data;
      if (reached === 'RUNNING') return { kind: 'waiting' };
      if (result !== 'OK') return { kind: 'over', end: ends[result] ?? 'identityRefused' };
      const shown = ShownAnswer.safeParse(raw);
      if (!shown.success) return { kind: 'notValid', why: shown.error.issues[0]?.path.join('.') ?? '' };
      return judge(state, shown.data.cert, shown.data.signature.value);
    },
  };

  function judge(state: State, cert: string, signature: string): IdentityOutcome {
    const read = readCertificate(cert, mobileIdCertificates, service.trusted, clock.epochMilliseconds());
    if ('why' in read) return { kind: 'notValid', why: read.why };
    if (!isSignedBy(read.certificate, dataOf(state), signature))
      return { kind: 'notValid', why: 'another signature' };
    // Both countries form their codes alike: the certificate says whose it is.
    if (!mobileIdCountries.some((country) => read.subject === `PNO${country}-${state.idCode}`))
      return { kind: 'notValid', why: 'somebody else' };
    return { kind: 'shown', subject: read.subject, holder: read.holder, level: 'qualified' };
  }
}
