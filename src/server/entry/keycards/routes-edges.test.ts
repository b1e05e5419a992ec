import { expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { withKeycards } from '#server/testing/keycards.ts';
import { expectRefused } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { saveAppleIssuer, saveGoogleIssuer } from '#shared/entry/keycard-issuers/contract.ts';
import { removeKeycards } from '#shared/entry/keycards/contract.ts';

const running = withServer();
const { call, ask } = running;
const { furnished } = withDoors(running);
const { setApple, add, fetchBytes, appleKeys, googleKeys } = withKeycards(running);

test('whom the centre has blocked gets no card', async () => {
  const { home, admin, member } = await furnished();
  await setApple(admin);
  await ask('update clients set is_blocked = true where id = $1 returning 1', member.clientId);
  await expectRefused(running, home, () => add(member), [409, 'entryBarred']);
});

// Primes are looked for until they are found: on a busy machine that is long.
test.each([1024, 4104])(
  'a key of %i bits is none that cards are signed with',
  { timeout: 90_000 },
  async (bits) => {
    const { admin } = await furnished();
    const apple = { isOn: true, keys: await appleKeys(undefined, bits) };
    expect((await call(saveAppleIssuer, { body: apple }, { actor: admin })).error).toBe('keycardKeyNotValid');
    const google = { isOn: true, keys: googleKeys(bits) };
    expect((await call(saveGoogleIssuer, { body: google }, { actor: admin })).error).toBe(
      'keycardServiceKeyNotValid',
    );
  },
);

test('the address of a card’s file opens nothing once it was removed or none are issued', async () => {
  const { home, admin, member } = await furnished();
  await setApple(admin);
  const statusOf = async (path: string) => (await fetchBytes(home, path)).status;
  const first = (await add(member)).body.address;
  expect(await statusOf(first)).toBe(200);
  await call(removeKeycards, {}, { actor: member });
  const second = (await add(member)).body.address;
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  await setApple(admin, false);
  expect(await statusOf(second)).toBe(404);
});
