import { expect, test } from 'vitest';
import { challengeOfVerifier, deviceLink, interactionsOf, secretDigest, signedText } from './protocol.ts';

// The service's own example, of its description of links.
const secret = 'B98ODiVCebRedSwdTk51zFSaGYyHtY1H2A0ocAi3/Ps=';
const asked = {
  scheme: 'smart-id',
  rpChallenge: 'GYS+yoah6emAcVDNIajwSs6UB/M95XrDxMzXBUkwQJ9YFDipXXzGpPc7raWcuc2+TEoRc7WvIZ/7dU/iRXenYg==',
  relyingPartyName: 'DEMO',
  brokeredName: 'Example RP',
  interactions:
    'W3sidHlwZSI6ImNvbmZpcm1hdGlvbk1lc3NhZ2UiLCJkaXNwbGF5VGV4dDIwMCI6IkxvbmdlciBkZXNjcmlwdGlvbiBvZiB0aGUgdHJhbnNhY3Rpb24gY29udGV4dCJ9LHsidHlwZSI6ImRpc3BsYXlUZXh0QW5kUElOIiwiZGlzcGxheVRleHQ2MCI6IlNob3J0IGRlc2NyaXB0aW9uIG9mIHRoZSB0cmFuc2FjdGlvbiBjb250ZXh0In1d',
  callbackUrl: '',
};
const parts = {
  base: 'https://smart-id.com/device-link',
  sessionToken: 'wGIrqveE6AuGDATZKmR1mtAZ',
  sessionSecret: secret,
  language: 'eng',
  elapsedSeconds: 22,
};

test('a QR code’s link is that of the service’s example', () => {
  expect(deviceLink(asked, { ...parts, type: 'QR' })).toBe(
    'https://smart-id.com/device-link?deviceLinkType=QR&elapsedSeconds=22&sessionToken=wGIrqveE6AuGDATZKmR1mtAZ&sessionType=auth&version=1.0&lang=eng&authCode=OY1eHaD4UYedrBwtqUbSkpa0w7ttm4FllPkCD_3wlE0',
  );
});

test('a link on the same device counts no seconds, and its code holds the way back', () => {
  const of = (callbackUrl: string, elapsedSeconds = 22) =>
    deviceLink({ ...asked, callbackUrl }, { ...parts, elapsedSeconds, type: 'Web2App' });
  expect(of('https://klubi.ee/a')).toMatch(/deviceLinkType=Web2App&sessionToken=\w+&sessionType=auth/);
  expect(of('https://klubi.ee/a', 3)).toBe(of('https://klubi.ee/a'));
  expect(of('https://klubi.ee/b')).not.toBe(of('https://klubi.ee/a'));
});

test('what is signed names the question, the centre and the way', () => {
  const signed = { serverRandom: 'r', userChallenge: 'u', interactionTypeUsed: 'displayTextAndPIN' };
  const given = {
    ...asked,
    rpChallenge: 'c',
    brokeredName: '',
    interactions: 'aW50',
    callbackUrl: 'https://a',
  };
  // SHA-256 of “aW50”.
  const digest = 'VhPKytssheZHMKrMeIUMP9DcUR927gFuIjMt5ljtD00=';
  const text = signedText(given, { ...signed, flowType: 'Web2App' });
  const [scheme, protocol, random, challenge, user, name, broker, interactions, type, callback, flow] =
    text.split('|');
  expect([scheme, protocol, random, challenge, user, name, broker]).toEqual([
    'smart-id',
    'ACSP_V2',
    'r',
    'c',
    'u',
    'REVNTw==',
    '',
  ]);
  expect(interactions).toBe(digest);
  expect([type, callback, flow]).toEqual(['displayTextAndPIN', 'https://a', 'Web2App']);
  expect(signedText(given, { ...signed, flowType: 'QR' })).toMatch(/\|displayTextAndPIN\|\|QR$/);
});

test('what comes back from the same device is compared by its digests', () => {
  expect(secretDigest(secret)).toBe('U4CKK13H1XFiyBofev9asqrzIrY5_Gszi_nL_zDKkBc');
  // RFC 7636, appendix B: the same digest of the same kind of word.
  expect(challengeOfVerifier('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('a text is cut at sixty signs', () => {
  const shown = JSON.parse(Buffer.from(interactionsOf('ä'.repeat(70)), 'base64').toString());
  expect(shown).toEqual([{ type: 'displayTextAndPIN', displayText60: 'ä'.repeat(60) }]);
});
