import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { noticeMeans, noticeStart } from '#server/testing/notices.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { changeNoticeChoices, getNoticeSettings } from '#shared/messages/notices/contract.ts';
import { defaultChoices } from '#shared/messages/notices/domain.ts';
import type { ReminderMinutes } from '#shared/messages/reminders/domain.ts';
import { cancelRegistration } from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { hurry, mails, sms } = noticeMeans(running);
const patience = { timeout: 12_000, interval: 25 };

interface Booked {
  readonly home: Centre;
  readonly actor: TestAccount;
  readonly id: number;
  readonly trainingId: number;
}

/** A booking for tomorrow at 18:00, and reminders that are looked for already. */
async function booked(startsAt = noticeStart, language: 'en' | 'lv' = 'en'): Promise<Booked> {
  const home = await centre();
  const actor = await home.account({ language });
  const training = await home.training({ startsAt, name: 'Yoga' });
  const id = await home.registration(training, actor.clientId, { place: 1 });
  await running.runJob('trainingReminders');
  return { home, actor, id, trainingId: training.id };
}

const choose = (actor: TestAccount, reminders: ReminderMinutes[], sms = false) => {
  const choices = { ...defaultChoices, reminder: { mail: true, sms, push: true } };
  return call(changeNoticeChoices, { body: { choices, reminders } }, { actor });
};

/** The job runs at an instant, and everything that follows from it is done. */
async function at(instant: string) {
  clock.set(instant);
  await running.runJob('trainingReminders');
  const left = () =>
    ask('select 1 from outbox union all select 1 from graphile_worker.jobs where attempts < max_attempts');
  await expect
    .poll(async () => {
      await hurry();
      return (await left()).length;
    }, patience)
    .toBe(0);
}

const told = async (here: Booked) => (await mails(here)).map(({ subject }) => subject.replace(/^.*?: /, ''));

test('who has chosen nothing is reminded once, three hours before; the mail says all of it and where to choose', async () => {
  const here = await booked();
  await at('2026-09-15T11:59:00Z');
  expect(await told(here)).toEqual([]);
  await at('2026-09-15T12:00:00Z');
  await at('2026-09-15T12:01:00Z');
  await at('2026-09-15T14:59:00Z');
  expect(await told(here)).toEqual(['Reminder: Yoga']);
  const [mail] = await mails(here);
  for (const said of ['15.09.2026 18:00–19:00', 'First club', 'Trainer: ', '/profile/notices']) {
    expect(mail?.text).toContain(said);
  }
});

test('two offsets are two reminders, none is none; what was chosen is kept and shown', async () => {
  const here = await booked();
  await choose(here.actor, [60, 1440]);
  const kept = await call(getNoticeSettings, {}, { actor: here.actor });
  expect(kept.body.reminders).toEqual([60, 1440]);
  const none = await booked();
  await choose(none.actor, []);
  for (const instant of ['2026-09-14T15:00:00Z', '2026-09-15T12:00:00Z', '2026-09-15T14:00:00Z'])
    await at(instant);
  expect(await told(here)).toEqual(['Reminder: Yoga', 'Reminder: Yoga']);
  expect(await told(none)).toEqual([]);
});

test('what was given back, called off, or has begun is not reminded of; what was moved is at its new time', async () => {
  const [given, off, moved, late] = [await booked(), await booked(), await booked(), await booked()];
  await call(cancelRegistration, { params: { id: given.id } }, { actor: given.actor });
  await ask('update trainings set is_cancelled = true where id = $1 returning 1', off.trainingId);
  for (const table of ['trainings', 'registrations']) {
    await ask(
      `update ${table} set starts_at = starts_at + interval '2 hours', ends_at = ends_at + interval '2 hours'
        where tenant_id = $1 returning 1`,
      moved.home.id,
    );
  }
  await at('2026-09-15T12:00:00Z');
  const of = async (subject: string) =>
    (await Promise.all([given, off, moved, late].map(told))).map((all) => all.includes(subject));
  expect(await of('Reminder: Yoga')).toEqual([false, false, false, true]);
  await at('2026-09-15T14:00:00Z');
  expect(await of('Reminder: Yoga')).toEqual([false, false, true, true]);
});

test('after an outage what has not begun is caught up with, once', async () => {
  const here = await booked();
  await choose(here.actor, [60, 180]);
  await at('2026-09-15T14:30:00Z');
  expect(await told(here)).toEqual(['Reminder: Yoga']);
  const over = await booked();
  await at('2026-09-15T15:00:00Z');
  expect(await told(over)).toEqual([]);
});

test('several processes at one moment, and one that dies before it is done, raise each reminder once', async () => {
  const here = await booked();
  clock.set('2026-09-15T12:00:00Z');
  await withOwner(running.databaseUrl, async (owner) => {
    await owner.query(`alter table outbox add constraint cut check (topic <> 'notice') not valid`);
    try {
      await expect(running.runJob('trainingReminders')).rejects.toThrow('cut');
    } finally {
      await owner.query('alter table outbox drop constraint cut');
    }
  });
  await Promise.all([1, 2, 3].map(() => running.runJob('trainingReminders')));
  await at('2026-09-15T12:02:00Z');
  expect(await told(here)).toEqual(['Reminder: Yoga']);
});

test('by SMS where that was chosen; the night is left alone: an early training is told the evening before', async () => {
  const here = await booked('2026-09-16T04:00:00Z');
  await ask('update clients set phone = $2 where id = $1 returning 1', here.actor.clientId, '5555 5555');
  await choose(here.actor, [180], true);
  await at('2026-09-15T18:00:00Z');
  expect((await sms(here)).map(({ text }) => text)).toEqual([expect.stringContaining('Reminder: Yoga')]);
  await at('2026-09-16T01:00:00Z');
  expect([(await sms(here)).length, (await told(here)).length]).toEqual([1, 1]);
});

test('two trainings of one moment are one mail', async () => {
  const here = await booked();
  const next = await here.home.training({ startsAt: '2026-09-15T16:00:00Z', name: 'Pilates' });
  await here.home.registration(next, here.actor.clientId, { place: 1 });
  // Missed together, told together: the queue goes by a clock of its own, so both are waited for before it is hurried.
  clock.set('2026-09-15T13:05:00Z');
  await running.runJob('trainingReminders');
  const planned = () => ask('select 1 from notice_deliveries where tenant_id = $1', here.home.id);
  await expect.poll(async () => (await planned()).length, patience).toBe(2);
  await at('2026-09-15T13:06:00Z');
  expect(await told(here)).toEqual(['2 trainings ahead']);
  const [mail] = await mails(here);
  expect(mail?.text).toMatch(/Yoga[\s\S]*Pilates/);
});
