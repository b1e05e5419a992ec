import { expect, test } from 'vitest';
import { billContract, makeContract } from '#server/testing/contracts.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { freezeContract, previewFreeze } from '#shared/contracts/freezes/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

async function scene() {
  const home = await centre();
  const actor = await home.account();
  const { contractId } = await makeContract(running, home, actor, { termMonths: 2 });
  const span = { from: '2026-09-21', until: '2026-10-05' };
  const press = (change: object = {}, by = actor, id = contractId) => {
    const input = { params: { id }, body: { ...span, ...change } };
    return [
      () => call(previewFreeze, input, { actor: by }),
      () => call(freezeContract, input, { actor: by }),
    ];
  };
  return { home, actor, contractId, press };
}
type Scene = Awaited<ReturnType<typeof scene>>;

test.each<[string, (of: Scene) => ReturnType<Scene['press']> | Promise<ReturnType<Scene['press']>>, Refusal]>(
  [
    [
      'that ends before it begins',
      ({ press }) => press({ until: '2026-09-20' }),
      [400, 'dataValidationFailed', { field: 'untilOn' }],
    ],
    [
      'from today on',
      ({ press }) => press({ from: '2026-09-14' }),
      [409, 'freezeTooSoon', { date: '15.09.2026' }],
    ],
    ['of six days', ({ press }) => press({ until: '2026-09-26' }), [409, 'freezeTooShort', { days: 7 }]],
    [
      'of a hundred days',
      ({ press }) => press({ until: '2026-12-29' }),
      [409, 'freezeTooLong', { days: 90 }],
    ],
    [
      'beyond its end',
      ({ press }) => press({ from: '2026-11-01', until: '2026-11-14' }),
      [409, 'freezeOutside', { date: '13.11.2026' }],
    ],
    [
      'by which it would meet the next',
      async ({ home, actor, press }) => {
        clock.set('2026-10-01T09:00:00.000Z');
        await makeContract(running, home, actor, { startsOn: '2026-11-14' });
        return press({ from: '2026-10-05', until: '2026-10-15' });
      },
      [409, 'hasActiveContract'],
    ],
    [
      'while it is owed for',
      async ({ home, contractId, press }) => {
        await billContract(running, home, contractId, { untilOn: '2026-11-13', dueOn: '2026-08-01' });
        return press();
      },
      [409, 'contractUnpaid'],
    ],
    [
      'while it is blocked',
      async ({ contractId, press }) => {
        await ask(
          "update contracts set blocked_at = $2, block_reason = 'Loud' where id = $1 returning 1",
          contractId,
          clock.now(),
        );
        return press();
      },
      [409, 'contractIsBlocked'],
    ],
    [
      'of somebody else',
      async ({ home, press }) => press({}, await home.account()),
      [404, 'contractNotFound'],
    ],
    ['of nobody', ({ actor, press }) => press({}, actor, 9_999_999), [404, 'contractNotFound']],
  ],
)('a contract is not frozen %s', async (_, prepare, refusal) => {
  const of = await scene();
  for (const press of await prepare(of)) await expectRefused(running, of.home, press, refusal);
});

test('a freeze of a term that meets no other contract makes it longer by its days', async () => {
  const { home, contractId, press } = await scene();
  const [, freeze] = press();
  expect((await freeze?.())?.error).toBeUndefined();
  const [row] = await ask('select ends_on::text as until from contracts where id = $1', contractId);
  expect(row).toEqual({ until: '2026-11-28' });
  const rows = await ask(
    'select from_on::text as from, until_on::text as until from contract_freezes where tenant_id = $1',
    home.id,
  );
  expect(rows).toEqual([{ from: '2026-09-21', until: '2026-10-05' }]);
});
