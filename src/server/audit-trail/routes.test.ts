import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { listTrail } from '#shared/audit-trail/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

const write = (home: Centre, { id }: TestAccount, at: string, noun: string | null) =>
  ask(
    `insert into audit_trail (tenant_id, account_id, at, request_id, action, noun, noun_id, input)
     values ($1, $2, $3, 'r', $4, $5::text, case when $5::text is null then null else 7 end, '{}') returning 1`,
    home.id,
    id,
    at,
    `${noun} ${at}`,
    noun,
  );

/** Two of staff and what they did, around midnights of the centre. */
async function scene() {
  const home = await centre();
  const one = await home.account({ role: 'admin', firstName: 'Aino', lastName: 'Aas' });
  const two = await home.account({ role: 'admin', firstName: 'Zoja', lastName: 'Zilber' });
  await write(home, one, '2026-09-10T20:59:59Z', 'rooms');
  await write(home, one, '2026-09-10T21:00:00Z', 'clubs');
  await write(home, two, '2026-09-11T20:59:59Z', 'rooms');
  await write(home, two, '2026-09-11T21:00:00Z', null);
  const ofOther = await centre();
  await write(ofOther, await ofOther.account({ role: 'admin' }), '2026-09-11T09:00:00Z', 'rooms');
  const read = async (query: Parameters<typeof call<typeof listTrail>>[1]['query']) => {
    const { body } = await call(listTrail, { query }, { actor: one });
    return { ...body, seen: body.entries.map(({ dateTime }) => dateTime) };
  };
  return { home, one, two, read };
}

const [first, second, third, fourth] = [
  '2026-09-10T20:59:59Z',
  '2026-09-10T21:00:00Z',
  '2026-09-11T20:59:59Z',
  '2026-09-11T21:00:00Z',
];

describe('what staff changed', () => {
  test('is all there, the latest first, with whom and what one may look for', async () => {
    const { one, two, read } = await scene();
    const { seen, accounts, nouns, hasMore } = await read({});
    expect(seen).toEqual([fourth, third, second, first]);
    expect(accounts).toEqual([
      { id: one.id, name: 'Aino Aas' },
      { id: two.id, name: 'Zoja Zilber' },
    ]);
    expect([nouns, hasMore]).toEqual([['clubs', 'rooms'], false]);
  });

  test('is found by who did it, by what it is about, and by days of the centre, both included', async () => {
    const { two, read } = await scene();
    expect((await read({ account: two.id })).seen).toEqual([fourth, third]);
    expect((await read({ noun: 'rooms' })).seen).toEqual([third, first]);
    expect((await read({ from: '2026-09-11' })).seen).toEqual([fourth, third, second]);
    expect((await read({ until: '2026-09-11' })).seen).toEqual([third, second, first]);
    expect((await read({ from: '2026-09-11', until: '2026-09-11' })).seen).toEqual([third, second]);
    expect((await read({ account: two.id, noun: 'clubs' })).seen).toEqual([]);
  });

  test('comes by pages', async () => {
    const { read } = await scene();
    expect(await read({ limit: 3 })).toMatchObject({ seen: [fourth, third, second], hasMore: true });
    expect(await read({ limit: 3, page: 2 })).toMatchObject({ seen: [first], hasMore: false });
    expect(await read({ limit: 2, page: 2 })).toMatchObject({ seen: [second, first], hasMore: false });
  });
});
