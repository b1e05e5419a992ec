import { createHash, createHmac } from 'node:crypto';

/** What was asked, as both sides know it: texts exactly as they were sent. */
export interface AskedSession {
  /** `smart-id`; `smart-id-demo` at the service for trying out. */
  readonly scheme: string;
  /** Base64 of random bytes. */
  readonly rpChallenge: string;
  readonly relyingPartyName: string;
  /** On whose behalf it asks who asks for others; empty otherwise. */
  readonly brokeredName: string;
  /** Base64 of what the device shows. */
  readonly interactions: string;
  /** Where the device sends the browser back to; empty where the browser is on another one. */
  readonly callbackUrl: string;
}

/** How a device came to the question. */
export type LinkType = 'QR' | 'Web2App';

export interface LinkParts {
  readonly base: string;
  readonly type: LinkType;
  readonly sessionToken: string;
  /** Base64; never leaves the server. */
  readonly sessionSecret: string;
  readonly language: string;
  /** Since it was begun; only a QR code has it. */
  readonly elapsedSeconds: number;
}

const protocol = 'ACSP_V2';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** What a device shows beside its field for the PIN, as it is sent. */
export function interactionsOf(text: string): string {
  const displayText60 = [...text].slice(0, 60).join('');
  return base64(JSON.stringify([{ type: 'displayTextAndPIN', displayText60 }]));
}

/** A link to the device, which nobody can change on the way. */
export function deviceLink(asked: AskedSession, parts: LinkParts): string {
  const { base, type, sessionToken, sessionSecret, language, elapsedSeconds } = parts;
  const query = [
    `deviceLinkType=${type}`,
    ...(type === 'QR' ? [`elapsedSeconds=${elapsedSeconds}`] : []),
    `sessionToken=${sessionToken}`,
    'sessionType=auth',
    'version=1.0',
    `lang=${language}`,
  ];
  const link = `${base}?${query.join('&')}`;
  return `${link}&authCode=${authCode(asked, link, sessionSecret)}`;
}

function authCode(asked: AskedSession, link: string, sessionSecret: string): string {
  const { scheme, rpChallenge, relyingPartyName, brokeredName, interactions, callbackUrl } = asked;
  const names = [base64(relyingPartyName), base64(brokeredName)];
  const signed = [scheme, protocol, rpChallenge, ...names, interactions, callbackUrl, link].join('|');
  return createHmac('sha256', Buffer.from(sessionSecret, 'base64')).update(signed).digest('base64url');
}

/** What the device said beside its signature. */
export interface SignedParts {
  readonly serverRandom: string;
  readonly userChallenge: string;
  readonly interactionTypeUsed: string;
  readonly flowType: LinkType;
}

/** What the device signed. */
export function signedText(asked: AskedSession, signed: SignedParts): string {
  const { scheme, rpChallenge, relyingPartyName, brokeredName, interactions, callbackUrl } = asked;
  const { serverRandom, userChallenge, interactionTypeUsed, flowType } = signed;
  return [
    ...[scheme, protocol, serverRandom, rpChallenge, userChallenge],
    ...[base64(relyingPartyName), base64(brokeredName), sha256(interactions).toString('base64')],
    ...[interactionTypeUsed, flowType === 'QR' ? '' : callbackUrl, flowType],
  ].join('|');
}

/** What the browser brings back that shows which session its device answered. */
export function secretDigest(sessionSecret: string): string {
  return sha256(Buffer.from(sessionSecret, 'base64')).toString('base64url');
}

/** What the device signed of the word that it sends the browser back with. */
export function challengeOfVerifier(verifier: string): string {
  return sha256(verifier).toString('base64url');
}
