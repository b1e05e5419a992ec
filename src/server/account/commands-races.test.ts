import { expect, test } from 'vitest';
import { tellRevoked } from '#server/account/revocation/commands.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import { Passkey } from '#server/testing/authenticator.ts';
import { testPassword } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { untilWaiting, withOwner } from '#server/testing/owner.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { changePassword, login, requestPasswordReset, resetPassword } from '#shared/account/contract.ts';
import { changeEmail, confirmEmail } from '#shared/account/emails/contract.ts';
import { addPasskey, offerPasskey } from '#shared/account/passkeys/contract.ts';
import { prove } from '#shared/account/proofs/contract.ts';
import { resetFactors } from '#shared/account/resets/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { askErasure, downloadData } from '#shared/privacy/contract.ts';

const running = withServer({ isAlone: true });
const { centre, call, ask } = running;

type Owner = Parameters<Parameters<typeof withOwner>[1]>[0];

/**
 * What a press answers that comes to an account while it is being changed: it waits, `meanwhile` is done in the change's
 * transaction, and the change is there before it.
 */
async function pressDuring(
  { id, tenantId, change }: { id: number; tenantId: number; change: string },
  press: () => Promise<{ readonly error?: string | undefined }>,
  meanwhile: (owner: Owner) => Promise<unknown> = async () => {},
): Promise<{ readonly error?: string | undefined }> {
  return withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query(`update accounts set ${change} where tenant_id = $1 and id = $2`, [tenantId, id]);
    const pressed = press();
    await untilWaiting(running.databaseUrl);
    await meanwhile(owner);
    await owner.query('commit');
    return pressed;
  });
}

const another = "password_hash = 'another'";

async function place() {
  const home = await centre();
  const account = await home.account();
  const changed = { id: account.id, tenantId: home.id };
  return { home, account, changed };
}

// Whoever knows the old password presses just before it is changed: what was compared is looked at once more where it counts.
test.each([
  ['the password was changed', another],
  ['the account was blocked', 'is_blocked = true'],
])('a log-in that was under way while %s opens nothing', async (_, change) => {
  const { home, account, changed } = await place();
  const userCredentials = { username: account.email, password: testPassword, keep: true };
  const body = { userCredentials, deviceParameters: sampleDevice };
  const { error } = await pressDuring({ ...changed, change }, () =>
    call(login, { body }, { host: home.host }),
  );
  expect(error).toBe('wrongCredentials');
  expect(await ask('select 1 from sessions where account_id = $1', account.id)).toEqual([]);
});

test('a password that is chosen by the old one while another is set stays away', async () => {
  const { account, changed } = await place();
  const body = { oldPassword: testPassword, newPassword: 'Kuri4Parool' };
  const { error } = await pressDuring({ ...changed, change: another }, () =>
    call(changePassword, { body }, { actor: account }),
  );
  expect(error).toBe('passwordNotValid');
  expect(await ask('select password_hash from accounts where id = $1', account.id)).toEqual([
    { password_hash: 'another' },
  ]);
});

test('another address that is asked for by an old password is mailed no link', async () => {
  const { home, account, changed } = await place();
  const body = { email: `new-${account.email}`, password: testPassword };
  const { error } = await pressDuring({ ...changed, change: another }, () =>
    call(changeEmail, { body }, { actor: account }),
  );
  expect(error).toBe('passwordNotValid');
  expect(await ask('select 1 from email_changes where tenant_id = $1', home.id)).toEqual([]);
});

test.each([
  [
    'who is there',
    (as: { host: string; token: string }) =>
      call(prove, { body: { proof: { kind: 'password', password: testPassword } } }, as),
  ],
  [
    'whose data it is',
    (as: { host: string; token: string }) => call(downloadData, { body: { password: testPassword } }, as),
  ],
  [
    'who wants to be forgotten',
    (as: { host: string; token: string }) => call(askErasure, { body: { password: testPassword } }, as),
  ],
] as const)('the old password proves nothing once it is changed: not %s', async (_, press) => {
  const { home, account, changed } = await place();
  const userCredentials = { username: account.email, password: testPassword, keep: true };
  const logged = { userCredentials, deviceParameters: sampleDevice };
  const { token } = (await call(login, { body: logged }, { host: home.host })).body;
  const { error } = await pressDuring({ ...changed, change: another }, () =>
    press({ host: home.host, token: token ?? '' }),
  );
  expect(error).toBe('passwordNotValid');
});

test('the right password shows nobody whose account is blocked meanwhile', async () => {
  const { home, account, changed } = await place();
  const userCredentials = { username: account.email, password: testPassword, keep: true };
  const logged = { userCredentials, deviceParameters: sampleDevice };
  const { token } = (await call(login, { body: logged }, { host: home.host })).body;
  const as = { host: home.host, token: token ?? '' };
  const { error } = await pressDuring({ ...changed, change: 'is_blocked = true' }, () =>
    call(prove, { body: { proof: { kind: 'password', password: testPassword } } }, as),
  );
  expect(error).toBe('notLoggedIn');
});

