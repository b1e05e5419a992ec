import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import * as testing from '#server/testing/editing.ts';
import { withOwner } from '#server/testing/owner.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { addReservation } from '#shared/rooms/reservations/contract.ts';
import { buyTicket } from '#shared/tickets/contract.ts';

const running = withServer();
const { ask, call, centre } = running;

/** Does something while somebody else has begun to write; they end once they are waited for. */
async function whileWritten<T>(
  statements: readonly (readonly [sql: string, ...values: unknown[]])[],
  act: () => Promise<T>,
): Promise<T> {
  return withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    for (const [sql, ...values] of statements) await owner.query(sql, values);
    const acting = act();
    const isWaitedFor =
      'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
    while ((await owner.query(isWaitedFor)).rowCount === 0) await setTimeout(10);
    await owner.query('commit');
    return acting;
  });
}

describe('what is taken away between reading and writing', () => {
  test('a room: the plan is refused with words, and nothing is changed', async () => {
    const { home, apply, trainings, roomId } = await testing.scene(running);
    const training = await home.training({ startsAt: '2026-09-17T15:00:00Z', roomId });
    const spare = await home.room({ name: 'Spare' });
    const before = await trainings();
    const changes = { roomIds: [spare] };
    const edit = { kind: 'edit', trainingId: training.id, scope: 'this', changes } as const;
    const { planned, applied } = await whileWritten([['delete from rooms where id = $1', spare]], () =>
      apply(edit),
    );
    expect(planned.status).toBe(200);
    expect([applied.status, applied.error]).toEqual([404, 'itemNotFound']);
    expect(await trainings()).toEqual(before);
  });

  test('a room, by somebody who reserves it: what is there by then is named, and nothing is made', async () => {
    const home = await centre();
    const actor = await home.account({ role: 'admin' });
    const roomId = await home.room({ name: 'Hall' });
    const quicker = `insert into reservations (tenant_id, name, room_ids, starts_at, ends_at, local_date)
      values ($1, 'Fair', array[$2::integer], '2026-09-21T09:00:00Z', '2026-09-21T10:00:00Z', '2026-09-21')`;
    const body = {
      ...{ name: 'Birthday', date: '2026-09-21', time: '12:00', duration: 90, comment: '' },
      roomIds: [roomId],
    };
    const answer = await whileWritten([[quicker, home.id, roomId]], () =>
      call(addReservation, { body }, { actor }),
    );
    expect([answer.status, answer.error]).toEqual([409, 'roomsNotFree']);
    expect(answer.refusal?.details).toMatchObject({ rooms: 'Hall', name: 'Fair' });
    expect(await ask('select name from reservations where tenant_id = $1', home.id)).toEqual([
      { name: 'Fair' },
    ]);
  });

  test('the buyer, merged by staff: the purchase is refused with words, and nothing is made', async () => {
    const home = await centre({ rules: { payment: { isPaymentActive: true } } });
    const productId = await addProduct(running, home, {});
    const [actor, other] = [await home.account(), await home.client()];
    const buy = () =>
      call(buyTicket, { body: { productId, unitId: home.clubId, startsOn: null } }, { actor });
    const merge = [
      ['update accounts set client_id = $2 where client_id = $1', actor.clientId, other],
      ['delete from clients where id = $1', actor.clientId],
    ] as const;
    const answer = await whileWritten(merge, buy);
    expect([answer.status, answer.error]).toEqual([409, 'changedMeanwhile']);
    expect(await ask('select id from invoices where tenant_id = $1', home.id)).toEqual([]);
  });
});
