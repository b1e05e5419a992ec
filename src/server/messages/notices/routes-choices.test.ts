import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type NoticeHome, noticeMeans, noticeStart } from '#server/testing/notices.ts';
import { startPushService } from '#server/testing/push-service.ts';
import { withServer } from '#server/testing/server.ts';
import { listOutgoingMails, listOutgoingSms } from '#shared/messages/contract.ts';
import {
  changeNoticeChoices,
  getNoticeSettings,
  subscribeDevice,
  unsubscribeDevice,
} from '#shared/messages/notices/contract.ts';
import { defaultChoices } from '#shared/messages/notices/domain.ts';

const push = await startPushService();
const running = withServer({ pushOrigins: [push.origin] });
const { centre, call, ask, clock } = running;
const { furnished, notice, raise, expectNoJobs, expectOnlyLater, hurry, mails, sms } = noticeMeans(running);

beforeEach(() => {
  push.taken.length = 0;
  push.status = 201;
});
afterAll(() => push.stop());

async function subscribe({ member }: NoticeHome, name: string): Promise<void> {
  const answer = await call(subscribeDevice, { body: push.subscription(name) }, { actor: member });
  expect(answer.status).toBe(200);
}

/** The names of all devices of the centre, the oldest first. */
const devicesOf = async ({ home }: NoticeHome) =>
  (
    await ask<{ endpoint: string }>(
      'select endpoint from push_subscriptions where tenant_id = $1 order by id',
      home.id,
    )
  ).map(({ endpoint }) => endpoint.split('/').at(-1));

describe('a device', () => {
  test('whose browser maker says it is gone is forgotten, the others hear', async () => {
    const here = await furnished();
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    const other = await here.home.account();
    await subscribe({ ...here, member: other }, 'theirs');
    await subscribe(here, 'old');
    push.status = 410;
    await raise(here, notice('promoted', here));
    await expectNoJobs();
    expect(await devicesOf(here)).toEqual(['theirs']);
    push.status = 201;
    await subscribe(here, 'new');
    await raise(here, notice('promoted', here));
    await expectNoJobs();
    expect(push.taken.map(({ path }) => path)).toEqual(['/push/new']);
  });

  test('that is one more than ten takes the place of its owner’s oldest, not of another’s', async () => {
    const here = await furnished();
    const others = { ...here, member: await here.home.account() };
    await subscribe(others, 'oldest');
    for (let number = 1; number <= 10; number += 1) await subscribe(here, `n${number}`);
    await subscribe(others, 'newer');
    await subscribe(here, 'n11');
    expect(await devicesOf(here)).toEqual([
      'oldest',
      ...Array.from({ length: 9 }, (_, index) => `n${index + 2}`),
      ...['newer', 'n11'],
    ]);
  });

  test('handed on to another member tells nothing of the first', async () => {
    const here = await furnished();
    const other = await here.home.account();
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    await subscribe(here, 'shared');
    await subscribe({ ...here, member: other }, 'shared');
    await raise(here, notice('promoted', here));
    await expectNoJobs();
    expect(push.taken).toEqual([]);
  });

  test('handed on while a notice waits for the morning tells nothing of it either; each other hears once', async () => {
    const here = await furnished();
    const other = await here.home.account();
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    for (const name of ['shared', 'phone', 'tablet']) await subscribe(here, name);
    clock.set('2026-09-14T20:00:00Z');
    await raise(here, notice('promoted', here));
    await expectOnlyLater(480, 480, 480, 480);
    await subscribe({ ...here, member: other }, 'shared');
    clock.set('2026-09-15T04:00:00Z');
    await hurry();
    await expectNoJobs();
    expect(push.taken.map(({ path }) => path).toSorted()).toEqual(['/push/phone', '/push/tablet']);
  });

  test('is switched off by its owner alone', async () => {
    const here = await furnished();
    const other = await here.home.account();
    await subscribe(here, 'mine');
    await subscribe(here, 'tablet');
    await subscribe({ ...here, member: other }, 'theirs');
    const { endpoint } = push.subscription('mine');
    const rows = async () =>
      (
        await ask<{ endpoint: string }>(
          'select endpoint from push_subscriptions where tenant_id = $1 order by id',
          here.home.id,
        )
      ).map((row) => row.endpoint.split('/').at(-1));
    await call(unsubscribeDevice, { body: { endpoint } }, { actor: other });
    expect(await rows()).toEqual(['mine', 'tablet', 'theirs']);
    await call(unsubscribeDevice, { body: { endpoint } }, { actor: here.member });
    expect(await rows()).toEqual(['tablet', 'theirs']);
  });

  test('must be carried by a browser maker', async () => {
    const { member } = await furnished();
    const { keys } = push.subscription('x');
    const body = { endpoint: 'https://127.0.0.1:5432/x', keys };
    const answer = await call(subscribeDevice, { body }, { actor: member });
    expect([answer.status, answer.error]).toEqual([400, 'dataValidationFailed']);
  });

  test('must have keys that a message can be encrypted for', async () => {
    const { home, member } = await furnished();
    const { endpoint, keys } = push.subscription('x');
    const body = { endpoint, keys: { ...keys, p256dh: 'x'.repeat(87) } };
    const { status, refusal } = await call(subscribeDevice, { body }, { actor: member });
    expect([status, refusal?.details]).toEqual([400, { field: 'keys' }]);
    expect(await ask('select from push_subscriptions where tenant_id = $1', home.id)).toEqual([]);
  });
});

