import { describe, expect, test, vi } from 'vitest';
import { hashToken } from '#server/kernel/tokens.ts';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { changePassword, getProfile, requestPasswordReset, resetPassword } from '#shared/account/contract.ts';
import { changeEmail, confirmEmail, keepEmail } from '#shared/account/emails/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';

const { centre, call, ask, clock } = withServer();

const askFor = (actor: TestAccount, email: string, password = testPassword) =>
  call(changeEmail, { body: { email, password } }, { actor });
const confirm = (actor: TestAccount, emailToken: string) =>
  call(confirmEmail, { body: { emailToken } }, { actor });
const profileOf = async (actor: TestAccount) => (await call(getProfile, {}, { actor })).body;

/** Mails to an address, the newest first, once there are so many: they go out by a job. */
async function mailsTo(home: Centre, to: string, count = 1) {
  const actor = await home.account({ role: 'admin' });
  return vi.waitFor(
    async () => {
      const { body } = await call(listOutgoingMails, { query: { limit: 100 } }, { actor });
      const mails = body.items.filter(({ recipient }) => recipient === to);
      expect(mails.length).toBe(count);
      return mails;
    },
    { timeout: 20_000, interval: 100 },
  );
}

const tokenOf = (text: string | undefined) => /email\/confirm\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

