import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { toStatement } from '#server/kernel/db.ts';
import { findAccountOfClient } from '#server/messages/notices/data.ts';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { withDoors } from '#server/testing/doors.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { mergingMeans } from '#server/testing/merging.ts';
import { closedPushOrigin, sampleDevice, samplePushKeys } from '#server/testing/samples.ts';
import { scrubbingMeans } from '#server/testing/scrubbing.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { login } from '#shared/account/contract.ts';
import { provedSeconds } from '#shared/account/proofs/domain.ts';
import { listUsers, updateUser } from '#shared/account/users/contract.ts';
import { listClients, updateClient } from '#shared/clients/contract.ts';
import { mergeClients } from '#shared/clients/merging/contract.ts';
import { createFeed } from '#shared/feeds/contract.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { subscribeDevice } from '#shared/messages/notices/contract.ts';
import { askClientErasure } from '#shared/privacy/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { furnished, merging, preview } = mergingMeans(running);
const { register } = withDoors(running);
const { expectScrubbed } = scrubbingMeans(running);

test('nobody is made one with whom is to be erased, or has been: the wish is one person’s', async () => {
  const { home, admin, kept, gone } = await furnished();
  const asked = await call(askClientErasure, { params: { id: gone.clientId }, body: {} }, { actor: admin });
  expect(asked.status).toBe(200);
  expect((await preview(admin, kept, gone)).body.refusal).toBe('mergeErasure');
  expect((await merging(admin, kept, gone)).error).toBe('mergeErasure');
  expect((await merging(admin, gone, kept)).error).toBe('mergeErasure');
  await ask('update erasures set undone_at = $2 where tenant_id = $1', home.id, clock.now());
  expect((await preview(admin, kept, gone)).body.refusal).toBeNull();
  expect((await merging(admin, kept, gone)).status).toBe(200);
});

test('what bars either bars the one they are', async () => {
  const { home, admin, kept, gone } = await furnished();
  const barred = 'update clients set is_blocked = true, banned_until = $3 where tenant_id = $1 and id = $2';
  await ask(barred, home.id, gone.clientId, '2026-12-01T00:00:00Z');
  expect((await merging(admin, kept, gone)).status).toBe(200);
  const [one] = await ask<{ is_blocked: boolean; banned_until: string }>(
    'select is_blocked, banned_until from clients where tenant_id = $1 and id = $2',
    home.id,
    kept.clientId,
  );
  expect(one).toEqual({ is_blocked: true, banned_until: '2026-12-01T00:00:00Z' });
});

test('after erasing, the trail names nobody who was ever merged into them, nor what was edited of them before', async () => {
  const { home, admin, kept, gone } = await furnished();
  const third = await home.account();
  const edit = async ({ clientId }: typeof gone, lastName: string) => {
    const { items } = (await call(listClients, { query: { id: clientId } }, { actor: admin })).body;
    const [client] = items.filter(({ id }) => id === clientId);
    if (!client) throw new Error('no such client');
    const body = {
      values: { ...client.values, lastName, address: 'Salajane 7' },
      version: client.version,
    };
    expect(
      (await call(updateClient, { params: { id: clientId }, body }, { actor: admin })).error,
    ).toBeUndefined();
  };
  await edit(gone, 'Zimmerzahn');
  expect((await merging(admin, kept, gone)).error).toBeUndefined();
  expect((await merging(admin, third, kept)).error).toBeUndefined();
  // Others who were merged are nobody's business of theirs.
  const [other, twin] = [await home.account(), await home.account()];
  await edit(twin, 'Backpfeifengesicht');
  expect((await merging(admin, other, twin)).error).toBeUndefined();
  const said = () =>
    ask(`select from audit_trail where tenant_id = $1 and after::text ~ 'Backpfeifengesicht'`, home.id);
  const before = (await said()).length;
  expect(before).toBeGreaterThan(0);
  await expectScrubbed(home, third.clientId, 'Zimmerzahn', 2);
  expect(await said()).toHaveLength(before);
});

