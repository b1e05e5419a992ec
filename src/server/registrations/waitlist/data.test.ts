import { expect, test } from 'vitest';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;
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

test('a line is due once a hold of it ended, its training begins or has a place free, and not before', async () => {
  const home = await centre();
  const clientId = await home.client();
  const at = (hour: number) =>
    `2026-09-${14 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, '0')}:00:00Z`;
  let hour = 20;
  const trainings: Record<string, number> = {};
  const line = async (
    name: string,
    { startsAt = at(hour), maxPlaces = 2, waits = true, hold = '', state = 'offered' } = {},
  ) => {
    hour += 1;
    const training = await home.training({ startsAt, maxPlaces, name });
    trainings[name] = training.id;
    const held = await home.registration(training, await home.client(), {
      place: 1,
      ...(hold && { heldUntil: hold }),
    });
    if (hold && state !== 'offered')
      await ask(
        `update registrations set state = $2, place = case when $2 = 'releasing' then 1 end,
           held_until = case when $2 = 'releasing' then held_until end, ended_at = $3
         where id = $1 returning 1`,
        ...[held, state, clock.now()],
      );
    if (waits) await home.registration(training, clientId);
  };
  const full = { maxPlaces: 1 };
  await line('An offer ended', { ...full, waits: false, hold: clock.now() });
  await line('Given back for good', { ...full, waits: false, hold: clock.now(), state: 'releasing' });
  await line('Begins', { ...full, startsAt: clock.now() });
  await line('Free');
  await line('An offer lasts', { ...full, hold: '2026-09-14T09:01:00Z' });
  await line('Nobody waits', { waits: false });
  await line('Full', full);
  await line('Begins later', { ...full, startsAt: '2026-09-14T10:00:00Z' });
  const [rows] = await ctxOf(home).read(data.listDueWaitlists({ now: clock.now() }));
  const names = new Map(Object.entries(trainings).map(([name, id]) => [id, name]));
  expect(rows.map(({ id }) => names.get(id)).toSorted()).toEqual(
    ['An offer ended', 'Given back for good', 'Begins', 'Free'].toSorted(),
  );
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
