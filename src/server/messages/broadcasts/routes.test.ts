import { describe, expect, test, vi } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { Centre } from '#server/testing/centre.ts';
import { noticeMeans } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import type { EndpointInput } from '#shared/kernel/endpoint.ts';
import * as contract from '#shared/messages/broadcasts/contract.ts';
import { unreachableEnd } from '../sms/emulator.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { mails, sms, expectNoJobs, hurry } = noticeMeans(running);
type Draft = EndpointInput<typeof contract.previewMessage>['body'];
const patience = { timeout: 12_000, interval: 25 };

/** A training with three who have a place and one who waits, and an administrator. */
async function scene(parts: Parameters<typeof centre>[0] = {}) {
  const home = await centre(parts);
  const admin = await home.account({ role: 'admin' });
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', name: 'Yoga' });
  const people = [];
  for (const place of [1, 2, 3, undefined]) {
    const clientId = await home.client();
    people.push(clientId);
    await home.registration(training, clientId, place === undefined ? {} : { place });
  }
  const audience: Draft['audience'] = { kind: 'training', trainingId: training.id, whom: 'booked' };
  const draft = (more: Partial<Draft> = {}): Draft => ({
    ...{ audience, channel: 'sms', subject: '', text: 'We train in hall B today.' },
    ...more,
  });
  const preview = (more?: Partial<Draft>) =>
    call(contract.previewMessage, { body: draft(more) }, { actor: admin });
  const send = (expected: { recipients: number; parts: number }, more?: Partial<Draft>, key?: string) =>
    call(
      contract.sendMessage,
      { body: { ...draft(more), expected } },
      { actor: admin, ...(key && { headers: { 'idempotency-key': key } }) },
    );
  return { home, admin, training, people, preview, send };
}

const setPhones = (home: Centre, phones: Readonly<Record<number, string>>) =>
  Promise.all(
    Object.entries(phones).map(([id, phone]) =>
      ask('update clients set phone = $3 where tenant_id = $1 and id = $2', home.id, Number(id), phone),
    ),
  );

const numbers = (people: readonly number[]) =>
  Object.fromEntries(people.map((id, index) => [id, `+372 5555 10${index}0`]));

/** What was sent waits for the morning: the job that found the hour too late is over, and its next one is there. */
const expectHeldBack = () =>
  vi.waitFor(
    async () =>
      expect(
        await ask("select 1 from graphile_worker.jobs where run_at > now() + interval '7 hours'"),
      ).toHaveLength(1),
    patience,
  );

