import { expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { freezeContract } from '#shared/contracts/freezes/contract.ts';
import { collectContract, recallContract } from '#shared/contracts/status/contract.ts';
import { addDays } from '#shared/kernel/dates.ts';

const running = withServer();
const { centre, call, ask } = running;
const { contract, night, setLocal, configure } = billingMeans(running);
const money = invoiceMeans(running);

interface Story {
  readonly renews: boolean;
  /** When a freeze is asked for, and its first and last date. */
  readonly freeze: readonly [askedOn: string, from: string, until: string];
  /** What is issued from then on is not paid. */
  readonly unpaidFrom: string;
  readonly recalledOn: string;
}

/** Three months of 39,00 from 15.06.2026 on, night after night until 20.12.; what all its invoices and credit notes come to. */
async function billedIn({ renews, freeze, unpaidFrom, recalledOn }: Story, collectedOn: string | null) {
  const home = await centre();
  await configure(home, { contracts: { freeze: { feeCents: 0, times: 4 } } });
  const [admin, actor] = [await home.account({ role: 'admin' }), await home.account()];
  const terms = { startsOn: '2026-06-15', termMonths: 3, renews, firstCents: null, priceCents: 3900 };
  const { id } = await contract(home, { ...terms, clientId: actor.clientId });
  const params = { id };
  const slip = { params, body: { reason: 'A slip' } };
  for (let date = '2026-06-15'; date <= '2026-12-20'; date = addDays(date, 1)) {
    await night(home, date);
    setLocal(home, date, '10:00');
    const open = await ask<{ id: number; cents: number }>(
      `select id, total_cents as cents from invoices i where tenant_id = $1 and kind = 'invoice' and state = 'issued'
        and issued_on < $2 and not exists (select from allocations a where a.tenant_id = i.tenant_id and a.invoice_id = i.id)`,
      ...[home.id, unpaidFrom],
    );
    for (const invoice of open) await money.pay(home, invoice.id, invoice.cents, `paid ${invoice.id}`);
    const [askedOn, from, until] = freeze;
    const presses = [
      [askedOn, () => call(freezeContract, { params, body: { from, until } }, { actor })],
      [collectedOn, () => call(collectContract, slip, { actor: admin })],
      [collectedOn && recalledOn, () => call(recallContract, slip, { actor: admin })],
    ] as const;
    for (const [on, press] of presses) if (on === date) expect((await press()).status, on).toBe(200);
  }
  const [sum] = await ask<{ cents: number; notes: number }>(
    `select sum(total_cents)::integer as cents, (count(*) filter (where kind = 'creditNote'))::integer as notes
      from invoices where tenant_id = $1 and state = 'issued'`,
    home.id,
  );
  return sum;
}

// Its last account gives back what a freeze left over of a whole period, or the days behind its end.
test.each<[string, string, Story]>([
  [
    'a term that a freeze had made longer ended there, and goes on',
    '2026-09-24',
    {
      ...{ renews: true, unpaidFrom: '2026-09-01', recalledOn: '2026-10-02' },
      freeze: ['2026-06-20', '2026-07-01', '2026-07-14'],
    },
  ],
  [
    'days of its last bill were frozen, and it goes on',
    '2026-09-11',
    {
      ...{ renews: true, unpaidFrom: '2026-08-10', recalledOn: '2026-10-02' },
      freeze: ['2026-08-16', '2026-08-28', '2026-09-10'],
    },
  ],
  [
    'days of its last bill were frozen, and it is over',
    '2026-09-11',
    {
      ...{ renews: false, unpaidFrom: '2026-08-10', recalledOn: '2026-10-02' },
      freeze: ['2026-08-16', '2026-08-28', '2026-09-10'],
    },
  ],
])(
  'a contract taken back from a collector is billed as its twin: %s',
  async (_, collectedOn, story) => {
    const twin = await billedIn(story, null);
    const taken = await billedIn(story, collectedOn);
    expect(taken?.cents).toBe(twin?.cents);
    expect(taken?.notes).toBe(1);
  },
  120_000,
);
