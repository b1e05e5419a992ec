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

test('the line of a registration is shown and locked for whose it is, for nobody else', async () => {
  const home = await centre();
  const [own, other] = [await home.client(), await home.client()];
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  const registrationId = await home.registration(training, own);
  const ctx = ctxOf(home);
  const step = { kind: 'joined', registrationId, trainingId: training.id } as const;
  await ctx.write((transaction) => transaction.save(undefined, [data.writeHistory([step], clock.now())]));
  const seen = async (clientId: number) => {
    const [moves, locked] = await ctx.read(
      data.listHistory(registrationId, clientId),
      data.lockWaitlist({ trainingId: null, registrationId, clientId, now: clock.now() }),
    );
    return [moves.map(({ kind }) => kind), locked.map(({ id }) => id)];
  };
  expect(await seen(own)).toEqual([['joined'], [training.id]]);
  expect(await seen(other)).toEqual([[], []]);
});
