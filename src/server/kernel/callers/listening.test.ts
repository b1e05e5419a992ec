import { expect, test } from 'vitest';
import { listenError } from './listening.ts';

test('a busy port becomes a sentence, another failure stays itself', () => {
  const busy = Object.assign(new Error('listen'), { code: 'EADDRINUSE' });
  expect(String(listenError(busy, 8080))).toContain('Port 8080 is taken by another program');
  const foreign = Object.assign(new Error('listen'), { code: 'EADDRNOTAVAIL' });
  expect(String(listenError(foreign, 8080))).toContain('LISTEN is no address of this machine');
  const other = new Error('something else');
  expect(listenError(other, 8080)).toBe(other);
});
