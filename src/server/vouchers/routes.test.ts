import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { showCode } from '#shared/vouchers/codes/domain.ts';
import * as contract from '#shared/vouchers/contract.ts';

const testServer = withServer();
const { centre, call, send, ask, clock } = testServer;

const share = (actor: TestAccount, voucherId: number, headers = {}) =>
  call(contract.shareVoucher, { body: { voucherId } }, { actor, headers });
const info = (actor: TestAccount, id: number, language = 'en') =>
  call(contract.getVoucher, { query: { id } }, { actor, language });
const look = (home: Centre, token: string, actor?: TestAccount) =>
  call(contract.getPublicVoucher, { query: { token } }, { host: home.host, actor });
const claim = (
  home: Centre,
  token: string,
  email = 'kai@test.test',
  name = 'Kai Kask',
  actor?: TestAccount,
) => call(contract.claimVoucher, { body: { token, name, email } }, { host: home.host, actor });
const type = (home: Centre, code: string, actor?: TestAccount) =>
  call(contract.findByCode, { body: { code } }, { host: home.host, actor });
const tokenOf = (address: string) => new URL(address).searchParams.get('token') ?? '';

async function mailsTo(
  home: Centre,
  to: string,
  count: number,
): Promise<{ subject: string; text: string }[]> {
  const admin = await home.account({ role: 'admin' });
  const mine = async () => {
    const { items } = (await call(listOutgoingMails, { query: {} }, { actor: admin })).body;
    return items.filter(({ recipient }) => recipient === to);
  };
  await expect.poll(async () => (await mine()).length, { timeout: 10_000 }).toBe(count);
  return mine();
}

/** A member with a voucher of three uses that may be shared. */
async function furnished(parts: Partial<Parameters<typeof voucherOf>[2]> = {}, limits = {}) {
  const home = await centre({ limits });
  const actor = await home.account({ firstName: 'Mari', lastName: 'Mets' });
  const { clientId, email } = actor;
  const voucher = await voucherOf(testServer, home, {
    clientId,
    isShareable: true,
    holderEmail: email,
    ...parts,
  });
  return { home, actor, voucher };
}

describe('own vouchers', () => {
  // shows: voucher-fields, call-user-card-voucher
  test('are listed with their state, the usable ones first, each in the reader’s language', async () => {
    const { home, actor, voucher } = await furnished();
    const { clientId } = actor;
    const over = await voucherOf(testServer, home, { clientId, validUntil: '2026-09-13' });
    const later = await voucherOf(testServer, home, {
      clientId,
      validFrom: '2026-09-15',
      clubId: home.clubId,
    });
    const { body } = await call(contract.listVouchers, {}, { actor, language: 'et' });
    expect(body.map(({ id, state }) => [id, state])).toEqual([
      [voucher.id, 'active'],
      [later.id, 'notYetValid'],
      [over.id, 'expired'],
    ]);
    expect(body[0]).toEqual({
      id: voucher.id,
      name: 'Vesivõimlemine',
      clubName: '',
      validFrom: '2026-09-01',
      validUntil: '2026-12-31',
      state: 'active',
      uses: 3,
      usesLeft: 3,
      usesHeld: 0,
      isShareable: true,
      openLinks: 0,
    });
    expect(body[1]?.clubName).toBe('First club');
  });

  test('each says how many of its own links are open', async () => {
    const { home, actor, voucher } = await furnished({ uses: 9 });
    const { clientId, email } = actor;
    const other = await voucherOf(testServer, home, { clientId, isShareable: true, holderEmail: email });
    await share(actor, voucher.id);
    await share(actor, voucher.id);
    await claim(home, tokenOf((await share(actor, voucher.id)).body.address));
    const { id } = (await share(actor, voucher.id)).body;
    await call(contract.takeBackLink, { params: { id } }, { actor });
    const { body } = await call(contract.listVouchers, {}, { actor });
    const links = new Map(body.map(({ id, openLinks }) => [id, openLinks]));
    expect([links.get(voucher.id), links.get(other.id)]).toEqual([2, 0]);
  });

  // shows: call-user-card-voucher-info
  test('one shows its code, its links and the ledger behind its number', async () => {
    const { actor, voucher } = await furnished();
    const { body: link } = await share(actor, voucher.id);
    const { body } = await info(actor, voucher.id);
    expect(body).toMatchObject({ usesLeft: 2, openLinks: 1, code: voucher.code, name: 'Water aerobics' });
    expect(body.entries.map(({ kind, change, left }) => [kind, change, left])).toEqual([
      ['granted', 3, 3],
      ['shared', -1, 2],
    ]);
    const { createdDateTime: _, ...open } = link;
    expect(body.links).toMatchObject([open]);
    expect(body.openLinksMax).toBe(5);
  });

  test('somebody else’s is not found', async () => {
    const { home, voucher } = await furnished();
    const other = await home.account();
    expect((await info(other, voucher.id)).error).toBe('voucherNotFound');
    expect((await share(other, voucher.id)).error).toBe('voucherNotFound');
    expect((await info(other, 2_000_000_000)).error).toBe('voucherNotFound');
    expect((await call(contract.listVouchers, {}, { actor: other })).body).toEqual([]);
  });
});