describe('what opens doors and tells of the two', () => {
  const phones = (home: Centre) =>
    ask<{ id: number }>(
      'select id from entry_devices where tenant_id = $1 and revoked_at is null order by id',
      home.id,
    );

  test('is the phone of the one that stays', async () => {
    const { home, admin, kept, gone } = await furnished();
    const own = await register(kept);
    await register(gone);
    expect((await merging(admin, kept, gone)).status).toBe(200);
    expect(await phones(home)).toEqual([{ id: own.id }]);
  });

  test('is no card of the one that goes, and every other one as it was', async () => {
    const { home, admin, kept, gone } = await furnished();
    const { add } = rowsOf(running, home);
    const card = ({ clientId, claims }: TestAccount) =>
      add('keycards', {
        ...{ client_id: clientId, provider: 'apple', session_id: claims.sessionId },
        ...{ salt: randomBytes(32), language: 'et', created_at: testNow },
      });
    const [, going] = [await card(kept), await card(gone), await card(await home.account())];
    expect((await merging(admin, kept, gone)).status).toBe(200);
    const ended = 'select id from keycards where tenant_id = $1 and ended_at is not null';
    expect(await ask(ended, home.id)).toEqual([{ id: going }]);
  });

  test('is the phone of the one that goes where the other has none and the login stays', async () => {
    const { home, admin, gone } = await furnished();
    const own = await register(gone);
    const walkIn = { ...gone, clientId: await home.client() };
    expect((await merging(admin, walkIn, gone)).status).toBe(200);
    expect(await phones(home)).toEqual([{ id: own.id }]);
  });

  test('is one phone where both logins stay: that of the one that stays, once it has one that opens', async () => {
    const { home, admin, kept, gone } = await furnished();
    const third = await home.account();
    const at = (session: string, account: TestAccount) => ({
      ...account,
      claims: { ...account.claims, sessionId: session },
    });
    const block = ({ id }: TestAccount) =>
      ask('update accounts set is_blocked = true where tenant_id = $1 and id = $2', home.id, id);
    const end = (session: string) =>
      ask(
        `update sessions set ended_at = now(), end_reason = 'signedOut' where tenant_id = $1 and id = $2`,
        ...[home.id, session],
      );
    const since = async () =>
      Object.fromEntries(
        (
          await ask<{ id: number; at: string | null }>(
            'select id, revoked_at as at from entry_devices where tenant_id = $1 order by id',
            home.id,
          )
        ).map((row) => [row.id, row.at]),
      );
    const others = await register(third);
    await end(third.claims.sessionId);
    const mine = await register(kept);
    await block(kept);
    const first = await register(gone);
    clock.advance({ minutes: 1 });
    const second = await register(at(randomUUID(), gone));
    clock.advance({ minutes: 1 });
    expect((await merging(admin, kept, gone)).status).toBe(200);
    const after = {
      ...{ [others.id]: null, [mine.id]: null },
      ...{ [first.id]: '2026-09-14T09:01:00Z', [second.id]: '2026-09-14T09:02:00Z' },
    };
    expect(await since()).toEqual(after);

    // A phone of a session that has ended opens nothing, and neither does one that was given up.
    const [old, recent] = [randomUUID(), randomUUID()];
    const other = await home.account();
    const given = await register(at(old, other));
    const closed = await register(at(recent, other));
    await end(recent);
    await block(other);
    const coming = await home.account();
    const stays = await register(coming);
    clock.advance({ minutes: 1 });
    expect((await merging(admin, other, coming)).status).toBe(200);
    expect(await since()).toEqual({
      ...after,
      ...{ [given.id]: '2026-09-14T09:02:00Z', [closed.id]: '2026-09-14T09:03:00Z', [stays.id]: null },
    });
  });

  test('is nothing of a login that is closed: no phone, no calendar, no notices to a device', async () => {
    const { home, admin, kept, gone } = await furnished();
    await register(gone);
    await call(createFeed, {}, { actor: gone });
    for (const [actor, name] of [
      [gone, 'of-gone'],
      [kept, 'of-kept'],
    ] as const) {
      const body = { endpoint: `${closedPushOrigin}/${name}`, keys: samplePushKeys };
      expect((await call(subscribeDevice, { body }, { actor })).status).toBe(200);
    }
    expect((await merging(admin, kept, gone)).status).toBe(200);
    expect(await phones(home)).toEqual([]);
    expect(await ask('select from calendar_feeds where tenant_id = $1', home.id)).toEqual([]);
    expect(
      await ask('select client_id, endpoint from push_subscriptions where tenant_id = $1', home.id),
    ).toEqual([{ client_id: kept.clientId, endpoint: `${closedPushOrigin}/of-kept` }]);
  });

  test('goes to the address of the login that stays', async () => {
    const home = await centre();
    const admin = await home.account({ role: 'admin' });
    const gone = await home.account();
    const kept = await home.account();
    const others = await home.account();
    for (const { clientId } of [gone, others])
      await ask(
        `insert into notice_deliveries (tenant_id, dedupe_key, channel, group_key, client_id, event, created_at, changed_at)
         values ($1, 'x' || $2::text, 'mail', 'x', $2::integer, '{}', $3, $3)`,
        ...[home.id, clientId, clock.now()],
      );
    expect((await merging(admin, kept, gone)).status).toBe(200);
    const told = await ask<{ id: number }>(
      'select client_id as id from notice_deliveries where tenant_id = $1 order by id',
      home.id,
    );
    expect(told.map(({ id }) => id)).toEqual([kept.clientId, others.clientId]);
    const tenant = home.id;
    const reading = toStatement(findAccountOfClient(kept.clientId));
    const [rows] = await running.server.system.read(tenant, reading);
    expect(rows).toMatchObject([{ email: kept.email }]);
  });
});

