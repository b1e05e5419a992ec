import { expect, test } from 'vitest';
import { withDoors } from '#server/testing/doors.ts';
import { withServer } from '#server/testing/server.ts';
import { attemptLimits } from '#shared/account/domain.ts';
import { offerPairing, pairDoor } from '#shared/entry/doors/contract.ts';

const running = withServer({ trustProxy: 1 });
const { call, clock } = running;
const { furnished } = withDoors(running);
const { most } = attemptLimits.doorPairingCentre;

/** A door that waits for its tablet, and whoever types a number from some place. */
async function scene() {
  const { home, admin, door } = await furnished();
  const offer = async () => {
    const { body } = await call(offerPairing, { params: { id: door.id } }, { actor: admin });
    return body.pairingCode;
  };
  const type = async (pairingCode: string, from: number) => {
    const headers = { 'X-Forwarded-For': `198.51.100.${from}` };
    return (await call(pairDoor, { body: { pairingCode } }, { host: home.host, headers })).error;
  };
  return { offer, type };
}

test('wrong numbers from many places close the pairing of a centre for an hour, and of no other', async () => {
  const [home, other] = [await scene(), await scene()];
  const [right, othersRight] = [await home.offer(), await other.offer()];
  const wrong = right === '00000000' ? '00000001' : '00000000';
  for (let count = 0; count < most; count += 1) {
    expect(await home.type(wrong, Math.floor(count / 10))).toBe('doorPairingWrong');
  }
  expect(await home.type(right, 200)).toBe('tooManyAttempts');
  expect(await other.type(othersRight, 200)).toBeUndefined();
  clock.advance({ minutes: 59 });
  expect(await home.type(await home.offer(), 201)).toBe('tooManyAttempts');
  clock.advance({ minutes: 1 });
  expect(await home.type(await home.offer(), 202)).toBeUndefined();
});

test('one place that types on uses up nothing of the centre’s', async () => {
  const { offer, type } = await scene();
  const right = await offer();
  const wrong = right === '00000000' ? '00000001' : '00000000';
  for (let count = 0; count <= most; count += 1) await type(wrong, 1);
  expect(await type(right, 1)).toBe('tooManyAttempts');
  expect(await type(right, 2)).toBeUndefined();
});

test('right numbers are not counted for the centre', async () => {
  const { offer, type } = await scene();
  for (let count = 0; count <= most; count += 1) {
    const from = Math.floor(count / 10);
    expect(await type(await offer(), from)).toBeUndefined();
  }
});
