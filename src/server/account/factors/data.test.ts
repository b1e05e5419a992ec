import { expect, test } from 'vitest';
import { cleanupTask } from '#server/kernel/cleanup.ts';
import { withServer } from '#server/testing/server.ts';

const running = withServer();
const { centre, ask, clock } = running;

test('a question to somebody is forgotten a day after its time is over, and not before', async () => {
  const home = await centre();
  const { id } = home;
  await ask(
    `insert into challenges (tenant_id, token_hash, purpose, account_id, keep, created_at, expires_at)
      select $1, sha256(at::bytea), 'logIn', $2, false, at::timestamptz - interval '5 minutes', at::timestamptz
      from unnest($3::text[]) at`,
    ...[
      id,
      (await home.account()).id,
      ['2026-09-13T08:59:59Z', '2026-09-13T09:00:00Z', '2026-09-14T09:05:00Z'],
    ],
  );
  await cleanupTask(running.server.system, clock)({});
  const kept = await ask<{ at: string }>(
    'select expires_at as at from challenges where tenant_id = $1 order by 1',
    id,
  );
  expect(kept.map(({ at }) => at)).toEqual(['2026-09-13T09:00:00Z', '2026-09-14T09:05:00Z']);
});
