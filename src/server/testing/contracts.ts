import { draftContract, fulfilContract } from '#server/contracts/commands.ts';
import { issuing, receiving } from '#server/invoices/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import { sqlBuilder } from '#server/kernel/db.ts';
import type { Benefit } from '#shared/contracts/benefits/domain.ts';
import type { PackageTerms } from '#shared/contracts/domain.ts';
import { payerOf } from '#shared/invoices/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import type { Centre, TestAccount } from './centre.ts';
import { contextOf } from './context.ts';
import { addProduct, type ProductParts } from './products.ts';
import type { TestServer } from './server.ts';

export interface PackageParts
  extends Partial<PackageTerms>,
    Pick<ProductParts, 'category' | 'prices' | 'name'> {
  readonly benefits?: readonly Benefit[];
  readonly joiningFeeCents?: number;
}

/** A package in the centre's first club unless told otherwise: 45,00 € a month, without an end, group trainings. */
export async function addPackage(
  running: TestServer,
  home: Centre,
  parts: PackageParts = {},
): Promise<number> {
  const { benefits, joiningFeeCents, name = 'Monthly package', ...terms } = parts;
  const prices = parts.prices ?? [{ clubId: home.clubId, priceCents: 4500 }];
  const category = parts.category ?? 'webapp_fitness';
  const productId = await addProduct(running, home, {
    kind: 'package',
    name,
    category,
    prices,
    visits: null,
  });
  const feeId =
    joiningFeeCents === undefined
      ? null
      : await addProduct(running, home, {
          kind: 'joiningFee',
          name: 'Joining fee',
          visits: null,
          prices: prices.map(({ clubId }) => ({ clubId, priceCents: joiningFeeCents })),
        });
  await running.server.system.run(
    sqlBuilder.insertInto('packages').values({
      tenant_id: home.id,
      product_id: productId,
      period_months: terms.periodMonths ?? 1,
      term_months: terms.termMonths ?? null,
      renews: terms.renews ?? false,
      binding_months: terms.bindingMonths ?? 0,
      anchor: terms.anchor ?? 'start',
      joining_fee_id: feeId,
      benefits: JSON.stringify(
        benefits ?? [
          { clientType: 'groupTraining', clubIds: [], weekdays: [], from: null, until: null, visits: null },
        ],
      ),
    }),
  );
  return productId;
}

export interface MadeContract {
  readonly contractId: number;
  readonly invoiceId: number;
  readonly productId: number;
}

export interface MadeParts extends PackageParts {
  /** A package that is there already. */
  readonly productId?: number;
  /** Today by default. */
  readonly startsOn?: string;
  readonly startsEarly?: boolean;
}

/** A contract that was made and paid for now, past the payment itself: its first invoice is issued, and paid in full. */
export async function makeContract(
  running: TestServer,
  home: Centre,
  { clientId, email }: TestAccount,
  { startsOn, startsEarly = true, ...parts }: MadeParts = {},
): Promise<MadeContract> {
  const productId = parts.productId ?? (await addPackage(running, home, parts));
  const one = contextOf(running, home);
  const today = localDate(one.now, home.timeZone);
  const made = await one.write(async (transaction) => {
    const { queries, ...rest } = await draftContract(one, running.server.app.ports.tokens, transaction.load, {
      clientId,
      productId,
      clubId: home.clubId,
      startsOn: startsOn ?? today,
      code: '',
      startsEarly,
      payer: payerOf({ firstName: 'Kai', lastName: 'Kask', email, phone: '' }),
    });
    return transaction.save(rest, queries);
  });
  await one.write(async (transaction) => {
    const { invoiceId, contractId, totalCents } = made;
    const of = { invoiceId, position: 1, load: transaction.load };
    await transaction.load(issuing(one, invoiceId, 'invoice'));
    const handed = await fulfilContract(one, { kind: 'contract', contractId }, of);
    const [[receipt]] = await transaction.load(invoices.nextReceiptId({}));
    const booked = receiving(
      one,
      {
        id: invoiceId,
        clientId,
        sums: {
          state: 'issued',
          totalCents,
          creditedCents: cents(0),
          paidCents: cents(0),
          isWrittenOff: false,
        },
      },
      {
        receiptId: receipt?.id ?? 0,
        kind: 'bank',
        amountCents: totalCents,
        source: `test:${invoiceId}`,
        bookedOn: today,
        payerName: null,
      },
    );
    return transaction.save(undefined, [...handed.queries, ...booked], handed.events);
  });
  return { contractId: made.contractId, invoiceId: made.invoiceId, productId };
}

/** Bills a contract for the days after what was billed, as the nightly run would have done; due on a date, and not paid. */
export async function billContract(
  { ask, clock }: TestServer,
  home: Centre,
  contractId: number,
  { untilOn, dueOn, amountCents = 4500 }: { untilOn: string; dueOn: string; amountCents?: number },
): Promise<number> {
  const [invoice] = await ask<{ id: number }>(
    `insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language, total_cents, created_at)
     select tenant_id, 'invoice', 'draft', '\\x00', sha256(gen_random_uuid()::text::bytea), client_id, payer, 'et', $3, $4
     from contracts where tenant_id = $1 and id = $2 returning id`,
    home.id,
    contractId,
    amountCents,
    clock.now(),
  );
  const id = invoice?.id ?? 0;
  await ask(
    `insert into invoice_lines (tenant_id, invoice_id, position, article, quantity, unit_cents, gross_cents, net_cents,
       vat_cents, vat_kind, vat_rate, supply_on)
     values ($1, $2, 1, 'Period', 1, $3, $3, $3, 0, 'zero', 0, $4)`,
    home.id,
    id,
    amountCents,
    dueOn,
  );
  await ask(
    `update invoices set state = 'issued', number = 'T-' || id, seller = '{}', issued_on = $3::date - 7, due_on = $3::date,
       issued_at = $4 where tenant_id = $1 and id = $2`,
    home.id,
    id,
    dueOn,
    clock.now(),
  );
  await ask(
    `insert into contract_periods (tenant_id, contract_id, from_on, until_on, owed_cents, carried_cents, amount_cents,
       invoice_id, position, created_at)
     select $1, $2, max(until_on) + 1, $3, $4, 0, $4, $5, 1, $6 from contract_periods
       where tenant_id = $1 and contract_id = $2`,
    home.id,
    contractId,
    untilOn,
    amountCents,
    id,
    clock.now(),
  );
  return id;
}
