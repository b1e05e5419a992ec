import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { attemptLimits } from '#shared/account/domain.ts';
import { changeOnePresence, getClassRoll } from '#shared/registrations/attendance/contract.ts';
import * as contract from '#shared/registrations/staff-booking/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const startsAt = '2026-09-15T15:00:00Z';

interface Placed {
  readonly clientId: number;
  readonly id: number;
}

async function furnished(
  booked: number,
  waiting: number,
  parts: { maxPlaces?: number; payment?: 'paid' } = {},
) {
  const home = await centre({ limits: { undoSeconds: 0 } });
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const admin = await home.account({ role: 'admin' });
  const training = await home.training({
    startsAt,
    maxPlaces: booked,
    trainerId: trainer.trainerId ?? null,
    ...parts,
  });
  const people: Placed[] = [];
  for (let index = 0; index < booked + waiting; index += 1) {
    const { clientId } = await home.account({ firstName: 'Kai', lastName: `Kask${index}` });
    const place = index < booked ? { place: index + 1 } : {};
    people.push({ clientId, id: await home.registration(training, clientId, place) });
  }
  return { home, trainer, admin, training, booked: people.slice(0, booked), queue: people.slice(booked) };
}

const plain = { isBeyondPlaces: false, isWithoutCover: false, reason: '' };
const put = (actor: TestAccount, trainingId: number, clientId: number, parts: object = {}) =>
  call(contract.bookForClient, { body: { trainingId, clientId, ...plain, ...parts } }, { actor });
const take = (actor: TestAccount, id: number, removal: 'free' | 'late' = 'free') =>
  call(contract.removeClient, { params: { id }, query: { removal } }, { actor });
const stateOf = async (id: number) =>
  (
    await ask<{ state: string; place: number | null }>(
      'select state, place from registrations where id = $1',
      id,
    )
  )[0];
const mails = (tenantId: number) =>
  ask<{ text: string }>('select text from stand_in_mails where tenant_id = $1', tenantId);

