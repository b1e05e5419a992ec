import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { attemptLimits } from '#shared/account/domain.ts';
import { unaskedRecipients } from '#shared/account/proofs/domain.ts';
import type { EndpointInput } from '#shared/kernel/endpoint.ts';
import { previewMessage, sendMessage } from '#shared/messages/broadcasts/contract.ts';
import { mostUnreachable } from '#shared/messages/broadcasts/domain.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
type Draft = EndpointInput<typeof previewMessage>['body'];

/** A training group of so many, and an administrator who showed hours ago who they are. */
async function scene(members: number, parts: Parameters<typeof centre>[0] = {}) {
  const home = await centre(parts);
  const admin = await home.account({ role: 'admin' });
  const clientIds: number[] = [];
  for (let index = 0; index < members; index += 1) clientIds.push(await home.client());
  const [group] = await ask<{ id: number }>(
    'insert into training_groups (tenant_id, name, club_id, max_members) values ($1, $2, $3, 99) returning id',
    ...[home.id, 'Ducks', home.clubId],
  );
  const join = (ids: readonly number[]) =>
    ask(
      'insert into training_group_members (tenant_id, group_id, client_id) select $1, $2, unnest($3::integer[])',
      ...[home.id, group?.id, ids],
    );
  await join(clientIds);
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  await home.registration(training, clientIds[0] ?? 0, { place: 1 });
  const ofGroup: Draft = {
    audience: { kind: 'group', groupId: group?.id ?? 0 },
    channel: 'mail',
    subject: 'Lake',
    text: 'We swim in the lake.',
  };
  const ofTraining: Draft = {
    ...ofGroup,
    audience: { kind: 'training', trainingId: training.id, whom: 'booked' },
  };
  const ofFilter: Draft = {
    ...ofGroup,
    audience: {
      ...{ kind: 'filter', from: '2026-09-15', until: '2026-09-15', whom: 'booked' },
      ...{ clubId: null, roomId: null, trainerId: null, styleId: null },
    },
  };
  const staleOf = async ({ claims }: TestAccount) => ({
    host: home.host,
    token: await running.server.app.ports.tokens.sign({ ...claims, provedAt: 0 }),
  });
  const stale = await staleOf(admin);
  const send = async (draft: Draft, recipients: number, by: typeof stale | { actor: TestAccount }) => {
    const parts = draft.channel === 'sms' ? 1 : 0;
    const body = { ...draft, expected: { recipients, parts } };
    return (await call(sendMessage, { body }, by)).error;
  };
  const sent = async () => (await ask('select from messages where tenant_id = $1', home.id)).length;
  return { home, admin, stale, clientIds, join, ofGroup, ofTraining, ofFilter, send, sent };
}

test('a message to more than so many is asked about again; to as many it is not', async () => {
  const { home, admin, stale, join, ofGroup, send, sent } = await scene(unaskedRecipients);
  expect(await send(ofGroup, unaskedRecipients, stale)).toBeUndefined();
  await join([await home.client()]);
  expect(await send(ofGroup, unaskedRecipients + 1, stale)).toBe('proofNeeded');
  expect(await sent()).toBe(1);
  expect(await send(ofGroup, unaskedRecipients + 1, { actor: admin })).toBeUndefined();
  expect(await sent()).toBe(2);
});

test('a message to whoever fits a filter is asked about again, however few they are; to a training it is not', async () => {
  const { admin, stale, ofFilter, ofTraining, send, sent } = await scene(1);
  expect(await send(ofTraining, 1, stale)).toBeUndefined();
  expect(await send(ofFilter, 1, stale)).toBe('proofNeeded');
  // What would be another message than was shown is told without asking who it is.
  expect(await send(ofFilter, 2, stale)).toBe('messageOutdated');
  expect(await sent()).toBe(1);
  expect(await send(ofFilter, 1, { actor: admin })).toBeUndefined();
});

test('of those whom it does not reach so many are named, and all are counted', async () => {
  const { home, stale, ofGroup } = await scene(mostUnreachable + 1);
  const preview = async () => (await call(previewMessage, { body: ofGroup }, stale)).body;
  expect(await preview()).toMatchObject({ unreachable: [], unreachableCount: 0 });
  await ask("update clients set email = '' where tenant_id = $1", home.id);
  const { unreachable, unreachableCount, recipients } = await preview();
  expect([unreachable.length, unreachableCount, recipients]).toEqual([
    mostUnreachable,
    mostUnreachable + 1,
    0,
  ]);
});

test('a centre sends so many SMS of messages within a day, each part counted; a mail is none', async () => {
  const { home, admin, clientIds, ofGroup, send, sent } = await scene(3);
  const { most } = attemptLimits.smsMessage;
  for (const [index, id] of clientIds.entries())
    await ask('update clients set phone = $2 where id = $1', id, `+372 5555 10${index}0`);
  const sms: Draft = { ...ofGroup, channel: 'sms', subject: '' };
  const long: Draft = { ...sms, text: 'õ'.repeat(71) };
  const by = { actor: admin };
  expect(await send(sms, 3, by)).toBeUndefined();
  const counted = () =>
    ask("select count from attempts where tenant_id = $1 and kind = 'smsMessage'", home.id);
  expect(await counted()).toEqual([{ count: 3 }]);
  await ask("update attempts set count = $2 where tenant_id = $1 and kind = 'smsMessage'", home.id, most - 5);
  // Six parts are one too many, and what is refused uses nothing up.
  const body = { ...long, expected: { recipients: 3, parts: 2 } };
  expect((await call(sendMessage, { body }, by)).error).toBe('tooManyAttempts');
  expect(await send(sms, 3, by)).toBeUndefined();
  expect(await send(sms, 3, by)).toBe('tooManyAttempts');
  expect(await sent()).toBe(2);
  expect(await send(ofGroup, 3, by)).toBeUndefined();
  clock.advance({ hours: 24 });
  expect(await send(sms, 3, by)).toBeUndefined();
});