describe('before anything is sent', () => {
  test('the preview tells how many, as how many SMS, at what price; the same number gets one', async () => {
    const { home, people, preview } = await scene();
    const [one = 0, two = 0, three = 0] = people;
    await setPhones(home, { [one]: '+372 5555 1001', [two]: '5555 1001', [three]: '+372 600 0000' });
    const plain = await preview();
    expect(plain.body).toMatchObject({ recipients: 1, parts: 1, price: 0.06, partPrice: 0.06 });
    // A landline gets no SMS; there is a mail address to use instead.
    expect(plain.body.unreachable).toEqual([
      expect.objectContaining({ clientId: three, phone: '+372 600 0000' }),
    ]);
    expect(plain.body.audienceName).toBe('Yoga, 15.09.2026 18:00');
    await setPhones(home, numbers(people));
    expect((await preview({ text: 'õ'.repeat(71) })).body).toMatchObject({
      ...{ recipients: 3, parts: 2, price: 0.36, unreachable: [] },
    });
    expect((await preview({ channel: 'mail', subject: 'Hall', text: 'x'.repeat(2000) })).body).toMatchObject({
      ...{ recipients: 3, parts: 0, price: 0 },
    });
    expect(await ask('select id from messages where tenant_id = $1', home.id)).toEqual([]);
  });

  test('those who wait, or everybody, are asked for by name', async () => {
    const { training, preview } = await scene();
    const of = (whom: 'booked' | 'waiting' | 'everybody') =>
      preview({ channel: 'mail', audience: { kind: 'training', trainingId: training.id, whom } });
    const [booked, waiting, everybody] = [await of('booked'), await of('waiting'), await of('everybody')];
    expect([booked, waiting, everybody].map(({ body }) => body.recipients)).toEqual([3, 1, 4]);
  });

  test('who was erased, or has a login that is closed and no other address, is not among them', async () => {
    const { home, training, preview } = await scene();
    await ask(
      `with a as (update accounts set is_blocked = true where tenant_id = $1) update clients set email = '' where tenant_id = $1`,
      home.id,
    );
    const audience = { kind: 'training', trainingId: training.id, whom: 'booked' } as const;
    expect((await preview({ channel: 'mail', audience })).body.recipients).toBe(0);
  });

  test('members of a group, and the registered of a filter each once', async () => {
    const { home, people, preview, training } = await scene();
    const [first = 0] = people;
    const again = await home.training({ startsAt: '2026-09-16T15:00:00Z', styleId: training.styleId });
    await home.registration(again, first, { place: 1 });
    const other = await home.training({ startsAt: '2026-09-16T17:00:00Z' });
    await home.registration(other, await home.client(), { place: 1 });
    const filter = (more: Partial<Extract<Draft['audience'], { kind: 'filter' }>> = {}) =>
      preview({
        channel: 'mail',
        audience: {
          ...{ kind: 'filter', from: '2026-09-15', until: '2026-09-16', whom: 'booked' },
          ...{ clubId: null, roomId: null, trainerId: null, styleId: null },
          ...more,
        },
      });
    expect((await filter()).body.recipients).toBe(4);
    expect((await filter({ styleId: training.styleId })).body.recipients).toBe(3);
    expect((await filter({ from: '2026-09-16', styleId: training.styleId })).body).toMatchObject({
      recipients: 1,
    });
    expect((await filter({ styleId: 999_999 })).error).toBe('itemNotFound');
    expect((await filter({ from: '2026-09-17' })).error).toBe('dataValidationFailed');
    const [group] = await ask<{ id: number }>(
      'insert into training_groups (tenant_id, name, club_id, max_members) values ($1, $2, $3, 5) returning id',
      ...[home.id, 'Ducks', home.clubId],
    );
    await ask(
      'insert into training_group_members (tenant_id, group_id, client_id) select $1, $2, unnest($3::integer[])',
      ...[home.id, group?.id, people.slice(0, 2)],
    );
    const ofGroup = await preview({ channel: 'mail', audience: { kind: 'group', groupId: group?.id ?? 0 } });
    expect(ofGroup.body).toMatchObject({ recipients: 2, audienceName: 'Ducks' });
    expect((await preview({ audience: { kind: 'group', groupId: 999_999 } })).error).toBe(
      'trainingGroupNotFound',
    );
    expect(
      (await preview({ audience: { kind: 'training', trainingId: 999_999, whom: 'booked' } })).error,
    ).toBe('trainingNotFound');
  });
});

