import { describe, expect, test } from 'vitest';
import type { Centre, CentreParts } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { register } from '#shared/registrations/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';
import * as contract from '#shared/visitors/contract.ts';

const { centre, call, ask, clock } = withServer();
const startsAt = '2026-09-15T15:00:00Z';
const kai = { firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '+372 5555 1234' };

// A place given back passes on at once: the minute of undoing has tests of its own.
const open = (parts: CentreParts = {}) =>
  centre({ rules: { pages: { isJoinSimplePage: true } }, limits: { undoSeconds: 0 }, ...parts });

const book = (home: Centre, trainingId: number, parts: object = {}, language = 'en') =>
  call(
    contract.bookAsVisitor,
    { body: { trainingId, isWaitingAccepted: false, ...kai, ...parts } },
    { host: home.host, language },
  );
const look = (home: Centre, id: string) =>
  call(contract.getVisitorRegistration, { params: { id } }, { host: home.host });
const cancel = (home: Centre, id: string) =>
  call(contract.cancelVisitorRegistration, { params: { id } }, { host: home.host });

interface SentMail {
  recipient: string;
  subject: string;
  text: string;
}

/** The centre's mails, oldest first, once there are as many as expected. */
async function mailsOf(home: Centre, count = 1): Promise<SentMail[]> {
  const read = () =>
    ask<SentMail>(
      'select recipient, subject, text from stand_in_mails where tenant_id = $1 order by id',
      home.id,
    );
  await expect.poll(async () => (await read()).length, { timeout: 5000 }).toBe(count);
  return read();
}

const tokenIn = (mail: SentMail | undefined) => /cancel\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

const clientsOf = (home: Centre) =>
  ask<{ id: number; code: string; first_name: string; phone: string }>(
    'select id, code, first_name, phone from clients where tenant_id = $1 order by id',
    home.id,
  );