describe('putting somebody in', () => {
  test('gives a place past the hours of booking, even after the start, and says so by mail', async () => {
    const { home, trainer, training } = await furnished(1, 0, { maxPlaces: 2 });
    const clientId = await home.client();
    clock.set('2026-09-15T15:05:00Z');
    const { body } = await put(trainer, training.id, clientId);
    expect(body.place).toBe(2);
    expect(await stateOf(body.registrationId)).toEqual({ state: 'booked', place: 2 });
    expect((await put(trainer, training.id, clientId)).error).toBe('alreadyRegistered');
    await expect.poll(async () => (await mails(home.id)).length).toBe(1);
  });

  test('whose login was closed is told at the first that is open', async () => {
    const { home, admin, training } = await furnished(0, 0, { maxPlaces: 2 });
    const [closed, first, second] = [await home.account(), await home.account(), await home.account()];
    const { clientId } = second;
    await ask('update accounts set client_id = $1 where id = any($2)', clientId, [closed.id, first.id]);
    await ask('update accounts set is_blocked = true where id = $1', closed.id);
    expect((await put(admin, training.id, clientId)).status).toBe(200);
    const recipients = async () =>
      (
        await ask<{ to: string }>('select recipient as to from stand_in_mails where tenant_id = $1', home.id)
      ).map(({ to }) => to);
    await expect.poll(recipients).toEqual([first.email]);
  });

  test('beyond the places only when asked to, with a reason that stands in the audit trail', async () => {
    const { home, trainer, training } = await furnished(2, 0);
    const clientId = await home.client();
    expect((await put(trainer, training.id, clientId)).error).toBe('noFreePlaces');
    const without = await put(trainer, training.id, clientId, { isBeyondPlaces: true });
    expect(without.error).toBe('dataValidationFailed');
    const { body } = await put(trainer, training.id, clientId, {
      isBeyondPlaces: true,
      reason: 'Trial training',
    });
    expect(body.place).toBe(3);
    const [row] = await ask<{ booked: number; input: { body: { reason: string } } }>(
      `select t.booked, a.input from trainings t join audit_trail a on a.tenant_id = t.tenant_id
        where t.id = $1 and a.noun = 'registration'`,
      training.id,
    );
    expect(row?.booked).toBe(3);
    expect(JSON.stringify(row?.input)).toContain('Trial training');
    // The law of the places holds again for everybody else.
    const other = await home.client();
    expect((await put(trainer, training.id, other)).error).toBe('noFreePlaces');
  });

  test('turns the place in line into a place, and leaves nobody in two places', async () => {
    const { home, admin, training, queue } = await furnished(1, 2);
    const [first, second] = queue as [Placed, Placed];
    const beyond = { isBeyondPlaces: true, reason: 'Drove the trainer' };
    const { body } = await put(admin, training.id, second.clientId, beyond);
    expect(body.registrationId).toBe(second.id);
    expect(await stateOf(second.id)).toEqual({ state: 'booked', place: 2 });
    expect((await stateOf(first.id))?.state).toBe('waiting');
    const [counts] = await ask('select booked, waiting from trainings where id = $1', training.id);
    expect(counts).toEqual({ booked: 2, waiting: 1 });
    const same = await home.training({ startsAt: '2026-09-15T15:30:00Z' });
    expect((await put(admin, same.id, second.clientId)).error).toBe('clientElsewhere');
  });

  test('takes a visit where the training is paid for; without one only with a reason', async () => {
    const { home, admin, training } = await furnished(0, 0, { maxPlaces: 5, payment: 'paid' });
    const owner = await home.account();
    const productId = await addProduct(running, home, { clientType: 'groupTraining' });
    await fulfil(running, home, { productId, owner });
    const { body } = await put(admin, training.id, owner.clientId);
    const entitlements = await ask(
      'select kind from registration_covers where registration_id = $1',
      body.registrationId,
    );
    expect(entitlements).toEqual([{ kind: 'ticket' }]);
    const poor = await home.client();
    expect((await put(admin, training.id, poor)).error).toBe('coverNeeded');
    const paid = await put(admin, training.id, poor, { isWithoutCover: true, reason: 'Paid in cash' });
    expect(paid.status).toBe(200);
  });

  test('a trainer who looks up one name after another is stopped, and the office is not', async () => {
    const { home, trainer, admin, training } = await furnished(0, 0, { maxPlaces: 5 });
    const search = { query: { training: training.id, text: 'Client' } };
    const { most } = attemptLimits.clientSearch;
    const asked = await Promise.all(
      Array.from({ length: most }, () => call(contract.findClients, search, { actor: trainer })),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await call(contract.findClients, search, { actor: trainer })).error).toBe('tooManyAttempts');
    // Nor by their numbers, one after the other.
    const clientId = await home.client();
    expect((await put(trainer, training.id, clientId)).error).toBe('tooManyAttempts');
    expect((await call(contract.findClients, search, { actor: admin })).status).toBe(200);
    expect((await put(admin, training.id, clientId)).status).toBe(200);
  });

  test('is for own trainings and with the right; unknown and blocked clients stay out', async () => {
    const { home, trainer, admin, training } = await furnished(0, 0, { maxPlaces: 5 });
    const clientId = await home.client();
    const other = await home.account({ role: 'trainer', canManageRegistrations: true });
    expect((await put(other, training.id, clientId)).error).toBe('trainingNotFound');
    const search = { query: { training: training.id, text: 'Client' } };
    expect((await call(contract.findClients, search, { actor: other })).error).toBe('trainingNotFound');
    await ask('update accounts set can_manage_registrations = false where id = $1 returning 1', trainer.id);
    const seeing = { ...trainer, claims: { ...trainer.claims, canManageRegistrations: false } };
    expect((await put(seeing, training.id, clientId)).error).toBe('trainingNotFound');
    expect((await call(contract.findClients, search, { actor: seeing })).error).toBe('trainingNotFound');
    expect((await put(admin, training.id, 999_999)).error).toBe('clientNotFound');
    const blocked = await home.client({ isBlocked: true });
    expect((await put(admin, training.id, blocked)).error).toBe('registeringNotAllowed');
    clock.set('2026-09-15T18:00:00Z');
    expect((await put(admin, training.id, clientId)).error).toBe('rollSettled');
  });

  test('takes a place whose hold has just ended, before anybody took notice', async () => {
    const { home, admin, training, booked } = await furnished(2, 0);
    const ended = [
      ['offered', null],
      ['releasing', '2026-09-14T08:59:00Z'],
    ];
    for (const [index, [state, endedAt]] of ended.entries())
      await ask(
        'update registrations set state = $2, held_until = $3, ended_at = $4 where id = $1 returning 1',
        ...[booked[index]?.id, state, '2026-09-14T09:00:00Z', endedAt],
      );
    clock.set('2026-09-14T09:00:00.500Z');
    for (const place of [1, 2]) {
      const { status, body } = await put(admin, training.id, await home.client());
      expect(status).toBe(200);
      expect(await stateOf(body.registrationId)).toEqual({ state: 'booked', place });
    }
    expect(await Promise.all(booked.map(({ id }) => stateOf(id)))).toMatchObject([
      { state: 'expired' },
      { state: 'cancelledFree' },
    ]);
  });

  test('the last place goes to one of two desks', async () => {
    const { home, admin, training } = await furnished(1, 0, { maxPlaces: 2 });
    const clients = await Promise.all([home.client(), home.client(), home.client()]);
    const answers = await Promise.all(clients.map((clientId) => put(admin, training.id, clientId)));
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['noFreePlaces', 'noFreePlaces', undefined]);
  });
});

