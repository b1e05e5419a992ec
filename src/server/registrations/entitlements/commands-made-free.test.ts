import { expect, test } from 'vitest';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { register } from '#shared/registrations/contract.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';
import { undoChange } from '#shared/schedule/series/contract.ts';

const running = withServer();
const { centre, call, ask, clock, runJob } = running;

test.each([
  ['is made free', false, 'RELEASE'],
  ['stays paid', true, 'CONSUME'],
])('of a training that %s, a visit that was booked with before ends so', async (_, isPaid, kind) => {
  const home = await centre();
  const [admin, actor] = [await home.account({ role: 'admin' }), await home.account()];
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 2 });
  const { id: ticketId } = await fulfil(running, home, { productId, owner: actor });
  const { id: trainingId } = await home.training({ startsAt: '2026-09-15T15:00:00Z', payment: 'paid' });
  const body = { trainingId, isWaitingAccepted: false, cover: { kind: 'ticket', id: ticketId } } as const;
  expect((await call(register, { body }, { actor })).status).toBe(200);
  await ask("update tickets set ends_on = '2026-09-15' where id = $1 returning 1", ticketId);
  const edit = { kind: 'edit', trainingId, scope: 'this', overwrites: false } as const;
  const command = { ...edit, changes: { isPaid, name: 'Avatud uksed' } };
  const { planId } = (await call(planSchedule, { body: { command } }, { actor: admin })).body;
  expect((await call(applySchedule, { body: { command, planId } }, { actor: admin })).status).toBe(200);
  await ask('update registrations set presence = true where training_id = $1 returning 1', trainingId);
  const entries = () => ask('select kind from ticket_entries where ticket_id = $1 order by id', ticketId);
  clock.set('2026-09-15T17:59:59Z');
  await runJob('lines');
  expect(await entries()).toEqual([{ kind: 'GRANT' }, { kind: 'RESERVE' }]);
  clock.set('2026-09-15T18:00:00Z');
  await runJob('lines');
  expect(await entries()).toEqual([{ kind: 'GRANT' }, { kind: 'RESERVE' }, { kind }]);
  // What comes back by the centre's doing comes back to a ticket that is good for some days still.
  const [ticket] = await ask<{ end: string }>('select ends_on as end from tickets where id = $1', ticketId);
  expect(ticket?.end).toBe(isPaid ? '2026-09-15' : '2026-09-22');
});

// Each press with its taking back is as if neither had been.
test.each([
  ['nothing', [], 'RESERVE,CONSUME'],
  ['made free, and not', ['free', 'undo'], 'RESERVE,CONSUME'],
  ['called off, and not', ['off', 'undo'], 'RESERVE,RELEASE,RESERVE,CONSUME'],
  [
    'made free and called off, and neither',
    ['free', 'off', 'undo', 'undo'],
    'RESERVE,RELEASE,RESERVE,CONSUME',
  ],
  ['made free, called off, and not called off', ['free', 'off', 'undo'], 'RESERVE,RELEASE,RESERVE,RELEASE'],
  ['the same, and used elsewhere meanwhile', ['free', 'off', 'elsewhere', 'undo'], 'RESERVE,RELEASE,RESERVE'],
] as const)('a visit is used as if nothing had been: %s', async (_, presses, kinds) => {
  const home = await centre();
  const [admin, actor] = [await home.account({ role: 'admin' }), await home.account()];
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 1 });
  const { id: ticketId } = await fulfil(running, home, { productId, owner: actor });
  const { id: trainingId } = await home.training({ startsAt: '2026-09-15T15:00:00Z', payment: 'paid' });
  const body = { trainingId, isWaitingAccepted: false } as const;
  expect((await call(register, { body }, { actor })).status).toBe(200);
  const done: number[] = [];
  const of = { trainingId, scope: 'this' } as const;
  const commands = {
    free: { kind: 'edit', ...of, overwrites: false, changes: { isPaid: false } },
    off: { kind: 'cancel', ...of, reason: 'ill' },
  } as const;
  for (const press of presses) {
    clock.advance({ minutes: 3 });
    await runJob('lines');
    if (press === 'undo') {
      const params = { id: done.pop() ?? 0 };
      expect((await call(undoChange, { params }, { actor: admin })).status).toBe(200);
      continue;
    }
    if (press === 'elsewhere') {
      const { id } = await home.training({ startsAt: '2026-09-16T15:00:00Z', payment: 'paid' });
      const other = { trainingId: id, isWaitingAccepted: false };
      expect((await call(register, { body: other }, { actor })).status).toBe(200);
      continue;
    }
    const command = commands[press];
    const { planId } = (await call(planSchedule, { body: { command } }, { actor: admin })).body;
    const answer = await call(applySchedule, { body: { command, planId } }, { actor: admin });
    done.push(answer.body.changeId);
  }
  const states = await ask(
    "select 1 from registrations where training_id = $1 and state = 'booked' and tenant_id = $2",
    ...[trainingId, home.id],
  );
  expect(states).toHaveLength(1);
  clock.set('2026-09-15T18:30:00Z');
  await runJob('lines');
  const entries = await ask<{ kind: string }>(
    'select kind from ticket_entries where ticket_id = $1 order by id',
    ticketId,
  );
  expect(entries.map(({ kind }) => kind).join()).toBe(`GRANT,${kinds}`);
});
