import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { addPackage } from '#server/testing/contracts.ts';
import { rowsOf } from '#server/testing/furnished/rows.ts';
import { mergingMeans } from '#server/testing/merging.ts';
import { testNow, withServer } from '#server/testing/server.ts';

const running = withServer();
const { ask } = running;
const { furnished, merging } = mergingMeans(running);

test('what each client may have once stays as the one has it that stays, and comes to who has none', async () => {
  const { home, admin, kept, gone } = await furnished();
  const [third, fourth] = [await home.account(), await home.account()];
  const choose = ({ clientId }: TestAccount, choices: object) =>
    rowsOf(running, home).add('notice_choices', { client_id: clientId, choices });
  await choose(kept, { kept: true });
  await choose(gone, { gone: true });
  await choose(third, { third: true });
  const choices = () =>
    ask('select client_id, choices from notice_choices where tenant_id = $1 order by client_id', home.id);
  expect((await merging(admin, kept, gone)).status).toBe(200);
  const own = { client_id: kept.clientId, choices: { kept: true } };
  expect(await choices()).toEqual([own, { client_id: third.clientId, choices: { third: true } }]);
  expect((await merging(admin, fourth, third)).status).toBe(200);
  expect(await choices()).toEqual([own, { client_id: fourth.clientId, choices: { third: true } }]);
});

test.each(['training_group_members', 'feedback', 'message_deliveries'] as const)(
  'what each client may have once of a kind is moved where the one that stays has none: %s',
  async (table) => {
    const { home, admin, kept, gone } = await furnished();
    const third = await home.account();
    const { add } = rowsOf(running, home);
    const kinds = {
      training_group_members: {
        make: (name: string) => add('training_groups', { name, club_id: home.clubId, max_members: 9 }),
        ...{ column: 'group_id', says: "''", row: () => ({}) },
      },
      feedback: {
        make: async (name: string) => (await home.training({ startsAt: '2026-09-11T15:00:00Z', name })).id,
        ...{ column: 'training_id', says: 'thought' },
        row: (thought: string) => ({
          ...{ thought, training_rating: 'love', is_shared: false, state: 'waiting' },
          ...{ created_at: testNow, changed_at: testNow },
        }),
      },
      message_deliveries: {
        make: (subject: string) =>
          add('messages', {
            ...{ subject, channel: 'sms', text: 'Closed', audience: {}, audience_name: 'All' },
            ...{ parts: 1, part_cents: 5, recipients: 2, created_at: testNow },
          }),
        ...{ column: 'message_id', says: 'state' },
        row: (of: string) => ({
          ...{ state: of === 'gone' ? 'refused' : 'sent', changed_at: testNow },
        }),
      },
    };
    const { make, column, says, row } = kinds[table];
    const [both, onlyGone, onlyKept] = [await make('Both'), await make('Gone'), await make('Kept')];
    const put = ({ clientId }: TestAccount, thing: number, of: string) =>
      add(table, { client_id: clientId, [column]: thing, ...row(of) });
    for (const thing of [both, onlyKept]) await put(kept, thing, 'kept');
    for (const thing of [both, onlyGone]) await put(gone, thing, 'gone');
    // Somebody else's being there has nothing to do with it.
    for (const thing of [onlyGone, onlyKept]) await put(third, thing, 'third');
    const rows = () =>
      ask<{ thing: number; client: number; says: string }>(
        `select ${column} as thing, client_id as client, ${says} as says from ${table}
          where tenant_id = $1 order by 1, 2`,
        home.id,
      );
    const before = await rows();
    expect((await merging(admin, kept, gone)).status).toBe(200);
    expect(await rows()).toEqual(
      before
        .filter(({ thing, client }) => thing !== both || client !== gone.clientId)
        .map((one) => (one.client === gone.clientId ? { ...one, client: kept.clientId } : one)),
    );
  },
);

test('of a package one contract waits for its first payment, that of the one that stays; what lives goes on', async () => {
  const { home, admin, kept, gone } = await furnished();
  const third = await home.account();
  const after: { id: number; client: number; state: string }[] = [];
  /** Contracts of one package: whose, and in what state before and afterwards. */
  async function sell(
    category: 'webapp_fitness' | 'webapp_pilates',
    ...contracts: readonly (readonly [TestAccount, 'live' | 'pending', string])[]
  ) {
    const productId = await addPackage(running, home, { category });
    for (const [owner, state, later] of contracts) {
      const id = await addContract(running, home, owner, { category });
      await ask(
        `update contracts set product_id = $3, state = $4, activated_at = case when $4 = 'live' then activated_at end
          where tenant_id = $1 and id = $2`,
        ...[home.id, id, productId, state],
      );
      after.push({ id, client: owner === gone ? kept.clientId : owner.clientId, state: later });
    }
  }
  await sell('webapp_fitness', [kept, 'pending', 'pending'], [gone, 'pending', 'dropped']);
  await sell('webapp_fitness', [kept, 'live', 'live'], [gone, 'pending', 'pending']);
  await sell('webapp_pilates', [kept, 'pending', 'pending'], [gone, 'live', 'live']);
  await sell('webapp_fitness', [third, 'pending', 'pending'], [gone, 'pending', 'pending']);
  expect((await merging(admin, kept, gone)).error).toBeUndefined();
  const contracts = 'select id, client_id as client, state from contracts where tenant_id = $1 order by id';
  expect(await ask(contracts, home.id)).toEqual(after);
});
