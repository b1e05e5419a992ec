import { expect, test } from 'vitest';
import { readRecipient } from './domain.ts';

const own = { email: 'Mari@test.test', code: 'K204' };

test.each([
  ['kai@test.test', { kind: 'email', text: 'kai@test.test' }],
  ['  Kai@Test.test ', { kind: 'email', text: 'kai@test.test' }],
  ['204103', { kind: 'code', text: '204103' }],
  ['', 'fieldRequired'],
  ['   ', 'fieldRequired'],
  ['kai@', 'recipientInvalid'],
  ['kai kask', 'recipientInvalid'],
  ['mari@test.test', 'recipientSelf'],
  ['k204', 'recipientSelf'],
])('%s', (typed, expected) => {
  expect(readRecipient(typed, own)).toEqual(expected);
});