describe('the search', () => {
  test('finds by name, number and e-mail, and says what they have already', async () => {
    const { home, admin, training, booked, queue } = await furnished(2, 2);
    const clientId = await home.client({ firstName: 'Õie', lastName: 'Üksvärav' });
    await ask(
      "update registrations set state = 'offered', held_until = '2026-09-15T12:00:00Z' where id = $1 returning 1",
      booked[1]?.id,
    );
    await ask(
      "update registrations set state = 'left', ended_at = now() where id = $1 returning 1",
      queue[1]?.id,
    );
    // What they have elsewhere says nothing.
    const elsewhere = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
    await home.registration(elsewhere, clientId, { place: 1 });
    const find = async (text: string) =>
      (await call(contract.findClients, { query: { training: training.id, text } }, { actor: admin })).body;
    expect(await find('õie ü')).toMatchObject([{ clientId, name: 'Õie Üksvärav', state: 'none' }]);
    const [{ clientNumber = '', email = '' } = {}] = await find('õie ü');
    expect(await find(clientNumber)).toMatchObject([{ clientId }]);
    expect(await find(email)).toMatchObject([{ clientId }]);
    expect((await find('Kask')).map(({ name, state }) => [name, state])).toEqual([
      ['Kai Kask0', 'booked'],
      ['Kai Kask1', 'waiting'],
      ['Kai Kask2', 'waiting'],
      ['Kai Kask3', 'none'],
    ]);
    // An address that was only typed finds nobody, and is said to be no more than that.
    const typist = await home.account({ firstName: 'Uku', lastName: 'Uustal' });
    await ask(
      `update clients c set email = a.email from accounts a where a.id = $1 and c.tenant_id = $2 and c.id = a.client_id`,
      ...[typist.id, home.id],
    );
    expect(await find(typist.email)).toMatchObject([{ clientId: typist.clientId, isEmailTyped: false }]);
    await ask('update accounts set email_typed_at = now() where id = $1', typist.id);
    expect(await find(typist.email)).toEqual([]);
    expect(await find('uustal')).toMatchObject([{ email: typist.email, isEmailTyped: true }]);
    expect(await find('%')).toEqual([]);
    expect(await find('%%')).toEqual([]);
    expect(await find('k')).toEqual([]);
  });
});

