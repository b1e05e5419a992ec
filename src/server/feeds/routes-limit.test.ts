import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';

const { centre, send } = withServer({ callsPerMinute: 1000 });

test('a calendar that asks without end is told to wait', async () => {
  const home = await centre();
  const path = `/calendar/feed/${'A'.repeat(43)}.ics`;
  const answers = await Promise.all(
    Array.from({ length: 310 }, () => send({ method: 'GET', path, host: home.host })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});