describe('booking without an account', () => {
  // shows: call-public-registration-cancel-id, call-public-registration-free
  test('gives a place, and a mail with the way back', async () => {
    const home = await open();
    const training = await home.training({ startsAt, name: 'Jooga' });
    const { body } = await book(home, training.id, {}, 'et');
    expect(body).toEqual({
      outcome: 'booked',
      placeInWaitingList: 0,
      freeUntil: '2026-09-15T12:00:00Z',
      listMovesUntil: '2026-09-15T14:30:00Z',
    });
    expect(await clientsOf(home)).toMatchObject([{ first_name: 'Kai', phone: '+37255551234' }]);
    const [mail] = await mailsOf(home);
    expect(mail?.recipient).toBe('kai@test.test');
    expect(mail?.subject).toContain('Jooga, 15.09.2026 18:00');
    expect(mail?.text).toContain('Tere, Kai!');
    expect(mail?.text).toContain('Tasuta saad tühistada kuni 15.09.2026 15:00.');
    const token = tokenIn(mail);
    const links = await ask<{ token_hash: Buffer }>(
      'select * from visitor_links where tenant_id = $1',
      home.id,
    );
    expect(JSON.stringify(links)).not.toContain(token);

    // Looking changes nothing.
    for (let times = 0; times < 2; times += 1) {
      expect((await look(home, token)).body).toMatchObject({
        state: 'booked',
        trainingName: 'Jooga',
        startDateTime: startsAt,
        freeUntil: '2026-09-15T12:00:00Z',
        cancelingAllowed: true,
      });
    }
    expect((await cancel(home, token)).body).toEqual({ state: 'cancelledFree' });
    expect((await look(home, token)).body).toMatchObject({ state: 'over', cancelingAllowed: false });
    const again = await cancel(home, token);
    expect([again.status, again.error]).toEqual([404, 'registrationNotFound']);
  });

  test('counts the same address as the same person, whoever it says it is', async () => {
    const home = await open();
    const [one, other] = [
      await home.training({ startsAt }),
      await home.training({ startsAt: '2026-09-16T15:00:00Z' }),
    ];
    await book(home, one.id);
    await book(home, other.id, { firstName: 'Mall', email: ' KAI@test.test', phone: '5551111' });
    expect(await clientsOf(home)).toMatchObject([{ first_name: 'Kai', phone: '+37255551234' }]);
    const mails = await mailsOf(home, 2);
    expect(mails[1]?.text).toContain('Hello Kai');
  });

  test('twice for one training is refused, and the mail comes once more', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    await book(home, training.id);
    const again = await book(home, training.id);
    expect([again.status, again.error]).toEqual([409, 'alreadyRegistered']);
    const [, second] = await mailsOf(home, 2);
    expect((await cancel(home, tokenIn(second))).body).toEqual({ state: 'cancelledFree' });
    // Booked anew, the links of the first booking stay what they were.
    expect((await book(home, training.id)).body.outcome).toBe('booked');
    expect((await look(home, tokenIn(second))).body.state).toBe('over');
  });

  test('with the address of an account books for its client and answers no differently', async () => {
    const home = await open();
    const member = await home.account({ firstName: 'Mari', language: 'lv' });
    const training = await home.training({ startsAt });
    const forMember = await book(home, training.id, { email: member.email.toUpperCase() });
    const forVisitor = await book(home, training.id);
    expect(forMember.body).toEqual(forVisitor.body);
    expect(Object.keys(forMember.headers).sort()).toEqual(Object.keys(forVisitor.headers).sort());
    const own = await call(getOwnTraining, { params: { id: training.id } }, { actor: member });
    expect(own.body.own).toMatchObject({ state: 'booked', place: 1 });
    const mails = await mailsOf(home, 2);
    const mail = mails.find(({ recipient }) => recipient === member.email);
    expect(mail?.text).toContain('Labdien, Mari!');
    const refused = await book(home, training.id, { email: member.email });
    expect(refused.refusal).toEqual((await book(home, training.id)).refusal);
  });

  test('at the same moment with one new address makes one client and one booking', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    const answers = await Promise.all([book(home, training.id), book(home, training.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await clientsOf(home)).toHaveLength(1);
    expect(await ask('select 1 from registrations where tenant_id = $1', home.id)).toHaveLength(1);
  });

  test('at the same moment for the last place gives it to one', async () => {
    const home = await open();
    const training = await home.training({ startsAt, maxPlaces: 1 });
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => book(home, training.id, { email: `${name}@test.test` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { error } of answers.filter(({ status }) => status !== 200)) {
      expect(error).toBe('noFreePlaces');
    }
  });

  test('joins the waiting list when asked to, leaves it, and passes a place on', async () => {
    const home = await open();
    const training = await home.training({ startsAt, maxPlaces: 1 });
    await book(home, training.id);
    const second = { email: 'two@test.test', isWaitingAccepted: true };
    expect((await book(home, training.id, second)).body).toMatchObject({
      outcome: 'waiting',
      placeInWaitingList: 1,
    });
    await book(home, training.id, { email: 'three@test.test', isWaitingAccepted: true });
    const mails = await mailsOf(home, 3);
    const of = (to: string) => tokenIn(mails.find(({ recipient }) => recipient === to));
    expect((await look(home, of('two@test.test'))).body.state).toBe('waiting');
    expect((await cancel(home, of('two@test.test'))).body).toEqual({ state: 'left' });
    expect((await cancel(home, of('kai@test.test'))).body).toEqual({ state: 'cancelledFree' });
    expect((await look(home, of('three@test.test'))).body.state).toBe('booked');
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
      [{ startsAt: '2026-09-14T08:30:00Z' }, 'bookingClosed'],
      [{ startsAt: '2026-10-15T15:00:00Z' }, 'bookingNotOpen'],
    ] as const;
    for (const [parts, code] of cases) {
      const training = await home.training({ startsAt, ...parts });
      expect((await book(home, training.id)).error).toBe(code);
    }
    expect(await ask('select 1 from stand_in_mails where tenant_id = $1', home.id)).toEqual([]);
  });

  test('beyond the limits of booking, and nothing is told of the other trainings', async () => {
    const home = await open({ limits: { sameDayMax: 2, upcomingMax: 3 } });
    const style = await home.style();
    const at = (time: string, parts = {}) => home.training({ startsAt: time, name: 'Secret', ...parts });
    const first = await at('2026-09-15T06:00:00Z', { styleId: style });
    await book(home, first.id);
    const sameTime = await book(home, (await at('2026-09-15T06:30:00Z')).id);
    expect(sameTime.refusal).toEqual({ errors: ['overlappingTraining'], code: 409 });
    const sameStyle = await book(home, (await at('2026-09-15T16:00:00Z', { styleId: style })).id);
    expect(sameStyle.refusal).toEqual({ errors: ['sameStyleLimitExceeded'], code: 409 });
    await book(home, (await at('2026-09-15T09:00:00Z')).id);
    expect((await book(home, (await at('2026-09-15T12:00:00Z')).id)).error).toBe('sameDayLimitExceeded');
    await book(home, (await at('2026-09-16T12:00:00Z')).id);
    clock.set('2026-09-14T10:30:00Z');
    expect((await book(home, (await at('2026-09-17T12:00:00Z')).id)).error).toBe('registeringLimitExceeded');
  });

  test('who is blocked', async () => {
    const home = await open();
    await book(home, (await home.training({ startsAt })).id);
    await ask('update clients set is_blocked = true where tenant_id = $1', home.id);
    const next = await home.training({ startsAt: '2026-09-16T15:00:00Z' });
    expect((await book(home, next.id)).error).toBe('registeringNotAllowed');
  });

  test('after too many tries with one address', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    const errors: (string | undefined)[] = [];
    for (let times = 0; times < 7; times += 1) errors.push((await book(home, training.id)).error);
    expect(errors.slice(1, 6)).toEqual(Array.from({ length: 5 }, () => 'alreadyRegistered'));
    expect(errors[6]).toBe('tooManyAttempts');
  });
});

describe('a mailed link', () => {
  test('opens nothing when it is unknown, or at another centre', async () => {
    const [home, other] = [await open(), await open()];
    await book(home, (await home.training({ startsAt })).id);
    const token = tokenIn((await mailsOf(home))[0]);
    for (const [place, id] of [
      [other, token],
      [home, 'x'.repeat(32)],
      [home, '1'],
    ] as const) {
      const answers = [await look(place, id), await cancel(place, id)];
      for (const { status, error } of answers) expect([status, error]).toEqual([404, 'registrationNotFound']);
    }
    expect((await look(home, token)).body.state).toBe('booked');
  });

  test('cancels late after the free time, and not at all once the training has begun', async () => {
    const home = await open();
    const early = await home.training({ startsAt });
    await book(home, early.id);
    await book(home, early.id, { email: 'two@test.test' });
    const mails = await mailsOf(home, 2);
    clock.set('2026-09-15T12:00:01Z');
    expect((await cancel(home, tokenIn(mails[0]))).body).toEqual({ state: 'cancelledLate' });
    clock.set('2026-09-15T15:00:00Z');
    const link = tokenIn(mails[1]);
    expect((await look(home, link)).body).toMatchObject({ state: 'booked', cancelingAllowed: false });
    expect((await cancel(home, link)).error).toBe('cancellingNotAllowed');
    clock.set('2026-09-15T16:00:00Z');
    expect((await look(home, link)).body.state).toBe('over');
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
