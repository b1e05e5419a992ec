import { describe, expect, test, vi } from 'vitest';
import { janis } from '#server/testing/identities.ts';
import { withServer } from '#server/testing/server.ts';
import { showingMeans } from '#server/testing/showing.ts';
import { requestPasswordReset } from '#shared/account/contract.ts';
import { confirmEmail } from '#shared/account/emails/contract.ts';
import { createClient } from '#shared/clients/contract.ts';
import { getOwnJoin, takeOverJoin } from '#shared/joining/contract.ts';

const running = withServer();
const { ask, call } = running;
const {
  place,
  open,
  show,
  join,
  settle,
  joinShown,
  logIn,
  mailsTo,
  newestTo,
  officeOf,
  holders,
  clientOf,
  claimsOf,
} = showingMeans(running);
const patience = { timeout: 20_000, interval: 50 };

describe('the address of who was shown', { timeout: 30_000 }, () => {
  test('is confirmed by the mailed link, and opens no password before', async () => {
    const { home, form } = await place();
    await joinShown(home, form);
    const linkIn = (text: string) => /\/email\/confirm\?token=([\w-]+)/.exec(text)?.[1] ?? '';
    const first = linkIn(await newestTo(home, form.email, '/email/confirm'));
    await call(requestPasswordReset, { body: { email: form.email } }, { host: home.host });
    const again = await vi.waitFor(async () => {
      const found = (await mailsTo(home, form.email)).map(({ text }) => linkIn(text)).filter(Boolean);
      expect(found).toHaveLength(2);
      return found.at(-1) ?? '';
    }, patience);
    expect((await mailsTo(home, form.email)).map(({ text }) => text).join()).not.toContain('/password/reset');
    const token = (await logIn(home.host)).body.token ?? '';
    const confirm = (emailToken: string) =>
      call(confirmEmail, { body: { emailToken } }, { token, host: home.host });
    expect((await confirm(again)).body).toEqual({ email: form.email });
    expect((await confirm(first)).error).toBe('emailLinkExpired');
    await call(requestPasswordReset, { body: { email: form.email } }, { host: home.host });
    await newestTo(home, form.email, '/password/reset');
  });

  test('is not its reader’s who pressed the link that began what costs nothing: it may be mistyped', async () => {
    const { home, form } = await place({ isFree: true });
    await joinShown(home, form);
    const [holder] = await holders(home);
    expect(await newestTo(home, form.email, '/login')).toContain('/email/confirm');
    await call(requestPasswordReset, { body: { email: form.email } }, { host: home.host });
    await vi.waitFor(async () => {
      const confirming = (await mailsTo(home, form.email)).filter(({ text }) =>
        text.includes('/email/confirm'),
      );
      expect(confirming).toHaveLength(2);
    }, patience);
    expect((await mailsTo(home, form.email)).map(({ text }) => text).join()).not.toContain('/password/reset');
    expect(await claimsOf(home)).toMatchObject({ clientId: holder });
  });

  test('opens what was agreed to as shown to its owner in the browser alone in which they were shown', async () => {
    const { home, form } = await place();
    const reader = await home.account();
    const shown = await show(home, { ...form, email: reader.email });
    const { error } = await join(home, shown);
    expect(error).toBeUndefined();
    const { draftToken } = shown;
    const at = (browser: string) => ({
      actor: reader,
      headers: browser === '' ? {} : { cookie: `trenn_browser=${browser}` },
    });
    const own = (browser: string) => call(getOwnJoin, { query: { token: draftToken } }, at(browser));
    const { agreement } = (await own(shown.browser)).body;
    const take = (browser: string) => call(takeOverJoin, { body: { draftToken, agreement } }, at(browser));
    for (const browser of ['', 'x'.repeat(43)]) {
      expect((await own(browser)).error).toBe('joinNotFound');
      expect((await take(browser)).error).toBe('joinNotFound');
    }
    expect((await take(shown.browser)).status).toBe(200);
  });

  test('is not theirs where it was only typed: whoever comes with it has it', async () => {
    const { home, form } = await place();
    await joinShown(home, form);
    const [squatter] = await holders(home);
    running.clock.advance({ minutes: 1 });
    const owner = await joinShown(home, form, janis);
    expect(owner.form.email).toBe(form.email);
    const [, holder] = await holders(home);
    expect(holder).not.toBe(squatter);
    expect(await claimsOf(home, janis)).toMatchObject({ clientId: holder, email: form.email });
    const claims = await claimsOf(home);
    expect(claims).toMatchObject({ clientId: squatter });
    expect(claims?.email).not.toBe(form.email);
    expect(await clientOf(home, squatter)).toMatchObject({ email: '' });
    expect(await clientOf(home, holder)).toMatchObject({ email: form.email });
  });

  test('finds them for nobody who types it too, by the same name neither', async () => {
    const { home, form: typed } = await place();
    await joinShown(home, typed);
    const form = {
      ...typed,
      ...{
        firstName: 'Ok',
        lastName: 'Testnumber',
        country: 'XX' as const,
        idCode: '',
        birthDate: '1990-05-05',
      },
    };
    const draftToken = await open(home, form);
    await settle(home, { draftToken, form }, await join(home, { draftToken, form, browser: '' }, false));
    const [first, second] = await holders(home);
    expect(second).not.toBe(first);
  });

  test('that is another’s login stays it: who was shown has a client of their own, which nobody takes over', async () => {
    const { home, form } = await place();
    const parent = await home.account();
    await joinShown(home, { ...form, email: parent.email });
    const [holder] = await holders(home);
    expect(holder).not.toBe(parent.clientId);
    expect(await clientOf(home, holder)).toMatchObject({ id_code: '40404040009', is_shown: true });
    expect((await logIn(home.host)).error).toBe('identityUnknown');
    const kept = await ask('select form from joins where tenant_id = $1', home.id);
    expect(kept).toEqual([{ form: {} }]);
    expect(await newestTo(home, officeOf(home), parent.email)).toContain('Sisse ta veel logida ei saa');
  });

  test('that is a client’s of the same name opens nothing of theirs by Smart-ID', async () => {
    const { home, form } = await place();
    const actor = await home.account({ role: 'admin' });
    const values = {
      ...{
        firstName: 'ok',
        lastName: 'TESTNUMBER',
        email: 'old@test.test',
        phone: '',
        address: '',
        city: '',
      },
      ...{ county: '', zip: '', isBlocked: false },
    };
    const { id } = (await call(createClient, { body: { values } }, { actor })).body;
    await joinShown(home, { ...form, email: 'old@test.test' });
    expect(await holders(home)).toEqual([id]);
    expect((await logIn(home.host)).error).toBe('identityUnknown');
    await newestTo(home, 'old@test.test', '/password/reset');
  });
});