describe('sharing', () => {
  test('moves the use at once, and taking it back returns it, once', async () => {
    const { home, actor, voucher } = await furnished({ uses: 1 });
    const { body: link } = await share(actor, voucher.id);
    expect((await info(actor, voucher.id)).body).toMatchObject({ usesLeft: 0, state: 'used' });
    expect((await share(actor, voucher.id)).error).toBe('voucherAlreadyUsed');
    const back = () => call(contract.takeBackLink, { params: { id: link.id } }, { actor });
    expect((await back()).body).toEqual({ usesLeft: 1 });
    expect((await back()).body).toEqual({ usesLeft: 1 });
    expect((await info(actor, voucher.id)).body).toMatchObject({ usesLeft: 1, state: 'active', links: [] });
    expect((await look(home, tokenOf(link.address))).error).toBe('voucherNotFound');
    expect((await claim(home, tokenOf(link.address))).error).toBe('voucherNotFound');
    expect((await type(home, link.code)).error).toBe('codeNotFound');
  });

  test.each([
    ['voucherNotShareable', { isShareable: false }, {}],
    ['voucherExpired', { validUntil: '2026-09-13' }, {}],
    ['voucherLinksFull', {}, { voucherOpenLinksMax: 0 }],
  ] as const)('is refused: %s', async (code, parts, limits) => {
    const { actor, voucher } = await furnished(parts, limits);
    const answer = await share(actor, voucher.id);
    expect([answer.status, answer.error]).toEqual([409, code]);
    expect((await info(actor, voucher.id)).body.usesLeft).toBe(3);
  });

  test('a withdrawn voucher is refused', async () => {
    const { actor, voucher } = await furnished();
    await ask('update vouchers set revoked_at = now() where id = $1', voucher.id);
    expect((await share(actor, voucher.id)).error).toBe('voucherRevoked');
    expect((await info(actor, voucher.id)).body.state).toBe('revoked');
  });

  test('no more links than the centre’s setting are open at once; a claimed one is not', async () => {
    const { home, actor, voucher } = await furnished({ uses: 9 }, { voucherOpenLinksMax: 2 });
    const first = (await share(actor, voucher.id)).body;
    await share(actor, voucher.id);
    const refused = await share(actor, voucher.id);
    expect([refused.error, refused.refusal?.details]).toEqual(['voucherLinksFull', { limit: 2 }]);
    await claim(home, tokenOf(first.address));
    expect((await share(actor, voucher.id)).status).toBe(200);
  });

  test('the same press again is the same link', async () => {
    const { actor, voucher } = await furnished();
    const headers = { 'idempotency-key': 'press-0001' };
    const first = (await share(actor, voucher.id, headers)).body;
    expect((await share(actor, voucher.id, headers)).body).toEqual(first);
    expect((await info(actor, voucher.id)).body.usesLeft).toBe(2);
    // The answer that is kept for it opens nothing for whoever reads the table.
    const kept = await ask('select answer::text from idempotency_keys where account_id = $1', actor.id);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(tokenOf(first.address));
  });
});

