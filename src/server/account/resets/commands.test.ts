import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { confirmCodes, getFactors, startCodes } from '#shared/account/factors/contract.ts';
import { resetFactors } from '#shared/account/resets/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { resetAsOperator } from './commands.ts';

const running = withServer();
const { centre, call, clock } = running;

async function withApp(actor: TestAccount) {
  const { secret } = (await call(startCodes, {}, { actor })).body;
  const code = generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 });
  await call(confirmCodes, { body: { code } }, { actor });
}

test('who runs the installation mails a link that is good after a day, and tells all administrators', async () => {
  const home = await centre();
  const [only, other] = [await home.account({ role: 'admin' }), await home.account({ role: 'admin' })];
  const tenant = running.server.tenants.all().find(({ host }) => host === home.host);
  if (!tenant) throw new Error('the centre is not there');
  const reset = (email: string) =>
    resetAsOperator(running.server.system, {
      ...{ tenant, origin: `https://${home.host}`, email, now: clock.now() },
    });
  await expect(reset(only.email)).rejects.toThrow('has no second step to lose');
  await expect(reset('nobody@test.test')).rejects.toThrow('Nobody');
  await withApp(only);
  // The second ends the first: one link at a time.
  await reset(only.email);
  expect(await reset(only.email)).toEqual({
    ...{ opensAt: '2026-09-15T09:00:00Z', expiresAt: '2026-09-16T09:00:00Z' },
  });
  const mails = async () =>
    (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: other })).body.items.filter(
      ({ text }) => text.includes('Who runs the installation'),
    );
  await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(4);
  const sent = await mails();
  expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(new Set([only.email, other.email]));
  expect(sent.some(({ recipient, text }) => recipient === other.email && text.includes('token='))).toBe(
    false,
  );
  const tokens = sent.flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
  const use = async (resetToken: string) => {
    const body = { resetToken, password: testPassword, deviceParameters: sampleDevice };
    return (await call(resetFactors, { body }, { host: home.host })).error;
  };
  const answers = await Promise.all(tokens.map(use));
  expect(answers.toSorted()).toEqual(['resetLinkEarly', 'resetLinkExpired']);
  const good = tokens[answers.indexOf('resetLinkEarly')] ?? '';
  clock.advance({ hours: 24 });
  expect(await use(good)).toBeUndefined();
  clock.advance({ hours: 24 });
  expect(await use(good)).toBe('resetLinkExpired');
});

test('the link of the operator is over a day after it became good', async () => {
  const home = await centre();
  const only = await home.account({ role: 'admin' });
  await withApp(only);
  const tenant = running.server.tenants.all().find(({ host }) => host === home.host);
  if (!tenant) throw new Error('the centre is not there');
  const origin = `https://${home.host}`;
  await resetAsOperator(running.server.system, { tenant, origin, email: only.email, now: clock.now() });
  const link = async () => {
    const { items } = (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: only })).body;
    return /token=([\w-]+)/.exec(items.find(({ text }) => text.includes('token='))?.text ?? '')?.[1] ?? '';
  };
  await expect.poll(link, { timeout: 30_000 }).not.toBe('');
  clock.advance({ hours: 48 });
  const body = { resetToken: await link(), password: testPassword, deviceParameters: sampleDevice };
  expect((await call(resetFactors, { body }, { host: home.host })).error).toBe('resetLinkExpired');
  expect((await call(getFactors, {}, { actor: only })).body.codes).not.toBeNull();
});
