import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';

/**
 * Whoever calls from outside holds on to these: moving and renaming change none. A change on purpose is written anew with
 * `npx vitest run --project unit src/shared/endpoints.test.ts -u`.
 */
test('methods, addresses and what is done once by its key are as they were written down', async () => {
  const addresses = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  const lines = endpoints.map(({ method, path, isIdempotencyKeyed = false }) =>
    [method, path, ...(isIdempotencyKeyed ? ['once'] : [])].join(' '),
  );
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('../../docs/endpoints.txt');
});