describe('claiming', () => {
  // shows: voucher-claim-fields, call-public-voucher
  test('a stranger sees what is given and by whom, claims it, and both have a mail', async () => {
    const { home, actor, voucher: another } = await furnished();
    const { clientId, email } = actor;
    await ask("update vouchers set holder_name = 'Uku Uus' where id = $1 returning 1", another.id);
    const voucher = await voucherOf(testServer, home, { clientId, isShareable: true, holderEmail: email });
    const { body: link } = await share(actor, voucher.id);
    const token = tokenOf(link.address);
    expect((await look(home, token)).body).toEqual({
      kind: 'link',
      name: 'Water aerobics',
      clubName: '',
      validFrom: '2026-09-01',
      validUntil: '2026-12-31',
      state: 'open',
      giver: 'Mari',
    });
    const claimed = (await claim(home, token, ' Kai@Test.test ')).body;
    expect(claimed.email).toBe('kai@test.test');
    const own = (await look(home, claimed.voucherToken ?? '')).body;
    expect(own).toMatchObject({
      kind: 'voucher',
      holderName: 'Kai Kask',
      uses: 1,
      usesLeft: 1,
      state: 'active',
    });
    expect((await look(home, token)).body).toMatchObject({ state: 'claimed' });

    const [mail] = await mailsTo(home, 'kai@test.test', 1);
    expect(mail?.text).toContain('Mari has given you: Water aerobics.');
    expect(mail?.text).toContain(`/public/vouchers?token=${claimed.voucherToken}`);
    expect(mail?.text).toContain(own.kind === 'voucher' ? showCode(own.code) : '?');
    const [told] = await mailsTo(home, actor.email, 1);
    expect(told?.text).toContain('Kai Kask has claimed what you shared');

    const after = (await info(actor, voucher.id)).body;
    expect(after.links).toMatchObject([{ state: 'claimed', claimedName: 'Kai Kask', address: '', code: '' }]);
    expect((await call(contract.takeBackLink, { params: { id: link.id } }, { actor })).error).toBe(
      'voucherClaimed',
    );
  });

  test('the same address again is the same claim, mailed again without its token; another one is too late', async () => {
    const { home, actor, voucher } = await furnished();
    const token = tokenOf((await share(actor, voucher.id)).body.address);
    const first = (await claim(home, token)).body;
    expect((await claim(home, token, 'KAI@test.test')).body).toEqual({
      voucherToken: null,
      email: 'kai@test.test',
    });
    const mails = await mailsTo(home, 'kai@test.test', 2);
    for (const { text } of mails) expect(text).toContain(first.voucherToken);
    const late = await claim(home, token, 'mari@test.test');
    expect([late.status, late.error]).toEqual([409, 'voucherAlreadyUsed']);
    expect(await ask('select id from vouchers where tenant_id = $1', home.id)).toHaveLength(2);
  });

  test('nobody shuts an address out of claiming, with links made up or their own', async () => {
    const { home, actor, voucher } = await furnished();
    for (let count = 0; count < 8; count += 1)
      expect((await claim(home, 'x'.repeat(43))).error).toBe('voucherNotFound');
    const own = tokenOf((await share(actor, voucher.id)).body.address);
    for (let count = 0; count < 8; count += 1) await claim(home, own, 'mari@test.test');
    const other = tokenOf((await share(actor, voucher.id)).body.address);
    expect((await claim(home, own)).error).not.toBe('tooManyAttempts');
    expect((await claim(home, other, 'mari@test.test')).status).toBe(200);
    const last = tokenOf((await share(actor, voucher.id)).body.address);
    expect((await claim(home, last)).status).toBe(200);
  });

  test('mailed again it is six times a day, and then no more', async () => {
    const { home, actor, voucher } = await furnished();
    const token = tokenOf((await share(actor, voucher.id)).body.address);
    for (let times = 0; times < 7; times += 1) {
      expect((await claim(home, token)).status).toBe(200);
      clock.advance({ hours: 1 });
    }
    expect((await claim(home, token)).error).toBe('tooManyAttempts');
  });

  test('by a member it is among the member’s own; it cannot be shared on', async () => {
    const { home, actor, voucher } = await furnished();
    const friend = await home.account();
    const token = tokenOf((await share(actor, voucher.id)).body.address);
    await claim(home, token, 'anything@test.test', 'Kai Kask', friend);
    const [own] = (await call(contract.listVouchers, {}, { actor: friend })).body;
    expect(own).toMatchObject({ uses: 1, usesLeft: 1, isShareable: false });
    expect((await share(friend, own?.id ?? 0)).error).toBe('voucherNotShareable');
  });

  test('a use given on before the voucher begins can be claimed; one that has ended cannot', async () => {
    const { home, actor, voucher } = await furnished({
      validFrom: '2026-09-20',
      validUntil: '2026-09-30',
      uses: 2,
    });
    const [early, late] = [await share(actor, voucher.id), await share(actor, voucher.id)].map(({ body }) =>
      tokenOf(body.address),
    );
    const claimed = (await claim(home, early ?? '')).body.voucherToken ?? '';
    expect((await look(home, claimed)).body.state).toBe('notYetValid');
    clock.set('2026-09-30T20:59:59Z');
    expect((await look(home, late ?? '')).body.state).toBe('open');
    clock.set('2026-09-30T21:00:00Z');
    expect((await look(home, late ?? '')).body.state).toBe('expired');
    expect((await claim(home, late ?? '', 'mari@test.test')).error).toBe('voucherExpired');
    expect((await look(home, claimed)).body.state).toBe('expired');
    await ask('update vouchers set revoked_at = now() where id = $1', voucher.id);
    expect((await claim(home, late ?? '', 'mari@test.test')).error).toBe('voucherRevoked');
  });

  test.each([
    ['name', ' ', 'nameRequired'],
    ['name', 'https://x.test', 'nameInvalid'],
    ['email', '', 'emailRequired'],
    ['email', 'kai@', 'emailInvalid'],
  ] as const)('a %s of “%s” is refused in place', async (field, value, problem) => {
    const { home, actor, voucher } = await furnished();
    const token = tokenOf((await share(actor, voucher.id)).body.address);
    const request = { name: 'Kai Kask', email: 'kai@test.test', [field]: value };
    const { error, refusal } = await claim(home, token, request.email, request.name);
    expect([error, refusal?.details]).toEqual(['dataValidationFailed', { field, problem }]);
  });
});

