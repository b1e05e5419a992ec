import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;

test('a place left unused counts since it was given back late or its training was over, once that is over', async () => {
  const home = await centre();
  const [clientId, other] = [await home.client(), await home.client()];
  const unused = async (startsAt: string, endedAt: string | null, of = clientId) => {
    const id = await home.registration(await home.training({ startsAt }), of, { place: 1 });
    await ask(
      `update registrations set
         state = case when $2::timestamptz is null then 'booked' else 'cancelledLate' end,
         place = case when $2::timestamptz is null then 1 end, ended_at = $2::timestamptz,
         presence = case when $2::timestamptz is null then false end where id = $1 returning 1`,
      ...[id, endedAt],
    );
    return id;
  };
  // Since 11 September, 09:00: given back before it, at it and after it; absent from what was over at it and after.
  await unused('2026-09-11T09:30:00Z', '2026-09-11T08:59:00Z');
  await unused('2026-09-11T12:00:00Z', '2026-09-11T09:00:00Z');
  const late = await unused('2026-09-11T14:00:00Z', '2026-09-11T09:01:00Z');
  await unused('2026-09-11T08:00:00Z', null);
  const absent = await unused('2026-09-11T08:01:00Z', null, other);
  const overNow = await unused('2026-09-14T08:00:00Z', '2026-09-14T07:00:00Z');
  const waived = await unused('2026-09-13T08:00:00Z', '2026-09-13T07:00:00Z');
  await ask(
    "update registrations set strike_waived_at = $2, strike_waived_reason = 'Ill' where id = $1 returning 1",
    ...[waived, clock.now()],
  );
  // Somebody may still take it.
  await unused('2026-09-14T08:01:00Z', '2026-09-14T07:30:00Z');
  // Came, and gave back in time.
  const came = await home.training({ startsAt: '2026-09-12T08:00:00Z' });
  await home.registration(came, clientId, { place: 1 });
  const span = { since: '2026-09-11T09:00:00Z', now: clock.now() };
  const ctx = contextOf(running, home);
  const [strikes] = await ctx.read(data.listStrikes(span));
  expect(strikes.map((one) => [one.clientId, one.at]).toSorted()).toEqual(
    [
      [clientId, '2026-09-11T09:01:00Z'],
      [other, '2026-09-11T09:01:00Z'],
      [clientId, '2026-09-14T07:00:00Z'],
    ].toSorted(),
  );
  const [own] = await ctx.read(data.listOfClient({ ...span, clientId }));
  expect(own.map(({ registrationId }) => registrationId)).toEqual([overNow, waived, late]);
  const [theirs] = await ctx.read(data.listOfClient({ ...span, clientId: other }));
  expect(theirs.map(({ registrationId }) => registrationId)).toEqual([absent]);
});
