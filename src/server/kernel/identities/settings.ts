import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The service that Smart-ID is asked at, and who issues the certificates of its people. */
interface SmartIdSettings {
  readonly url: string;
  readonly scheme: 'smart-id' | 'smart-id-demo';
  /** PEM texts. */
  readonly issuers: readonly string[];
}

/** The service that Mobile-ID is asked at, and who issues the certificates of its people. */
interface MobileIdSettings {
  readonly url: string;
  /** PEM texts. */
  readonly issuers: readonly string[];
}

/** Who issues the certificates of ID cards, which browsers bring without any service, and who says whether one was revoked. */
interface IdCardSettings {
  /** PEM texts. */
  readonly issuers: readonly string[];
  /** Origins that may be asked about a card: its certificate names one of them. */
  readonly responders: readonly string[];
  /** How long they may take; tests are less patient than people. */
  readonly answerMilliseconds?: number;
}

/** Services that tell who somebody is. Of those that are absent the built-in stand-in. */
export interface IdentityServices {
  readonly smartId?: SmartIdSettings | undefined;
  readonly mobileId?: MobileIdSettings | undefined;
  readonly idCard?: IdCardSettings | undefined;
}

/** No other host is ever asked: the services themselves in production, their environments for trying out everywhere else. */
const services = {
  production: {
    smartId: { url: 'https://rp-api.smart-id.com/v3', scheme: 'smart-id' },
    mobileId: { url: 'https://mid.sk.ee/mid-api' },
    responders: ['http://aia.sk.ee', 'http://ocsp.eidpki.ee'],
  },
  tryingOut: {
    smartId: { url: 'https://sid.demo.sk.ee/smart-id-rp/v3', scheme: 'smart-id-demo' },
    mobileId: { url: 'https://tsp.demo.sk.ee/mid-api' },
    // Real cards are tried out too.
    responders: [
      ...['http://aia.sk.ee', 'http://ocsp.eidpki.ee'],
      ...['http://aia.demo.sk.ee', 'http://ocsp-uat.eidpki.ee'],
    ],
  },
} as const;

const pemForm = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** A file of issuers' certificates, as the environment names it; whoever issues nothing is none. */
const issuersFile = z.string().transform((path, { addIssue }): string[] => {
  const pems = readPems(path);
  if (pems.length > 0 && pems.every(isIssuer)) return pems;
  addIssue('must be a file that can be read, of issuers’ certificates in PEM');
  return z.NEVER;
});

/** `http://aia.sk.ee`, several with commas. What is asked and answered is signed, so that it needs no TLS. */
const origins = z.string().transform((text, { addIssue }): string[] => {
  const given = text.split(',').map((part) => part.trim());
  const isOrigin = (each: string) =>
    /^https?:/.test(each) && URL.canParse(each) && new URL(each).origin === each;
  if (given.every(isOrigin)) return given;
  addIssue('must be origins that are asked about ID cards, with commas, such as http://aia.sk.ee');
  return z.NEVER;
});

/** Files of each service's issuers, as the environment names them, and who is asked about cards of theirs. */
export const identityVariables = {
  SMART_ID_ISSUERS: issuersFile.optional(),
  MOBILE_ID_ISSUERS: issuersFile.optional(),
  ID_CARD_ISSUERS: issuersFile.optional(),
  ID_CARD_RESPONDERS: origins.optional(),
};

/** The services whose issuers are named. */
export function identityServices(
  given: { readonly [Name in keyof typeof identityVariables]?: string[] | undefined },
  isProduction: boolean,
): IdentityServices {
  const { smartId, mobileId, responders } = services[isProduction ? 'production' : 'tryingOut'];
  return {
    smartId: given.SMART_ID_ISSUERS && { ...smartId, issuers: given.SMART_ID_ISSUERS },
    mobileId: given.MOBILE_ID_ISSUERS && { ...mobileId, issuers: given.MOBILE_ID_ISSUERS },
    idCard: given.ID_CARD_ISSUERS && {
      issuers: given.ID_CARD_ISSUERS,
      responders: given.ID_CARD_RESPONDERS ?? responders,
    },
  };
}

function readPems(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').match(pemForm) ?? [];
  } catch {
    return [];
  }
}

function isIssuer(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}
