import { expect, test } from 'vitest';
import { planOf } from '#server/testing/plans.ts';
import { withServer } from '#server/testing/server.ts';
import { mailboxOf } from '#shared/kernel/emails.ts';
import { findHeldByMailbox } from './data.ts';

const running = withServer();
const { centre, ask } = running;

test('what is held by a mailbox is found by it, not by reading every visitor and account', async () => {
  const { id } = await centre();
  const query = findHeldByMailbox({
    mailbox: 'mari@demo.test',
    clientId: 1,
    trainingId: 1,
    now: '2026-09-14T09:00:00Z',
  });
  const plan = await planOf(running, id, query);
  for (const index of ['visitors_by_mailbox', 'accounts_by_mailbox']) {
    const at = plan.indexOf(index);
    expect(at, plan).toBeGreaterThan(0);
    expect(plan.slice(at)).toMatch(/^.*\n +Index Cond: \(\(tenant_id = .*\) AND \(mailbox = /);
  }
});

test.each([
  ['mari+jooga@demo.test', 'mari@demo.test'],
  ['mari+a+b@demo.test', 'mari@demo.test'],
  ['mari@demo.test', 'mari@demo.test'],
])('the box that %s leads to is %s, for the database as for whoever asks', async (email, mailbox) => {
  const home = await centre();
  const { id } = await home.account();
  await ask('update accounts set email = $1 where id = $2', email, id);
  expect(await ask('select mailbox from accounts where id = $1', id)).toEqual([{ mailbox }]);
  expect(mailboxOf(email)).toBe(mailbox);
});
