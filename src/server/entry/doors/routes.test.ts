import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withDoors } from '#server/testing/doors.ts';
import { untilLookedAt } from '#server/testing/looked-at.ts';
import { withServer } from '#server/testing/server.ts';
import { getEntryCodes, registerEntryDevice, removeEntryDevice } from '#shared/entry/codes/contract.ts';
import { getDoorList } from '#shared/entry/doors/contract.ts';
import type { DoorList } from '#shared/entry/offline/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { register as book } from '#shared/registrations/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { phone, register, doorOf, furnished, gymTicket, visitsOf, entriesOf } = withDoors(running);
const pass = (minutes: number) => clock.advance({ minutes });

describe('a member’s code', () => {
  // shows: call-user-card-entrycodes
  test('opens the door, takes one visit a stay, and only its first name is said', async () => {
    const { home, member, scan } = await furnished();
    const { id } = await gymTicket(home, member);
    const { show } = await register(member);
    const first = await scan(show());
    expect(first.body).toEqual({ result: 'accepted', firstName: 'Kai', reason: null, lock: 'none' });
    pass(20);
    expect((await scan(show())).body.result).toBe('accepted');
    expect(await visitsOf(id)).toHaveLength(1);
    expect((await entriesOf(home)).map(({ by }) => by)).toEqual(['ticket', 'sameStay']);
    pass(200);
    expect((await scan(show())).body.result).toBe('accepted');
    expect(await visitsOf(id)).toHaveLength(2);
  });

  test('does not keep a stay going by coming and going: it is counted from its visit', async () => {
    const { home, member, scan } = await furnished();
    const { id } = await gymTicket(home, member);
    const { show } = await register(member);
    for (const minutes of [0, 100, 70, 20]) {
      pass(minutes);
      expect((await scan(show(), randomUUID())).body.result).toBe('accepted');
    }
    expect((await entriesOf(home)).map(({ by }) => by)).toEqual(['ticket', 'sameStay', 'sameStay', 'ticket']);
    expect(await visitsOf(id)).toHaveLength(2);
  });

  test('sent again it is the same scan; shown again it is not', async () => {
    const { home, member, scan } = await furnished();
    const { id } = await gymTicket(home, member);
    const { show } = await register(member);
    const [code, scanId] = [show(), randomUUID()];
    const answers = await Promise.all([scan(code, scanId), scan(code, scanId), scan(code, scanId)]);
    expect(answers.map(({ body }) => body.result)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await visitsOf(id)).toHaveLength(1);
    const again = await scan(code);
    expect(again.body).toEqual({
      result: 'refused',
      firstName: 'Kai',
      reason: 'alreadyInside',
      lock: 'none',
    });
    expect(await entriesOf(home)).toHaveLength(2);
  });

  test('is taken by what it opened alone: refused, it is shown again at once with what was bought', async () => {
    const { home, member, scan } = await furnished();
    const { show } = await register(member);
    const code = show();
    expect((await scan(code)).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
    const { id } = await gymTicket(home, member);
    expect((await scan(code)).body.result).toBe('accepted');
    expect((await scan(code)).body.result).toBe('refused');
    expect(await visitsOf(id)).toHaveLength(1);
  });

  test('sent again a minute later, or at another door, is an old one', async () => {
    const { home, admin, member, scan } = await furnished();
    await gymTicket(home, member);
    const { show } = await register(member);
    const [code, scanId] = [show(), randomUUID()];
    const other = await doorOf(home, admin);
    expect((await scan(code, scanId)).body.result).toBe('accepted');
    const old = { result: 'refused', firstName: '', reason: 'codeOld', lock: 'none' };
    expect((await scan(code, scanId, other.token)).body).toEqual(old);
    pass(1);
    expect((await scan(code, scanId)).body.result).toBe('accepted');
    clock.advance({ seconds: 1 });
    expect((await scan(code, scanId)).body).toEqual(old);
  });

  test('at two doors at one moment opens one', async () => {
    const { home, admin, member, scan } = await furnished();
    await gymTicket(home, member, 1);
    const other = await doorOf(home, admin);
    const { show } = await register(member);
    const code = show();
    const answers = await Promise.all([scan(code), scan(code, randomUUID(), other.token)]);
    expect(answers.map(({ body }) => body.result).toSorted()).toEqual(['accepted', 'refused']);
  });

  test.each([
    ['a picture of it a minute later', -60_000, 'codeOld'],
    ['a phone 25 seconds behind', -25_000, null],
    ['a phone 25 seconds ahead', 25_000, null],
  ])('%s', async (_, off, reason) => {
    const { home, member, scan } = await furnished();
    await gymTicket(home, member);
    const { show } = await register(member);
    expect((await scan(show(clock.epochMilliseconds() + off))).body.reason).toBe(reason);
  });

  test('of another phone, another centre, a forger or nobody is not valid', async () => {
    const { home, member, scan } = await furnished();
    await gymTicket(home, member);
    const { id } = await register(member);
    const elsewhere = await furnished();
    const theirs = await register(elsewhere.member);
    for (const code of [
      phone().show(home.id, id),
      phone().show(home.id, 999_999),
      theirs.show(),
      'T1.1.1.1',
      'hello',
    ]) {
      expect((await scan(code)).body).toMatchObject({
        result: 'refused',
        reason: 'codeNotValid',
        firstName: '',
      });
    }
  });

  // shows: message-qr-denied
  test('a new phone ends the one before it, and so do logging out and taking it away', async () => {
    const { home, member, scan } = await furnished();
    await gymTicket(home, member, null);
    const old = await register(member);
    const fresh = await register(member);
    expect((await scan(old.show())).body.reason).toBe('codeNotValid');
    expect((await scan(fresh.show())).body.result).toBe('accepted');
    await call(removeEntryDevice, {}, { actor: member });
    pass(20);
    expect((await scan(fresh.show())).body.reason).toBe('codeNotValid');
    expect((await entriesOf(home)).map(({ reason }) => reason)).toEqual(['qrDenied', null, 'qrDenied']);
    const last = await register(member);
    await ask(
      `update sessions set ended_at = now(), end_reason = 'logout' where account_id = $1 returning 1`,
      member.id,
    );
    expect((await scan(last.show())).body.reason).toBe('codeNotValid');
  });

  test('is made while the session lasts that its phone was registered in, and no longer', async () => {
    const { home, door, scan } = await furnished();
    const ends: Record<string, (actor: TestAccount) => unknown> = {
      lasts: () => undefined,
      'lasts as well': () => undefined,
      'logged out': ({ id }) =>
        ask(`update sessions set ended_at = now(), end_reason = 'logout' where account_id = $1`, id),
      'over this very moment': ({ id }) =>
        ask('update sessions set expires_at = $2 where account_id = $1', id, clock.now()),
      'over long since': ({ id }) =>
        ask('update sessions set expires_at = $2 where account_id = $1', id, '2026-09-01T00:00:00Z'),
      'taken away': (actor) => call(removeEntryDevice, {}, { actor }),
    };
    const phones: { kind: string; id: number; actor: TestAccount; show: () => string }[] = [];
    for (const [kind, end] of Object.entries(ends)) {
      const actor = await home.account();
      await gymTicket(home, actor);
      phones.push({ kind, actor, ...(await register(actor)) });
      await end(actor);
    }
    // Asked from another device of theirs.
    const elsewhere = ({ claims, ...actor }: TestAccount) => ({
      ...actor,
      claims: { ...claims, sessionId: randomUUID() },
    });
    const opening = async ({ kind, actor, show }: (typeof phones)[number]) => {
      const { body } = await call(getEntryCodes, {}, { actor: elsewhere(actor) });
      return [kind, body.device?.id ?? null, (await scan(show())).body.reason];
    };
    const seen: unknown[] = [];
    for (const phone of phones) seen.push(await opening(phone));
    expect(seen).toEqual(
      phones.map(({ kind, id }) =>
        kind.startsWith('lasts') ? [kind, id, null] : [kind, null, 'codeNotValid'],
      ),
    );
    const { body } = await call(getDoorList, { body: { token: door.token } }, { host: home.host });
    const { devices } = JSON.parse(body.list) as DoorList;
    expect(devices.map(({ id }) => id)).toEqual(phones.slice(0, 2).map(({ id }) => id));
  });

  // shows: message-qr-not-made
  test('a key that is none makes no codes', async () => {
    const { member } = await furnished();
    const answer = await call(
      registerEntryDevice,
      { body: { publicKey: 'A'.repeat(86) } },
      { actor: member },
    );
    expect(answer.error).toBe('qrGenerationFailed');
  });

  test('what is wrong with a contract stands on the phone, never at the door', async () => {
    const { member, scan } = await furnished();
    const { show } = await register(member);
    expect((await scan(show())).body).toMatchObject({ reason: 'lookAtPhone', firstName: 'Kai' });
    const { body } = await call(getEntryCodes, {}, { actor: member });
    expect(body.device).toMatchObject({ isThisOne: true });
    expect(body.doors[0]?.refusal).toEqual({ error: 'entryNothingValid', details: {} });
  });

  test('notes who comes for a training, and nobody who waits', async () => {
    const { home, member, scan } = await furnished();
    const training = await home.training({ startsAt: '2026-09-14T09:40:00Z', maxPlaces: 1 });
    const placed = await home.registration(training, member.clientId, { place: 1 });
    const waiting = await home.account();
    const queued = await home.registration(training, waiting.clientId);
    expect((await scan((await register(member)).show())).body.result).toBe('accepted');
    expect((await scan((await register(waiting)).show())).body.result).toBe('refused');
    await untilLookedAt(running, home);
    const noted = await ask(
      'select id, presence from registrations where training_id = $1 order by id',
      training.id,
    );
    expect(noted).toEqual([
      { id: placed, presence: true },
      { id: queued, presence: null },
    ]);
  });

  test('notes nobody who only goes out', async () => {
    const { home, member, scan } = await furnished({ direction: 'out' });
    const training = await home.training({ startsAt: '2026-09-14T09:40:00Z' });
    await home.registration(training, member.clientId, { place: 1 });
    expect((await scan((await register(member)).show())).body.result).toBe('accepted');
    await untilLookedAt(running, home);
    expect(await ask('select presence from registrations where training_id = $1', training.id)).toEqual([
      { presence: null },
    ]);
  });

  test('a member sees the doors that lead in, not those that lead out', async () => {
    const { home, admin, member } = await furnished();
    await doorOf(home, admin, { direction: 'out', name: 'Out' });
    const { body } = await call(getEntryCodes, {}, { actor: member });
    expect(body.doors.map(({ name }) => name)).toEqual(['Peauks']);
  });

  test('out goes everybody, and where going out is read nobody comes in twice', async () => {
    const { home, admin, member, scan } = await furnished();
    const out = await doorOf(home, admin, { direction: 'out' });
    await gymTicket(home, member, null);
    const { show } = await register(member);
    expect((await scan(show())).body.result).toBe('accepted');
    pass(60);
    expect((await scan(show())).body.reason).toBe('alreadyInside');
    pass(1);
    expect((await scan(show(), randomUUID(), out.token)).body.result).toBe('accepted');
    pass(1);
    expect((await scan(show())).body.result).toBe('accepted');
  });
});

describe('a ticket’s own code', () => {
  test('opens its club without an account, once a stay; used up it does not', async () => {
    const { home, scan } = await furnished();
    const owner = await home.account({ firstName: 'Mari' });
    const { token, id } = await gymTicket(home, owner, 1);
    expect((await scan(token)).body).toMatchObject({ result: 'accepted', reason: null });
    pass(20);
    expect((await scan(token)).body.result).toBe('accepted');
    expect(await visitsOf(id)).toHaveLength(1);
    pass(200);
    expect((await scan(token)).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
  });

  test('lets in one, also where four hold copies of it at one moment', async () => {
    const { home, admin, scan } = await furnished();
    const { token, id } = await gymTicket(home, await home.account(), 4);
    const other = await doorOf(home, admin);
    const answers = await Promise.all([
      scan(token),
      scan(token, randomUUID(), other.token),
      scan(token),
      scan(token, randomUUID(), other.token),
    ]);
    expect(answers.map(({ body }) => body.reason).toSorted()).toEqual([
      'alreadyInside',
      'alreadyInside',
      'alreadyInside',
      null,
    ]);
    expect(await visitsOf(id)).toHaveLength(1);
  });

  test.each([
    ['a limit', 5, false],
    ['a limit', 5, true],
    ['none', null, false],
    ['none', null, true],
  ])(
    'with %s (%s) lets in its owner or who holds its code, not both; exit read: %s',
    async (_, visits, isRead) => {
      const { home, admin, member, scan } = await furnished();
      const out = isRead ? await doorOf(home, admin, { direction: 'out' }) : undefined;
      const { token } = await gymTicket(home, member, visits);
      const { show } = await register(member);
      const [byCode, byPhone] = [() => scan(token), () => scan(show())];
      for (const [first, second] of [
        [byCode, byPhone],
        [byPhone, byCode],
      ] as const) {
        expect((await first()).body).toMatchObject({ result: 'accepted' });
        expect((await second()).body).toMatchObject({ result: 'refused', reason: 'alreadyInside' });
        // Once the first one is out, or the while is over, the other comes in.
        pass(1);
        const code = first === byCode ? token : show();
        if (out) expect((await scan(code, randomUUID(), out.token)).body.result).toBe('accepted');
        else pass(15);
        expect((await second()).body).toMatchObject({ result: 'accepted' });
        pass(24 * 60);
      }
    },
  );

  test.each([5, 1])(
    'of %i visits, with a place booked by it: the place opens, and its holder is here',
    async (visits) => {
      const { home, member, scan } = await furnished();
      const { id, token } = await gymTicket(home, member, visits);
      const training = await home.training({
        startsAt: addMinutes(clock.now(), 61),
        payment: 'paid',
      });
      await ask("update trainings set client_type = 'gym' where id = $1 returning 1", training.id);
      const body = { trainingId: training.id, isWaitingAccepted: false };
      const { registrationId } = (await call(book, { body }, { actor: member })).body;
      pass(5);
      expect((await scan(token)).body.result).toBe('accepted');
      pass(20);
      expect((await scan(token)).body.result).toBe('accepted');
      // At the inner door, after the training.
      pass(110);
      expect((await scan(token)).body.result).toBe('accepted');
      expect(await visitsOf(id)).toHaveLength(0);
      expect((await entriesOf(home)).map(({ by }) => by)).toEqual(['booking', 'sameStay', 'sameStay']);
      await untilLookedAt(running, home);
      expect(await ask('select presence from registrations where id = $1', registrationId)).toEqual([
        { presence: true },
      ]);
      pass(240);
      expect((await scan(token)).body.result).toBe(visits > 1 ? 'accepted' : 'refused');
    },
  );

  test('does not open another club', async () => {
    const { home, admin, scan } = await furnished();
    const { token, id } = await gymTicket(home, await home.account());
    const there = await doorOf(home, admin, { clubId: await home.club('Second club') });
    const { body } = await scan(token, randomUUID(), there.token);
    expect(body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
    expect(await visitsOf(id)).toHaveLength(0);
  });

  test('of something else does not', async () => {
    const { home, scan } = await furnished({ clientType: 'pool' });
    const { token } = await gymTicket(home, await home.account());
    expect((await scan(token)).body.result).toBe('refused');
  });
});
