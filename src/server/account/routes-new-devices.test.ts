import { expect, test } from 'vitest';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { changePassword, login } from '#shared/account/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';

const { centre, call } = withServer();

const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

async function logIn({ host, email }: TestAccount, device = '', password = testPassword) {
  const userCredentials = { username: email, password, keep: true };
  const deviceParameters = { ...sampleDevice, userAgent };
  const headers = device === '' ? {} : { cookie: `trenn_device=${device}` };
  const opened = await call(login, { body: { userCredentials, deviceParameters } }, { host, headers });
  expect(opened.status).toBe(200);
  return opened.cookies.trenn_device ?? '';
}

test('a log-in on a device that is not known is told by mail, the first of an account and a known one are not', async () => {
  const home = await centre();
  const [person, other] = [await home.account(), await home.account()];
  const admin = await home.account({ role: 'admin' });
  const told = async () => {
    const { items } = (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: admin })).body;
    return items.map(({ recipient, text }) => [recipient, /: (Chrome, Windows)\./.exec(text)?.[1]]);
  };
  const known = await logIn(person);
  await logIn(person, known);
  // What another account was given says nothing of this one.
  const others = await logIn(other);
  await logIn(person, others);
  await logIn(other, others);
  await logIn(person);
  const expected = [person.email, 'Chrome, Windows'];
  await expect.poll(told, { timeout: 30_000 }).toEqual([expected, expected]);
});

test('a changed password makes strangers of all devices but the one it was changed on', async () => {
  const home = await centre();
  const person = await home.account();
  const admin = await home.account({ role: 'admin' });
  const told = async () => {
    const { items } = (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: admin })).body;
    return items.filter(({ text }) => /: Chrome, Windows\./.test(text)).length;
  };
  const lost = await logIn(person);
  const newPassword = 'Uus1Parool';
  const changed = await call(
    changePassword,
    { body: { oldPassword: testPassword, newPassword } },
    { actor: person },
  );
  const { trenn_device: own = '' } = changed.cookies;
  expect(await logIn(person, own, newPassword)).toBe('');
  expect(await logIn(person, lost, newPassword)).not.toBe('');
  await expect.poll(told, { timeout: 30_000 }).toBe(1);
});