describe('sending', () => {
  test('to a training group leaves out those whose contract is over, and keeps those without one', async () => {
    const { home, people, send } = await scene();
    const [row] = await ask<{ id: number }>(
      'insert into training_groups (tenant_id, name, club_id, max_members) values ($1, $2, $3, 9) returning id',
      ...[home.id, 'Ducks', home.clubId],
    );
    const groupId = row?.id ?? 0;
    const join = (clientId: number, contractId: number | null) =>
      ask(
        'insert into training_group_members (tenant_id, group_id, client_id, contract_id) values ($1, $2, $3, $4)',
        ...[home.id, groupId, clientId, contractId],
      );
    const member = async (endsOn: string | null) => {
      const actor = await home.account();
      await join(actor.clientId, await addContract(running, home, actor, { endsOn }));
      return actor.clientId;
    };
    const [without = 0] = people;
    await join(without, null);
    // The tests' now is 14.09.: the last day still counts.
    const [endless, lastDay] = [await member(null), await member('2026-09-14')];
    await member('2026-09-13');
    const audience: Draft['audience'] = { kind: 'group', groupId };
    const { messageId } = (
      await send({ recipients: 3, parts: 0 }, { audience, channel: 'mail', subject: 'Lake' })
    ).body;
    const told = await ask<{ id: number }>(
      'select client_id as id from message_deliveries where tenant_id = $1 and message_id = $2 order by 1',
      ...[home.id, messageId],
    );
    expect(told.map(({ id }) => id)).toEqual([without, endless, lastDay]);
  });

  // shows: call-admin-message
  test('an SMS to each once, and what became of it', async () => {
    const { home, admin, people, send } = await scene();
    const [one = 0, two = 0, three = 0] = people;
    await setPhones(home, { ...numbers(people), [three]: `+372 555${unreachableEnd}` });
    const sent = await send({ recipients: 3, parts: 1 });
    expect(sent.body).toMatchObject({ recipients: 3, parts: 1, price: 0.18 });
    const report = () =>
      call(contract.getMessage, { params: { id: sent.body.messageId }, query: {} }, { actor: admin });
    await vi.waitFor(async () => {
      expect((await report()).body.counts).toMatchObject({ delivered: 2, undelivered: 1, planned: 0 });
    }, patience);
    expect((await sms({ home })).map(({ recipient }) => recipient).toSorted()).toEqual([
      '+37255500009',
      '+37255551000',
      '+37255551010',
    ]);
    const of = new Map((await report()).body.deliveries.map(({ clientId, state }) => [clientId, state]));
    expect([of.get(one), of.get(two), of.get(three)]).toEqual(['delivered', 'delivered', 'undelivered']);
    // A page of them; what went wrong comes first.
    const page = async (query: { offset: number; limit: number }) =>
      (
        await call(contract.getMessage, { params: { id: sent.body.messageId }, query }, { actor: admin })
      ).body.deliveries.map(({ clientId }) => clientId);
    expect(await page({ offset: 0, limit: 1 })).toEqual([three]);
    expect((await page({ offset: 1, limit: 5 })).toSorted()).toEqual([one, two].toSorted());
    const { items, total } = (await call(contract.listMessages, { query: {} }, { actor: admin })).body;
    expect([total, items[0]]).toEqual([
      1,
      expect.objectContaining({ audienceName: 'Yoga, 15.09.2026 18:00' }),
    ]);
    const [trail] = await ask<{ after: unknown }>(
      "select after from audit_trail where tenant_id = $1 and noun = 'messages'",
      home.id,
    );
    expect(trail?.after).toMatchObject({ channel: 'sms', recipients: 3 });
  });

  test('a mail greets by name in the language of each', async () => {
    const { home, send, training } = await scene();
    const member = await home.account({ language: 'et', firstName: 'Kadri' });
    await home.registration(training, member.clientId, { place: 4 });
    await send({ recipients: 4, parts: 0 }, { channel: 'mail', subject: 'Hall B', text: 'We moved.' });
    await expectNoJobs();
    const all = await mails({ home });
    expect(all).toHaveLength(4);
    expect(all.find(({ recipient }) => recipient === member.email)).toMatchObject({
      subject: expect.stringContaining('Hall B'),
      text: expect.stringMatching(/Kadri[\s\S]*We moved\./),
    });
  });

  test('what would be another message than was shown is not sent, nor an empty one, nor to nobody', async () => {
    const { home, people, send, training } = await scene();
    await setPhones(home, numbers(people));
    expect((await send({ recipients: 2, parts: 1 })).error).toBe('messageOutdated');
    expect((await send({ recipients: 3, parts: 2 })).error).toBe('messageOutdated');
    expect((await send({ recipients: 3, parts: 0 }, { text: ' ' })).error).toBe('dataValidationFailed');
    expect((await send({ recipients: 3, parts: 0 }, { channel: 'mail' })).error).toBe('dataValidationFailed');
    expect((await send({ recipients: 3, parts: 11 }, { text: 'x'.repeat(1600) })).error).toBe(
      'dataValidationFailed',
    );
    const empty = await home.training({ startsAt: '2026-09-18T15:00:00Z' });
    const nobody = { audience: { kind: 'training', trainingId: empty.id, whom: 'booked' } } as const;
    expect((await send({ recipients: 0, parts: 1 }, nobody)).error).toBe('nobodyToTell');
    expect(training.id).toBeGreaterThan(0);
    expect(await ask('select id from messages where tenant_id = $1', home.id)).toEqual([]);
  });

  test('twice under one key is once', async () => {
    const { home, people, send } = await scene();
    await setPhones(home, numbers(people));
    const [one, two] = await Promise.all([
      send({ recipients: 3, parts: 1 }, {}, 'sms-once-1'),
      send({ recipients: 3, parts: 1 }, {}, 'sms-once-1'),
    ]);
    expect(one.body.messageId).toBe(two.body.messageId);
    await expectNoJobs();
    await vi.waitFor(async () => expect(await sms({ home })).toHaveLength(3), patience);
  });

  test('in the quiet hours an SMS waits for the morning, unless the training is near', async () => {
    const { home, people, preview, send } = await scene();
    await setPhones(home, numbers(people));
    // 23:00 in Tallinn, the evening before.
    clock.set('2026-09-14T20:00:00Z');
    const night = await preview();
    expect(night.body.waitsUntilDateTime).toBe('2026-09-15T04:00:00Z');
    expect((await preview({ channel: 'mail' })).body.waitsUntilDateTime).toBeNull();
    await send({ recipients: 3, parts: 1 });
    await expectHeldBack();
    expect(await sms({ home })).toEqual([]);
    clock.set('2026-09-15T04:00:00Z');
    await hurry();
    await vi.waitFor(async () => expect(await sms({ home })).toHaveLength(3), patience);
    // Half past ten in the evening, with a training that begins at half past two.
    const late = await home.training({ startsAt: '2026-09-15T23:30:00Z' });
    await home.registration(late, people[0] ?? 0, { place: 1 });
    clock.set('2026-09-15T19:30:00Z');
    const audience: Draft['audience'] = { kind: 'training', trainingId: late.id, whom: 'booked' };
    expect((await preview({ audience })).body.waitsUntilDateTime).toBeNull();
  });

  test('a copy that was cut off while being sent is not sent twice as an SMS, a mail is', async () => {
    const { home, people, send } = await scene();
    await setPhones(home, numbers(people));
    clock.set('2026-09-14T20:00:00Z');
    const { messageId } = (await send({ recipients: 3, parts: 1 })).body;
    // What it holds back, not the job that is still at it.
    await expectHeldBack();
    // As a process leaves it that died between handing over and writing down.
    await ask(
      `update message_deliveries set state = 'sending' where tenant_id = $1 and message_id = $2
        and client_id = $3`,
      ...[home.id, messageId, people[0]],
    );
    clock.set('2026-09-15T05:00:00Z');
    await hurry();
    await vi.waitFor(async () => {
      const states = await ask<{ state: string }>(
        'select state from message_deliveries where tenant_id = $1 and message_id = $2 order by client_id',
        ...[home.id, messageId],
      );
      expect(states.map(({ state }) => state)).toEqual(['unknown', 'delivered', 'delivered']);
    }, patience);
    expect(await sms({ home })).toHaveLength(2);
  });
});

