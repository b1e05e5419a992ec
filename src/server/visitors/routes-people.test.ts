import { describe, expect, test } from 'vitest';
import type { Centre, TestTraining } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { kai, linkTokenIn, type SentMail, visitorMeans } from '#server/testing/visitors.ts';
import { listUsers, updateUser } from '#shared/account/users/contract.ts';
import { listClients, updateClient } from '#shared/clients/contract.ts';
import { mergeClients } from '#shared/clients/merging/contract.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { register } from '#shared/registrations/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';
import { bookAsVisitor } from '#shared/visitors/contract.ts';

const running = withServer();
const { call, ask } = running;
const { open, asked, pressed, confirm, cancel, clientsOf, registrationsOf } = visitorMeans(running);
const startsAt = '2026-09-15T15:00:00Z';

describe('whose a booking is', () => {
  test('the same address and name are the same visitor, and nothing known is changed', async () => {
    const home = await open();
    await pressed(home, (await home.training({ startsAt })).id);
    const later = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
    await pressed(home, later.id, 2, { firstName: ' KAI', email: ' KAI@test.test', phone: '5551111' });
    expect(await clientsOf(home)).toMatchObject([{ first_name: 'Kai', phone: '+37255551234' }]);
    expect(await registrationsOf(home)).toHaveLength(2);
  });

  test('two children with the address of a parent both come', async () => {
    const home = await open();
    const parent = await home.account({ firstName: 'Mari', lastName: 'Kask' });
    const training = await home.training({ startsAt });
    for (const [index, firstName] of ['Kai', 'Mall', 'Mari'].entries())
      await pressed(home, training.id, index + 1, { firstName, email: parent.email });
    expect((await clientsOf(home)).map(({ first_name: name }) => name)).toEqual(['Mari', 'Kai', 'Mall']);
    expect(new Set((await registrationsOf(home)).map((row) => row.client_id)).size).toBe(3);
    const own = await call(getOwnTraining, { params: { id: training.id } }, { actor: parent });
    expect(own.body.own).toMatchObject({ state: 'booked', place: 3 });
  });

  test('with the address and the name of an account it is the member’s, who may have booked it already', async () => {
    const home = await open();
    const member = await home.account({ firstName: 'Mari', lastName: 'Šķēle' });
    const training = await home.training({ startsAt });
    const [before, after] = [
      await home.training({ startsAt: addMinutes(startsAt, -24 * 60) }),
      await home.training({ startsAt: addMinutes(startsAt, 24 * 60) }),
    ];
    const as = { firstName: 'mari', lastName: 'Skele', email: member.email.toUpperCase() };
    const token = await asked(home, training.id, 1, as);
    for (const { id: trainingId } of [before, training, after])
      await call(register, { body: { trainingId, isWaitingAccepted: false } }, { actor: member });
    expect((await confirm(home, token)).body.state).toBe('booked');
    const own = { client_id: member.clientId };
    expect(await registrationsOf(home)).toMatchObject([own, own, own]);
    const linked = await ask(
      `select r.training_id as id from visitor_links l join registrations r on r.id = l.registration_id
       where l.tenant_id = $1`,
      home.id,
    );
    expect(linked).toEqual([{ id: training.id }]);
  });

  test('with the address of a login that is closed it is not the member’s who has another', async () => {
    const home = await open();
    const gone = await home.account();
    const kept = await home.account({ firstName: 'Mari', lastName: 'Mets' });
    // As merging leaves it.
    const closed = 'update accounts set client_id = $2, is_blocked = true where id = $1';
    await ask(closed, gone.id, kept.clientId);
    const training = await home.training({ startsAt });
    const as = { firstName: 'Mari', lastName: 'Mets', email: gone.email };
    expect((await confirm(home, await asked(home, training.id, 1, as))).body.state).toBe('booked');
    const [booked] = await registrationsOf(home);
    expect(booked?.client_id).not.toBe(kept.clientId);
  });

  test('with the address of a login that is closed it is the member’s who has no other', async () => {
    const home = await open();
    await home.account({ firstName: 'Leo', lastName: 'Luik' });
    const member = await home.account({ firstName: 'Mari', lastName: 'Mets', isBlocked: true });
    await home.account({ firstName: 'Mari', lastName: 'Mets' });
    const training = await home.training({ startsAt });
    const as = { firstName: 'Mari', lastName: 'Mets', email: member.email };
    expect((await confirm(home, await asked(home, training.id, 1, as))).body.state).toBe('booked');
    expect(await registrationsOf(home)).toMatchObject([{ client_id: member.clientId }]);
  });

  test.each([
    ['of an account', true],
    ['of a client', false],
  ])(
    'with the address before %s it is not theirs any more, nor do old links give back what is',
    async (_, hasAccount) => {
      const home = await open();
      const was = 'kai@test.test';
      const first = await home.training({ startsAt });
      const token = await pressed(home, first.id);
      const [client] = await clientsOf(home);
      const id = client?.id ?? 0;
      const admin = await home.account({ role: 'admin' });
      if (hasAccount) {
        const account = await home.account();
        await ask('update accounts set client_id = $2, email = $3 where id = $1', account.id, id, was);
        const { items } = (await call(listUsers, { query: { id: account.id } }, { actor: admin })).body;
        const seen = items.find((each) => each.id === account.id);
        if (!seen) throw new Error('no such user');
        const body = { version: seen.version, values: { ...seen.values, email: 'next@test.test' } };
        const changed = await call(updateUser, { params: { id: account.id }, body }, { actor: admin });
        expect(changed.status).toBe(200);
      } else {
        const { items } = (await call(listClients, { query: { id } }, { actor: admin })).body;
        const seen = items.find((each) => each.id === id);
        if (!seen) throw new Error('no such client');
        const body = { version: seen.version, values: { ...seen.values, email: 'next@test.test' } };
        expect((await call(updateClient, { params: { id }, body }, { actor: admin })).status).toBe(200);
      }
      expect((await cancel(home, token)).error).toBe('registrationNotFound');
      const later = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
      const asking = { ...kai, trainingId: later.id, isWaitingAccepted: false };
      expect((await call(bookAsVisitor, { body: asking }, { host: home.host })).status).toBe(200);
      const next = async () => {
        const mails = await ask<SentMail>(
          'select recipient, subject, text from stand_in_mails where tenant_id = $1 and recipient = $2',
          home.id,
          was,
        );
        return mails.map(linkTokenIn).find((each) => each !== '' && each !== token) ?? '';
      };
      await expect.poll(next, { timeout: 10_000 }).not.toBe('');
      expect((await confirm(home, await next())).body.state).toBe('booked');
      const rows = await registrationsOf(home);
      expect(rows.filter((row) => row.client_id === id)).toHaveLength(1);
    },
  );

  test('two links of one new visitor pressed at once make one client', async () => {
    const home = await open();
    const [one, other] = [
      await home.training({ startsAt }),
      await home.training({ startsAt: '2026-09-16T15:00:00Z' }),
    ];
    const tokens = [await asked(home, one.id), await asked(home, other.id, 2)];
    const answers = await Promise.all(tokens.map((token) => confirm(home, token)));
    expect(answers.map(({ body }) => body.state)).toEqual(['booked', 'booked']);
    expect(await clientsOf(home)).toHaveLength(1);
  });

  test('who was merged with somebody is found by either name', async () => {
    const home = await open();
    await pressed(home, (await home.training({ startsAt })).id);
    const next = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
    await pressed(home, next.id, 2, { firstName: 'Kaja' });
    const [kept, gone] = await clientsOf(home);
    const admin = await home.account({ role: 'admin' });
    const merging = { params: { id: kept?.id ?? 0 }, body: { otherId: gone?.id ?? 0 } };
    expect((await call(mergeClients, merging, { actor: admin })).status).toBe(200);
    const last = await home.training({ startsAt: '2026-09-17T15:00:00Z' });
    await pressed(home, last.id, 3, { firstName: 'Kaja' });
    expect(await clientsOf(home)).toHaveLength(2);
  });
});

