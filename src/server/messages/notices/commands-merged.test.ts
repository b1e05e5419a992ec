import { expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { mergingMeans } from '#server/testing/merging.ts';
import { noticeMeans, noticeStart } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';

const running = withServer();
const { ask, clock } = running;
const { notice, raise, hurry, expectNoJobs, expectOnlyLater, mails, sms, states } = noticeMeans(running);
const { furnished, merging } = mergingMeans(running);

/** Two clients who may be one; the one that goes has a place. */
async function withPlace() {
  const two = await furnished();
  const training = await two.home.training({ startsAt: noticeStart, name: 'Yoga' });
  const registrationId = await two.home.registration(training, two.gone.clientId, { place: 1 });
  const promoted = notice('promoted', { ...two, training, member: two.gone }, { registrationId });
  return { ...two, promoted };
}

/** By SMS alone, or by mail alone. */
const choose = (home: Centre, clientId: number, isSms: boolean) =>
  ask(
    'insert into notice_choices (tenant_id, client_id, choices) values ($1, $2, $3) returning 1',
    home.id,
    clientId,
    JSON.stringify({ promoted: { mail: !isSms, sms: isSms, push: false } }),
  );

const toldOf = async (home: Centre, name: string) =>
  (await mails({ home })).flatMap(({ recipient, subject }) => (subject.includes(name) ? [recipient] : []));

test('what happened to whoever was merged meanwhile is told to the one that stays', async () => {
  const { home, admin, kept, gone, promoted } = await withPlace();
  expect((await merging(admin, kept, gone)).status).toBe(200);
  await raise({ home }, promoted);
  await expectNoJobs();
  expect(await toldOf(home, 'Yoga')).toEqual([kept.email]);
});

test('an SMS that waited for the morning is told by mail, where who stays has mails', async () => {
  const { home, admin, kept, gone, promoted } = await withPlace();
  await ask("update clients set phone = '5555 5555' where tenant_id = $1 returning 1", home.id);
  await choose(home, gone.clientId, true);
  await choose(home, kept.clientId, false);
  clock.set('2026-09-14T20:30:00Z');
  await raise({ home }, promoted);
  await expectOnlyLater(450);
  expect((await merging(admin, kept, gone)).status).toBe(200);
  clock.set('2026-09-15T05:00:00Z');
  await hurry();
  await expectNoJobs();
  expect(await sms({ home })).toEqual([]);
  expect(await toldOf(home, 'Yoga')).toEqual([kept.email]);
  expect(await states({ home })).toEqual([
    { channel: 'mail', state: 'sent' },
    { channel: 'sms', state: 'untrue' },
  ]);
});
