import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NoticeEvent } from '#server/kernel/events.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { type NoticeHome, noticeMeans, noticeStart } from '#server/testing/notices.ts';
import { withOwner } from '#server/testing/owner.ts';
import { startPushService } from '#server/testing/push-service.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { subscribeDevice } from '#shared/messages/notices/contract.ts';
import { defaultChoices } from '#shared/messages/notices/domain.ts';

const push = await startPushService();
const running = withServer({ pushOrigins: [push.origin] });
const { call, ask, clock } = running;
const { furnished, notice, raise, jobs, expectNoJobs, expectOnlyLater, hurry, mails, sms, states } =
  noticeMeans(running);
const patience = { timeout: 12_000, interval: 25 };

beforeEach(() => {
  push.taken.length = 0;
  push.status = 201;
});
afterAll(() => push.stop());

async function subscribe({ member }: NoticeHome, name: string): Promise<void> {
  const answer = await call(subscribeDevice, { body: push.subscription(name) }, { actor: member });
  expect(answer.status).toBe(200);
}

describe('a notice', () => {
  test('goes out by every channel that is chosen, in the language of the account', async () => {
    const here = await furnished({ language: 'et' });
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    await subscribe(here, 'phone');
    await raise(here, notice('promoted', here));
    await expectNoJobs();
    const link = `https://${here.home.host}/training?id=${here.training.id}`;
    const [mail] = await mails(here);
    expect(mail?.recipient).toBe(here.member.email);
    expect(mail?.subject).toContain('Koht on sinu: Yoga');
    expect(mail?.text).toContain('Homme 18:00');
    // Three hours before the start, by the clock of the place.
    expect(mail?.text).toContain('Tasuta saad tühistada kuni 15:00, homme.');
    expect(mail?.text).toContain('15.09.2026 18:00–19:00');
    expect(mail?.text).toContain(link);
    const [short, ...more] = await sms(here);
    expect(more).toEqual([]);
    expect(short?.recipient).toBe('+37255555555');
    expect(short?.sender).toMatch(/^Centre[0-9a-f]*$/);
    expect(short?.text).toMatch(/^Koht on sinu: Yoga\. Homme 18:00/);
    expect(short?.text.endsWith(link)).toBe(true);
    expect(push.taken).toMatchObject([
      { path: '/push/phone', payload: { title: 'Koht on sinu: Yoga', link }, claims: { aud: push.origin } },
    ]);
    expect((await states(here)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  test('raised again under its key, at once or later, is told once; under another key, again', async () => {
    const here = await furnished();
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    const event = notice('promoted', here);
    await raise(here, event, event);
    await expectNoJobs();
    await raise(here, event);
    await expectNoJobs();
    expect([(await mails(here)).length, (await sms(here)).length]).toEqual([1, 1]);
    await raise(here, notice('promoted', here));
    await expectNoJobs();
    // By SMS once of a training: whoever leaves and comes again has no second one sent at their centre's cost.
    expect([(await mails(here)).length, (await sms(here)).length]).toEqual([2, 1]);
  });

  test('by SMS ten times a day to a person and to a number, whoever has it; the rest by mail alone', async () => {
    const here = await furnished();
    const again = await here.home.account();
    await ask('update clients set phone = $2 where id = $1', again.clientId, '+372 5555 5555');
    let days = 0;
    const book = async (member: TestAccount, count: number) => {
      for (let index = 0; index < count; index += 1) {
        days += 1;
        const at = Temporal.Instant.from(noticeStart).add({ hours: 24 * days });
        const training = await here.home.training({ startsAt: at.toString(), name: 'Yoga' });
        await here.home.registration(training, member.clientId, { place: 1 });
        await raise(here, notice('promoted', { ...here, member, training }));
      }
      await expectNoJobs();
    };
    await book(here.member, 11);
    expect([(await mails(here)).length, (await sms(here)).length]).toEqual([11, 10]);
    await book(again, 1);
    expect([(await mails(here)).length, (await sms(here)).length]).toEqual([12, 10]);
    const onlySms = { ...defaultChoices, promoted: { mail: false, sms: true, push: false } };
    await ask(
      'insert into notice_choices (tenant_id, client_id, choices) values ($1, $2, $3)',
      ...[here.home.id, here.member.clientId, JSON.stringify(onlySms)],
    );
    await book(here.member, 1);
    expect([(await mails(here)).length, (await sms(here)).length]).toEqual([13, 10]);
  });

  test.each(['+8816 3161 2345', '+53 5 1234567', '+675 7012 3456', '+7 912 345 67 89'])(
    'by no SMS to %s, where operators share its price',
    async (phone) => {
      const here = await furnished({ phone });
      await here.home.registration(here.training, here.member.clientId, { place: 1 });
      await raise(here, notice('promoted', here));
      await expectNoJobs();
      expect([(await mails(here)).length, await sms(here)]).toEqual([1, []]);
    },
  );

  test('about a client of another centre reaches nobody, whoever raises it', async () => {
    const here = await furnished();
    const there = await furnished();
    await there.home.registration(there.training, there.member.clientId, { place: 1 });
    await raise(here, notice('promoted', there), notice('promoted', { ...there, training: here.training }));
    await expectNoJobs();
    for (const place of [here, there]) {
      expect([await mails(place), await sms(place), await states(place)]).toEqual([[], [], []]);
    }
  });

  test('to a client without account goes by mail alone, with the public address', async () => {
    const here = await furnished();
    const clientId = await here.home.client();
    await here.home.registration(here.training, clientId, { place: 1 });
    await raise(here, notice('promoted', here, { clientId }));
    await expectNoJobs();
    const [mail] = await mails(here);
    expect(mail?.text).toContain(`/public/training?id=${here.training.id}`);
    expect([await sms(here), push.taken]).toEqual([[], []]);
  });

  test('that became untrue before it was sent is not sent', async () => {
    const here = await furnished();
    const id = await here.home.registration(here.training, here.member.clientId, { place: 1 });
    clock.set('2026-09-14T20:00:00Z');
    await raise(here, notice('promoted', here, { registrationId: id }));
    // The mail went; the SMS waits for the morning, and the place is given back in the night.
    await expectOnlyLater(480);
    await ask(
      "update registrations set state = 'cancelledFree', place = null, ended_at = now() where tenant_id = $1",
      here.home.id,
    );
    clock.set('2026-09-15T04:00:00Z');
    await hurry();
    await expectNoJobs();
    expect([(await mails(here)).length, await sms(here)]).toEqual([1, []]);
    expect(await states(here)).toEqual([
      { channel: 'mail', state: 'sent' },
      { channel: 'sms', state: 'untrue' },
    ]);
  });

  test('of a passed place says why, in words', async () => {
    const here = await furnished();
    await here.home.registration(here.training, here.member.clientId);
    const details = { name: 'Pilates', time: '18:30' };
    await raise(here, notice('passedOver', here, { reason: 'overlappingTraining', details }));
    await expectNoJobs();
    expect((await mails(here))[0]?.text).toContain('you have Pilates at 18:30, at the same time');
  });
});

describe('an offer', () => {
  const holdUntil = '2026-09-14T09:30:00Z';

  async function offered(parts: Parameters<typeof furnished>[0] = {}) {
    const here = await furnished(parts);
    const id = await here.home.registration(here.training, here.member.clientId);
    await setState(id, 'offered');
    return { here, id };
  }
  /** States beside those of today's list: whoever makes offers adds their own. */
  const setState = (id: number, state: string, endedAt: string | null = null) =>
    withOwner(running.databaseUrl, async (owner) => {
      const { rows } = await owner.query<{ name: string }>(
        "select conname as name from pg_constraint where conrelid = 'registrations'::regclass and contype = 'c'",
      );
      for (const { name } of rows) await owner.query(`alter table registrations drop constraint ${name}`);
      await owner.query('update registrations set state = $2, ended_at = $3 where id = $1', [
        id,
        state,
        endedAt,
      ]);
    });

  test('leads to its answer and says until when', async () => {
    const { here } = await offered();
    await raise(here, notice('offered', here, { holdUntil }));
    await expectNoJobs();
    expect((await mails(here))[0]?.text).toContain('Take it until 12:30');
    expect((await mails(here))[0]?.text).toContain(`Answer here: https://${here.home.host}/training?id=`);
    expect((await sms(here)).length).toBe(1);
  });

  test.each([
    ['expired', testNow, 'offered', null],
    ['taken', holdUntil, 'booked', null],
    ['declined', holdUntil, 'declined', '2026-09-14T09:00:00Z'],
  ] as const)('%s meanwhile is not told', async (_, until, state, endedAt) => {
    const { here, id } = await offered();
    await setState(id, state, endedAt);
    await raise(
      here,
      notice('offered', here, { holdUntil: until }),
      notice('halfOfHold', here, { holdUntil: until }),
    );
    await expectNoJobs();
    expect([await mails(here), await sms(here)]).toEqual([[], []]);
  });
});

describe('quiet hours', () => {
  test('hold back SMS and push until 07:00, not the mail', async () => {
    const here = await furnished();
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    await subscribe(here, 'phone');
    clock.set('2026-09-14T19:30:00Z');
    await raise(here, notice('promoted', here));
    await expectOnlyLater(510, 510);
    expect([(await mails(here)).length, await sms(here), push.taken]).toEqual([1, [], []]);
    // A job that is started too early sends nothing and waits on.
    clock.set('2026-09-15T03:00:00Z');
    await hurry();
    await vi.waitFor(async () => expect((await jobs()).map(({ wait }) => wait)).toEqual([60, 60]), patience);
    expect([await sms(here), push.taken]).toEqual([[], []]);
    clock.set('2026-09-15T04:00:00Z');
    await hurry();
    await expectNoJobs();
    expect([(await sms(here)).length, push.taken.length]).toEqual([1, 1]);
    expect((await sms(here))[0]?.text).toContain('Today 18:00');
  });

  test('do not hold for a training within five hours', async () => {
    const here = await furnished({ startsAt: '2026-09-15T03:30:00Z' });
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    clock.set('2026-09-14T22:45:00Z');
    await raise(here, notice('promoted', here));
    await expectNoJobs();
    expect((await sms(here)).length).toBe(1);
  });
});

describe('changes of trainings', () => {
  test('that come within five minutes are one message, and each training is told once', async () => {
    const here = await furnished();
    const second = await here.home.training({ startsAt: '2026-09-16T15:00:00Z', name: 'Boxing' });
    for (const training of [here.training, second]) {
      await here.home.registration(training, here.member.clientId, { place: 1 });
    }
    const moved = { previousStartsAt: '2026-09-15T14:00:00Z' };
    await raise(here, notice('trainingChanged', here, moved));
    await expectOnlyLater(5);
    await raise(
      here,
      notice('trainingChanged', here),
      notice('trainingChanged', { ...here, training: second }),
    );
    await vi.waitFor(async () => expect((await states(here)).length).toBe(3), patience);
    await expectOnlyLater(5);
    // Somebody else's, which is none of it.
    await ask(
      `insert into notice_deliveries (tenant_id, dedupe_key, channel, group_key, client_id, event, created_at, changed_at)
       values ($1, 'x', 'sms', 'x', $2, '{}', $3, $3)`,
      ...[here.home.id, await here.home.client(), clock.now()],
    );
    clock.advance({ minutes: 5 });
    await hurry();
    await expectNoJobs();
    const [mail, ...more] = await mails(here);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain('2 of your trainings have changed');
    expect(mail?.text).toContain('It is now tomorrow 18:00 instead of tomorrow 17:00');
    expect(mail?.text).toContain('Changed: Boxing');
    expect((await states(here)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'planned']);
  });

  test('of which one is not theirs any more are told of the others, each with its own room', async () => {
    const here = await furnished();
    const { home } = here;
    const second = await home.training({ startsAt: '2026-09-16T15:00:00Z', name: 'Boxing' });
    const gone = await home.training({ startsAt: '2026-09-17T15:00:00Z', name: 'Pilates' });
    for (const training of [here.training, second, gone])
      await home.registration(training, here.member.clientId, { place: 1 });
    const [attic, barn] = [await home.room({ name: 'Attic' }), await home.room({ name: 'Barn' })];
    await raise(
      here,
      notice('trainingChanged', here, { previousRoomId: attic }),
      notice('trainingChanged', { ...here, training: second }, { previousRoomId: barn }),
      notice('trainingChanged', { ...here, training: gone }, { previousRoomId: attic }),
    );
    await vi.waitFor(async () => expect((await states(here)).length).toBe(3), patience);
    await expectOnlyLater(5);
    await ask(
      `update registrations set state = 'cancelledFree', place = null, ended_at = now()
        where training_id = $1`,
      gone.id,
    );
    await hurry();
    await expectNoJobs();
    const [mail, ...more] = await mails(here);
    expect(more).toEqual([]);
    expect(mail?.text.match(/Room: \w+ →/g)).toEqual(['Room: Attic →', 'Room: Barn →']);
    expect(mail?.text).not.toMatch(/Pilates/);
    const became = (await states(here)).map(({ state }) => state).toSorted();
    expect(became).toEqual(['sent', 'sent', 'untrue']);
  });

  /** Raised one after the other, each gathered before the next, as of changes minutes apart. */
  async function changedTo(here: NoticeHome, ...befores: readonly Partial<NoticeEvent>[]) {
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    for (const [index, before] of befores.entries()) {
      await raise(here, notice('trainingChanged', here, before));
      await vi.waitFor(async () => expect((await states(here)).length).toBe(index + 1), patience);
      await expectOnlyLater(5);
    }
    await hurry();
    await expectNoJobs();
    return { told: await mails(here), became: (await states(here)).map(({ state }) => state) };
  }

  test('and changed back before anybody was told are told to nobody', async () => {
    const here = await furnished();
    const { startsAt: previousStartsAt } = here.training;
    const back = { previousStartsAt: '2026-09-15T17:00:00Z' };
    expect(await changedTo(here, { previousStartsAt }, back)).toEqual({
      told: [],
      became: ['untrue', 'untrue'],
    });
  });

  // A place that is given again may say nothing of before: who was told that the training is off has to hear of it.
  test.each([
    ['after', 0],
    ['between', 1],
    ['before', 2],
  ])('and changed back are told all the same where it came back %s them', async (_, index) => {
    const here = await furnished();
    const moves: Partial<NoticeEvent>[] = [
      { previousStartsAt: here.training.startsAt },
      { previousStartsAt: '2026-09-15T17:00:00Z' },
    ];
    const { told, became } = await changedTo(here, ...moves.toSpliced(2 - index, 0, {}));
    expect(became).toEqual(['sent', 'sent', 'sent']);
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining('Changed: Yoga')]);
    // What is where it was is not told as moved.
    expect(told[0]?.text).not.toContain('instead of');
    expect(told[0]?.text).not.toContain('→');
  });

  test('and changed back are told all the same where it came back as another, and became what it was', async () => {
    const here = await furnished();
    const { startsAt: previousStartsAt } = here.training;
    const back = { previousStartsAt: '2026-09-15T17:00:00Z' };
    const { told, became } = await changedTo(here, { isGivenAgain: true, previousStartsAt }, back);
    expect(became).toEqual(['sent', 'sent']);
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining('Changed: Yoga')]);
    expect(told[0]?.text).not.toContain('instead of');
  });

  test('alone are told as they are, with the room and the trainer of before', async () => {
    const here = await furnished();
    const { home } = here;
    await home.room({ name: 'Cellar' });
    await home.registration(here.training, here.member.clientId, { place: 1 });
    const previousRoomId = await home.room({ name: 'Attic' });
    const previousTrainerId = await home.trainer({ firstName: 'Uku', lastName: 'Uus' });
    await raise(here, notice('trainingChanged', here, { previousRoomId, previousTrainerId }));
    await expectOnlyLater(5);
    await hurry();
    await expectNoJobs();
    const [mail] = await mails(here);
    expect(mail?.subject).toContain('Changed: Yoga');
    expect(mail?.text).toContain('Room: Attic → ');
    expect(mail?.text).toContain('Trainer: Uku Uus → ');
  });
});
