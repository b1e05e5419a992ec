import { expect, test } from 'vitest';
import { isPushAddress } from './domain.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-db5p.notify.windows.com/w/?token=abc', true],
  ['https://web.push.apple.com/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user@fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com', false],
  ['https://fcm.googleapis.com.evil.test/x', false],
  ['https://evilfcm.googleapis.com/x', false],
  ['https://evil.test\\@fcm.googleapis.com/x', false],
  ['https://127.0.0.1/x', false],
  ['https://localhost/x', false],
  ['not an address', false],
])('%s: %s', (address, isAllowed) => {
  expect(isPushAddress(address)).toBe(isAllowed);
});

test('an origin that is named besides is called, its neighbours are not', () => {
  const also = ['http://127.0.0.1:4000'];
  expect(isPushAddress('http://127.0.0.1:4000/x', also)).toBe(true);
  expect(isPushAddress('http://127.0.0.1:40001/x', also)).toBe(false);
});
