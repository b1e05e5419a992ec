import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { cleanupTask } from './cleanup.ts';

const running = withServer();
const { centre, ask, clock } = running;

test('a session stands for thirty days after it is over, as does what the queue refused; what somebody was told for ninety', async () => {
  const home = await centre();
  const { id, clientId } = await home.account();
  for (const at of ['2026-08-15T09:00:00Z', '2026-08-15T08:59:59Z'])
    await ask(
      `insert into sessions (tenant_id, id, account_id, salt, rotated_at, created_at, proved_at, expires_at, keep, device)
        values ($1, $2, $3, '\\x00', $4::timestamptz, $4, $4, $4, true, '{}') returning 1`,
      ...[home.id, randomUUID(), id, at],
    );
  for (const at of ['2026-06-16T09:00:00Z', '2026-06-16T08:59:59Z'])
    await ask(
      `insert into notice_deliveries (tenant_id, dedupe_key, channel, group_key, client_id, event, created_at, changed_at)
        values ($1, $2, 'mail', 'one', $3, '{}', $4, $4) returning 1`,
      ...[home.id, `told at ${at}`, clientId, at],
    );
  for (const at of ['2026-08-15T09:00:00Z', '2026-08-15T08:59:59Z'])
    await ask(
      `insert into outbox (tenant_id, topic, payload, is_refused, refused_at) values ($1, 'mail', '{}', true, $2) returning 1`,
      ...[home.id, at],
    );
  await cleanupTask(running.server.system, clock)({});
  const left = async (table: string, column: string) =>
    ask(`select ${column} as at from ${table} where tenant_id = $1`, home.id);
  expect(await left('sessions', 'expires_at')).toEqual([{ at: '2026-08-15T09:00:00Z' }]);
  expect(await left('outbox', 'refused_at')).toEqual([{ at: '2026-08-15T09:00:00Z' }]);
  expect(await left('notice_deliveries', 'created_at')).toEqual([{ at: '2026-06-16T09:00:00Z' }]);
});

test('however many rows have served, all of them go, and none of those that serve', async () => {
  const home = await centre();
  const now = Temporal.Instant.from(clock.now());
  const add = (hours: number, count: number) =>
    ask(
      `insert into attempts (tenant_id, kind, subject, window_started_at, count)
        select $1, 'login', decode(md5($2 || n::text), 'hex'), $3, 1 from generate_series(1, $4::integer) as n`,
      ...[home.id, `${hours}`, now.subtract({ hours }).toString(), count],
    );
  await add(25, 40_001);
  await add(23, 3);
  await cleanupTask(running.server.system, clock)({});
  const [left] = await ask('select count(*)::integer as count from attempts where tenant_id = $1', home.id);
  expect(left).toEqual({ count: 3 });
});
