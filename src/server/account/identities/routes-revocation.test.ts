import { createServer } from 'node:http';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { makeAuthority } from '#server/account/emulator/authority.ts';
import { Cards } from '#server/account/emulator/cards.ts';
import type { OddStatus } from '#server/account/emulator/responder.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { idCard, jaak, mariLiis, maryWithCard, withIdentities } from '#server/testing/identities.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import * as contract from '#shared/account/identities/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { register } from '#shared/registrations/contract.ts';

const lines: string[] = [];
const running = withServer({ log: (line) => lines.push(line) });
const { call, ask, clock, send } = running;
const means = withIdentities(running);
const { responder, linkCard, linkedByCard, logInByCard, withKeys } = means;

afterEach(() => {
  responder().odd = {};
});

const identitiesOf = async (actor: TestAccount) =>
  (await call(contract.listIdentities, {}, { actor })).body.identities;

const stranger = await makeAuthority(Temporal.Instant.from(testNow).epochMilliseconds);

describe('what the issuer of a card says of it', () => {
  const odds: readonly (readonly [string, OddStatus, contract.IdentityEnd, number])[] = [
    ['that it is revoked', { status: 'revoked' }, 'idCardRevoked', 400],
    ['that it is not known', { status: 'unknown' }, 'idCardUnknown', 400],
    ['nothing', { reply: 'nothing' }, 'idCardIssuerSilent', 503],
    ['an error', { reply: 'error' }, 'idCardIssuerSilent', 503],
    ['to ask elsewhere', { reply: 'elsewhere' }, 'idCardIssuerSilent', 503],
    ['to ask later', { reply: 'tryLater' }, 'idCardIssuerRefusing', 503],
    ['something that nobody reads', { reply: 'garbled' }, 'idCardAnswerUnreadable', 503],
    ['more than anybody reads', { reply: 'tooLong' }, 'idCardAnswerUnreadable', 503],
    ['by a responder of another issuer', { signer: { authority: stranger } }, 'idCardAnswerUnsigned', 503],
    [
      'by somebody of another purpose',
      { signer: { purposes: ['1.3.6.1.5.5.7.3.2'] } },
      'idCardAnswerUnsigned',
      503,
    ],
    ['by a responder that ended', { signer: { days: [-30, -1] } }, 'idCardAnswerUnsigned', 503],
    ['of two cards', { isTwice: true }, 'idCardAnswerOfAnother', 503],
    ['what we know nothing of', { isDemanding: true }, 'idCardAnswerUnreadable', 503],
    ['of another card', { isOfAnother: true }, 'idCardAnswerOfAnother', 503],
    ['of a quarter of an hour ago', { minutes: [-16] }, 'idCardAnswerOld', 503],
    ['of a time to come', { minutes: [16] }, 'idCardAnswerOld', 503],
    ['until a quarter of an hour ago', { minutes: [-14, -16] }, 'idCardAnswerOld', 503],
    ['of three minutes ago, and to no question', { nonce: 'none', minutes: [-3] }, 'idCardAnswerOld', 503],
    ['to the question before', { nonce: 'before' }, 'idCardAnswerReplayed', 503],
  ];
  test.each(odds)('%s: it opens nothing, and links nobody', async (_, odd, code, status) => {
    const { home, host, account } = await linkedByCard();
    responder().odd = odd;
    const refused = await logInByCard(host);
    expect([refused.status, refused.error, Object.keys(refused.cookies)]).toEqual([status, code, []]);
    const other = await home.account();
    expect((await linkCard(other, maryWithCard)).error).toBe(code);
    expect(await identitiesOf(other)).toEqual([]);
    // Who is linked stays so, and comes in once their issuer says otherwise.
    expect(await identitiesOf(account)).toHaveLength(1);
    responder().odd = {};
    expect(readClaims((await logInByCard(host)).body.token ?? '')?.email).toBe(account.email);
  });

  test.each<[string, OddStatus]>([
    ['by the issuer itself', { signer: 'authority' }],
    ['to no question, of now', { nonce: 'none', minutes: [-1] }],
    ['with a clock that is late', { minutes: [-14] }],
    ['until a time to come', { minutes: [0, 60] }],
  ])('that it is good, %s: it opens the account', async (_, odd) => {
    const { host, account } = await linkedByCard();
    responder().odd = odd;
    expect(readClaims((await logInByCard(host)).body.token ?? '')?.email).toBe(account.email);
  });

  test('is asked for once whoever brings it has entered their PIN', async () => {
    const { host } = await linkedByCard();
    responder().odd = { status: 'revoked' };
    const begun = await means.ask(host, idCard);
    const token = await means.signByCard('https://teine.ee', begun.display);
    expect((await means.look(host, begun, token)).error).toBe('identityNotValid');
  });

  test('is over with its question: the card signs another one next', async () => {
    const { host } = await linkedByCard();
    const begun = await means.ask(host, idCard);
    const token = await means.signByCard(`https://${host}`, begun.display);
    responder().odd = { reply: 'nothing' };
    expect((await means.look(host, begun, token)).error).toBe('idCardIssuerSilent');
    responder().odd = {};
    expect((await means.look(host, begun, token)).error).toBe('identityRequestOver');
  });

  test('is counted, and told to the log without saying whose card it is', async () => {
    const { host } = await linkedByCard();
    const figure = async () => {
      const { text } = await send({ method: 'GET', path: '/metrics', host });
      return Number(/^trenn_refusals_total\{code="idCardRevoked"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const [before, from] = [await figure(), lines.length];
    responder().odd = { status: 'revoked' };
    await logInByCard(host);
    expect(await figure()).toBe(before + 1);
    const told = lines.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toContainEqual(
      expect.objectContaining({ msg: 'identity refused', provider: 'idCard', why: 'revoked', tenant: host }),
    );
    expect(told).toContainEqual(expect.objectContaining({ msg: 'log-in failed', step: 'identity' }));
    expect(lines.slice(from).join('')).not.toMatch(/38001085718|JÕEORG|JAAK/i);
  });
});

describe('a card that is revoked', () => {
  /** What was mailed to somebody about it. */
  async function toldOf(admin: TestAccount, { email }: TestAccount) {
    const { items } = (await call(listOutgoingMails, { query: { limit: 100 } }, { actor: admin })).body;
    return items.filter(
      ({ recipient, subject }) => recipient === email && /ID card was refused/.test(subject),
    );
  }

  test('its owner hears of it once, and again after a new one', async () => {
    const { home, host, account } = await linkedByCard();
    const admin = await home.account({ role: 'admin' });
    const other = await home.account();
    responder().odd = { status: 'revoked' };
    const both = await Promise.all([logInByCard(host), logInByCard(host)]);
    expect(both.map(({ error }) => error)).toEqual(['idCardRevoked', 'idCardRevoked']);
    await expect.poll(() => toldOf(admin, account), { timeout: 30_000 }).toHaveLength(1);
    const [mail] = await toldOf(admin, account);
    expect(mail?.text).toContain('revoked or suspended');
    // Wherever it is brought next.
    expect((await logInByCard(host)).error).toBe('idCardRevoked');
    expect((await linkCard(other)).error).toBe('idCardRevoked');
    clock.advance({ hours: 24 });
    expect((await logInByCard(host)).error).toBe('idCardRevoked');
    responder().odd = {};
    expect((await logInByCard(host)).status).toBe(200);
    responder().odd = { status: 'revoked' };
    expect((await logInByCard(host)).error).toBe('idCardRevoked');
    await expect.poll(() => toldOf(admin, account), { timeout: 30_000 }).toHaveLength(2);
    expect(await toldOf(admin, other)).toEqual([]);
  });

  test('nobody hears of it where nobody is linked, or their login is closed', async () => {
    const { home, host, account } = await linkedByCard();
    const told = () =>
      ask('select 1 from external_identities where tenant_id = $1 and revoked_told_at is not null', home.id);
    expect((await logInByCard(host, mariLiis)).error).toBe('idCardRevoked');
    await ask('update accounts set is_blocked = true where id = $1 returning 1', account.id);
    responder().odd = { status: 'revoked' };
    expect((await logInByCard(host)).error).toBe('idCardRevoked');
    expect(await told()).toEqual([]);
  });

  test('the stand-in has one of its own', async () => {
    const { home } = await linkedByCard();
    expect((await linkCard(await home.account(), mariLiis)).error).toBe('idCardRevoked');
  });
});

test('while nobody answers, nobody else waits: not its owner, and no other member', async () => {
  const { home, host, account } = await linkedByCard();
  const other = await home.account();
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 5 });
  responder().odd = { reply: 'held' };
  const held = responder().held.length;
  const loggingIn = logInByCard(host);
  await expect.poll(() => responder().held.length).toBe(held + 1);
  for (const actor of [account, other]) {
    const body = { trainingId: training.id, isWaitingAccepted: false };
    expect((await call(register, { body }, { actor })).body.outcome).toBe('booked');
  }
  const open = await ask(
    "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  expect(open).toEqual([]);
  responder().held.at(-1)?.destroy();
  expect((await loggingIn).error).toBe('idCardIssuerSilent');
});

test('nothing is asked of whoever a certificate names that the installation does not', async () => {
  const { host } = await withKeys();
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const address = elsewhere.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const [scheme = '', rest = ''] = (responder().url ?? '').split('//');
  for (const url of [`http://127.0.0.1:${port}/ocsp`, `${scheme}//a:b@${rest}`, 'file:///etc/passwd', 'x']) {
    const odd = { certificate: { responder: url } };
    expect([url, (await logInByCard(host, jaak, odd)).error]).toEqual([url, 'idCardIssuerSilent']);
  }
  const unnamed = { certificate: { responder: undefined } };
  expect((await logInByCard(host, jaak, unnamed)).error).toBe('idCardIssuerSilent');
  expect(asked).toBe(0);
  elsewhere.close();
});

/** Cards and a responder that are the test's own. */
const cards = new Cards(stranger, clock);
const service = createServer((request, response) => void cards.responder.handle(request, response));
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const address = service.address();
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
cards.responder.url = `${origin}/esteid`;

describe('issuers of the installation’s own', () => {
  const own = withServer({
    identityServices: {
      idCard: { issuers: [stranger.certificate.toString()], responders: [origin], answerMilliseconds: 1_000 },
    },
  });
  afterAll(() => {
    service.close();
    service.closeAllConnections();
  });
  const { withKeys: withOwnKeys, ask: askOwn, look: lookOwn } = withIdentities(own);

  async function comeIn(host: string) {
    const begun = await askOwn(host, idCard);
    const token = await cards.confirm({ origin: `https://${host}`, nonce: begun.display }, jaak);
    return (await lookOwn(host, begun, token)).error;
  }

  test('are asked, and waited for no longer than they may take', async () => {
    const { host } = await withOwnKeys();
    expect(await comeIn(host)).toBe('identityUnknown');
    cards.responder.odd = { reply: 'held' };
    expect(await comeIn(host)).toBe('idCardIssuerLate');
    cards.responder.odd = { status: 'revoked' };
    expect(await comeIn(host)).toBe('idCardRevoked');
  });
});
