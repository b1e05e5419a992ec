import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import { createFeed } from '#shared/feeds/contract.ts';
import { listEntries } from './data.ts';

const running = withServer();
const { centre, ask, call, send } = running;

test('a client’s feed reads nothing of two months ago, nothing given back more than a week ago, and nothing of others', async () => {
  const home = await centre();
  const actor = await home.account();
  const { clientId } = actor;
  const other = await home.client();
  const at = async (startsAt: string, endedAt: string | null = null) => {
    const training = await home.training({ startsAt });
    await home.registration(training, other, { place: 2 });
    const id = await home.registration(training, clientId, { place: 1 });
    if (endedAt !== null)
      await ask(
        "update registrations set state = 'cancelledFree', place = null, ended_at = $2 where id = $1",
        ...[id, endedAt],
      );
    return id;
  };
  // Now is 2026-09-14T09:00:00Z. A day or two more than is shown: what is shown is decided to the second later.
  await at('2026-07-14T09:00:00Z');
  const first = await at('2026-07-14T10:00:00Z');
  await at('2026-09-20T15:00:00Z', '2026-09-06T09:00:00Z');
  const back = await at('2026-09-21T15:00:00Z', '2026-09-06T10:00:00Z');
  const ahead = await at('2026-09-22T15:00:00Z');
  const [rows] = await contextOf(running, home).read(listEntries({ clientId, now: '2026-09-14T09:00:00Z' }));
  expect(rows.map(({ registrationId }) => registrationId)).toEqual([first, back, ahead]);
  const { address } = (await call(createFeed, undefined as never, { actor })).body;
  const { text } = await send({ method: 'GET', path: new URL(address ?? '').pathname, host: home.host });
  expect([...text.matchAll(/UID:registration-(\d+)@/g)].map(([, id]) => Number(id))).toEqual([ahead]);
});
