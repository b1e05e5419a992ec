import { expect, test } from 'vitest';
import type { Centre } from '#server/testing/centre.ts';
import { noticeMeans } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import type { EndpointInput } from '#shared/kernel/endpoint.ts';
import {
  listMessages,
  previewMessage,
  reportDelivery,
  sendMessage,
} from '#shared/messages/broadcasts/contract.ts';
import { reportToken } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { mails, expectNoJobs } = noticeMeans(running);
type Audience = EndpointInput<typeof previewMessage>['body']['audience'];

const everywhere = { clubId: null, roomId: null, trainerId: null, styleId: null } as const;

/** Another login of a client; its address. */
async function loginOf(home: Centre, clientId: number, isBlocked = false): Promise<string> {
  const { id, email } = await home.account({ isBlocked });
  await ask('update accounts set client_id = $2 where id = $1', id, clientId);
  return email;
}

/** Two people of a training that begins now and of a group: one with a closed login and two open ones, one with a closed one. */
async function scene() {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const training = await home.training({ startsAt: clock.now() });
  const [reached, closed] = [await home.client(), await home.client()];
  await ask("update clients set email = '' where id = any($1)", [reached, closed]);
  await loginOf(home, closed, true);
  await loginOf(home, reached, true);
  const address = await loginOf(home, reached);
  await loginOf(home, reached);
  const [group] = await ask<{ id: number }>(
    'insert into training_groups (tenant_id, name, club_id, max_members) values ($1, $2, $3, 9) returning id',
    ...[home.id, 'Ducks', home.clubId],
  );
  for (const [index, clientId] of [reached, closed].entries()) {
    await home.registration(training, clientId, { place: index + 1 });
    await ask(
      'insert into training_group_members (tenant_id, group_id, client_id) values ($1, $2, $3)',
      ...[home.id, group?.id, clientId],
    );
  }
  const off = await home.training({ startsAt: '2026-09-14T15:00:00Z', isCancelled: true });
  await home.registration(off, await home.client(), { place: 1 });
  const audiences: Record<'training' | 'whole training' | 'group' | 'filter', Audience> = {
    training: { kind: 'training', trainingId: training.id, whom: 'booked' },
    'whole training': { kind: 'training', trainingId: training.id, whom: 'everybody' },
    group: { kind: 'group', groupId: group?.id ?? 0 },
    filter: { kind: 'filter', from: '2026-09-14', until: '2026-09-14', whom: 'booked', ...everywhere },
  };
  const draft = { channel: 'mail', subject: 'Hall B', text: 'We moved.' } as const;
  return { home, admin, reached, closed, address, audiences, draft };
}

test.each(['training', 'whole training', 'group', 'filter'] as const)(
  'each is written to once, at their first login that is open, of a %s; of what was called off nobody is',
  async (kind) => {
    const { home, admin, reached, closed, address, audiences, draft } = await scene();
    const body = { ...draft, audience: audiences[kind] };
    const seen = (await call(previewMessage, { body }, { actor: admin })).body;
    expect([seen.recipients, seen.unreachable.map(({ clientId }) => clientId)]).toEqual([1, [closed]]);
    const expected = { recipients: 1, parts: 0 };
    const sent = await call(sendMessage, { body: { ...body, expected } }, { actor: admin });
    expect(sent.error).toBeUndefined();
    await expectNoJobs();
    expect((await mails({ home })).map(({ recipient }) => recipient)).toEqual([address]);
    // What begins at this moment does not lie ahead.
    expect(
      await ask('select client_id, starts_at from message_deliveries where tenant_id = $1', home.id),
    ).toEqual([{ client_id: reached, starts_at: null }]);
  },
);

test('what the provider says of a copy is believed as long as it has not arrived, and went out at all', async () => {
  const { home, admin, audiences, draft } = await scene();
  const body = { ...draft, audience: audiences.training, expected: { recipients: 1, parts: 0 } };
  await call(sendMessage, { body }, { actor: admin });
  await expectNoJobs();
  const [copy] = await ask<{ id: number }>('select id from message_deliveries where tenant_id = $1', home.id);
  const id = copy?.id ?? 0;
  const { tokens } = running.server.app.ports;
  const becomes = async (state: string, status: string) => {
    await ask('update message_deliveries set state = $2 where id = $1', id, state);
    const params = { token: reportToken(tokens, home.id, id) };
    await call(reportDelivery, { params, body: { status } }, { host: home.host });
    const [row] = await ask<{ state: string }>('select state from message_deliveries where id = $1', id);
    return row?.state;
  };
  for (const state of ['sending', 'sent', 'unknown', 'undelivered'])
    expect([state, await becomes(state, 'DELIVRD')]).toEqual([state, 'delivered']);
  for (const state of ['planned', 'refused', 'untrue'])
    expect([state, await becomes(state, 'DELIVRD')]).toEqual([state, state]);
  expect(await becomes('delivered', 'UNDELIV')).toBe('delivered');
});

test('what the app itself wrote does not stand among what staff sent', async () => {
  const { home, admin, audiences, draft } = await scene();
  await ask(
    `insert into messages (tenant_id, channel, subject, text, audience, audience_name, parts, part_cents, recipients, created_at)
     values ($1, 'mail', 'By itself', 'x', '{}', '', 0, 0, 1, $2)`,
    ...[home.id, clock.now()],
  );
  const body = { ...draft, audience: audiences.training, expected: { recipients: 1, parts: 0 } };
  await call(sendMessage, { body }, { actor: admin });
  const { items, total } = (await call(listMessages, { query: {} }, { actor: admin })).body;
  expect([total, items.map(({ subject }) => subject)]).toEqual([1, ['Hall B']]);
});