describe('choices', () => {
  test('are the product’s until the member’s, and are honoured', async () => {
    const here = await furnished();
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    const before = (await call(getNoticeSettings, undefined, { actor: here.member })).body;
    expect(before).toMatchObject({ choices: defaultChoices, phone: '+37255555555', isSmsOffered: true });
    expect(Buffer.from(before.pushPublicKey, 'base64url').length).toBe(65);
    const choices = { ...defaultChoices, promoted: { mail: false, sms: true, push: false } };
    await call(changeNoticeChoices, { body: { choices } }, { actor: here.member });
    expect((await call(getNoticeSettings, undefined, { actor: here.member })).body.choices).toEqual(choices);
    await raise(here, notice('promoted', here));
    await expectNoJobs();
    expect([await mails(here), (await sms(here)).length]).toEqual([[], 1]);
  });

  test.each([
    ['a landline', '+372 600 0000'],
    ['no number', ''],
  ])('for SMS wait for a mobile number: %s', async (_, phone) => {
    const here = await furnished({ phone });
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    expect((await call(getNoticeSettings, undefined, { actor: here.member })).body.phone).toBeNull();
    await raise(here, notice('promoted', here));
    await expectNoJobs();
    expect([(await mails(here)).length, await sms(here)]).toEqual([1, []]);
  });

  test('of half a shape are refused', async () => {
    const { member } = await furnished();
    const choices = { joined: defaultChoices.joined } as unknown as typeof defaultChoices;
    const answer = await call(changeNoticeChoices, { body: { choices } }, { actor: member });
    expect([answer.status, answer.error]).toEqual([400, 'dataValidationFailed']);
  });

  test('for SMS mean nothing where the centre does without', async () => {
    const home = await centre({ rules: { notification: { isSmsHidden: true } } });
    const member = await home.account();
    const training = await home.training({ startsAt: noticeStart });
    await home.registration(training, member.clientId, { place: 1 });
    expect((await call(getNoticeSettings, undefined, { actor: member })).body.isSmsOffered).toBe(false);
    await raise({ home }, notice('promoted', { home, member, training }));
    await expectNoJobs();
    expect(await sms({ home })).toEqual([]);
  });
});

test('administrators read what the stand-ins took, of their centre alone', async () => {
  const here = await furnished();
  await here.home.registration(here.training, here.member.clientId, { place: 1 });
  await raise(here, notice('promoted', here));
  await expectNoJobs();
  const actor = await here.home.account({ role: 'admin' });
  const { items, total } = (await call(listOutgoingSms, { query: {} }, { actor })).body;
  expect([total, items[0]?.recipient, items[0]?.parts]).toEqual([1, '+37255555555', 1]);
  expect((await call(listOutgoingMails, { query: {} }, { actor })).body.total).toBe(1);
  const stranger = await (await centre()).account({ role: 'admin' });
  expect((await call(listOutgoingSms, { query: {} }, { actor: stranger })).body.total).toBe(0);
});
