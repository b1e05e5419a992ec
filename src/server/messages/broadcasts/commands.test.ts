import { expect, test, vi } from 'vitest';
import { noticeMeans } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import { sendMessage } from '#shared/messages/broadcasts/contract.ts';
import { SendingError } from '../outcomes.ts';
import { Sender } from '../sending/commands.ts';
import { sendCopies } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { expectNoJobs } = noticeMeans(running);

/** A message by mail to so many, none of which was sent yet; and a server that puts some addresses off. */
async function scene(count: number) {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 60 });
  const emails: string[] = [];
  for (let place = 1; place <= count; place += 1) {
    const actor = await home.account();
    emails.push(actor.email);
    await home.registration(training, actor.clientId, { place });
  }
  const audience = { kind: 'training', trainingId: training.id, whom: 'booked' } as const;
  const body = {
    audience,
    channel: 'mail',
    subject: 'Shut',
    text: 'The pool is shut.',
    expected: { recipients: count, parts: 0 },
  } as const;
  const sent = await call(sendMessage, { body }, { actor: admin });
  expect(sent.error).toBeUndefined();
  await expectNoJobs();
  await ask(
    "update message_deliveries set state = 'planned', changed_at = $2 where tenant_id = $1",
    home.id,
    clock.now(),
  );
  clock.advance({ minutes: 1 });
  const taken: string[] = [];
  /** One run of the job; `meanwhile` happens while a copy goes out. */
  const run = (putOff: readonly string[], meanwhile: () => Promise<unknown> = async () => {}) => {
    const { db, tokens, tenants } = running.server.app.ports;
    const tenant = tenants.all().find(({ id }) => id === home.id);
    if (!tenant) throw new Error('no such centre');
    const sender = new Sender({
      mails: {
        send: async ({ to }) => {
          if (putOff.includes(to)) throw new SendingError('notNow', 'the mail server answered 450');
          taken.push(to);
          await meanwhile();
        },
        close: () => {},
      },
      sms: undefined,
      push: { send: async () => {} },
    });
    const ports = {
      db,
      system: running.server.system,
      clock,
      sender,
      tokens,
      originOf: () => 'https://centre.test',
    };
    return sendCopies({ ...ports, registrationsOf: vi.fn() }, tenant, sent.body.messageId);
  };
  const waiting = async () =>
    (await ask("select from message_deliveries where tenant_id = $1 and state = 'planned'", home.id)).length;
  return { home, emails, taken, run, waiting };
}

test('whose server puts a message off keeps nobody else from it, and is tried again later', async () => {
  const { emails, taken, run, waiting } = await scene(3);
  const [first = ''] = emails;
  await run([first]);
  expect([taken.toSorted(), await waiting()]).toEqual([emails.slice(1).toSorted(), 1]);
  const later =
    "select from graphile_worker.jobs where key like 'message:%:rest' and run_at > now() + interval '9 minutes'";
  expect(await ask(later)).toHaveLength(1);
  clock.advance({ minutes: 10 });
  await run([]);
  expect([taken.length, await waiting()]).toEqual([3, 0]);
});

test('of more than fifty the rest goes out by itself in the next run', async () => {
  const { taken, run, waiting } = await scene(51);
  await run([]);
  expect(taken).toHaveLength(50);
  await expect.poll(waiting).toBe(0);
});

test('a carrier that takes nothing is asked three times, and all are tried again', async () => {
  const { emails, taken, run, waiting } = await scene(5);
  await expect(run(emails)).rejects.toThrow('450');
  expect([taken, await waiting()]).toEqual([[], 5]);
  // Those it was not asked for come first then.
  clock.advance({ minutes: 1 });
  await run(emails.slice(0, 3));
  expect(taken.toSorted()).toEqual(emails.slice(3).toSorted());
});

test('a copy that was sent, or is by somebody else meanwhile, is not sent again; what was cut off is', async () => {
  const { home, emails, taken, run } = await scene(5);
  const put = (index: number, state: string) =>
    ask(
      `update message_deliveries d set state = $3 from accounts a
        where d.tenant_id = $1 and a.tenant_id = d.tenant_id and a.client_id = d.client_id and a.email = $2`,
      ...[home.id, emails[index], state],
    );
  await put(0, 'sent');
  await put(1, 'sending');
  await put(4, 'refused');
  clock.advance({ minutes: 2 });
  // While the second goes out, somebody else takes the third, and the provider says of the second that it has arrived.
  await run([], async () => {
    if (taken.length > 1) return;
    await put(1, 'delivered');
    await put(2, 'sent');
  });
  expect(taken).toEqual([emails[1], emails[3]]);
  const states = await ask<{ state: string }>(
    'select state from message_deliveries where tenant_id = $1 order by client_id',
    home.id,
  );
  expect(states.map(({ state }) => state)).toEqual(['sent', 'delivered', 'sent', 'sent', 'refused']);
});
