import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { changeNoticeChoices, getNoticeSettings } from '#shared/messages/notices/contract.ts';
import { defaultChoices } from '#shared/messages/notices/domain.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

const want = (actor: TestAccount, isMorningWanted = true) =>
  call(changeNoticeChoices, { body: { choices: defaultChoices, isMorningWanted } }, { actor });

async function staffed() {
  const home = await centre();
  await home.club();
  const trainer = await home.account({ role: 'trainer', language: 'en' });
  const admin = await home.account({ role: 'admin', language: 'en' });
  const training = await home.training({
    startsAt: '2026-09-15T15:00:00Z',
    name: 'Yoga',
    maxPlaces: 1,
    trainerId: trainer.trainerId ?? null,
  });
  await home.training({ startsAt: '2026-09-15T16:00:00Z', name: 'Pilates', trainerId: null });
  await home.training({ startsAt: '2026-09-16T16:00:00Z', name: 'Another day' });
  await home.registration(training, await home.client(), { place: 1 });
  await home.registration(training, await home.client());
  await running.runJob('trainingReminders');
  const mails = () =>
    ask<{ recipient: string; subject: string; text: string }>(
      'select recipient, subject, text from stand_in_mails where tenant_id = $1 order by recipient',
      home.id,
    );
  const at = async (instant: string, count: number) => {
    clock.set(instant);
    await Promise.all([1, 2].map(() => running.runJob('trainingReminders')));
    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(count);
    return mails();
  };
  return { home, trainer, admin, at };
}

test('staff who chose so are told at seven what waits that day, once; nobody else is', async () => {
  const { home, trainer, admin, at } = await staffed();
  const member = await home.account();
  // Who was told is written as soon as the mails are on their way.
  const told = async () =>
    (
      await ask<{ morning_on: string | null }>(
        'select morning_on::text from reminder_marks where tenant_id = $1',
        home.id,
      )
    )[0]?.morning_on;
  expect((await call(getNoticeSettings, {}, { actor: member })).body.isMorningWanted).toBeNull();
  expect((await call(getNoticeSettings, {}, { actor: trainer })).body.isMorningWanted).toBe(false);
  await want(member);
  await at('2026-09-14T09:30:00Z', 0);
  await want(trainer);
  await want(admin);
  expect((await call(getNoticeSettings, {}, { actor: trainer })).body.isMorningWanted).toBe(true);
  await at('2026-09-15T03:59:00Z', 0);
  expect(await told()).not.toBe('2026-09-15');
  const mails = await at('2026-09-15T04:00:00Z', 2);
  const of = ({ email }: TestAccount) => mails.find(({ recipient }) => recipient === email)?.text ?? '';
  expect(of(trainer).match(/18:00 Yoga/g)).toHaveLength(1);
  expect(of(trainer)).toContain('1 of 1, 1 waiting');
  expect(of(trainer)).not.toMatch(/Pilates|Another day/);
  expect(of(admin)).toContain('19:00 Pilates has no trainer');
  expect(of(admin)).toContain('In the whole centre: 2 trainings, 1 booked.');
  expect(await told()).toBe('2026-09-15');
  await at('2026-09-15T09:00:00Z', 2);
  await want(trainer, false);
  // Of the next day the trainer hears no more.
  const next = await at('2026-09-16T05:00:00Z', 3);
  expect(next.filter(({ recipient }) => recipient === admin.email)).toHaveLength(2);
  // Where nothing ran all day, nobody is told at night.
  await at('2026-09-17T19:00:00Z', 3);
  expect(await told()).toBe('2026-09-16');
});
