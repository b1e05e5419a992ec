import { expect, test } from 'vitest';
import { testPassword } from '#server/testing/centre.ts';
import { withOwner } from '#server/testing/owner.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { login } from '#shared/account/contract.ts';

const running = withServer({ isAlone: true });
const { centre, call, ask } = running;

const waiting =
  "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

// Whoever knows the old password presses just before it is changed: what was compared is looked at once more where it counts.
test.each([
  ['the password was changed', "password_hash = 'another'"],
  ['the account was blocked', 'is_blocked = true'],
])('a log-in that was under way while %s opens nothing', async (_, change) => {
  const home = await centre();
  const account = await home.account();
  await withOwner(running.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query(`update accounts set ${change} where tenant_id = $1 and id = $2`, [
      home.id,
      account.id,
    ]);
    const userCredentials = { username: account.email, password: testPassword, keep: true };
    const pressed = call(
      login,
      { body: { userCredentials, deviceParameters: sampleDevice } },
      { host: home.host },
    );
    // By a connection of its own: within a transaction it would see the same for good.
    const isWaiting = () =>
      withOwner(running.databaseUrl, async (other) => (await other.query(waiting)).rows);
    await expect.poll(isWaiting, { timeout: 10_000 }).not.toEqual([]);
    await owner.query('commit');
    expect((await pressed).error).toBe('wrongCredentials');
  });
  expect(await ask('select 1 from sessions where account_id = $1', account.id)).toEqual([]);
});