describe('the accounts of the two', () => {
  const logInAs = (home: Centre, { email }: TestAccount) =>
    call(
      login,
      {
        body: {
          userCredentials: { username: email, password: testPassword, keep: false },
          deviceParameters: sampleDevice,
        },
      },
      { host: home.host },
    );
  /** Whether links wait that are mailed to the account. */
  const heldOf = async (home: Centre, { id }: TestAccount) => {
    const moved = 'select moved_at from accounts where tenant_id = $1 and id = $2';
    const [row] = await ask<{ moved_at: string | null }>(moved, home.id, id);
    return row?.moved_at !== null;
  };
  const mailsOf = (home: Centre) =>
    ask<{ recipient: string; subject: string }>(
      'select recipient, subject from stand_in_mails where tenant_id = $1 order by recipient',
      home.id,
    );

  test('are one: the one that stays opens everything, the other one is closed, and both addresses hear of it', async () => {
    const { home, admin, kept, gone } = await furnished();
    expect((await preview(admin, kept, gone)).body.closesLogin).toBe(true);
    const contacts = await ask<{ email: string }>(
      'select email from clients where tenant_id = $1 and id = any($2)',
      ...[home.id, [kept.clientId, gone.clientId]],
    );
    const told = [kept.email, gone.email, ...contacts.map(({ email }) => email)].toSorted();
    expect((await merging(admin, kept, gone)).status).toBe(200);
    expect((await logInAs(home, gone)).status).toBe(401);
    const opened = await logInAs(home, kept);
    expect(decodeJwt(opened.body.token ?? '')).toMatchObject({ clientId: kept.clientId });
    await expect
      .poll(async () => (await mailsOf(home)).map(({ recipient }) => recipient), { timeout: 20_000 })
      .toEqual(told);
    expect(await heldOf(home, kept)).toBe(false);
  }, 30_000);

  test('are not closed for one that is blocked: somebody can log in', async () => {
    const { home, admin, kept, gone } = await furnished();
    await ask('update accounts set is_blocked = true where tenant_id = $1 and id = $2', home.id, kept.id);
    expect((await preview(admin, kept, gone)).body.closesLogin).toBe(false);
    expect((await merging(admin, kept, gone)).status).toBe(200);
    expect((await logInAs(home, gone)).status).toBe(200);
  });

  test('are asked about again: nobody merges at a desk that was left', async () => {
    const { home, admin, kept, gone } = await furnished();
    const provedAt = provedSeconds(addMinutes(clock.now(), -6));
    const token = await running.server.app.ports.tokens.sign({ ...admin.claims, provedAt });
    const late = await call(
      mergeClients,
      { params: { id: kept.clientId }, body: { otherId: gone.clientId } },
      { host: home.host, token },
    );
    expect(late.error).toBe('proofNeeded');
    expect((await logInAs(home, gone)).status).toBe(200);
  });

  test('that has rights gives way to none, and is the one’s that stays where that has no other', async () => {
    const { home, admin, kept } = await furnished();
    const trainer = await home.account({ role: 'admin' });
    expect((await preview(admin, kept, trainer)).body.refusal).toBe('mergeStaff');
    expect((await merging(admin, kept, trainer)).error).toBe('mergeStaff');
    expect((await logInAs(home, trainer)).status).toBe(200);
    const walkIn = { ...kept, clientId: await home.client() };
    expect((await preview(admin, walkIn, trainer)).body.closesLogin).toBe(false);
    expect((await merging(admin, walkIn, trainer)).status).toBe(200);
    const opened = await logInAs(home, trainer);
    expect(decodeJwt(opened.body.token ?? '')).toMatchObject({ clientId: walkIn.clientId, isAdmin: true });
    // Where the walk-in was somebody else, they hear of it before a mailed link opens what was theirs.
    expect(await heldOf(home, trainer)).toBe(true);
  });

  test('that was closed stays closed while the other one is open', async () => {
    const { home, admin, kept, gone } = await furnished();
    expect((await merging(admin, kept, gone)).status).toBe(200);
    const unblock = async () => {
      const { body } = await call(listUsers, { query: { id: gone.id } }, { actor: admin });
      const user = body.items.find(({ id }) => id === gone.id);
      if (!user) throw new Error('no such user');
      const values = { ...user.values, isBlocked: false };
      const changed = { params: { id: gone.id }, body: { version: user.version, values } };
      return call(updateUser, changed, { actor: admin });
    };
    const refused = await unblock();
    expect([refused.status, refused.error, refused.refusal?.details]).toEqual([
      409,
      'otherLoginOpen',
      { email: kept.email },
    ]);
    expect((await logInAs(home, gone)).error).toBe('wrongCredentials');
    await ask('update accounts set is_blocked = true where id = $1 returning 1', kept.id);
    expect((await unblock()).status).toBe(200);
  });

  test('are told nothing where both have one address', async () => {
    const { home, admin, kept } = await furnished();
    const walkIn = await home.client();
    await ask(
      'update clients set email = $3 where tenant_id = $1 and id = any($2)',
      ...[home.id, [walkIn, kept.clientId], kept.email],
    );
    expect((await merging(admin, kept, { ...kept, clientId: walkIn })).status).toBe(200);
    expect((await logInAs(home, kept)).status).toBe(200);
    const [row] = await ask(
      'select moved_at from accounts where tenant_id = $1 and id = $2',
      home.id,
      kept.id,
    );
    expect(row).toEqual({ moved_at: null });
  });
});
