import { expect, test } from 'vitest';
import { testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { login } from '#shared/account/contract.ts';
import * as places from '#shared/rooms/places/contract.ts';
import { listTrainingGroups } from '#shared/training-groups/contract.ts';

const running = withServer();
const { centre, call } = running;

test('a trainer who is switched off has none of a trainer’s rights any more, until switched on again', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const trainer = await home.account({ role: 'trainer' });
  const { trainerId } = trainer.claims;
  const turn = async (isActive: boolean) => {
    const { items } = (await call(places.listTrainers, { query: {} }, { actor: admin })).body;
    const seen = items.find(({ id }) => id === trainerId);
    if (!seen || trainerId === undefined) throw new Error('no trainer');
    const body = { version: seen.version, values: { ...seen.values, isActive } };
    expect(
      (await call(places.updateTrainer, { params: { id: trainerId }, body }, { actor: admin })).status,
    ).toBe(200);
  };
  const userCredentials = { username: trainer.email, password: testPassword, keep: false };
  const asked = async () => {
    const { body } = await call(
      login,
      { body: { userCredentials, deviceParameters: sampleDevice } },
      { host: home.host },
    );
    return (await call(listTrainingGroups, {}, { host: home.host, token: body.token ?? '' })).error;
  };
  const old = () => call(listTrainingGroups, {}, { actor: trainer }).then(({ error }) => error);
  expect([await old(), await asked()]).toEqual([undefined, undefined]);
  // Rights are taken and given by whoever proved who they are; what stands on a page is changed by any administrator.
  const token = await running.server.app.ports.tokens.sign({ ...admin.claims, provedAt: 0 });
  const unproved = async (change: object) => {
    const { items } = (await call(places.listTrainers, { query: {} }, { actor: admin })).body;
    const seen = items.find(({ id }) => id === trainerId);
    if (!seen || trainerId === undefined) throw new Error('no trainer');
    const body = { version: seen.version, values: { ...seen.values, ...change } };
    const input = { params: { id: trainerId }, body };
    return (await call(places.updateTrainer, input, { host: home.host, token })).error;
  };
  expect(await unproved({ isActive: false })).toBe('proofNeeded');
  expect(await unproved({ languages: ['et'] })).toBeUndefined();
  await turn(false);
  expect(await unproved({ isActive: true })).toBe('proofNeeded');
  await expect.poll(old).toBe('notLoggedIn');
  expect(await asked()).toBe('actionNotAllowed');
  await turn(true);
  expect(await asked()).toBeUndefined();
});
