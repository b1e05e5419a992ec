import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { scanForRoll } from '#shared/entry/scanning/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

async function furnished() {
  const home = await centre();
  const trainer = await home.account({ role: 'trainer' });
  const member = await home.account({ firstName: 'Kai', lastName: 'Kask' });
  const training = await home.training({
    startsAt: '2026-09-15T15:00:00Z',
    maxPlaces: 1,
    trainerId: trainer.trainerId ?? null,
  });
  const id = await home.registration(training, member.clientId, { place: 1 });
  clock.set('2026-09-15T14:55:00Z');
  return { home, trainer, member, training, id };
}

async function ticketOf(home: Centre, owner: TestAccount, visits: number | null = 5) {
  const productId = await addProduct(running, home, { clientType: 'groupTraining', visits });
  return fulfil(running, home, { productId, owner });
}

const scan = (actor: TestAccount, trainingId: number, cardCode: string) =>
  call(scanForRoll, { body: { trainingId, cardCode } }, { actor });
const presenceOf = async (id: number) =>
  (await ask<{ presence: boolean | null }>('select presence from registrations where id = $1', id))[0]
    ?.presence;
const setNumber = (clientId: number, code: string) =>
  ask('update clients set code = $2 where id = $1 returning 1', clientId, code);

test('a ticket’s code notes its holder as here, and scanning it again takes no visit', async () => {
  const { home, trainer, member, training, id } = await furnished();
  const { token } = await ticketOf(home, member);
  const first = await scan(trainer, training.id, token);
  expect(first.body).toEqual({
    state: 'here',
    clientId: member.clientId,
    name: 'Kai Kask',
    registrationId: id,
  });
  expect(await presenceOf(id)).toBe(true);
  expect((await scan(trainer, training.id, token)).body.state).toBe('alreadyHere');
  const entries = await ask('select kind from ticket_entries where tenant_id = $1', home.id);
  expect(entries).toEqual([{ kind: 'GRANT' }]);
});

test('so do a voucher’s code and a client number', async () => {
  const { home, trainer, member, training, id } = await furnished();
  await voucherOf(running, home, { clientId: await home.client() });
  const voucher = await voucherOf(running, home, { clientId: member.clientId });
  expect((await scan(trainer, training.id, voucher.code)).body.state).toBe('here');
  await ask('update registrations set presence = null where id = $1 returning 1', id);
  await setNumber(member.clientId, '204103');
  expect((await scan(trainer, training.id, '204 103')).body.state).toBe('here');
  expect(await presenceOf(id)).toBe(true);
});

test('a trainer’s own personal training names nobody who is not on its roll', async () => {
  const { home, trainer, member, training } = await furnished();
  await ask('update trainings set is_personal = true where id = $1 returning 1', training.id);
  const stranger = await home.client({ firstName: 'Mari', lastName: 'Mets' });
  await setNumber(stranger, '204104');
  await setNumber(member.clientId, '204103');
  expect((await scan(trainer, training.id, '204104')).error).toBe('notOnRoll');
  expect((await scan(trainer, training.id, '204103')).body.state).toBe('here');
});

test('thirty numbers of people who are not on the roll are named an hour, but to administrators', async () => {
  const { home, training } = await furnished();
  const managing = await home.account({ role: 'trainer', canManageRegistrations: true });
  await ask(
    'update trainings set trainer_id = $2 where id = $1 returning 1',
    training.id,
    managing.trainerId,
  );
  const admin = await home.account({ role: 'admin' });
  const stranger = await home.client();
  await setNumber(stranger, '204104');
  const states = new Set<string>();
  for (let round = 0; round < 30; round += 1)
    states.add((await scan(managing, training.id, '204104')).body.state);
  expect(states).toEqual(new Set(['notRegistered']));
  expect((await scan(managing, training.id, '204104')).error).toBe('tooManyAttempts');
  expect((await scan(admin, training.id, '204104')).body.state).toBe('notRegistered');
});

test('of client numbers that are tried at once sixty are looked at, and the right one after them is not', async () => {
  const { trainer, member, training } = await furnished();
  await setNumber(member.clientId, '204103');
  const numbers = Array.from({ length: 90 }, (_, index) => String(900_000 + index));
  const answers = await Promise.all(
    [...numbers, '204103'].map((number) => scan(trainer, training.id, number)),
  );
  expect(answers.at(-1)?.error).toBe('tooManyAttempts');
  expect(answers.filter(({ error }) => error === 'cardNotFound')).toHaveLength(60);
});

test('who waits, or is offered a place, is not noted; who has no place is named to managers alone', async () => {
  const { home, trainer, training } = await furnished();
  const waiting = await home.client();
  await home.registration(training, waiting);
  await setNumber(waiting, '300001');
  const offered = await home.client();
  await ask('update trainings set max_places = 2 where id = $1', training.id);
  await home.registration(training, offered, { place: 2, heldUntil: '2026-09-15T14:59:00Z' });
  await setNumber(offered, '300003');
  for (const number of ['300001', '300003'])
    expect((await scan(trainer, training.id, number)).error).toBe('presenceOfWaiting');
  const stranger = await home.client({ firstName: 'Jaan', lastName: 'Jõgi' });
  await setNumber(stranger, '300002');
  expect((await scan(trainer, training.id, '300002')).error).toBe('notOnRoll');
  const admin = await home.account({ role: 'admin' });
  expect((await scan(admin, training.id, '300002')).body).toMatchObject({
    state: 'notRegistered',
    name: 'Jaan Jõgi',
  });
  const other = await home.account({ role: 'trainer', canManageRegistrations: true });
  expect((await scan(other, training.id, '300002')).error).toBe('trainingNotFound');
});

test('what somebody has given back is no place, and what they have booked since is', async () => {
  const { home, trainer, member, training, id } = await furnished();
  await setNumber(member.clientId, '204103');
  await ask(
    `update registrations set state = 'cancelledFree', place = null, ended_at = now() where id = $1`,
    id,
  );
  expect((await scan(trainer, training.id, '204103')).error).toBe('notOnRoll');
  const anew = await home.registration(training, member.clientId, { place: 1 });
  expect((await scan(trainer, training.id, '204103')).body).toMatchObject({
    ...{ state: 'here', registrationId: anew },
  });
  expect(await presenceOf(id)).toBeNull();
});

test('cards that are used, unknown or unreadable say so', async () => {
  const { home, trainer, training } = await furnished();
  const owner = await home.account();
  const { token, id } = await ticketOf(home, owner, 1);
  await ask(
    `insert into ticket_entries (tenant_id, ticket_id, kind, visits, created_at) values ($1, $2, 'CONSUME', 1, now()) returning 1`,
    home.id,
    id,
  );
  expect((await scan(trainer, training.id, token)).error).toBe('ticketUsed');
  expect((await scan(trainer, training.id, '999999')).error).toBe('cardNotFound');
  expect((await scan(trainer, training.id, 'hello')).error).toBe('cardScanFailed');
  expect((await scan(trainer, training.id, '7K3M-Q9TX-2WRB')).error).toBe('voucherNotFound');
});
