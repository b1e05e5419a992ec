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
