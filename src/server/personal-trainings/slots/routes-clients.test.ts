import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { personalTimes, tuesdayAtNine } from '#server/testing/personal.ts';
import { scrubbingMeans } from '#server/testing/scrubbing.ts';
import { withServer } from '#server/testing/server.ts';
import { attemptLimits } from '#shared/account/domain.ts';
import * as contract from '#shared/personal-trainings/clients/contract.ts';
import { acceptShare, listPersonalTrainings } from '#shared/personal-trainings/contract.ts';

const running = withServer();
const { call, ask } = running;
const { scene, book, ledger, mails } = personalTimes(running);
const { expectScrubbed } = scrubbingMeans(running);

const found = async (actor: TestAccount, text: string) =>
  (await call(contract.findPersonalClients, { query: { text } }, { actor })).body.map(({ name }) => name);
const numberOf = async (clientId: number) =>
  (await ask<{ code: string }>('select code from clients where id = $1', clientId))[0]?.code ?? 'none';
const bookFor = async (actor: TestAccount, clientId: number, startDateTime = tuesdayAtNine) => {
  const body = { clientId, clientNumber: await numberOf(clientId), startDateTime };
  return call(contract.bookForClient, { body }, { actor });
};

/** A training of a trainer's with a client, by itself or in a group. */
async function train(
  home: Centre,
  trainerId: number,
  clientId: number,
  { startsAt = '2026-09-17T06:00:00Z', isPersonal = true } = {},
) {
  const training = await home.training({ startsAt, trainerId });
  if (isPersonal)
    await ask("update trainings set client_type = 'personalTraining' where id = $1 returning 1", training.id);
  await home.registration(training, clientId, { place: 1 });
}

/** Somebody who came to a group of a trainer's, and trains by themselves with another one. */
async function strangerTo(home: Centre, trainerId: number, firstName: string, lastName: string) {
  const stranger = await home.account({ firstName, lastName });
  await train(home, trainerId, stranger.clientId, { isPersonal: false });
  await train(home, await home.trainer(), stranger.clientId, { startsAt: '2026-09-18T06:00:00Z' });
  return stranger;
}

/** Whose login was closed, as by merging, and who has two others: the first of them is how they are written to. */
async function otherLogin(home: Centre, { id, clientId }: TestAccount): Promise<string> {
  const [first, second] = [await home.account(), await home.account()];
  await ask('update accounts set client_id = $1 where id = any($2)', clientId, [first.id, second.id]);
  await ask('update accounts set is_blocked = true where id = $1', id);
  return first.email;
}

test('a trainer books for a client, who is told; the visit is the client’s', async () => {
  const { home, trainer, owner, packageId } = await scene();
  const email = await otherLogin(home, owner);
  const { body, error } = await bookFor(trainer, owner.clientId);
  expect(error).toBeUndefined();
  expect(await ledger(packageId)).toEqual(['GRANT', 'RESERVE']);
  const { body: taught } = await call(contract.listTaught, {}, { actor: trainer });
  expect(taught).toMatchObject([
    { registrationId: body.registrationId, clientId: owner.clientId, clientName: 'Mari Mets', time: '09:00' },
  ]);
  const other = await home.account({ role: 'trainer' });
  expect((await call(contract.listTaught, {}, { actor: other })).body).toEqual([]);
  await expect
    .poll(async () =>
      (await mails(home)).map(({ recipient, text }) => [recipient, text.includes('training?id=')]),
    )
    .toEqual([[email, true]]);
  expect((await bookFor(trainer, owner.clientId)).error).toBe('slotTaken');
  expect((await bookFor(trainer, 2_000_000_000, '2026-09-15T07:00:00Z')).error).toBe('clientNotFound');
});

test('nobody is booked for by counting ids: the number goes along', async () => {
  const { trainer, owner, packageId } = await scene();
  for (const clientNumber of ['1', `${await numberOf(owner.clientId)}0`]) {
    const body = { clientId: owner.clientId, clientNumber, startDateTime: tuesdayAtNine };
    expect((await call(contract.bookForClient, { body }, { actor: trainer })).error).toBe('clientNotFound');
  }
  expect(await ledger(packageId)).toEqual(['GRANT']);
});

test('nor by guessing numbers: so many of others are tried in an hour', async () => {
  const { trainer, owner, packageId } = await scene();
  const named = (clientNumber: string) => {
    const body = { clientId: owner.clientId, clientNumber, startDateTime: tuesdayAtNine };
    return call(contract.bookForClient, { body }, { actor: trainer });
  };
  const { most } = attemptLimits.clientLookup;
  for (let guess = 0; guess < most; guess += 1)
    expect((await named(`X${guess}`)).error).toBe('clientNotFound');
  expect((await named(await numberOf(owner.clientId))).error).toBe('tooManyAttempts');
  expect(await ledger(packageId)).toEqual(['GRANT']);
});

test('who finds one after another whom they do not train is stopped; own clients are found as ever', async () => {
  const { home, trainer, trainerId, owner } = await scene();
  await book(owner, trainerId);
  const stranger = await strangerTo(home, trainerId, 'Liis', 'Lepp');
  const number = await numberOf(stranger.clientId);
  const { most } = attemptLimits.clientLookup;
  for (let round = 0; round < most; round += 1) expect(await found(trainer, number)).toEqual(['Liis Lepp']);
  const search = (text: string) =>
    call(contract.findPersonalClients, { query: { text } }, { actor: trainer });
  expect((await search(number)).error).toBe('tooManyAttempts');
  expect(await found(trainer, 'Mari')).toEqual(['Mari Mets']);
});

