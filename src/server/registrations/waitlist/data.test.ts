import { expect, test } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, clock } = running;
const { ctxOf } = invoiceMeans(running);

test('locked is a training with those where somebody of its line waits, and no other one', async () => {
  const home = await centre();
  const [asked, alsoWaited, booked, ofOthers] = [
    await home.training({ startsAt: '2026-09-15T15:00:00Z' }),
    await home.training({ startsAt: '2026-09-15T16:00:00Z' }),
    await home.training({ startsAt: '2026-09-15T17:00:00Z' }),
    await home.training({ startsAt: '2026-09-15T18:00:00Z' }),
  ];
  const [one, other] = [await home.client(), await home.client()];
  await home.registration(asked, one);
  await home.registration(alsoWaited, one);
  await home.registration(booked, one, { place: 1 });
  await home.registration(ofOthers, other);
  const of = { trainingId: asked.id, registrationId: null, clientId: one };
  const ctx = ctxOf(home);
  const locked = await ctx.read(data.lockWaitlist({ ...of, now: clock.now() }));
  expect(locked[0].map(({ id, isMain }) => [id, isMain])).toEqual([
    [asked.id, true],
    [alsoWaited.id, false],
  ]);
  const several = await ctx.read(data.lockWaitlists({ trainingIds: [asked.id], now: clock.now() }));
  expect(several[0].map(({ id }) => id)).toEqual([asked.id, alsoWaited.id]);
});
