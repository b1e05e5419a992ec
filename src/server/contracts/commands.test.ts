import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { addPackage, type PackageParts } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { payerOf } from '#shared/invoices/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { draftContract, fulfilContract } from './commands.ts';

const running = withServer();
const { centre, ask } = running;
const testDay = '2026-09-14';

async function withPackage(parts: PackageParts = {}) {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const member = await home.account();
  const productId = await addPackage(running, home, parts);
  return { home, member, productId };
}

/** A contract drafted in a transaction of its own. */
async function draft(home: Centre, { clientId }: TestAccount, productId: number, startsOn = testDay) {
  const one = contextOf(running, home);
  return await one.write(async (transaction) => {
    const drafted = await draftContract(one, running.server.app.ports.tokens, transaction.load, {
      clientId,
      productId,
      clubId: home.clubId,
      startsOn,
      code: '',
      startsEarly: true,
      payer: payerOf({ firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '' }),
    });
    return transaction.save(drafted, drafted.queries);
  });
}

/** What the payment's transaction does for its line. */
async function hand(home: Centre, { contractId, invoiceId }: { contractId: number; invoiceId: number }) {
  const one = contextOf(running, home);
  await one.write(async (transaction) => {
    const of = { invoiceId, position: 1, load: transaction.load };
    const { queries, events } = await fulfilContract(one, { kind: 'contract', contractId }, of);
    return transaction.save(undefined, queries, events);
  });
}

const stateOf = async (home: Centre, id: number) =>
  (
    await ask<{ state: string }>('select state from contracts where tenant_id = $1 and id = $2', home.id, id)
  )[0]?.state;

describe('a contract that is made', () => {
  test('waits for its first payment: the days that are left, and the joining fee', async () => {
    const { home, member, productId } = await withPackage({ anchor: 'first', joiningFeeCents: 1000 });
    const { contractId, invoiceId, totalCents } = await draft(home, member, productId);
    // 17 of 30 days of 45,00.
    expect(totalCents).toBe(2550 + 1000);
    expect(await stateOf(home, contractId)).toBe('pending');
    const lines = await ask<{ article: string; gross: number; item: unknown }>(
      `select article, gross_cents as gross, item from invoice_lines where tenant_id = $1 and invoice_id = $2
       order by position`,
      home.id,
      invoiceId,
    );
    expect(lines).toEqual([
      {
        article: 'Monthly package et, 14.09.2026–30.09.2026',
        gross: 2550,
        item: { kind: 'contract', contractId },
      },
      { article: 'Joining fee et', gross: 1000, item: null },
    ]);
  });

  test('lives once it is paid, with its first period billed once', async () => {
    const { home, member, productId } = await withPackage({ anchor: 'first' });
    const drafted = await draft(home, member, productId);
    await hand(home, drafted);
    await hand(home, drafted);
    expect(await stateOf(home, drafted.contractId)).toBe('live');
    const periods = await ask(
      `select from_on, until_on, owed_cents, amount_cents, invoice_id from contract_periods
       where tenant_id = $1 and contract_id = $2`,
      home.id,
      drafted.contractId,
    );
    expect(periods).toEqual([
      {
        from_on: '2026-09-14',
        until_on: '2026-09-30',
        owed_cents: 2550,
        amount_cents: 2550,
        invoice_id: drafted.invoiceId,
      },
    ]);
  });

  test.each(['2026-09-13', '2027-06-01'])('cannot begin on %s', async (startsOn) => {
    const { home, member, productId } = await withPackage();
    await expect(draft(home, member, productId, startsOn)).rejects.toThrow('dataValidationFailed');
  });

  // shows: message-contract-in-that-time
  test('is refused where the days are taken by another of the category', async () => {
    const { home, member, productId } = await withPackage({ termMonths: 1 });
    await hand(home, await draft(home, member, productId));
    await expect(draft(home, member, productId, '2026-10-13')).rejects.toThrow(
      new AppError('hasActiveContract'),
    );
    const next = await draft(home, member, productId, '2026-10-14');
    await hand(home, next);
    expect(await stateOf(home, next.contractId)).toBe('live');
    const pilates = await addPackage(running, home, { category: 'webapp_pilates' });
    await hand(home, await draft(home, member, pilates));
  });

  test('two for the same days paid at once: one lives', async () => {
    const { home, member, productId } = await withPackage();
    const other = await addPackage(running, home);
    const drafts = [await draft(home, member, productId), await draft(home, member, other)];
    const ends = await Promise.allSettled(drafts.map((one) => hand(home, one)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const states = await Promise.all(drafts.map(({ contractId }) => stateOf(home, contractId)));
    expect(states.filter((state) => state === 'live')).toHaveLength(1);
  });
});