describe('one mail address', () => {
  const names = ['Anu', 'Eva', 'Ida', 'Leo', 'Uku', 'Olev'];
  const box = (index: number) => (index % 2 === 0 ? 'kai@test.test' : `kai+${index}@test.test`);
  const statusOf = ({ status, error }: { status: number; error?: string | undefined }) => error ?? status;

  test('has four places in a training, by whatever names, plus signs and at one moment; then others have it', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    const back = await home.registration(training, await visitor(home, 'Back'), { place: 1 });
    await ask(
      "update registrations set state = 'cancelledFree', place = null, ended_at = $2 where id = $1",
      ...[back, '2026-09-14T08:00:00Z'],
    );
    const tokens: string[] = [];
    for (const [index, firstName] of names.entries())
      tokens.push(await asked(home, training.id, index + 1, { firstName, email: box(index) }));
    const answers = await Promise.all(tokens.map((token) => confirm(home, token)));
    expect(answers.map(statusOf).toSorted()).toEqual([
      ...[200, 200, 200, 200],
      ...['addressLimitExceeded', 'addressLimitExceeded'],
    ]);
    expect((await registrationsOf(home)).filter(({ state }) => state === 'booked')).toHaveLength(4);
    // A link that has booked goes on showing what it booked.
    const booked = tokens[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await confirm(home, booked)).body.state).toBe('booked');
    await pressed(home, training.id, names.length + 1, { email: 'somebody@test.test' });
  });

  /**
   * Of the box: what is over, what begins now, what was given back and what a member has; and somebody else who is kept out, as is
   * who only typed an address of it.
   */
  async function furnish(home: Centre, ahead: TestTraining) {
    const member = await home.account();
    await ask('update accounts set email = $2 where id = $1', member.id, 'kai+member@test.test');
    await home.registration(ahead, member.clientId, { place: 1 });
    for (const [firstName, begins] of [
      ['Over', '2026-09-13T15:00:00Z'],
      ['Beginning', '2026-09-14T09:00:00Z'],
    ] as const)
      await home.registration(await home.training({ startsAt: begins }), await visitor(home, firstName), {
        place: 1,
      });
    const back = await home.registration(ahead, await visitor(home, 'Back'), { place: 2 });
    await ask(
      "update registrations set state = 'cancelledFree', place = null, ended_at = $2 where id = $1",
      ...[back, '2026-09-14T08:00:00Z'],
    );
    const typist = await home.account();
    await ask(
      "update accounts set email = 'kai+typist@test.test', email_typed_at = now() where id = $1",
      typist.id,
    );
    await ask('update clients set is_blocked = true where id = $1', typist.clientId);
    const stranger = await home.client({ isBlocked: true });
    await ask("update clients set banned_until = '2026-12-01' where id = $1", stranger);
  }

  async function visitor(home: Centre, firstName: string): Promise<number> {
    const clientId = await home.client({ firstName });
    await ask(
      'insert into visitors (tenant_id, client_id, email, name, created_at) values ($1, $2, $3, $4, now())',
      ...[home.id, clientId, 'kai@test.test', firstName.toLowerCase()],
    );
    return clientId;
  }

  test('has as many trainings ahead as one client may have, beside what a member has with it', async () => {
    const home = await open({ limits: { upcomingMax: 3, undoSeconds: 0 } });
    await furnish(home, await home.training({ startsAt: '2026-09-20T15:00:00Z' }));
    for (const [index, firstName] of names.slice(0, 4).entries()) {
      const training = await home.training({ startsAt: `2026-09-${15 + index}T15:00:00Z` });
      const token = await asked(home, training.id, index + 1, { firstName });
      expect(statusOf(await confirm(home, token))).toBe(index < 3 ? 200 : 'registeringLimitExceeded');
    }
  });

  test('waits where one of its clients may not book ahead, or is kept out', async () => {
    const home = await open();
    const training = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
    await pressed(home, (await home.training({ startsAt })).id);
    const first = await asked(home, training.id, 2, { firstName: 'Mall' });
    await ask("update clients set banned_until = '2026-12-01' where tenant_id = $1 returning id", home.id);
    expect(statusOf(await confirm(home, first))).toBe('bookingBanned');
    await ask(
      'update clients set banned_until = null, is_blocked = first_name = $2 where tenant_id = $1',
      home.id,
      'Kai',
    );
    expect(statusOf(await confirm(home, first))).toBe('registeringNotAllowed');
    await ask('update clients set is_blocked = false where tenant_id = $1', home.id);
    expect(statusOf(await confirm(home, first))).toBe(200);
  });
});