describe('who may not', () => {
  // shows: rule-sms-hidden
  test('centres without SMS hide them; mails go', async () => {
    const { preview, send } = await scene({ rules: { notification: { isSmsHidden: true } } });
    expect((await preview()).status).toBe(404);
    expect((await send({ recipients: 3, parts: 1 })).error).toBe('itemNotFound');
    expect((await preview({ channel: 'mail' })).status).toBe(200);
  });

  test('another centre neither sees a message nor writes to its people, and a report needs its own address', async () => {
    const { home, people, send } = await scene();
    const stranger = await scene();
    await setPhones(home, numbers(people));
    const { messageId } = (await send({ recipients: 3, parts: 1 })).body;
    const theirs = await call(
      contract.getMessage,
      { params: { id: messageId }, query: {} },
      { actor: stranger.admin },
    );
    expect(theirs.status).toBe(404);
    const [copy] = await ask<{ id: number }>(
      'select id from message_deliveries where tenant_id = $1 and message_id = $2',
      ...[home.id, messageId],
    );
    const forged = await call(
      contract.reportDelivery,
      { params: { token: `${copy?.id}.${'x'.repeat(43)}` }, body: { status: 'DELIVRD' } },
      { host: home.host },
    );
    expect(forged.error).toBe('codeNotFound');
  });
});