describe('what strangers may try', () => {
  test('a typed code finds its link or its voucher, however it is typed', async () => {
    const { home, actor, voucher } = await furnished();
    const { body: link } = await share(actor, voucher.id);
    expect((await type(home, ` ${showCode(link.code).toLowerCase()} `)).body.token).toBe(
      tokenOf(link.address),
    );
    expect((await type(home, voucher.code)).body.token).toBe(voucher.token);
  });

  test('unknown, mistyped, of another centre: one answer, byte for byte', async () => {
    const { home, voucher } = await furnished();
    const other = await centre();
    const wrong = `${voucher.code.slice(0, -1)}${voucher.code.endsWith('0') ? '1' : '0'}`;
    const bodies = new Set<string>();
    for (const [host, code] of [
      [home.host, wrong],
      [home.host, 'KEVAD'],
      [home.host, ''],
      [other.host, voucher.code],
    ] as const) {
      const answer = await send({
        method: 'POST',
        path: '/api/v0.1/public/voucher/code',
        host,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
      expect(answer.status).toBe(404);
      bodies.add(answer.text);
    }
    expect([...bodies]).toEqual(['{"errors":["codeNotFound"],"code":404}']);
  });

  test('numbers open nothing, nor do tokens of another centre or of another thing', async () => {
    const { home, actor, voucher } = await furnished();
    const { body: link } = await share(actor, voucher.id);
    const other = await centre();
    for (const token of ['', '1', String(voucher.id), String(link.id), voucher.code, 'x'.repeat(43)]) {
      expect((await look(home, token)).error).toBe('voucherNotFound');
      expect((await claim(home, token)).error).toBe('voucherNotFound');
    }
    expect((await look(other, voucher.token)).error).toBe('voucherNotFound');
    expect((await claim(home, voucher.token, 'mari@test.test')).error).toBe('voucherNotFound');
  });

  test('guessing is slowed down, for an account and for a place', async () => {
    const { home, voucher } = await furnished();
    const actor = await home.account();
    for (let tries = 0; tries < 20; tries += 1)
      expect((await type(home, 'X', actor)).error).toBe('codeNotFound');
    const refused = await type(home, voucher.code, actor);
    expect([refused.status, refused.error]).toEqual([429, 'tooManyAttempts']);
    for (let tries = 21; tries < 60; tries += 1) await look(home, 'x'.repeat(43));
    expect((await type(home, voucher.code)).error).toBe('tooManyAttempts');
    // Whoever has a link is not in the way of those who look for one.
    expect((await look(home, voucher.token)).status).toBe(200);
  });

  test('a copy of the tables opens nothing', async () => {
    const { actor, voucher } = await furnished();
    const { body: link } = await share(actor, voucher.id);
    const rows = await ask<object>(
      `select v.*, l.*, encode(v.salt, 'hex') as a, encode(l.salt, 'hex') as b from vouchers v
        join voucher_links l on l.voucher_id = v.id where v.id = $1`,
      voucher.id,
    );
    const text = JSON.stringify(rows);
    for (const secret of [voucher.token, voucher.code, link.code, tokenOf(link.address)]) {
      expect(text).not.toContain(secret);
    }
  });
});
