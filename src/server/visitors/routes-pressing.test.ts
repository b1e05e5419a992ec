import { describe, expect, test } from 'vitest';
import { hashToken } from '#server/kernel/tokens.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { kai, visitorMeans } from '#server/testing/visitors.ts';
import { getVisitorCalendarFile } from '#shared/visitors/contract.ts';

const running = withServer();
const { ask, call, clock } = running;
const { mailsOf, open, asked, pressed, confirm, look, cancel, clientsOf, registrationsOf, freePlacesOf } =
  visitorMeans(running);
const startsAt = '2026-09-15T15:00:00Z';

describe('pressing in the mail', () => {
  test('of a club whose city is not known is confirmed by its street alone', async () => {
    const home = await open();
    await ask(
      "update clubs set address = 'Rannakaldu 14', city = '' where tenant_id = $1 returning 1",
      home.id,
    );
    await running.server.tenants.load();
    await pressed(home, (await home.training({ startsAt })).id);
    const texts = () =>
      ask<{ text: string }>(
        `select text from stand_in_mails where tenant_id = $1 and message_id like '<visitorBooked%'`,
        home.id,
      );
    await expect.poll(async () => (await texts()).length, { timeout: 5000 }).toBe(1);
    const [mail] = await texts();
    expect(mail?.text).toContain('Rannakaldu 14');
    expect(mail?.text).not.toContain('Rannakaldu 14,');
  });

  // shows: call-public-registration-cancel-id, call-public-registration-free
  test('gives a place, and the same link the way back', async () => {
    const home = await open();
    const rooms = [await home.room({ name: 'Suur saal' }), await home.room({ name: 'Väike saal' })] as const;
    const training = await home.training({ startsAt, name: 'Jooga', roomId: rooms[1] });
    const token = await asked(home, training.id);
    const first = await confirm(home, token);
    expect(first.body).toMatchObject({
      ...{ state: 'booked', offer: 'none', trainingName: 'Jooga', cancelingAllowed: true },
      roomName: 'Väike saal',
      freeUntil: '2026-09-15T12:00:00Z',
    });
    expect(first.headers['cache-control']).toBe('no-store');
    expect(await clientsOf(home)).toMatchObject([{ first_name: 'Kai', phone: '+37255551234' }]);
    expect((await confirm(home, token)).body).toEqual(first.body);
    expect((await look(home, token)).body).toEqual(first.body);
    expect(await ask('select 1 from visitor_requests where tenant_id = $1', home.id)).toEqual([]);
    expect(await mailsOf(home, 1)).toHaveLength(1);
    expect((await cancel(home, token)).body).toEqual({ state: 'cancelledFree' });
    expect((await look(home, token)).body).toMatchObject({ state: 'over', cancelingAllowed: false });
    // What was given back is not booked by the old link again.
    expect((await confirm(home, token)).body.state).toBe('over');
    expect(await freePlacesOf(home, training.id)).toBe(10);
    const again = await cancel(home, token);
    expect([again.status, again.error]).toEqual([404, 'registrationNotFound']);
  });

  test('twice at once books once, and both are told the same', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    const token = await asked(home, training.id);
    const answers = await Promise.all([confirm(home, token), confirm(home, token), confirm(home, token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers[2]?.body).toEqual(answers[0]?.body);
    expect(await clientsOf(home)).toHaveLength(1);
    expect(await registrationsOf(home)).toMatchObject([{ state: 'booked' }]);
  });

  test('a link books once: the database refuses what a press that came late would book beside it', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    const first = await pressed(home, training.id);
    await cancel(home, first);
    const late = await asked(home, training.id, 2);
    await withOwner(running.databaseUrl, async (owner) => {
      await owner.query('begin');
      await owner.query('select from trainings where id = $1 for update', [training.id]);
      const answer = confirm(home, late);
      const waiting =
        'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
      await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
      // Meanwhile the link has brought what was cancelled again.
      await owner.query('update visitor_links set token_hash = $2 where tenant_id = $1', [
        home.id,
        hashToken(late),
      ]);
      await owner.query('commit');
      expect((await answer).body.state).toBe('over');
    });
    expect(await registrationsOf(home)).toMatchObject([{ state: 'cancelledFree' }]);
    expect(await freePlacesOf(home, training.id)).toBe(10);
  });

  test('a press that another one overtakes while it reads is told what that one booked', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    await pressed(home, training.id);
    const late = await asked(home, training.id, 2);
    await withOwner(running.databaseUrl, async (owner) => {
      await owner.query('begin');
      await owner.query('lock table visitor_requests');
      const answer = confirm(home, late);
      const waiting =
        'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
      await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
      await owner.query('update visitor_links set token_hash = $2 where tenant_id = $1', [
        home.id,
        hashToken(late),
      ]);
      await owner.query('delete from visitor_requests where tenant_id = $1', [home.id]);
      await owner.query('commit');
      expect((await answer).body.state).toBe('booked');
    });
    expect(await registrationsOf(home)).toHaveLength(1);
  });

  test('two links of one visitor show one booking: not another’s, of another training, or given back before', async () => {
    const home = await open();
    const training = await home.training({ startsAt });
    await pressed(home, training.id, 1, { email: 'mari@test.test' });
    await cancel(home, await pressed(home, training.id, 2));
    await pressed(home, (await home.training({ startsAt: '2026-09-16T15:00:00Z' })).id, 3);
    const states = async () => (await registrationsOf(home)).map(({ state }) => state);
    const first = await asked(home, training.id, 4);
    const second = await asked(home, training.id, 5);
    expect((await confirm(home, first)).body.state).toBe('booked');
    expect((await confirm(home, second)).body.state).toBe('booked');
    expect(await states()).toEqual(['booked', 'cancelledFree', 'booked', 'booked']);
    expect((await cancel(home, second)).body).toEqual({ state: 'cancelledFree' });
    expect((await look(home, first)).body.state).toBe('over');
    expect(await states()).toEqual(['booked', 'cancelledFree', 'booked', 'cancelledFree']);
  });

  test('at the same moment for the last place gives it to one', async () => {
    const home = await open();
    const training = await home.training({ startsAt, maxPlaces: 1 });
    const tokens: string[] = [];
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
      tokens.push(await asked(home, training.id, index + 1, { email: `${name}@test.test` }));
    }
    const answers = await Promise.all(tokens.map((token) => confirm(home, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { error } of answers.filter(({ status }) => status !== 200)) {
      expect(error).toBe('noFreePlaces');
    }
  });

  test('joins the waiting list when asked to, leaves it, and passes a place on', async () => {
    const home = await open();
    const training = await home.training({ startsAt, maxPlaces: 1 });
    const first = await pressed(home, training.id);
    const wait = (name: string, count: number) =>
      pressed(home, training.id, count, { email: `${name}@test.test`, isWaitingAccepted: true });
    const [second, third] = [await wait('two', 2), await wait('three', 3)];
    expect((await look(home, second)).body.state).toBe('waiting');
    expect((await cancel(home, second)).body).toEqual({ state: 'left' });
    expect((await cancel(home, first)).body).toEqual({ state: 'cancelledFree' });
    expect((await look(home, third)).body.state).toBe('booked');
  });

  test('books nothing after a day, nor once the training has begun', async () => {
    const home = await open();
    const [far, near] = [
      await asked(home, (await home.training({ startsAt: '2026-09-17T15:00:00Z' })).id),
      await asked(home, (await home.training({ startsAt: '2026-09-14T12:00:00Z' })).id, 2),
    ];
    clock.set('2026-09-14T11:59:59Z');
    expect((await confirm(home, near)).error).toBe('bookingClosed');
    expect((await look(home, near)).body).toMatchObject({ state: 'asked', offer: 'none' });
    clock.set('2026-09-14T12:00:00Z');
    expect((await look(home, near)).error).toBe('registrationNotFound');
    clock.set('2026-09-15T08:59:59Z');
    expect((await look(home, far)).body.state).toBe('asked');
    clock.set('2026-09-15T09:00:00Z');
    for (const { error } of [await look(home, far), await confirm(home, far)])
      expect(error).toBe('registrationNotFound');
    expect(await registrationsOf(home)).toEqual([]);
  });

  test('what has changed since is told: hidden, to be paid for, and a centre that takes nobody any more', async () => {
    const home = await open();
    const [hidden, paid] = [await home.training({ startsAt }), await home.training({ startsAt })];
    const [first, second] = [await asked(home, hidden.id), await asked(home, paid.id, 2)];
    await ask('update trainings set is_public = false where id = $1', hidden.id);
    await ask("update trainings set payment = 'paid' where id = $1", paid.id);
    expect((await confirm(home, first)).error).toBe('trainingNotFound');
    expect((await look(home, first)).error).toBe('trainingNotFound');
    expect((await confirm(home, second)).error).toBe('coverNeeded');
    expect(await registrationsOf(home)).toEqual([]);
  });

  test('beyond the limits of booking says which', async () => {
    const home = await open({ limits: { sameDayMax: 2, upcomingMax: 3 } });
    const style = await home.style();
    let count = 0;
    const press = async (time: string, parts = {}) => {
      const training = await home.training({ startsAt: time, ...parts });
      count += 1;
      return confirm(home, await asked(home, training.id, count));
    };
    await press('2026-09-15T06:00:00Z', { styleId: style });
    expect((await press('2026-09-15T06:30:00Z')).error).toBe('overlappingTraining');
    expect((await press('2026-09-15T16:00:00Z', { styleId: style })).error).toBe('sameStyleLimitExceeded');
    await press('2026-09-15T09:00:00Z');
    expect((await press('2026-09-15T12:00:00Z')).error).toBe('sameDayLimitExceeded');
    await press('2026-09-16T12:00:00Z');
    clock.set('2026-09-14T10:30:00Z');
    expect((await press('2026-09-17T12:00:00Z')).error).toBe('registeringLimitExceeded');
  });

  test('who is blocked', async () => {
    const home = await open();
    await pressed(home, (await home.training({ startsAt })).id);
    await ask('update clients set is_blocked = true where tenant_id = $1', home.id);
    const next = await asked(home, (await home.training({ startsAt: '2026-09-16T15:00:00Z' })).id, 2);
    expect((await confirm(home, next)).error).toBe('registeringNotAllowed');
  });
});

