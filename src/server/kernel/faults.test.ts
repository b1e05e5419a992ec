import { expect, test } from 'vitest';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { isErrorBody } from '#shared/kernel/errors.ts';
import { getScheduleFilters } from '#shared/schedule/contract.ts';

const lines: string[] = [];
const running = withServer({ log: (line) => lines.push(line) });
const { centre, call, send } = running;
const asOwner = (text: string) => withOwner(running.databaseUrl, (owner) => owner.query(text));

// shows: message-server-error
test('a fault of ours is a server error that tells nothing of it; the log tells all, under the same number', async () => {
  const home = await centre();
  const path = '/api/v0.1/public/schedule/filters';
  // A table the product may not read any more, as after a migration gone wrong.
  await asOwner('revoke select on styles from trenn_app');
  try {
    const answer = await send({ method: 'GET', path, host: home.host });
    expect(answer.status).toBe(500);
    const body: unknown = JSON.parse(answer.text);
    expect(body).toEqual({ errors: ['serverError'], code: 500 });
    expect(isErrorBody(body)).toBe(true);
    expect(answer.headers['cache-control']).toBe('no-store');
    const told = lines.find((line) => line.includes('request failed')) ?? '{}';
    expect(JSON.parse(told)).toMatchObject({
      requestId: answer.headers['x-request-id'],
      route: path,
      error: { message: 'permission denied for table styles' },
    });
  } finally {
    await asOwner('grant select on styles to trenn_app');
  }
  // Nothing of it is kept: the next call is answered.
  const next = await call(getScheduleFilters, {}, { host: home.host });
  expect([next.status, next.body.clubs.length]).toEqual([200, 1]);
});
