import { expect, test } from 'vitest';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import type { EndpointInput } from '#shared/kernel/endpoint.ts';
import { previewMessage, sendMessage } from '#shared/messages/broadcasts/contract.ts';
import { longestText } from '#shared/messages/broadcasts/domain.ts';

const running = withServer();
const { centre, call, ask } = running;
type Draft = EndpointInput<typeof sendMessage>['body'];

async function scene(parts: Parameters<typeof centre>[0] = {}) {
  const home = await centre(parts);
  const admin = await home.account({ role: 'admin' });
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  for (const place of [1, 2]) await home.registration(training, await home.client(), { place });
  const shown = {
    audience: { kind: 'training', trainingId: training.id, whom: 'booked' },
    channel: 'mail',
    subject: 'Hall B',
    text: 'We train in hall B today.',
  } as const;
  const { body } = await call(previewMessage, { body: shown }, { actor: admin });
  expect(body.recipients).toBe(2);
  const draft: Draft = { ...shown, expected: { recipients: body.recipients, parts: body.parts } };
  return { home, admin, training, draft };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const nobody = 9_999_999;
const filter = {
  kind: 'filter',
  from: '2026-09-15',
  until: '2026-09-15',
  whom: 'booked',
  ...{ clubId: null, roomId: null, trainerId: null, styleId: null },
} as const;
const wrong = (field: string): Refusal => [400, 'dataValidationFailed', { field }];

test.each<[string, (of: Scene) => Partial<Draft>, Refusal]>([
  [
    'of a training of nobody',
    () => ({ audience: { kind: 'training', trainingId: nobody, whom: 'booked' } }),
    [404, 'trainingNotFound'],
  ],
  [
    'of a group of nobody',
    () => ({ audience: { kind: 'group', groupId: nobody } }),
    [404, 'trainingGroupNotFound'],
  ],
  [
    'of dates that end before they begin',
    () => ({ audience: { ...filter, until: '2026-09-14' } }),
    wrong('until'),
  ],
  ['of a club of nobody', () => ({ audience: { ...filter, clubId: nobody } }), [404, 'itemNotFound']],
  ['of a room of nobody', () => ({ audience: { ...filter, roomId: nobody } }), [404, 'itemNotFound']],
  ['of a trainer of nobody', () => ({ audience: { ...filter, trainerId: nobody } }), [404, 'itemNotFound']],
  [
    'of a style of nobody in a club there is',
    ({ home }) => ({ audience: { ...filter, clubId: home.clubId, styleId: nobody } }),
    [404, 'itemNotFound'],
  ],
])('people %s are neither counted nor written to', async (_, change, refusal) => {
  const of = await scene();
  const { expected, ...draft } = { ...of.draft, ...change(of) };
  const by = { actor: of.admin };
  await expectRefused(running, of.home, () => call(previewMessage, { body: draft }, by), refusal);
  await expectRefused(
    running,
    of.home,
    () => call(sendMessage, { body: { ...draft, expected } }, by),
    refusal,
  );
});

test.each<[string, Partial<Draft> | ((of: Draft) => Partial<Draft>), Refusal]>([
  ['without words', { text: '' }, wrong('text')],
  ['without words but for spaces', { text: '   ' }, wrong('text')],
  ['a mail without a subject', { subject: '' }, wrong('subject')],
  ['longer than an SMS may be', { channel: 'sms', text: 'x'.repeat(longestText.sms + 1) }, wrong('text')],
  [
    'to fewer than were shown',
    ({ expected }) => ({ expected: { ...expected, recipients: 3 } }),
    [409, 'messageOutdated'],
  ],
  [
    'in other parts than were shown',
    ({ expected }) => ({ expected: { ...expected, parts: expected.parts + 1 } }),
    [409, 'messageOutdated'],
  ],
  ['to nobody', { audience: { ...filter, from: '2026-10-15', until: '2026-10-15' } }, [409, 'nobodyToTell']],
])('nothing is sent %s', async (_, change, refusal) => {
  const { home, admin, draft } = await scene();
  const body = { ...draft, ...(typeof change === 'function' ? change(draft) : change) };
  await expectRefused(running, home, () => call(sendMessage, { body }, { actor: admin }), refusal);
});

test('words as long as a mail may have are sent', async () => {
  const { admin, draft } = await scene();
  const body = { ...draft, text: 'x'.repeat(longestText.mail) };
  expect((await call(sendMessage, { body }, { actor: admin })).error).toBeUndefined();
});

test('a centre that hides SMS sends none, and sends mails', async () => {
  const { home, admin, draft } = await scene({ rules: { notification: { isSmsHidden: true } } });
  const send = (change: Partial<Draft>) =>
    call(sendMessage, { body: { ...draft, ...change } }, { actor: admin });
  await expectRefused(running, home, () => send({ channel: 'sms', subject: '' }), [404, 'itemNotFound']);
  expect((await send({})).error).toBeUndefined();
});

test.each([
  ['a closed login is told nothing: the open one is', true],
  ['whose only login is closed is told at their own address', false],
])('%s', async (_, hasOpen) => {
  const { home, admin, training, draft } = await scene();
  const [closed, open] = [await home.account(), await home.account()];
  await ask("update clients set email = 'parent@test.test' where id = $1", closed.clientId);
  await ask('update accounts set is_blocked = true where id = $1', closed.id);
  if (hasOpen) await ask('update accounts set client_id = $2 where id = $1', open.id, closed.clientId);
  await home.registration(training, closed.clientId, { place: 3 });
  const body = { ...draft, expected: { ...draft.expected, recipients: 3 } };
  expect((await call(sendMessage, { body }, { actor: admin })).status).toBe(200);
  const told = () =>
    ask<{ recipient: string }>('select recipient from stand_in_mails where tenant_id = $1', home.id);
  await expect.poll(told).toHaveLength(3);
  const recipients = (await told()).map(({ recipient }) => recipient);
  expect(recipients).toContain(hasOpen ? open.email : 'parent@test.test');
  expect(recipients).not.toContain(closed.email);
});
