import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import * as testing from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import { acceptOffer, cancelRegistration, previewCancelling } from '#shared/registrations/contract.ts';

const running = withServer();
const { call, clock, runJob } = running;
const scene = () => testing.scene(running);

const leaving = async (actor: TestAccount, id: number) =>
  (await call(previewCancelling, { params: { id } }, { actor })).body.state;

describe('until when a place may be given back free, where a change is taken back', () => {
  // A Tuesday, 18:00 in Tallinn: free to give back until 15:00, noon UTC.
  const startsAt = '2026-09-15T15:00:00Z';

  async function full() {
    const { home, apply, undo, roomId } = await scene();
    const training = await home.training({ startsAt, roomId, maxPlaces: 1 });
    const [owner, next] = [await home.account(), await home.account()];
    const booked = await home.registration(training, owner.clientId, { place: 1 });
    const waiting = await home.registration(training, next.clientId);
    clock.set('2026-09-15T07:00:00Z');
    const changes = { roomIds: [await home.room()] };
    const { answer } = await apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes });
    const stateOf = (id: number) => testing.stateOf(running, home, id);
    const goesOn = async () => {
      expect((await call(cancelRegistration, { params: { id: booked } }, { actor: owner })).status).toBe(200);
      clock.set('2026-09-15T13:30:00Z');
      await runJob('lines');
      expect((await stateOf(waiting)).state).toBe('offered');
    };
    return { next, booked, waiting, goesOn, stateOf, takeBack: () => undo(answer?.changeId ?? 0) };
  }

  test.each(['accepted', 'still offered'])(
    'whoever moved up since is not late a minute later: %s',
    async (how) => {
      const { next, waiting, goesOn, stateOf, takeBack } = await full();
      clock.set('2026-09-15T13:20:00Z');
      await goesOn();
      const accept = () => call(acceptOffer, { params: { id: waiting }, body: {} }, { actor: next });
      if (how === 'accepted') expect((await accept()).status).toBe(200);
      expect((await stateOf(waiting)).free_until).toBe(startsAt);
      clock.set('2026-09-15T13:45:00Z');
      expect((await takeBack()).status).toBe(200);
      if (how !== 'accepted') expect((await accept()).status).toBe(200);
      clock.set('2026-09-15T13:46:00Z');
      expect(await leaving(next, waiting)).toBe('cancelledFree');
    },
  );

  test('is as before for whoever had a place all along, and for whoever still waits', async () => {
    const { booked, waiting, stateOf, takeBack } = await full();
    for (const id of [booked, waiting]) expect((await stateOf(id)).free_until).toBe(startsAt);
    expect((await takeBack()).status).toBe(200);
    for (const id of [booked, waiting]) expect((await stateOf(id)).free_until).toBe('2026-09-15T12:00:00Z');
  });
});
