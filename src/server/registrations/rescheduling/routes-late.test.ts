import { expect, test } from 'vitest';
import type { Command } from '#server/testing/editing.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { cancelRegistration, register } from '#shared/registrations/contract.ts';
import { listOwnStrikes } from '#shared/registrations/strikes/contract.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { centre, call, ask, clock, runJob } = running;
/** 18:00 in Tallinn, the day after the tests' now. */
const startsAt = '2026-09-15T15:00:00Z';

/** A place paid for with the only visit of a ticket, and given back two hours before it begins. */
async function givenBackLate() {
  const home = await centre({ limits: { undoSeconds: 0 } });
  const [owner, admin] = [await home.account(), await home.account({ role: 'admin' })];
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1 });
  const { id: ticketId } = await fulfil(running, home, { productId, owner });
  const training = await home.training({ startsAt, payment: 'paid' });
  const body = { trainingId: training.id, isWaitingAccepted: false };
  const { registrationId } = (await call(register, { body }, { actor: owner })).body;
  clock.set('2026-09-15T13:00:00Z');
  const given = await call(cancelRegistration, { params: { id: registrationId } }, { actor: owner });
  expect(given.body).toMatchObject({ penalty: 'late', visitReturned: false });
  const apply = async (parts: object) => {
    const command = {
      ...parts,
      ...('from' in parts ? {} : { trainingId: training.id, scope: 'this' }),
    } as Command;
    const { planId } = (await call(planSchedule, { body: { command } }, { actor: admin })).body;
    return call(applySchedule, { body: { command, planId } }, { actor: admin });
  };
  /** Visits left, taken for the place, and used; and how many places count as left unused, a day later. */
  const after = async () => {
    clock.set('2026-09-17T15:00:00Z');
    await runJob('lines');
    const [sums] = await ask<Record<string, number>>(
      `select sum(remaining_change)::int as "left", sum(reserved_change)::int as reserved, sum(used_change)::int as used
        from ticket_entries where ticket_id = $1`,
      ticketId,
    );
    const { strikes } = (await call(listOwnStrikes, {}, { actor: owner })).body;
    return { ...sums, strikes: strikes.length };
  };
  return { apply, after, trainingId: training.id };
}

test.each([
  ['nothing', null, { left: 0, used: 1, strikes: 1 }],
  [
    'another comment',
    { kind: 'edit', changes: { publicComment: 'Bring a towel' } },
    { left: 0, used: 1, strikes: 1 },
  ],
  ['calling it off', { kind: 'cancel', reason: 'Flood' }, { left: 1, used: 0, strikes: 0 }],
  ['making it longer', { kind: 'edit', changes: { duration: 90 } }, { left: 1, used: 0, strikes: 0 }],
  ['moving it', { kind: 'edit', changes: { time: '20:00' } }, { left: 1, used: 0, strikes: 0 }],
])('given back late, then %s by the centre', async (_, command, expected) => {
  const { apply, after } = await givenBackLate();
  if (command) expect((await apply(command)).error).toBeUndefined();
  expect(await after()).toEqual({ reserved: 0, ...expected });
});

test('closing the day is calling it off', async () => {
  const { apply, after } = await givenBackLate();
  const days = { from: '2026-09-15', until: '2026-09-15' };
  expect((await apply({ kind: 'close', clubId: null, name: 'Flood', ...days })).error).toBeUndefined();
  expect(await after()).toEqual({ reserved: 0, left: 1, used: 0, strikes: 0 });
});

test('so is closing the day of a personal training, which ended when it was given back', async () => {
  const { apply, after, trainingId } = await givenBackLate();
  await ask('update trainings set is_cancelled = true where id = $1 returning 1', trainingId);
  const days = { from: '2026-09-15', until: '2026-09-15' };
  expect((await apply({ kind: 'close', clubId: null, name: 'Flood', ...days })).error).toBeUndefined();
  expect(await after()).toEqual({ reserved: 0, left: 1, used: 0, strikes: 0 });
});

test.each([
  ['2026-09-15', '2026-09-21'],
  ['2026-10-01', '2026-10-01'],
])(
  'a voucher that is good until %s, with its training called off, is so until %s',
  async (validUntil, after) => {
    const home = await centre();
    const [owner, admin] = [await home.account(), await home.account({ role: 'admin' })];
    const voucher = await voucherOf(running, home, { clientId: owner.clientId, validUntil });
    const other = await voucherOf(running, home, { clientId: await home.client(), validUntil });
    const { id: trainingId } = await home.training({ startsAt, payment: 'paid' });
    await ask("update trainings set client_type = 'pool' where id = $1 returning 1", trainingId);
    const body = {
      trainingId,
      isWaitingAccepted: false,
      cover: { kind: 'voucher' as const, id: voucher.id },
    };
    expect((await call(register, { body }, { actor: owner })).error).toBeUndefined();
    const command: Command = { kind: 'cancel', trainingId, scope: 'this', reason: '' };
    const { planId } = (await call(planSchedule, { body: { command } }, { actor: admin })).body;
    expect(
      (await call(applySchedule, { body: { command, planId } }, { actor: admin })).error,
    ).toBeUndefined();
    const [row] = await ask(
      `select valid_until as "validUntil", (select sum(uses)::int from voucher_movements where voucher_id = v.id) as taken
      from vouchers v where id = $1`,
      voucher.id,
    );
    expect(row).toEqual({ validUntil: after, taken: 0 });
    expect(await ask('select valid_until as "validUntil" from vouchers where id = $1', other.id)).toEqual([
      { validUntil },
    ]);
  },
);
