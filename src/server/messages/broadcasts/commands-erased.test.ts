import { expect, test } from 'vitest';
import { testPassword } from '#server/testing/centre.ts';
import { noticeMeans } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import { previewMessage, sendMessage } from '#shared/messages/broadcasts/contract.ts';
import { askErasure, changeConsent, undoClientErasure } from '#shared/privacy/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const { expectNoJobs } = noticeMeans(running);

test('no offer goes to who asked to be forgotten, from then on, unless they think again', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const training = await home.training({ startsAt: '2026-09-10T15:00:00Z' });
  const [one, two] = [await home.account(), await home.account()];
  for (const [index, actor] of [one, two].entries()) {
    await home.registration(training, actor.clientId, { place: index + 1 });
    await call(changeConsent, { body: { purpose: 'marketingMail', isGiven: true } }, { actor });
  }
  const audience = { kind: 'training', trainingId: training.id, whom: 'booked' } as const;
  const offer = {
    audience,
    channel: 'mail',
    isOffer: true,
    subject: 'Spring',
    text: 'A tenth off.',
  } as const;
  const counts = async () => {
    const { body } = await call(previewMessage, { body: offer }, { actor: admin });
    return { recipients: body.recipients, withheld: body.withheld };
  };
  expect(await counts()).toEqual({ recipients: 2, withheld: 0 });
  const asked = await call(askErasure, { body: { password: testPassword } }, { actor: one });
  expect(asked.error).toBeUndefined();
  expect(await counts()).toEqual({ recipients: 1, withheld: 1 });
  const body = { ...offer, expected: { recipients: 1, parts: 0 } };
  expect((await call(sendMessage, { body }, { actor: admin })).error).toBeUndefined();
  await expectNoJobs();
  expect(await ask('select client_id from message_deliveries where tenant_id = $1', home.id)).toEqual([
    { client_id: two.clientId },
  ]);
  await call(undoClientErasure, { params: { id: one.clientId } }, { actor: admin });
  expect(await counts()).toEqual({ recipients: 2, withheld: 0 });
});