describe('what was booked', () => {
  test('is mailed whole, once, with an entry for the calendar; the page gives the same, and the file', async () => {
    const home = await open();
    await ask(
      `update clubs set address = 'Rannakaldu 14', city = 'Tallinn' where tenant_id = $1 returning 1`,
      home.id,
    );
    const { id } = await home.training({ startsAt: '2026-09-15T15:00:00Z', name: 'Jooga', maxPlaces: 1 });
    await ask(`update trainings set public_comment = 'Bring a towel <b>' where id = $1 returning 1`, id);
    await running.server.tenants.load();
    const token = await pressed(home, id);
    // Pressed again, nothing is mailed again.
    await confirm(home, token);
    const confirmations = () =>
      ask<{ recipient: string; subject: string; text: string; html: string; calendar: string }>(
        `select * from stand_in_mails where tenant_id = $1 and message_id like '<visitorBooked%' order by id`,
        home.id,
      );
    await expect.poll(async () => (await confirmations()).length, { timeout: 5000 }).toBe(1);
    const [mail] = await confirmations();
    expect([mail?.recipient, mail?.subject]).toEqual([
      kai.email,
      expect.stringContaining('booked, Jooga, 15.09.2026 18:00'),
    ]);
    for (const said of [
      '15.09.2026 18:00–19:00',
      'Rannakaldu 14, Tallinn',
      'Bring a towel <b>',
      'Cancel free until 15.09.2026 15:00',
      `confirm?token=${token}`,
    ]) {
      expect(mail?.text).toContain(said);
    }
    expect(mail?.html).toContain('Bring a towel &#60;b&#62;');
    expect(mail?.calendar).toMatch(/METHOD:REQUEST[\s\S]*STATUS:CONFIRMED/);
    expect(mail?.calendar).toContain('public/training?id=');
    const page = (await look(home, token)).body;
    expect(page).toMatchObject({
      state: 'booked',
      address: 'Rannakaldu 14, Tallinn',
      publicComment: 'Bring a towel <b>',
    });
    const file = await call(getVisitorCalendarFile, { params: { id: token } }, { host: home.host });
    const ics = await running.send({ method: 'GET', path: file.body.address, host: home.host });
    expect(String(ics.text)).toContain('SUMMARY:Jooga');
    const unknown = await call(
      getVisitorCalendarFile,
      { params: { id: 'x'.repeat(32) } },
      { host: home.host },
    );
    expect(unknown.error).toBe('registrationNotFound');
  });

  test('on the waiting list is mailed as that, and nothing is put into a calendar', async () => {
    const home = await open();
    const { id } = await home.training({ startsAt: '2026-09-15T15:00:00Z', name: 'Jooga', maxPlaces: 1 });
    await pressed(home, id);
    await pressed(home, id, 2, { email: 'other@test.test', isWaitingAccepted: true });
    const calendars = () =>
      ask<{ subject: string; calendar: string }>(
        `select subject, calendar from stand_in_mails where tenant_id = $1 and recipient = 'other@test.test'
          and message_id like '<visitorBooked%'`,
        home.id,
      );
    await expect.poll(async () => (await calendars()).length, { timeout: 5000 }).toBe(1);
    expect((await calendars())[0]).toEqual({
      subject: expect.stringContaining('on the waiting list, Jooga'),
      calendar: '',
    });
  });
});

