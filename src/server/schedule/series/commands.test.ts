import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as testing from '#server/testing/editing.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import * as registrations from '#shared/registrations/contract.ts';

const running = withServer();
const { call, ask } = running;
const { at, first } = testing;

/** Everything that editing may touch, but what only counts up. */
async function whole(tenantId: number) {
  const tables = ['trainings', 'series', 'registrations', 'room_uses', 'reservations'];
  const rows = await Promise.all(
    tables.map((table) =>
      ask<Record<string, unknown>>(`select * from ${table} where tenant_id = $1`, tenantId),
    ),
  );
  return rows.map((list) =>
    list
      .map(({ version: _, sequence: __, id, ...row }) =>
        JSON.stringify('room_id' in row && !('name' in row) ? row : { id, ...row }),
      )
      .toSorted(),
  );
}

test('plan, apply and undo leave everything as it was (property)', async () => {
  const scope = fc.constantFrom('this' as const, 'following' as const, 'future' as const);
  const position = fc.integer({ min: 0, max: 4 });
  const changes = fc.record(
    {
      name: fc.constantFrom('Yoga', 'Flow'),
      time: fc.constantFrom('18:00', '18:30', '03:30', '21:15'),
      date: fc.constantFrom('2026-09-22', '2026-10-13', '2026-10-25', '2026-11-02'),
      duration: fc.constantFrom(45, 60, 120),
      // More places would let those waiting move up, and who has a place keeps it.
      maxPlaces: fc.constantFrom(0, 1),
      setUpMinutes: fc.constantFrom(0, 30),
    },
    { requiredKeys: [] },
  );
  const command = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), scope, position, changes }),
    fc.record({ kind: fc.constant('cancel' as const), scope, position }),
    fc.record({ kind: fc.constant('close' as const), scope, position }),
  );
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 3 }), async (commands) => {
      const { home, weekly, trainings, apply, undo } = await testing.scene(running);
      await weekly('2026-10-26', { maxPlaces: 1 });
      const rows = await trainings();
      const client = await home.client();
      for (const row of rows) await testing.book(running, home, row, client, 1);
      await testing.book(running, home, at(rows, 1), await home.client());
      const states = [await whole(home.id)];
      const done: number[] = [];
      for (const one of commands) {
        const trainingId = at(rows, one.position).id;
        const { answer } = await apply(
          one.kind === 'edit'
            ? { kind: 'edit', trainingId, scope: one.scope, changes: one.changes }
            : one.kind === 'cancel'
              ? { kind: 'cancel', trainingId, scope: one.scope, reason: 'Flood' }
              : { kind: 'close', clubId: null, from: '2026-09-28', until: '2026-10-12', name: 'Holidays' },
          { onClash: 'skip' },
        );
        if (!answer) continue;
        applied += 1;
        done.push(answer.changeId);
        states.push(await whole(home.id));
      }
      // In the opposite order each is the last change of what it touched.
      for (const changeId of done.toReversed()) {
        const undone = await undo(changeId);
        states.pop();
        expect(undone.status).toBe(200);
        expect(await whole(home.id)).toEqual(states.at(-1));
      }
    }),
    {
      numRuns: 15,
      examples: [
        [
          [
            { kind: 'close', position: 0, scope: 'future' },
            { kind: 'edit', scope: 'future', position: 3, changes: { date: '2026-09-22' } },
          ],
        ],
      ],
    },
  );
  expect(applied).toBeGreaterThan(10);
}, 120_000);

test('a cancelled training gives visits back, and its undo takes them again', async () => {
  const { home, apply, undo, roomId } = await testing.scene(running);
  const owner = await home.account();
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1 });
  const { id: ticketId } = await fulfil(running, home, { productId, owner });
  const left = async () =>
    first(
      await ask<{ remaining: number; reserved: number }>(
        `select sum(remaining_change)::int as remaining, sum(reserved_change)::int as reserved
          from ticket_entries where ticket_id = $1`,
        ticketId,
      ),
    );
  const training = await home.training({ startsAt: '2026-09-17T15:00:00Z', roomId, payment: 'paid' });
  const body = { trainingId: training.id, isWaitingAccepted: false };
  expect((await call(registrations.register, { body }, { actor: owner })).status).toBe(200);
  const before = await left();
  const { answer } = await apply({ kind: 'cancel', trainingId: training.id, scope: 'this', reason: '' });
  const returned = await left();
  expect(returned.reserved).toBe(0);
  expect(returned.remaining).toBe(before.remaining + 1);
  const undone = await undo(answer?.changeId ?? 0);
  expect(undone.body).toMatchObject({ lost: 0, messages: 1 });
  expect(await left()).toEqual(before);
  const states = await ask('select state from registrations where tenant_id = $1 order by id', home.id);
  expect(states).toEqual([{ state: 'cancelledByCentre' }, { state: 'booked' }]);

  // Used elsewhere meanwhile, there is nothing left that covers it: the place is lost, and counted.
  const again = await apply({ kind: 'cancel', trainingId: training.id, scope: 'this', reason: '' });
  const other = await home.training({ startsAt: '2026-09-18T15:00:00Z', payment: 'paid' });
  const elsewhere = { trainingId: other.id, isWaitingAccepted: false };
  expect((await call(registrations.register, { body: elsewhere }, { actor: owner })).status).toBe(200);
  expect((await undo(again.answer?.changeId ?? 0)).body).toMatchObject({ lost: 1, messages: 0 });
});

test('a place that nothing covered comes back without anything, also where the training is paid for', async () => {
  const { home, apply, undo, roomId } = await testing.scene(running);
  const training = await home.training({ startsAt: '2026-09-17T15:00:00Z', roomId, payment: 'paid' });
  await home.registration(training, await home.client(), { place: 1 });
  const { answer } = await apply({ kind: 'cancel', trainingId: training.id, scope: 'this', reason: '' });
  expect((await undo(answer?.changeId ?? 0)).body).toMatchObject({ lost: 0, messages: 1 });
  const states = await ask('select state from registrations where tenant_id = $1', home.id);
  expect(states).toEqual([{ state: 'booked' }]);
});
