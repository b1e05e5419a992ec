import { describe, expect, test } from 'vitest';
import type { Centre, TestTraining } from '#server/testing/centre.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { kai, linkTokenIn, visitorMeans } from '#server/testing/visitors.ts';
import { register } from '#shared/registrations/contract.ts';
import * as contract from '#shared/visitors/contract.ts';

const running = withServer();
const { call, send, ask, centre } = running;
const {
  open,
  book,
  asked,
  pressed,
  confirm,
  look,
  cancel,
  mailsOf,
  clientsOf,
  registrationsOf,
  freePlacesOf,
} = visitorMeans(running);
const startsAt = '2026-09-15T15:00:00Z';

describe('asking for a place without an account', () => {
  // What the address has here, by which nothing may be told apart.
  const known: Readonly<Record<string, (home: Centre, training: TestTraining) => Promise<string>>> = {
    'an account has': async (home) => (await home.account()).email,
    'somebody has who is booked already': async (home, training) => {
      const member = await home.account();
      await home.registration(training, member.clientId, { place: 1 });
      return member.email;
    },
    'somebody has who waits already': async (home, training) => {
      const member = await home.account();
      await home.registration(training, member.clientId);
      return member.email;
    },
    'somebody blocked has': async (home) => {
      const member = await home.account();
      await ask('update clients set is_blocked = true where id = $1', member.clientId);
      return member.email;
    },
    'somebody has who may not book ahead': async (home) => {
      const member = await home.account();
      await ask("update clients set banned_until = '2026-10-01T00:00:00Z' where id = $1", member.clientId);
      return member.email;
    },
    'somebody has who is elsewhere at that time': async (home) => {
      const member = await home.account();
      const other = await home.training({ startsAt: '2026-09-15T14:30:00Z' });
      await home.registration(other, member.clientId, { place: 1 });
      return member.email;
    },
    'somebody has who has as many as one may have': async (home) => {
      const member = await home.account();
      const other = await home.training({ startsAt: '2026-09-15T06:00:00Z' });
      await home.registration(other, member.clientId, { place: 1 });
      return member.email;
    },
    'a visitor of before has': async (home) => {
      await pressed(home, (await home.training({ startsAt: '2026-09-16T15:00:00Z' })).id);
      await ask('delete from stand_in_mails where tenant_id = $1', home.id);
      return kai.email;
    },
  };

  test.each(Object.entries(known))('answers with an address %s as with an unknown one', async (_, make) => {
    const home = await open({ limits: { undoSeconds: 0, sameDayMax: 1, upcomingMax: 1 } });
    const training = await home.training({ startsAt, name: 'Jooga' });
    const email = await make(home, training);
    const before = [
      await freePlacesOf(home, training.id),
      await registrationsOf(home),
      await clientsOf(home),
    ];
    const exchange = async (address: string) => {
      const {
        status,
        headers,
        text: body,
      } = await send({
        ...{ method: 'POST', path: '/api/v0.1/public/registration', host: home.host },
        headers: { 'content-type': 'application/json', 'accept-language': 'en' },
        body: JSON.stringify({ trainingId: training.id, isWaitingAccepted: false, ...kai, email: address }),
      });
      const { date: _date, 'x-request-id': _id, ...told } = headers;
      return { status, told, body };
    };
    const ofKnown = await exchange(email);
    const ofUnknown = await exchange('nobody@test.test');
    expect(ofKnown).toEqual(ofUnknown);
    expect([ofKnown.status, ofKnown.body]).toEqual([200, '{"outcome":"mailed"}']);
    expect([
      await freePlacesOf(home, training.id),
      await registrationsOf(home),
      await clientsOf(home),
    ]).toEqual(before);
    // The same mail too, but for the link.
    const mails = await mailsOf(home, 2);
    const told = mails.map(({ subject, text }) => [subject, text.replace(/token=[\w-]+/, '')]);
    expect(told[0]).toEqual(told[1]);
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [email, 'nobody@test.test'].toSorted(),
    );
  });

  test('looks at nobody: it answers so too where it may read of no person at all', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    const people = 'clients, accounts, visitors, visitor_links, registrations';
    const owned = (query: string) => withOwner(running.databaseUrl, (owner) => owner.query(query));
    await owned(`revoke all on ${people} from trenn_app`);
    try {
      expect((await book(home, training.id)).body).toEqual({ outcome: 'mailed' });
    } finally {
      await owned(`grant select, insert, update, delete on ${people} to trenn_app`);
    }
    await mailsOf(home);
  });

  test('keeps nothing that opens the link, and looking at it changes nothing', async () => {
    const home = await open();
    const training = await home.training({ startsAt, name: 'Jooga' });
    await book(home, training.id, {}, 'et');
    const [mail] = await mailsOf(home);
    expect(mail?.recipient).toBe('kai@test.test');
    expect(mail?.subject).toContain('Jooga, 15.09.2026 18:00');
    expect(mail?.text).toContain('Tere, Kai!');
    expect(mail?.text).toContain('Kinnitada saad kuni 15.09.2026 12:00.');
    const token = linkTokenIn(mail);
    const requests = await ask('select * from visitor_requests where tenant_id = $1', home.id);
    expect(JSON.stringify(requests)).not.toContain(token);
    for (let times = 0; times < 2; times += 1) {
      expect((await look(home, token)).body).toMatchObject({
        ...{ state: 'asked', offer: 'booked', trainingName: 'Jooga', startDateTime: startsAt },
        ...{ freeUntil: '2026-09-15T12:00:00Z', cancelingAllowed: false },
      });
    }
    expect(await registrationsOf(home)).toEqual([]);
    expect(await clientsOf(home)).toEqual([]);
    expect((await cancel(home, token)).error).toBe('registrationNotFound');
  });

  test('holds no place, and says to wait where none is free', async () => {
    const home = await open();
    const training = await home.training({ startsAt, maxPlaces: 1 });
    const first = await asked(home, training.id);
    await pressed(home, training.id, 2, { email: 'quick@test.test' });
    expect((await confirm(home, first)).error).toBe('noFreePlaces');
    expect((await look(home, first)).body).toMatchObject({ state: 'asked', offer: 'waiting' });
    expect((await confirm(home, first, true)).body).toMatchObject({ state: 'waiting', offer: 'none' });
    expect((await book(home, training.id, { email: 'third@test.test' })).error).toBe('noFreePlaces');
    await book(home, training.id, { email: 'third@test.test', isWaitingAccepted: true });
    expect((await mailsOf(home, 3)).at(-1)?.text).toContain('you are on the waiting list');
    expect(await registrationsOf(home)).toHaveLength(2);
  });
});

