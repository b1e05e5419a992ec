import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashToken } from '#server/kernel/tokens.ts';
import { addContract } from '#server/testing/benefits.ts';
import { type TestAccount, testPassword } from '#server/testing/centre.ts';
import { withDoors } from '#server/testing/doors.ts';
import { withKeycards } from '#server/testing/keycards.ts';
import { mergingMeans } from '#server/testing/merging.ts';
import { withServer } from '#server/testing/server.ts';
import { changePassword } from '#shared/account/contract.ts';
import { signOutDevice } from '#shared/account/devices/contract.ts';
import { confirmEmail } from '#shared/account/emails/contract.ts';
import { DoorListContract, getDoorList, uploadScans } from '#shared/entry/doors/contract.ts';
import { listKeycards, removeKeycards } from '#shared/entry/keycards/contract.ts';
import type { KeycardProvider } from '#shared/entry/keycards/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { askErasure } from '#shared/privacy/contract.ts';

const running = withServer();
const { call, clock, ask, runJob } = running;
const { furnished, register, gymTicket, visitsOf, doorOf } = withDoors(running);
const { merging } = mergingMeans(running);
const { setApple, setGoogle, add, appleCard } = withKeycards(running);

/** A member with a ticket, whose card is in Apple Wallet. */
async function withCard(visits: number | null = 5) {
  const parts = await furnished();
  await setApple(parts.admin);
  const { id: ticketId } = await gymTicket(parts.home, parts.member, visits);
  await register(parts.member);
  const card = await appleCard(parts.home, parts.member);
  const list = async (token = parts.door.token) =>
    DoorListContract.parse(
      JSON.parse((await call(getDoorList, { body: { token } }, { host: parts.home.host })).body.list),
    );
  return { ...parts, ...card, ticketId, list };
}

