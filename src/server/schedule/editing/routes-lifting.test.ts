import { expect, test } from 'vitest';
import * as testing from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import * as editing from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { call, ask, clock } = running;

/** A centre whose days are shut and opened, a minute after one another. */
async function scene() {
  const made = await testing.scene(running);
  const { home, admin, apply } = made;
  const shown = async (from = '2026-09-14', until = '2026-09-30') =>
    (await call(editing.getAdminSchedule, { query: { from, until } }, { actor: admin })).body;
  const close = async (name: string, date: string, clubId: number | null = null) => {
    clock.advance({ minutes: 1 });
    const { answer } = await apply({ kind: 'close', clubId, from: date, until: date, name });
    return answer?.changeId ?? 0;
  };
  const lift = async (name: string) => {
    const closure = (await shown()).closures.find((one) => one.name === name);
    clock.advance({ minutes: 1 });
    return (await apply({ kind: 'lift', closureId: closure?.id ?? 0 })).answer;
  };
  const undo = async (changeId: number) => {
    clock.advance({ minutes: 1 });
    return (await made.undo(changeId)).status;
  };
  const stateOf = (id: number) => testing.stateOf(running, home, id);
  return { ...made, shown, close, lift, undo, stateOf };
}

test('what a lifted closure called off goes to the first other one in force that shuts its club that day', async () => {
  const { home, shown, close, lift, undo } = await scene();
  const [second, third] = [await home.club('Second club'), await home.club('Third club')];
  const at = (name: string, date: string, clubId = home.clubId) =>
    home.training({ name, startsAt: `${date}T15:00:00Z`, clubId });
  await close('Of the second', '2026-09-22', second);
  await close('Gone', '2026-09-22');
  await lift('Gone');
  await at('Yoga', '2026-09-22');
  await at('Judo', '2026-09-22', third);
  await at('Ballet', '2026-09-24');
  // Shut once more by a lifting that was taken back, its day is shut twice.
  await close('Earlier', '2026-09-23');
  const earlier = await lift('Earlier');
  await at('Aikido', '2026-09-23');
  await close('Later', '2026-09-23');
  expect(await undo(earlier?.changeId ?? 0)).toBe(200);

  await close('Flood', '2026-09-22');
  await close('Of the first', '2026-09-22', home.clubId);
  await close('Of all', '2026-09-22');
  expect((await lift('Flood'))?.counts).toMatchObject({ restored: 0 });
  const offBy = async () =>
    Object.fromEntries((await shown()).trainings.map(({ name, closureName }) => [name, closureName]));
  expect(await offBy()).toEqual({ Yoga: 'Of the first', Judo: 'Of all', Aikido: 'Later', Ballet: '' });
});

test('a day that is shut twice, one time after the other, gives back its places both times', async () => {
  const { home, close, lift, stateOf } = await scene();
  const training = await home.training({ startsAt: '2026-09-22T15:00:00Z' });
  const place = await home.registration(training, await home.client(), { place: 1 });
  for (const name of ['Flood', 'Storm']) {
    await close(name, '2026-09-22');
    expect((await stateOf(place)).state).toBe('cancelledByCentre');
    expect(await lift(name)).toMatchObject({ counts: { restored: 1 }, messages: 1 });
    expect(await stateOf(place)).toMatchObject({ state: 'booked', place: 1 });
  }
});

test.each(['lifted', 'taken back'])(
  'a place that was lost when a closure was %s does not come back when another one is lifted',
  async (how) => {
    const { home, close, lift, undo, stateOf } = await scene();
    const at = { startsAt: '2026-09-22T15:00:00Z' };
    const training = await home.training(at);
    const client = await home.client();
    const lost = await home.registration(training, client, { place: 1 });
    const changeId = await close('Flood', '2026-09-22');
    const other = await home.registration(await home.training(at), client, { place: 1 });
    if (how === 'lifted') expect(await lift('Flood')).toMatchObject({ counts: { restored: 1 } });
    else expect(await undo(changeId)).toBe(200);
    expect((await stateOf(lost)).state).toBe('cancelledByCentre');
    await ask(
      `update registrations set state = 'cancelledFree', ended_at = $2, place = null where id = $1 returning 1`,
      ...[other, clock.now()],
    );
    await close('Storm', '2026-09-22');
    expect(await lift('Storm')).toMatchObject({ counts: { restored: 2 }, messages: 0 });
    expect((await stateOf(lost)).state).toBe('cancelledByCentre');
  },
);

test('a day is shut to its end: what is made today for today is off', async () => {
  const { fields, apply, close, trainings } = await scene();
  await close('Yesterday', '2026-09-13');
  await close('Flood', '2026-09-14');
  await apply({
    kind: 'create',
    fields,
    when: { date: '2026-09-14', time: '18:00', duration: 60 },
    repeat: { weekdays: [1], everyWeeks: 1, until: '2026-09-21' },
  });
  expect((await trainings()).map(({ is_cancelled }) => is_cancelled)).toEqual([true, false]);
});