describe('a visitor is refused', () => {
  test.each([
    [{ firstName: '' }, 'firstName', 'nameRequired'],
    [{ lastName: 'www.x.test' }, 'lastName', 'nameInvalid'],
    [{ firstName: 'a'.repeat(61) }, 'firstName', 'maxLength'],
    [{ email: '' }, 'email', 'emailRequired'],
    [{ email: 'kai' }, 'email', 'emailInvalid'],
    [{ phone: ' ' }, 'phone', 'fieldRequired'],
    [{ phone: '123' }, 'phone', 'phoneInvalid'],
    [{ phone: '+37255551234567' }, 'phone', 'phoneInvalid'],
  ])('for %o, naming the field', async (parts, field, problem) => {
    const home = await open();
    const training = await home.training({ startsAt });
    const answer = await book(home, training.id, parts);
    expect(answer.refusal).toEqual({
      errors: ['dataValidationFailed'],
      code: 400,
      details: { field, problem },
    });
    expect(await clientsOf(home)).toEqual([]);
  });

  test('for what is no such body', async () => {
    const home = await open();
    expect((await book(home, 1, { email: 5 })).error).toBe('dataValidationFailed');
    expect((await book(home, 1, { isAdmin: true })).error).toBe('dataValidationFailed');
  });

  test('where the centre takes nobody by itself', async () => {
    const home = await centre();
    const training = await home.training({ startsAt });
    const answer = await book(home, training.id);
    expect([answer.status, answer.error]).toEqual([404, 'itemNotFound']);
    const free = await call(
      contract.getFreePlaces,
      { query: { training: training.id } },
      { host: home.host },
    );
    expect(free.body.outcome).toBe('none');
  });

  test('a training that is not public, not there, or another centre’s', async () => {
    const [home, other] = [await open(), await open()];
    const hidden = await home.training({ startsAt, isPublic: false });
    const foreign = await other.training({ startsAt });
    for (const id of [hidden.id, foreign.id, 2_000_000_000]) {
      expect((await book(home, id)).error).toBe('trainingNotFound');
    }
  });

  test('a training that is closed, called off, full, begun or not open yet', async () => {
    const home = await open();
    const cases = [
      [{ isClosed: true }, 'registeringNotAllowed'],
      [{ isCancelled: true }, 'trainingCancelled'],
      [{ maxPlaces: 0 }, 'noFreePlaces'],
      [{ payment: 'paid' }, 'coverNeeded'],
      [{ startsAt: '2026-09-14T08:30:00Z' }, 'bookingClosed'],
      [{ startsAt: '2026-10-15T15:00:00Z' }, 'bookingNotOpen'],
    ] as const;
    for (const [parts, code] of cases) {
      const training = await home.training({ startsAt, ...parts });
      expect((await book(home, training.id)).error).toBe(code);
    }
    expect(await ask('select 1 from stand_in_mails where tenant_id = $1', home.id)).toEqual([]);
  });

  test('what asks for nothing shuts no address out', async () => {
    const home = await open();
    for (let round = 0; round < 7; round += 1)
      expect((await book(home, 7_000_000)).error).toBe('trainingNotFound');
    const training = await home.training({ startsAt });
    expect((await book(home, training.id)).status).toBe(200);
  });

  test('after six mails a day to one address', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    // What stands behind a plus leads to the same box.
    for (const email of [
      'kai@test.test',
      'KAI@test.test',
      'kai+1@test.test',
      'kai+2@test.test',
      'kai+3@test.test',
      kai.email,
    ])
      expect((await book(home, training.id, { email })).status, email).toBe(200);
    expect((await book(home, training.id, { email: 'kai+4@test.test' })).error).toBe('tooManyAttempts');
    running.clock.advance({ hours: 2 });
    expect((await book(home, training.id)).error).toBe('tooManyAttempts');
  });
});

test('what a visitor could have is told before anything is typed', async () => {
  const home = await open();
  const training = await home.training({ startsAt, maxPlaces: 1 });
  const ask = async (id: number) =>
    call(contract.getFreePlaces, { query: { training: id } }, { host: home.host });
  expect((await ask(training.id)).body).toEqual({
    outcome: 'booked',
    freePlaces: 1,
    waitingCount: 0,
    freeUntil: '2026-09-15T12:00:00Z',
    listMovesUntil: '2026-09-15T14:30:00Z',
  });
  const actor = await home.account();
  await call(register, { body: { trainingId: training.id, isWaitingAccepted: false } }, { actor });
  expect((await ask(training.id)).body).toMatchObject({ outcome: 'waiting', freePlaces: 0 });
  expect((await ask(7_000_000)).error).toBe('trainingNotFound');
});
