import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { getRoll } from '#shared/registrations/attendance/contract.ts';

const running = withServer();
const { call, ask, centre } = running;

/** What somebody has had before this training. */
interface Before {
  readonly state?: 'cancelledFree';
  readonly presence?: boolean | null;
  readonly isOthers?: true;
  readonly isLater?: true;
}

test.each<[string, Before[], boolean]>([
  ['nothing before', [], true],
  ['a visit that is noted', [{ presence: true }], false],
  ['a booking nothing is noted of', [{ presence: null }], false],
  ['staying away', [{ presence: false }], true],
  ['staying away, then a visit', [{ presence: false }, { presence: true }], false],
  ['a place given back', [{ state: 'cancelledFree' }], true],
  ['a visit of somebody else', [{ isOthers: true }], true],
  ['a booking later than this one', [{ isLater: true }], true],
])('who comes for the first time is marked on the roll: %s', async (_, before, isFirstTime) => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const [client, other] = [await home.client(), await home.client()];
  for (const [index, one] of before.entries()) {
    const month = one.isLater ? '10' : '09';
    const training = await home.training({ startsAt: `2026-${month}-0${index + 1}T15:00:00Z` });
    const id = await home.registration(training, one.isOthers ? other : client, { place: 1 });
    const { state = 'booked', presence = null } = one;
    await ask(
      'update registrations set state = $2, presence = $3, place = $4, ended_at = $5 where id = $1 returning 1',
      ...[id, state, presence, state === 'booked' ? 1 : null, state === 'booked' ? null : '2026-09-01'],
    );
  }
  const training = await home.training({ startsAt: '2026-09-14T15:00:00Z' });
  await home.registration(training, client, { place: 1 });
  const { body } = await call(getRoll, { query: { training: training.id } }, { actor: admin });
  expect(body.registrations).toMatchObject([{ isFirstTime }]);
});