describe('taking somebody out', () => {
  test('free or late, and the place goes to the next in line in the same moment', async () => {
    const { home, trainer, booked, queue } = await furnished(2, 2);
    clock.set('2026-09-14T09:00:00Z');
    const [one, two] = booked as [Placed, Placed];
    expect((await take(trainer, one.id)).body).toEqual({ state: 'cancelledFree' });
    // The late one is forgiven: somebody else has the place.
    expect((await take(trainer, two.id, 'late')).body).toEqual({ state: 'cancelledFree' });
    const states = await Promise.all(queue.map(({ id }) => stateOf(id)));
    expect(states.map((row) => row?.state)).toEqual(['booked', 'booked']);
    expect((await stateOf(two.id))?.state).toBe('cancelledFree');
    expect((await take(trainer, one.id)).error).toBe('registrationNotFound');
    await expect
      .poll(async () => (await mails(home.id)).filter(({ text }) => text.includes('training?id=')).length)
      .toBeGreaterThanOrEqual(2);
  });

  test('who was noted as here goes with the note, after the start too; who waits leaves the list', async () => {
    const { admin, training, booked, queue } = await furnished(1, 1);
    const [one] = booked as [Placed];
    const [waiting] = queue as [Placed];
    expect((await take(admin, waiting.id)).body).toEqual({ state: 'left' });
    await ask('update registrations set presence = true where id = $1 returning 1', one.id);
    clock.set('2026-09-15T15:05:00Z');
    expect((await take(admin, one.id, 'late')).body).toEqual({ state: 'cancelledLate' });
    const [counts] = await ask('select booked, waiting from trainings where id = $1', training.id);
    expect(counts).toEqual({ booked: 0, waiting: 0 });
  });

  test('gives the visit back when free', async () => {
    const { home, admin, training } = await furnished(0, 0, { maxPlaces: 2, payment: 'paid' });
    const owner = await home.account();
    const productId = await addProduct(running, home, { clientType: 'groupTraining' });
    await fulfil(running, home, { productId, owner });
    const { body } = await put(admin, training.id, owner.clientId);
    await take(admin, body.registrationId);
    const [sum] = await ask<{ kinds: string[] }>(
      'select array_agg(kind order by id) as kinds from ticket_entries where tenant_id = $1',
      home.id,
    );
    expect(sum?.kinds).toEqual(['GRANT', 'RESERVE', 'RELEASE']);
  });

  test('is for own trainings only', async () => {
    const { home, booked } = await furnished(1, 0);
    const other = await home.account({ role: 'trainer', canManageRegistrations: true });
    expect((await take(other, booked[0]?.id ?? 0)).error).toBe('registrationNotFound');
    expect((await stateOf(booked[0]?.id ?? 0))?.state).toBe('booked');
  });
});

describe('an administrator', () => {
  // shows: call-admin-registration-class-id
  test('puts somebody into any training, who then stands on its roll', async () => {
    const { home, admin, trainer, training, booked } = await furnished(1, 0);
    const clientId = await home.client({ firstName: 'Õie', lastName: 'Pärn' });
    const params = { id: training.id };
    const putIn = (parts: object = {}, actor = admin) =>
      call(contract.bookInClass, { params, body: { clientId, ...plain, ...parts } }, { actor });
    expect((await putIn()).error).toBe('noFreePlaces');
    const beyond = { isBeyondPlaces: true, reason: 'Trial training' };
    expect((await putIn(beyond, trainer)).status).toBe(403);
    const { body } = await putIn(beyond);
    expect(body.place).toBe(2);
    expect(await stateOf(body.registrationId)).toEqual({ state: 'booked', place: 2 });
    const roll = await call(getClassRoll, { params }, { actor: admin });
    expect(roll.body.registrations).toMatchObject([
      { registrationId: booked[0]?.id, place: 1 },
      { registrationId: body.registrationId, clientId, name: 'Õie Pärn', place: 2, presence: null },
    ]);
    expect((await putIn(beyond)).error).toBe('alreadyRegistered');
  });

  // shows: call-admin-registration-id
  test('notes who is here, takes the note back, and takes them out, whoever leads the training', async () => {
    const { admin, trainer, training, booked, queue } = await furnished(1, 1);
    const [one, next] = [booked[0]?.id ?? 0, queue[0]?.id ?? 0];
    const params = { id: one };
    const note = (presence: boolean | null) =>
      call(changeOnePresence, { params, body: { presence } }, { actor: admin });
    const noted = async () => {
      const { body } = await call(getClassRoll, { params: { id: training.id } }, { actor: admin });
      return body.registrations.map(({ registrationId, presence }) => [registrationId, presence]);
    };
    clock.set('2026-09-15T14:50:00Z');
    expect((await note(true)).body).toEqual({ presence: true, message: 'presenceChanged' });
    expect(await noted()).toEqual([
      [one, true],
      [next, null],
    ]);
    expect((await note(null)).body.presence).toBeNull();
    expect(await noted()).toContainEqual([one, null]);

    const takeOut = (actor: TestAccount) =>
      call(contract.removeRegistration, { params, query: { removal: 'free' } }, { actor });
    expect((await takeOut(trainer)).status).toBe(403);
    expect((await takeOut(admin)).body).toEqual({ state: 'cancelledFree' });
    expect((await stateOf(one))?.state).toBe('cancelledFree');
    expect((await noted()).map(([id]) => id)).not.toContain(one);
    expect((await takeOut(admin)).error).toBe('registrationNotFound');
  });
});