describe('a mailed link', () => {
  test('opens nothing when it is unknown, or at another centre', async () => {
    const [home, other] = [await open(), await open()];
    const token = await pressed(home, (await home.training({ startsAt })).id);
    const unpressed = await asked(home, (await home.training({ startsAt: '2026-09-16T15:00:00Z' })).id, 2);
    for (const [place, id] of [
      [other, token],
      [other, unpressed],
      [home, 'x'.repeat(32)],
      [home, '1'],
    ] as const) {
      const answers = [await look(place, id), await cancel(place, id), await confirm(place, id)];
      for (const { status, error } of answers) expect([status, error]).toEqual([404, 'registrationNotFound']);
    }
    expect((await look(home, token)).body.state).toBe('booked');
  });

  test('cancels late after the free time, and not at all once the training has begun', async () => {
    const home = await open();
    const early = await home.training({ startsAt });
    const first = await pressed(home, early.id);
    const link = await pressed(home, early.id, 2, { email: 'two@test.test' });
    clock.set('2026-09-15T12:00:01Z');
    expect((await cancel(home, first)).body).toEqual({ state: 'cancelledLate' });
    clock.set('2026-09-15T15:00:00Z');
    expect((await look(home, link)).body).toMatchObject({ state: 'booked', cancelingAllowed: false });
    expect((await cancel(home, link)).error).toBe('cancellingNotAllowed');
    clock.set('2026-09-15T16:00:00Z');
    expect((await look(home, link)).body.state).toBe('over');
  });
});
