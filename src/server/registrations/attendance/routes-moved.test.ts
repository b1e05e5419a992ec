import { expect, test } from 'vitest';
import { type Command, scene } from '#server/testing/editing.ts';
import { withServer } from '#server/testing/server.ts';
import { changePresence } from '#shared/registrations/attendance/contract.ts';
import { previewCancelling } from '#shared/registrations/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
type Change = { kind: 'edit'; changes: object } | { kind: 'cancel'; reason: string };

/** Three people in a training at 18:00: one is here at 17:10, one is not to come, of the third nothing is said. */
async function begun() {
  const { home, admin, apply, undo, roomId } = await scene(running);
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', roomId, maxPlaces: 3 });
  const here = await home.account();
  const ids: number[] = [];
  for (const clientId of [here.clientId, await home.client(), await home.client()])
    ids.push(await home.registration(training, clientId, { place: ids.length + 1 }));
  // Somebody is here for another one at that hour, and there is one of tomorrow.
  const beside = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  const other = await home.registration(beside, await home.client(), { place: 1 });
  await home.training({ startsAt: '2026-09-16T15:00:00Z' });
  clock.set('2026-09-15T14:10:00Z');
  const note = (id: number, presence: boolean) =>
    call(changePresence, { body: { registrationIds: [id], presence } }, { actor: admin });
  await note(ids[0] ?? 0, true);
  await note(ids[1] ?? 0, false);
  await note(other, true);
  clock.set('2026-09-15T14:30:00Z');
  const change = async (parts: Change) => {
    const { answer } = await apply({ ...parts, trainingId: training.id, scope: 'this' } as Command);
    return answer?.changeId ?? 0;
  };
  const noted = async () => {
    const [roll] = await ask<{ at: string | null }>(
      'select roll_opened_at as at from trainings where id = $1',
      training.id,
    );
    const rows = await ask<{ presence: boolean | null }>(
      'select presence from registrations where training_id = $1 order by id',
      training.id,
    );
    const besides = await ask(
      `select r.presence, t.roll_opened_at is not null as "isBegun" from registrations r join trainings t
         on t.tenant_id = r.tenant_id and t.id = r.training_id where r.id = $1`,
      other,
    );
    expect(besides).toEqual([{ presence: true, isBegun: true }]);
    return { isBegun: roll?.at !== null, presence: rows.map(({ presence }) => presence) };
  };
  const leaving = () => call(previewCancelling, { params: { id: ids[0] ?? 0 } }, { actor: here });
  return { change, undo, noted, leaving };
}

const tomorrow: Change = { kind: 'edit', changes: { date: '2026-09-16' } };
const nothing = { isBegun: false, presence: [null, null, null] };

test('what was noted of a training that is moved out of its hour falls away, and nobody is absent by it', async () => {
  const { change, noted, leaving } = await begun();
  expect(await noted()).toEqual({ isBegun: true, presence: [true, false, null] });
  expect((await leaving()).error).toBe('placeUsed');
  await change(tomorrow);
  expect(await noted()).toEqual(nothing);
  expect((await leaving()).body.state).toBe('cancelledFree');
  clock.set('2026-09-16T18:30:00Z');
  await running.runJob('lines');
  expect(await noted()).toEqual(nothing);
});

test('it stays where people may be noted for the new start as well', async () => {
  const { change, noted } = await begun();
  // An hour before it begins, from when on they are noted.
  await change({ kind: 'edit', changes: { time: '18:30' } });
  expect(await noted()).toEqual({ isBegun: true, presence: [true, false, null] });
});

test.each([
  ['moving it', tomorrow],
  ['calling it off', { kind: 'cancel', reason: 'Flood' } as const],
])('its roll is begun anew once %s is taken back', async (_, parts) => {
  const { change, undo, noted } = await begun();
  const changeId = await change(parts);
  expect((await undo(changeId)).status).toBe(200);
  expect(await noted()).toEqual(nothing);
  clock.set('2026-09-15T18:30:00Z');
  await running.runJob('lines');
  expect(await noted()).toEqual(nothing);
});