describe('an offer', () => {
  const agree = (home: Centre, clientId: number, purpose: string, isGiven = true) =>
    ask(
      `insert into consents (tenant_id, client_id, purpose, is_given, language, source, at)
        values ($1, $2, $3, $4, 'et', 'privacy', '2026-09-01T00:00:00Z')`,
      home.id,
      clientId,
      purpose,
      isGiven,
    );

  test('goes to those alone who agreed to offers by that way, and who withdrew it is not asked again', async () => {
    const { home, people, preview, send } = await scene();
    const [one = 0, two = 0, three = 0] = people;
    await agree(home, one, 'marketingMail');
    await agree(home, two, 'marketingSms');
    await agree(home, three, 'marketingMail');
    await agree(home, three, 'marketingMail', false);
    const offer = { channel: 'mail', isOffer: true, subject: 'Spring', text: 'A tenth off.' } as const;
    expect((await preview(offer)).body).toMatchObject({ recipients: 1, withheld: 2, unreachable: [] });
    expect((await preview({ ...offer, isOffer: false })).body).toMatchObject({ recipients: 3, withheld: 0 });
    // What the preview said of the others does not count.
    expect((await send({ recipients: 3, parts: 0 }, offer)).error).toBe('messageOutdated');
    const { body } = await send({ recipients: 1, parts: 0 }, offer);
    await expectNoJobs();
    const sent = await ask<{ client_id: number; state: string }>(
      'select client_id, state from message_deliveries where tenant_id = $1 and message_id = $2',
      home.id,
      body.messageId,
    );
    expect(sent).toEqual([{ client_id: one, state: 'sent' }]);
    const [mail] = await mails({ home });
    expect(mail?.text).toContain('A tenth off.');
    expect(mail?.text).toContain('/profile/privacy');
  });

  test('that waits for the morning does not go to who withdrew the consent meanwhile', async () => {
    clock.set('2026-09-14T20:00:00Z');
    const { home, people, send } = await scene();
    const [one = 0, two = 0] = people;
    await setPhones(home, numbers(people));
    await agree(home, one, 'marketingSms');
    await agree(home, two, 'marketingSms');
    const { body } = await send({ recipients: 2, parts: 1 }, { isOffer: true });
    await expectHeldBack();
    await agree(home, two, 'marketingSms', false);
    clock.set('2026-09-15T06:00:00Z');
    await hurry();
    await vi.waitFor(async () => {
      const states = await ask<{ state: string }>(
        'select state from message_deliveries where tenant_id = $1 and message_id = $2 order by client_id',
        home.id,
        body.messageId,
      );
      expect(states.map(({ state }) => state)).toEqual([expect.stringMatching(/sent|delivered/), 'untrue']);
    }, patience);
  });
});