test('two who bring one revoked card at once have its owner told once', async () => {
  const { home, account, changed } = await place();
  const hash = hashToken('card');
  await ask(
    `insert into external_identities (tenant_id, account_id, provider, subject_hash, level, created_at)
     values ($1, $2, 'idCard', $3, 'qualified', $4) returning 1`,
    ...[home.id, account.id, hash, running.clock.now()],
  );
  const bring = () => tellRevoked(contextOf(running, home), { provider: 'idCard', hashes: [hash] });
  const first = async () => {
    const told = bring();
    await untilWaiting(running.databaseUrl);
    running.clock.advance({ seconds: 1 });
    await Promise.all([told, bring()]);
    return {};
  };
  await pressDuring({ ...changed, change: 'language = language' }, first, () =>
    untilWaiting(running.databaseUrl, 2),
  );
  const told = "select 1 from stand_in_mails where tenant_id = $1 and message_id like '<alert%'";
  await expect.poll(async () => (await ask(told, home.id)).length, { timeout: 10_000 }).toBeGreaterThan(0);
  await expect
    .poll(() => ask("select 1 from graphile_worker.jobs where task_identifier = 'mail'"), { timeout: 10_000 })
    .toEqual([]);
  expect(await ask(told, home.id)).toHaveLength(1);
});

/** The token of the newest link that was mailed to an address. */
async function linkTo(admin: Parameters<typeof call>[2], email: string): Promise<string> {
  const read = async () => {
    const { items } = (await call(listOutgoingMails, { query: { limit: 100 } }, admin)).body;
    const text = items.find((one) => one.recipient === email && one.text.includes('token='))?.text;
    return /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
  };
  await expect.poll(read, { timeout: 10_000 }).not.toBe('');
  return read();
}

test.each(['a password', 'another address'])(
  'a link for %s waits for the account and not the account for it: what ends with the old password has ended',
  async (what) => {
    const { home, account, changed } = await place();
    const admin = { actor: await home.account({ role: 'admin' }) };
    const isPassword = what === 'a password';
    const email = isPassword ? account.email : `new-${account.email}`;
    if (isPassword) await call(requestPasswordReset, { body: { email } }, { host: home.host });
    else await call(changeEmail, { body: { email, password: testPassword } }, { actor: account });
    const token = await linkTo(admin, email);
    const press = () =>
      isPassword
        ? call(
            resetPassword,
            { body: { resetToken: token, newPassword: 'Kuri4Parool' } },
            { host: home.host },
          )
        : call(confirmEmail, { body: { emailToken: token } }, { actor: account });
    const table = isPassword ? 'password_resets' : 'email_changes';
    const { error } = await pressDuring({ ...changed, change: another }, press, async (owner) => {
      const of = `tenant_id = $1 and account_id = $2`;
      // Refused where the press held it already: each would wait for the other.
      await owner.query(`select 1 from ${table} where ${of} for update nowait`, [home.id, account.id]);
      await owner.query(`update ${table} set used_at = now() where ${of}`, [home.id, account.id]);
    });
    expect(error).toBe(isPassword ? 'resetLinkExpired' : 'emailLinkExpired');
  },
);

test('an offer of a passkey that two answer at once adds one', async () => {
  const { account } = await place();
  const offer = (await call(offerPasskey, { body: {} }, { actor: account })).body;
  const answers = await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('select from accounts where id = $1 for update', [account.id]);
    const pressed = ['Phone', 'Thief'].map((name) =>
      call(addPasskey, { body: { name, attestation: new Passkey().make(offer) } }, { actor: account }),
    );
    await untilWaiting(running.databaseUrl, 2);
    await owner.query('commit');
    return Promise.all(pressed);
  });
  expect(answers.map(({ error }) => error).toSorted()).toEqual(['passkeyRequestOver', undefined]);
  expect(await ask('select 1 from passkeys where account_id = $1', account.id)).toHaveLength(1);
});

test('a link that takes away second steps, pressed twice at once, opens one session', async () => {
  const { home, account } = await place();
  const resetToken = 'r'.repeat(32);
  await ask(
    `insert into factor_resets (tenant_id, account_id, reason, asked_at, confirmed_at, token_hash, opens_at,
       expires_at) values ($1, $2, 'Lost', $3, $3, $4, $3, $3::timestamptz + interval '1 day') returning 1`,
    ...[home.id, account.id, running.clock.now(), hashToken(resetToken)],
  );
  const body = { resetToken, password: testPassword, deviceParameters: sampleDevice };
  const answers = await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('select from accounts where id = $1 for update', [account.id]);
    const pressed = [1, 2].map(() => call(resetFactors, { body }, { host: home.host }));
    await untilWaiting(running.databaseUrl, 2);
    await owner.query('commit');
    return Promise.all(pressed);
  });
  expect(answers.map(({ error }) => error).toSorted()).toEqual(['resetLinkExpired', undefined]);
  expect(await ask('select 1 from sessions where account_id = $1', account.id)).toHaveLength(1);
});
