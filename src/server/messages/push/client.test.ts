import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { samplePushKeys } from '#server/testing/samples.ts';
import { testPushSecret } from '#server/testing/server.ts';
import { vapidKeys, webPushClient } from './client.ts';
import { isPushKeys } from './keys.ts';

const browser = createECDH('prime256v1');
browser.generateKeys();
const other = Buffer.from(browser.getPublicKey());
// Another place of the plane, on no curve.
other[64] = (other[64] ?? 0) ^ 1;

test.each<[string, string, string, boolean]>([
  ['a point of the curve', browser.getPublicKey('base64url'), samplePushKeys.auth, true],
  ['a point beside the curve', other.toString('base64url'), samplePushKeys.auth, false],
  ['a compressed point', browser.getPublicKey('base64url', 'compressed'), samplePushKeys.auth, false],
  ['no point at all', 'x'.repeat(87), samplePushKeys.auth, false],
  ['a secret of 16 bytes', samplePushKeys.p256dh, Buffer.alloc(16).toString('base64url'), true],
  ['a secret of 15 bytes', samplePushKeys.p256dh, Buffer.alloc(15).toString('base64url'), false],
])('%s: encrypted for or not', (_, p256dh, auth, expected) => {
  expect(isPushKeys({ p256dh, auth })).toBe(expected);
});

test('a browser that nothing can be encrypted for is gone, and nobody is called', async () => {
  const sent = webPushClient(vapidKeys(testPushSecret)).send({
    ...{ endpoint: 'https://push.test/nobody', keys: { ...samplePushKeys, p256dh: 'x'.repeat(87) } },
    ...{ payload: '{}', topic: 'one', validSeconds: 60, subject: 'mailto:office@centre.test' },
  });
  await expect(sent).rejects.toMatchObject({ outcome: 'gone' });
});