describe('a card whose code stands still', () => {
  test('lets its owner in by what they have, once for a stay, and costs one visit', async () => {
    const { code, scan, ticketId } = await withCard();
    expect((await scan(code)).body).toMatchObject({ result: 'accepted', firstName: 'Kai' });
    // The app's own code lets in again after a quarter of an hour; a picture of the card would let in somebody else.
    clock.advance({ minutes: 20 });
    expect((await scan(code)).body).toMatchObject({ result: 'refused', reason: 'alreadyInside' });
    expect(await visitsOf(ticketId)).toHaveLength(1);
    clock.advance({ minutes: 220 });
    expect((await scan(code)).body.result).toBe('accepted');
    expect(await visitsOf(ticketId)).toHaveLength(2);
  });

  test('lets in again once its owner went out, where that is read', async () => {
    const { home, admin, code, scan } = await withCard();
    const out = await doorOf(home, admin, { direction: 'out', name: 'Välja' });
    expect((await scan(code)).body.result).toBe('accepted');
    clock.advance({ minutes: 20 });
    expect((await scan(code)).body.reason).toBe('alreadyInside');
    expect((await scan(code, randomUUID(), out.token)).body.result).toBe('accepted');
    expect((await scan(code)).body.result).toBe('accepted');
  });

  describe('at two clubs', () => {
    /** A member whose contract opens both; what is scanned at the other one. */
    async function twoClubs() {
      const parts = await withCard();
      const { home, admin, member } = parts;
      const clubId = await home.club('Teine');
      await running.server.tenants.load();
      await addContract(running, home, member, {
        benefits: [{ clientType: 'gym', clubIds: [home.clubId, clubId] }],
      });
      const door = await doorOf(home, admin, { clubId, name: 'Teine uks' });
      const there = (code: string) => parts.scan(code, randomUUID(), door.token);
      return { ...parts, clubId, there };
    }
    const inside = { result: 'refused', reason: 'alreadyInside' };

    test('lets in at the other one once the stay is over: its owner is at the first', async () => {
      const { home, admin, clubId, code, scan, there } = await twoClubs();
      expect((await scan(code)).body.result).toBe('accepted');
      clock.advance({ minutes: 179 });
      expect((await there(code)).body).toMatchObject(inside);
      clock.advance({ minutes: 1 });
      expect((await there(code)).body.result).toBe('accepted');
      // Nor at the first one again before they have gone out of the other.
      clock.advance({ minutes: 60 });
      expect((await scan(code)).body).toMatchObject(inside);
      const out = await doorOf(home, admin, {
        clubId,
        ...{ direction: 'out', name: 'Välja' },
      });
      expect((await scan(code, randomUUID(), out.token)).body.result).toBe('accepted');
      expect((await scan(code)).body.result).toBe('accepted');
    });

    test('counts for whoever came in by the app, which itself lets in at both', async () => {
      const { member, code, scan, there } = await twoClubs();
      const { show } = await register(member);
      expect((await scan(show())).body.result).toBe('accepted');
      expect((await there(code)).body).toMatchObject(inside);
      clock.advance({ minutes: 1 });
      expect((await there(show())).body.result).toBe('accepted');
    });

    test('lets in to a place that is theirs there', async () => {
      const { home, member, clubId, code, scan, there } = await twoClubs();
      const startsAt = addMinutes(clock.now(), 30);
      const training = await home.training({ startsAt, clubId });
      await home.registration(training, member.clientId, { place: 1 });
      expect((await scan(code)).body.result).toBe('accepted');
      expect((await there(code)).body.result).toBe('accepted');
    });
  });

  test('opens nothing by the right of staff', async () => {
    const { home, admin, scan } = await withCard();
    const { code } = await appleCard(home, admin);
    expect((await scan(code)).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
  });

  test('is no other’s: neither a number beside it, nor of another centre, nor a moving one', async () => {
    const { code, scan } = await withCard();
    const other = await withCard();
    const [, , id = '', secret = ''] = code.split('.');
    const forged = [
      code.replace(`.${id}.`, `.${Number(id) + 1}.`),
      code.replace(secret, 'x'.repeat(22)),
      other.code,
      `${code.replace(/^K/, 'M')}.1789376400.12345678`,
    ];
    for (const text of forged) expect((await scan(text)).body.reason).toBe('codeNotValid');
    expect((await scan(code)).body.result).toBe('accepted');
  });
});

describe('a card ends', () => {
  const isDead = async (parts: Awaited<ReturnType<typeof withCard>>) => {
    const { body } = await parts.scan(parts.code);
    return body.reason === 'codeNotValid' && (await parts.list()).keycards.length === 0;
  };

  test('when its owner removes it; the next one is another', async () => {
    const parts = await withCard();
    const another = await parts.home.account({ firstName: 'Uku' });
    await appleCard(parts.home, another);
    expect((await parts.list()).keycards).toHaveLength(2);
    await call(removeKeycards, {}, { actor: parts.member });
    expect((await parts.scan(parts.code)).body.result).toBe('refused');
    expect((await parts.list()).keycards).toMatchObject([{ firstName: 'Uku' }]);
    const next = await appleCard(parts.home, parts.member);
    expect(next.serialNumber).not.toBe(parts.serialNumber);
    expect((await parts.scan(next.code)).body.result).toBe('accepted');
  });

  test('when somebody else may have asked for it: with another password, but for the session that set it', async () => {
    const parts = await withCard();
    const body = { oldPassword: testPassword, newPassword: 'KolmKuuske77' };
    const sessionId = randomUUID();
    await ask(
      `insert into sessions (tenant_id, id, account_id, salt, rotated_at, created_at, proved_at, expires_at, keep, device)
      select tenant_id, $2, id, '\\x00', now(), now(), now(), 'infinity', true, '{}' from accounts where id = $1 returning 1`,
      parts.member.id,
      sessionId,
    );
    const own = await call(changePassword, { body }, { actor: parts.member });
    expect(own.status).toBe(200);
    expect((await parts.scan(parts.code)).body.result).toBe('accepted');
    await ask('update keycards set session_id = $2 where client_id = $1', parts.member.clientId, sessionId);
    await call(
      changePassword,
      { body: { oldPassword: body.newPassword, newPassword: 'NeliKuuske88' } },
      { actor: parts.member },
    );
    expect(await isDead(parts)).toBe(true);
  });

  test('with another address, but for the session that set it', async () => {
    const parts = await withCard();
    const confirmed = async (name: string) => {
      const emailToken = randomUUID();
      await ask(
        `insert into email_changes (tenant_id, token_hash, account_id, email, created_at, expires_at)
          values ($1, $2, $3, $4, $5, '2026-09-16T00:00Z') returning 1`,
        ...[
          parts.home.id,
          hashToken(emailToken),
          parts.member.id,
          `${name}-${parts.member.email}`,
          clock.now(),
        ],
      );
      return (await call(confirmEmail, { body: { emailToken } }, { actor: parts.member })).status;
    };
    expect(await confirmed('own')).toBe(200);
    expect((await parts.scan(parts.code)).body.result).toBe('accepted');
    await ask(
      'update keycards set session_id = $2 where client_id = $1',
      parts.member.clientId,
      randomUUID(),
    );
    expect(await confirmed('other')).toBe(200);
    expect(await isDead(parts)).toBe(true);
  });

  test('with the device that asked for it, once that is signed out by hand', async () => {
    const parts = await withCard();
    const params = { sessionId: parts.member.claims.sessionId };
    expect((await call(signOutDevice, { params }, { actor: parts.member })).status).toBe(200);
    expect(await isDead(parts)).toBe(true);
  });

  test('whichever session asked first, once another has had it too: of both with either’s device, and with another password', async () => {
    const other = (member: TestAccount) => ({
      ...member,
      claims: { ...member.claims, sessionId: randomUUID() },
    });
    for (const end of [
      (member: TestAccount) =>
        call(signOutDevice, { params: { sessionId: member.claims.sessionId } }, { actor: member }),
      (member: TestAccount) => {
        const body = { oldPassword: testPassword, newPassword: 'KolmKuuske77' };
        return call(changePassword, { body }, { actor: member });
      },
    ]) {
      const parts = await withCard();
      const again = await appleCard(parts.home, other(parts.member));
      expect(again.code).toBe(parts.code);
      expect((await end(parts.member)).status).toBe(200);
      expect(await isDead(parts)).toBe(true);
    }
  });

  test('whose it is alone: of who had theirs once, it stays with another password of the same session', async () => {
    const parts = await withCard();
    const other = await parts.home.account({ firstName: 'Uku' });
    await register(other);
    await gymTicket(parts.home, other);
    const { code } = await appleCard(parts.home, other);
    const claims = { ...parts.member.claims, sessionId: randomUUID() };
    expect((await appleCard(parts.home, { ...parts.member, claims })).code).toBe(parts.code);
    for (const actor of [parts.member, other]) {
      const body = { oldPassword: testPassword, newPassword: 'KolmKuuske77' };
      expect((await call(changePassword, { body }, { actor })).status).toBe(200);
    }
    expect((await parts.list()).keycards).toMatchObject([{ firstName: 'Uku' }]);
    expect((await parts.scan(parts.code)).body.reason).toBe('codeNotValid');
    expect((await parts.scan(code)).body).toMatchObject({ result: 'accepted', firstName: 'Uku' });
  });

  test('when its owner asks to be forgotten', async () => {
    const parts = await withCard();
    const { status } = await call(askErasure, { body: { password: testPassword } }, { actor: parts.member });
    expect(status).toBe(200);
    expect(await isDead(parts)).toBe(true);
  });

  test('when its owner turns out to be somebody else here', async () => {
    const parts = await withCard();
    const kept = await parts.home.account();
    expect((await merging(parts.admin, kept, parts.member)).status).toBe(200);
    expect(await isDead(parts)).toBe(true);
    // Also where the login stays, as the other one has none.
    const other = await withCard();
    const clientId = await other.home.client({ firstName: 'Kai' });
    expect((await merging(other.admin, { ...other.member, clientId }, other.member)).status).toBe(200);
    expect(await isDead(other)).toBe(true);
  });

  test('for as long as its owner is kept out', async () => {
    const parts = await withCard();
    const block = (isBlocked: boolean) =>
      ask('update clients set is_blocked = $2 where id = $1', parts.member.clientId, isBlocked);
    await block(true);
    expect((await parts.scan(parts.code)).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
    expect((await parts.list()).keycards[0]?.spans).toEqual([]);
    await block(false);
    expect((await parts.scan(parts.code)).body.result).toBe('accepted');
  });
});

test('opens while the centre issues those of its own wallet, whatever it issues for the other', async () => {
  const parts = await withCard();
  const serves = async () => {
    clock.advance({ hours: 4 });
    const listed = (await parts.list()).keycards.map(({ firstName }) => firstName);
    const offered = (await call(listKeycards, {}, { actor: parts.member })).body.keycards;
    const { result } = (await parts.scan(parts.code)).body;
    return [listed, result, offered.map(({ provider }) => provider)];
  };
  await setGoogle(parts.admin);
  expect((await add(parts.member, 'google')).error).toBeUndefined();
  await call(removeKeycards, {}, { actor: parts.member });
  parts.code = (await appleCard(parts.home, parts.member)).code;
  const switched = (provider: KeycardProvider, isOn: boolean) =>
    ask(
      'update keycard_issuers set is_on = $3 where tenant_id = $1 and provider = $2 returning 1',
      ...[parts.home.id, provider, isOn],
    );
  expect(await serves()).toEqual([['Kai'], 'accepted', ['apple', 'google']]);
  await switched('google', false);
  expect(await serves()).toEqual([['Kai'], 'accepted', ['apple']]);
  expect((await add(parts.member, 'google')).error).toBe('keycardNotOffered');
  await switched('google', true);
  await switched('apple', false);
  expect(await serves()).toEqual([[], 'refused', ['google']]);
});

test('nothing is kept of a card that ended a month ago', async () => {
  const parts = await withCard();
  const live = await appleCard(parts.home, await parts.home.account());
  const ended = 'update keycards set ended_at = $2 where client_id = $1';
  const count = async () => (await ask('select id from keycards where tenant_id = $1', parts.home.id)).length;
  await ask(ended, parts.member.clientId, '2026-08-15T09:00:00Z');
  await runJob('cleanup');
  expect(await count()).toBe(2);
  await ask(ended, parts.member.clientId, '2026-08-14T08:59:00Z');
  await runJob('cleanup');
  expect(await count()).toBe(1);
  expect(live.code).not.toBe('');
});

describe('a door without a network', () => {
  test('knows a card without its secret, and what it let in by it is taken later', async () => {
    const { home, door, code, list, ticketId, member } = await withCard();
    const { keycards, devices } = await list();
    const [listed] = keycards;
    expect(JSON.stringify(keycards)).not.toContain(code.split('.')[3]);
    expect(listed).toMatchObject({ firstName: 'Kai', holder: devices[0]?.holder });
    const scans = [
      { scanId: randomUUID(), code, at: clock.now(), result: 'accepted' as const, reason: null },
    ];
    clock.advance({ minutes: 5 });
    await call(removeKeycards, {}, { actor: member });
    const { body } = await call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
    expect(body.kept).toHaveLength(1);
    expect(await visitsOf(ticketId)).toHaveLength(1);
  });
});