test('what a trainer books is given back free for two hours, however soon it is', async () => {
  const { trainer, owner } = await scene();
  running.clock.set('2026-09-15T02:00:00Z');
  expect((await bookFor(trainer, owner.clientId)).body.freeUntil).toBe('2026-09-15T04:00:00Z');
});

test('what a client does elsewhere is not told, only that they are busy', async () => {
  const { home, trainer, owner } = await scene();
  const group = await home.training({ startsAt: '2026-09-15T06:30:00Z', name: 'Secret' });
  await home.registration(group, owner.clientId, { place: 1 });
  const answer = await bookFor(trainer, owner.clientId);
  expect([answer.error, answer.refusal?.details]).toEqual(['clientBusy', { time: '09:30' }]);
});

test('a trainer finds own clients by name, others only by their whole number or e-mail', async () => {
  const { home, trainer, trainerId, owner } = await scene();
  const stranger = await strangerTo(home, trainerId, 'Mari', 'Maasikas');
  const put = (clientId: number, code: string, email: string) =>
    ask('update clients set code = $2, email = $3 where id = $1', clientId, code, email);
  await put(owner.clientId, 'M-1001', 'mari.mets@test.test');
  await put(stranger.clientId, 'M-2002', 'mari.maasikas@test.test');
  expect(await found(trainer, 'Mari')).toEqual([]);
  await book(owner, trainerId);
  for (const part of ['Mari', 'ri me', 'm-10', 'mari.m'])
    expect(await found(trainer, part)).toEqual(['Mari Mets']);
  for (const whole of ['m-2002', 'MARI.maasikas@test.test']) {
    expect(await found(trainer, whole)).toEqual(['Mari Maasikas']);
    expect(await found(trainer, whole.slice(0, -1))).toEqual([]);
  }
  // Who only typed an address is not who has it.
  await ask(
    `update accounts a set email = c.email, email_typed_at = now() from clients c
      where a.tenant_id = $1 and c.tenant_id = $1 and c.id = a.client_id and c.id = any($2)`,
    ...[home.id, [owner.clientId, stranger.clientId]],
  );
  for (const text of ['mari.m', 'MARI.maasikas@test.test']) expect(await found(trainer, text)).toEqual([]);
  expect(await found(trainer, 'm-10')).toEqual(['Mari Mets']);
  expect(await found(trainer, 'm-2002')).toEqual(['Mari Maasikas']);
});

// shows: share-packages
test('a trainer shares a package of an own client: who it is for must agree, its owner is told', async () => {
  const { home, trainer, trainerId, owner, productId, packageId } = await scene();
  await ask('update products set is_shareable = true where id = $1 returning 1', productId);
  const friend = await home.account({ firstName: 'Kai', lastName: 'Kask' });
  const share = (actor: TestAccount, recipient = friend.email) =>
    call(
      contract.shareForClient,
      { params: { id: owner.clientId }, body: { packageId, recipient } },
      { actor },
    );
  const packages = (actor: TestAccount) =>
    call(contract.listClientPackages, { params: { id: owner.clientId } }, { actor });
  // Not a client of theirs yet, though they come to a group of theirs, and others train with them.
  await train(home, trainerId, owner.clientId, { isPersonal: false });
  await train(home, trainerId, await home.client(), { startsAt: '2026-09-18T06:00:00Z' });
  expect([(await share(trainer)).error, (await packages(trainer)).error]).toEqual([
    'clientNotFound',
    'clientNotFound',
  ]);
  await book(owner, trainerId);
  const email = await otherLogin(home, owner);
  expect((await packages(trainer)).body).toMatchObject({
    name: 'Mari Mets',
    packages: [{ id: packageId, remaining: 1, isShareable: true, isOwn: true }],
  });
  const stranger = await home.account({ role: 'trainer' });
  expect((await share(stranger)).error).toBe('clientNotFound');
  expect((await share(trainer, 'kai')).error).toBeUndefined();
  expect((await share(trainer)).error).toBeUndefined();
  const { offers } = (await call(listPersonalTrainings, {}, { actor: friend })).body;
  expect(offers).toMatchObject([{ ownerName: 'Mari M.' }]);
  await call(acceptShare, { params: { id: offers[0]?.shareId ?? 0 } }, { actor: friend });
  expect((await book(friend, trainerId, '2026-09-15T07:00:00Z')).body.cover).toMatchObject({ id: packageId });
  await expect
    .poll(
      async () =>
        (await mails(home)).filter(({ recipient, text }) => recipient === email && text.includes('kai'))
          .length,
    )
    .toBeGreaterThanOrEqual(1);
  await expectScrubbed(home, friend.clientId, friend.email, 1);
});

test('free times of one’s own', async () => {
  const { trainer } = await scene();
  const query = { from: '2026-09-15', until: '2026-09-15' };
  const { body } = await call(contract.listOwnSlots, { query }, { actor: trainer });
  expect(body.map(({ time }) => time)).toEqual(['09:00', '10:00', '11:00']);
});
