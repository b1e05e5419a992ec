import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
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

/**
 * What waits at four on Tuesday, each beside what does not: requests, rolls (of a training that has just ended and of one three
 * days ago, which none is any more, of one that was never opened, and of one that is closed), and lines of the bank.
 */
async function waitingFor(home: Centre, { id: accountId }: TestAccount) {
  const rolls = [
    ['2026-09-14T15:00:00Z', true, false],
    ['2026-09-15T03:00:00Z', true, false],
    ['2026-09-12T03:00:00Z', true, false],
    ['2026-09-11T15:00:00Z', true, false],
    ['2026-09-14T15:00:00Z', false, false],
    ['2026-09-14T15:00:00Z', true, true],
  ] as const;
  for (const [startsAt, isOpened, isClosed] of rolls) {
    const { id } = await home.training({ startsAt });
    await ask(
      'update trainings set roll_opened_at = $2, roll_closed_at = $3 where id = $1',
      ...[id, isOpened ? startsAt : null, isClosed ? startsAt : null],
    );
  }
  const { id: trainingId, trainerId } = await home.training({ startsAt: '2026-09-20T15:00:00Z' });
  for (const state of ['openPreferred', 'openAll', 'expired']) {
    await ask(
      `insert into replacements (tenant_id, training_id, trainer_id, account_id, reason, comment, state, opens_to_all_at,
         created_at, ended_at) values ($1, $2, $3, $4, 'ill', '', $5, $6, $6, $7)`,
      ...[
        home.id,
        state === 'openAll' ? (await home.training({ startsAt: '2026-09-21T15:00:00Z' })).id : trainingId,
      ],
      ...[trainerId, accountId, state, clock.now(), state === 'expired' ? clock.now() : null],
    );
  }
  for (const state of ['proposed', 'unmatched', 'ignored']) {
    await ask(
      `insert into bank_entries (tenant_id, account, entry_key, booked_on, amount_cents, payer_name, payer_account, reference,
         message, state, imported_at) values ($1, 'EE1', $2::text, '2026-09-14', 100, '', '', '', '', $2, $3)`,
      ...[home.id, state, clock.now()],
    );
  }
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
  const gone = await home.account({ role: 'admin', isBlocked: true });
  await ask('update accounts set takes_morning_mail = true where id = $1', gone.id);
  expect((await call(getNoticeSettings, {}, { actor: trainer })).body.isMorningWanted).toBe(true);
  await waitingFor(home, admin);
  await at('2026-09-15T03:59:00Z', 0);
  expect(await told()).not.toBe('2026-09-15');
  const mails = await at('2026-09-15T04:00:00Z', 2);
  const of = ({ email }: TestAccount) => mails.find(({ recipient }) => recipient === email)?.text ?? '';
  expect(of(trainer).match(/18:00 Yoga/g)).toHaveLength(1);
  expect(of(trainer)).toContain('1 of 1, 1 waiting');
  expect(of(trainer)).not.toMatch(/Pilates|Another day/);
  expect(of(admin)).toContain('19:00 Pilates has no trainer');
  expect(of(admin)).toContain('In the whole centre: 3 trainings, 1 booked.');
  expect(of(admin)).toContain('2 open requests for a replacement\n');
  expect(of(admin)).toContain('1 roll not closed\n');
  expect(of(admin)).toContain('2 bank entries to be matched\n');
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
