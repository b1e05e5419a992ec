import { expect, test } from 'vitest';
import { dropExpired } from '#server/joining/leaving/commands.ts';
import { type Centre, type TestAccount, testPassword } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addPackage, makeContract } from '#server/testing/contracts.ts';
import { scrubbingMeans } from '#server/testing/scrubbing.ts';
import { withServer } from '#server/testing/server.ts';
import { addContract } from '#shared/contracts/contract.ts';
import { askErasure } from '#shared/privacy/contract.ts';
import { erasuresTask } from './jobs.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { tablesWith } = scrubbingMeans(running);
const mark = 'Lendorav';

/** The job, for one centre. */
const work = (home: Centre) =>
  erasuresTask({
    system: running.server.system,
    originOf: () => 'http://test.test',
    tenants: () => running.server.tenants.all().filter(({ id }) => id === home.id),
    ctxOf: () => contextOf(running, home),
  })(undefined);

/** A member who began to buy a package and did not pay it. */
async function begun() {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const actor = await home.account({ firstName: mark, lastName: `${mark}-Kask` });
  const productId = await addPackage(running, home);
  const body = {
    ...{ productId, unitId: home.clubId, startsOn: '2026-09-14' },
    ...{ startsEarly: true, hasAgreed: true },
  };
  const made = await call(addContract, { body }, { actor });
  expect(made.error).toBeUndefined();
  expect(await tablesWith(home, mark)).toEqual(['clients', 'contracts', 'invoices']);
  return { home, actor };
}

const forget = (actor: TestAccount) => call(askErasure, { body: { password: testPassword } }, { actor });

test('a contract that was never paid names nobody once its buyer is erased', async () => {
  const { home, actor } = await begun();
  expect((await forget(actor)).error).toBeUndefined();
  clock.advance({ hours: 24 * 14 });
  await work(home);
  expect(
    (await tablesWith(home, mark)).filter((name) => !['stand_in_mails', 'outbox'].includes(name)),
  ).toEqual([]);
});

test('one that was paid once names its payer as long as the law has it', async () => {
  const home = await centre();
  const actor = await home.account({ firstName: mark });
  await makeContract(running, home, actor);
  await ask(
    'update contracts set payer = payer || $2 where tenant_id = $1 returning 1',
    home.id,
    JSON.stringify({ name: mark }),
  );
  await ask("update contracts set ends_on = '2026-09-15' where tenant_id = $1 returning 1", home.id);
  clock.advance({ hours: 48 });
  expect((await forget(actor)).error).toBeUndefined();
  clock.advance({ hours: 24 * 14 });
  await work(home);
  expect(await tablesWith(home, mark)).toContain('contracts');
});

test('ninety days after nobody paid it a contract names nobody, of a member who stays', async () => {
  const { home } = await begun();
  await ask(
    "update invoices set state = 'dropped', dropped_at = $2 where tenant_id = $1",
    home.id,
    clock.now(),
  );
  clock.advance({ hours: 24 * 89 });
  await dropExpired(contextOf(running, home));
  await work(home);
  expect(await tablesWith(home, mark)).toContain('contracts');
  clock.advance({ hours: 24 * 2 });
  await work(home);
  expect(await tablesWith(home, mark)).toEqual(['clients']);
});
