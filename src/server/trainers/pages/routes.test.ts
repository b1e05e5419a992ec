import { expect, test } from 'vitest';
import { personalTimes } from '#server/testing/personal.ts';
import { withServer } from '#server/testing/server.ts';
import * as places from '#shared/rooms/places/contract.ts';
import * as contract from '#shared/trainers/pages/contract.ts';

const running = withServer();
const { centre, call, clock } = running;

test('a trainer has a page with what the administrator wrote and the public trainings of two weeks', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const texts = (et: string) => ({ et, en: '', lv: '' });
  const values = {
    ...{ firstName: 'Liis', lastName: 'Tamberg', isActive: true, styleIds: [] },
    ...{ strengths: texts('Jõud'), words: texts('Treener aastast 2014.') },
    languages: ['et' as const, 'en' as const],
    photo: '/media/trainers/liis.webp',
  };
  const { body: made } = await call(places.createTrainer, { body: { values } }, { actor: admin });
  await home.training({ startsAt: '2026-09-13T15:00:00Z', trainerId: made.id });
  const today = await home.training({ startsAt: '2026-09-14T15:00:00Z', trainerId: made.id });
  const next = await home.training({ startsAt: '2026-09-15T15:00:00Z', trainerId: made.id });
  await home.training({ startsAt: '2026-09-16T15:00:00Z', trainerId: made.id, isPublic: false });
  await home.training({ startsAt: '2026-09-17T15:00:00Z', trainerId: made.id, isCancelled: true });
  const last = await home.training({ startsAt: '2026-09-27T15:00:00Z', trainerId: made.id });
  await home.training({ startsAt: '2026-09-28T15:00:00Z', trainerId: made.id });
  const read = (id: number) => call(contract.getTrainerPage, { params: { id } }, { host: home.host });
  expect((await read(made.id)).body).toMatchObject({
    ...{ name: 'Liis Tamberg', strengths: 'Jõud', words: 'Treener aastast 2014.', languages: ['et', 'en'] },
    ...{ photo: values.photo, liking: null, personal: [] },
    trainings: [{ id: today.id }, { id: next.id }, { id: last.id }],
  });
  const cards = await call(contract.listTrainerPages, undefined, { host: home.host });
  expect(cards.body).toEqual([{ id: made.id, name: 'Liis Tamberg', photo: values.photo, strengths: 'Jõud' }]);
  const elsewhere = { ...values, photo: 'https://elsewhere.test/liis.webp' };
  const refused = await call(places.createTrainer, { body: { values: elsewhere } }, { actor: admin });
  expect([refused.status, refused.error]).toEqual([400, 'dataValidationFailed']);
  const gone = await home.trainer({ isActive: false });
  expect((await read(gone)).error).toBe('itemNotFound');
});

test('personal trainings stand on the page of who has hours for them, with the first time that is free', async () => {
  const { scene, book } = personalTimes(running);
  const { home, trainerId, owner, productId } = await scene();
  const idle = await home.trainer();
  const page = async (id: number) =>
    (await call(contract.getTrainerPage, { params: { id } }, { host: home.host })).body.personal;
  const firstFree = async (id = trainerId) =>
    (await call(contract.getTrainerFreeTime, { params: { id } }, { host: home.host })).body.firstFree;
  expect(await page(trainerId)).toMatchObject([{ id: productId, visits: 2, validCount: 6, price: 72.4 }]);
  expect(await page(idle)).toEqual([]);
  expect(await firstFree()).toBe('2026-09-15T06:00:00Z');
  await book(owner, trainerId);
  expect(await firstFree()).toBe('2026-09-15T07:00:00Z');
  expect(await firstFree(idle)).toBeNull();
  clock.set('2026-09-15T09:00:00.000Z');
  expect(await firstFree()).toBe('2026-09-22T06:00:00Z');
});