describe('another address', { timeout: 60_000 }, () => {
  test('counts once its link is used: the new one is asked, the old one told', async () => {
    const home = await centre();
    const actor = await home.account();
    await ask('update accounts set username = email where id = $1', actor.id);
    await ask('update clients set email = $2 where id = $1', actor.clientId, actor.email);
    const next = `next-${actor.email}`;
    expect((await askFor(actor, next.toUpperCase())).status).toBe(200);
    expect(await profileOf(actor)).toMatchObject({ email: actor.email, pendingEmail: next });
    const [link] = await mailsTo(home, next);
    const [told] = await mailsTo(home, actor.email);
    expect(told?.text).toContain(next);
    const token = tokenOf(link?.text);
    await call(requestPasswordReset, { body: { email: actor.email } }, { host: home.host });
    await mailsTo(home, actor.email, 2);
    expect((await confirm(actor, token)).body).toEqual({ email: next });
    expect(await profileOf(actor)).toMatchObject({ email: next, pendingEmail: null });
    const [client] = await ask('select email from clients where id = $1', actor.clientId);
    expect(client).toEqual({ email: next });
    // The one before may be somebody else's from now on.
    const [login] = await ask('select username from accounts where id = $1', actor.id);
    expect(login).toEqual({ username: next });
    await mailsTo(home, actor.email, 3);
    const open = await ask(
      'select 1 from password_resets where account_id = $1 and used_at is null',
      actor.id,
    );
    expect(open).toEqual([]);
    expect((await confirm(actor, token)).error).toBe('emailLinkExpired');
  });

  test('that was only typed is mailed what confirms it, and no link that opens the account', async () => {
    const home = await centre();
    const actor = await home.account();
    await ask('update accounts set email_typed_at = $2 where id = $1', actor.id, clock.now());
    await call(requestPasswordReset, { body: { email: actor.email } }, { host: home.host });
    const [mail] = await mailsTo(home, actor.email);
    expect(await ask('select 1 from password_resets where account_id = $1', actor.id)).toEqual([]);
    expect((await confirm(actor, tokenOf(mail?.text))).body).toEqual({ email: actor.email });
    const [known] = await ask('select email_typed_at from accounts where id = $1', actor.id);
    expect(known).toEqual({ email_typed_at: null });
  });

  test('needs the password, another address, and a link that is neither old, forgotten nor replaced', async () => {
    const home = await centre();
    const actor = await home.account();
    expect((await askFor(actor, 'next@test.test', 'Wrong1234')).error).toBe('passwordNotValid');
    expect((await askFor(actor, actor.email.toUpperCase())).error).toBe('emailUnchanged');
    const links: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const email = `${name}-${actor.email}`;
      await askFor(actor, email);
      links.push(tokenOf((await mailsTo(home, email))[0]?.text));
      if (name === 'b') await call(keepEmail, {}, { actor });
    }
    const [replaced = '', forgotten = '', old = ''] = links;
    expect((await confirm(actor, replaced)).error).toBe('emailLinkExpired');
    expect((await confirm(actor, forgotten)).error).toBe('emailLinkExpired');
    // As long as the link is good the address waits, and no longer.
    clock.advance({ hours: 24 });
    expect((await profileOf(actor)).pendingEmail).toBe(`c-${actor.email}`);
    clock.advance({ seconds: 1 });
    expect((await confirm(actor, old)).error).toBe('emailLinkExpired');
    expect((await profileOf(actor)).pendingEmail).toBeNull();
  });

  test.each(['changed', 'reset'] as const)('is given up where the password is %s', async (how) => {
    const home = await centre();
    const actor = await home.account();
    const strange = `strange-${actor.email}`;
    await askFor(actor, strange);
    const token = tokenOf((await mailsTo(home, strange))[0]?.text);
    const newPassword = 'Kuldnokk77x';
    if (how === 'changed') {
      const body = { oldPassword: testPassword, newPassword };
      expect((await call(changePassword, { body }, { actor })).status).toBe(200);
    } else {
      await call(requestPasswordReset, { body: { email: actor.email } }, { host: home.host });
      const mails = await mailsTo(home, actor.email, 2);
      const [, resetToken = ''] = mails.flatMap(({ text }) => /reset\?token=([\w-]+)/.exec(text) ?? []);
      const body = { resetToken, newPassword };
      expect((await call(resetPassword, { body }, { host: home.host })).status).toBe(200);
    }
    const taken = await confirm(actor, token);
    expect([taken.status, taken.error]).toEqual([410, 'emailLinkExpired']);
    expect((await profileOf(actor)).pendingEmail).toBeNull();
  });

  test('ends a link that would have taken the second factors, which went to the old one', async () => {
    const home = await centre();
    const actor = await home.account();
    await ask(
      `insert into factor_resets (tenant_id, account_id, reason, asked_at, expires_at)
       values ($1, $2, 'lost', '2026-09-14T08:00Z', '2027-09-14T08:00Z')`,
      home.id,
      actor.id,
    );
    await askFor(actor, `next-${actor.email}`);
    const [link] = await mailsTo(home, `next-${actor.email}`);
    expect((await confirm(actor, tokenOf(link?.text))).status).toBe(200);
    const [reset] = await ask('select end_reason from factor_resets where account_id = $1', actor.id);
    expect(reset).toEqual({ end_reason: 'withdrawn' });
  });

  test('is confirmed until a day after it was asked for', async () => {
    const home = await centre();
    const actor = await home.account();
    const next = `next-${actor.email}`;
    await askFor(actor, next);
    const [link] = await mailsTo(home, next);
    clock.advance({ hours: 24 });
    expect((await confirm(actor, tokenOf(link?.text))).body).toEqual({ email: next });
  });

  test('is confirmed by the account alone that it is for, not by whoever reads the mail', async () => {
    const home = await centre();
    const [actor, reader] = [await home.account(), await home.account()];
    const next = `next-${actor.email}`;
    await askFor(actor, next);
    const token = tokenOf((await mailsTo(home, next))[0]?.text);
    const body = { emailToken: token };
    const refused = await call(confirmEmail, { body }, { host: home.host });
    expect([refused.status, refused.error]).toEqual([401, 'notLoggedIn']);
    const other = await confirm(reader, token);
    expect([other.status, other.error]).toEqual([403, 'emailLinkOfAnother']);
    expect((await profileOf(actor)).email).toBe(actor.email);
    expect((await profileOf(reader)).email).toBe(reader.email);
    expect((await confirm(actor, token)).body).toEqual({ email: next });
  });

  test('is not confirmed by an account that is blocked', async () => {
    const home = await centre();
    const actor = await home.account();
    const next = `next-${actor.email}`;
    await askFor(actor, next);
    const [link] = await mailsTo(home, next);
    await ask('update accounts set is_blocked = true where id = $1', actor.id);
    expect((await confirm(actor, tokenOf(link?.text))).error).toBe('emailLinkExpired');
    expect(await ask('select email from accounts where id = $1', actor.id)).toEqual([{ email: actor.email }]);
  });

  test('that somebody has is answered alike; only its owner is told, and no link opens anything', async () => {
    const home = await centre();
    const [actor, owner] = [await home.account(), await home.account()];
    expect((await askFor(actor, owner.email)).status).toBe(200);
    expect((await profileOf(actor)).pendingEmail).toBe(owner.email);
    const [told] = await mailsTo(home, owner.email);
    expect(tokenOf(told?.text)).toBe('');
    expect((await profileOf(owner)).email).toBe(owner.email);
  });

  test('that somebody else logs in with as their name is not taken from them', async () => {
    const home = await centre();
    const [actor, other] = [await home.account(), await home.account()];
    const wanted = `named-${actor.email}`;
    await ask('update accounts set username = email where id = $1', actor.id);
    await askFor(actor, wanted);
    const [link] = await mailsTo(home, wanted);
    await ask('update accounts set username = $2 where id = $1', other.id, wanted);
    expect((await confirm(actor, tokenOf(link?.text))).error).toBe('emailTaken');
    expect(await profileOf(actor)).toMatchObject({ email: actor.email });
  });

  test('is mailed six times a day, whoever asks for it', async () => {
    const home = await centre();
    const [one, two] = [await home.account(), await home.account()];
    const wanted = `many-${one.email}`;
    for (const actor of [one, two, one, two, one, two])
      expect((await askFor(actor, wanted)).status).toBe(200);
    expect((await askFor(one, wanted)).error).toBe('tooManyAttempts');
  });

  test('that two ask for goes to the first who confirms, also at one time', async () => {
    const home = await centre();
    const [one, two] = [await home.account(), await home.account()];
    const wanted = `both-${one.email}`;
    await askFor(one, wanted);
    await askFor(two, wanted);
    const links = (await mailsTo(home, wanted, 2)).map(({ text }) => tokenOf(text));
    const asked = await ask<{ account_id: number }>(
      'select account_id from email_changes where tenant_id = $1 order by array_position($2, token_hash)',
      home.id,
      links.map(hashToken),
    );
    const owners = asked.map(({ account_id: id }) => (id === one.id ? one : two));
    const answers = await Promise.all(links.map((link, at) => confirm(owners[at] ?? one, link)));
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['emailTaken', undefined]);
    const rows = await ask('select 1 from accounts where tenant_id = $1 and email = $2', home.id, wanted);
    expect(rows.length).toBe(1);
  });
});
