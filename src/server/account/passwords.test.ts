import { expect, test } from 'vitest';
import { hashPassword, installation, inTurnOfNetwork, isPassword } from './passwords.ts';

const password = 'a password of some length';

test('a flood of tries at one centre is refused there, and keeps nobody of another waiting', async () => {
  const hash = await hashPassword(installation, password, 64);
  const done: string[] = [];
  const note = (name: string, tried: Promise<boolean>) =>
    tried.then(
      (isRight) => done.push(`${name}: ${isRight}`),
      (error: { code?: string }) => done.push(`${name}: ${error.code}`),
    );
  const flood = Array.from({ length: 150 }, () => note('flooded', isPassword(1, 'another', hash)));
  const other = note('other', isPassword(2, password, hash));
  await other;
  // One is being hashed as the other comes, and hands its turn over.
  expect(done.filter((one) => one === 'flooded: false').length).toBeLessThanOrEqual(2);
  await Promise.all(flood);
  expect(done.filter((one) => one === 'flooded: busyTryAgain')).toHaveLength(49);
  expect(done.filter((one) => one === 'other: true')).toHaveLength(1);
  expect(await isPassword(1, password, hash)).toBe(true);
});

test('tries of one network are few at a time at however many centres, and those of another wait for none of them', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const at = (address: string, name: string) =>
    inTurnOfNetwork(address, () => {
      begun.push(name);
      return over;
    });
  // One network, whichever of its addresses is shown.
  const tries = [
    at('2001:db8:1:2::1', 'first'),
    at('2001:db8:1:2::2', 'second'),
    at('2001:db8:1:2:ffff::3', 'third'),
    at('2001:db8:1:3::1', 'neighbour'),
    at('192.0.2.7', 'other'),
  ];
  await Promise.resolve();
  await Promise.resolve();
  expect(begun.toSorted()).toEqual(['first', 'neighbour', 'other', 'second']);
  end();
  await Promise.all(tries);
  expect(begun.at(-1)).toBe('third');
});
