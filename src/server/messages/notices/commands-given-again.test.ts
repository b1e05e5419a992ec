import { expect, test, vi } from 'vitest';
import * as testing from '#server/testing/editing.ts';
import { noticeMeans, noticeStart } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { ask, call, clock } = running;
const { expectNoJobs, hurry, jobs, mails } = noticeMeans(running);

const day = { from: '2026-09-15', until: '2026-09-15' };

/** A training of one day, with who is told by mail; what is changed of it is gathered until `heard`. */
async function scene() {
  const { home, admin, apply, roomId } = await testing.scene(running);
  const member = await home.account({ language: 'en' });
  const trainerId = await home.trainer();
  const training = await home.training({ startsAt: noticeStart, name: 'Yoga', roomId, trainerId });
  await home.registration(training, member.clientId, { place: 1 });
  /** Whatever was raised is written down, and waits to be sent. */
  const gathered = () =>
    vi.waitFor(async () => {
      expect(await ask('select id from outbox')).toEqual([]);
      expect((await jobs()).filter(({ task }) => task === 'notice')).toEqual([]);
    }, 12_000);
  const edit = (changes: object, isTold = true) =>
    apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes }, undefined, isTold);
  const heard = async () => {
    await hurry();
    await expectNoJobs();
    return (await mails({ home })).map(({ subject }) => subject).slice(-1);
  };
  return {
    ...{ home, edit, heard, gathered, roomId, trainerId },
    close: () => apply({ kind: 'close', clubId: null, ...day, name: 'Flood' }),
    lift: async (isTold: boolean) => {
      const shown = await call(getAdminSchedule, { query: day }, { actor: admin });
      const closureId = testing.first(shown.body.closures).id;
      return apply({ kind: 'lift', closureId }, undefined, isTold);
    },
  };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const ofChanges: Record<string, (of: Scene) => Promise<{ there: object; back: object }>> = {
  time: async () => ({ there: { time: '19:00' }, back: { time: '18:00' } }),
  room: async ({ home, roomId }) => ({
    there: { roomIds: [await home.room()] },
    back: { roomIds: [roomId] },
  }),
  trainer: async ({ home, trainerId }) => ({
    there: { trainerId: await home.trainer() },
    back: { trainerId },
  }),
};
const cases = Object.keys(ofChanges).flatMap((what) =>
  [true, false].map((isTold) => [what, isTold] as const),
);

test.each(cases)(
  'who was told that it is off hears that it is held, also where what changed while it was shut is changed back: %s, lifted with a word %s',
  async (what, isTold) => {
    const of = await scene();
    const { there, back } = (await ofChanges[what]?.(of)) ?? { there: {}, back: {} };
    await of.close();
    await of.gathered();
    expect(await of.heard()).toEqual([expect.stringContaining('Called off: Yoga')]);
    await of.edit(there);
    clock.advance({ minutes: 1 });
    await of.lift(isTold);
    await of.gathered();
    clock.advance({ minutes: 3 });
    await of.edit(back);
    await of.gathered();
    expect(await of.heard()).toEqual([expect.stringContaining('Changed: Yoga')]);
    const [last] = (await mails(of)).slice(-1);
    expect(last?.text).not.toContain('instead of');
  },
);

test('the same where it was moved and told before it was shut, and moved back meanwhile', async () => {
  const of = await scene();
  await of.edit({ time: '19:00' });
  await of.gathered();
  clock.advance({ minutes: 1 });
  await of.close();
  await of.gathered();
  await of.edit({ time: '18:00' });
  clock.advance({ minutes: 1 });
  await of.lift(true);
  await of.gathered();
  expect(await of.heard()).toEqual([expect.stringContaining('Changed: Yoga')]);
});
