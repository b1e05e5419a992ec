import type { Benefit } from '#shared/contracts/benefits/domain.ts';
import type { Centre, TestAccount } from './centre.ts';
import { addPackage } from './contracts.ts';
import type { TestServer } from './server.ts';

export interface ContractParts {
  readonly benefits?: readonly Partial<Benefit>[];
  readonly startsOn?: string;
  readonly endsOn?: string | null;
  readonly category?: 'webapp_fitness' | 'webapp_pilates';
}

/** A contract that lives since the fifth of September 2026, without an end, for group trainings as often as one likes. */
export async function addContract(
  running: TestServer,
  home: Centre,
  owner: TestAccount,
  {
    benefits = [{}],
    startsOn = '2026-09-05',
    endsOn = null,
    category = 'webapp_fitness',
  }: ContractParts = {},
): Promise<number> {
  const productId = await addPackage(running, home, { category });
  const whole = benefits.map((one) => ({
    clientType: 'groupTraining',
    clubIds: [],
    weekdays: [],
    from: null,
    until: null,
    visits: null,
    ...one,
  }));
  const [row] = await running.ask<{ id: number }>(
    `insert into contracts (tenant_id, number, client_id, product_id, club_id, category, names, benefits, payer, language,
       state, period_months, anchor_day, vat_kind, starts_on, ends_on, agreed_at, salt, token_hash, created_at, activated_at)
     values ($1, gen_random_uuid()::text, $2, $3, $4, $5, '{"en":"Monthly package"}', $6, '{}', 'et', 'live', 1,
       extract(day from $7::date), 'standard', $7, $8, $9, '\\x00', sha256(gen_random_uuid()::text::bytea), $9, $9)
     returning id`,
    home.id,
    owner.clientId,
    productId,
    home.clubId,
    category,
    JSON.stringify(whole),
    startsOn,
    endsOn,
    running.clock.now(),
  );
  return row?.id ?? 0;
}

/** Thirty days of it, the first unless told otherwise, billed by an invoice that is due on a date and not paid: 45,00 €. */
export async function addUnpaidPeriod(
  { ask, clock }: TestServer,
  home: Centre,
  contractId: number,
  dueOn: string,
  { period = 0, cents = 4500 }: { readonly period?: number; readonly cents?: number } = {},
): Promise<number> {
  const [invoice] = await ask<{ id: number }>(
    `insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language, total_cents, created_at)
     select tenant_id, 'invoice', 'draft', '\\x00', sha256(gen_random_uuid()::text::bytea), client_id, '{}', 'et', $4, $3
       from contracts where tenant_id = $1 and id = $2 returning id`,
    home.id,
    contractId,
    clock.now(),
    cents,
  );
  const id = invoice?.id ?? 0;
  await ask(
    `insert into invoice_lines (tenant_id, invoice_id, position, article, quantity, unit_cents, gross_cents, net_cents,
       vat_cents, vat_kind, vat_rate, supply_on)
     values ($1, $2, 1, 'Monthly package', 1, $4::integer, $4, $4, 0, 'standard', 0, $3) returning 1`,
    home.id,
    id,
    dueOn,
    cents,
  );
  await ask(
    `update invoices set state = 'issued', number = id::text, seller = '{}', issued_on = $3::date - 7, due_on = $3,
       issued_at = $4 where tenant_id = $1 and id = $2 returning 1`,
    home.id,
    id,
    dueOn,
    clock.now(),
  );
  await ask(
    `insert into contract_periods (tenant_id, contract_id, from_on, until_on, owed_cents, carried_cents, amount_cents,
       invoice_id, position, created_at)
     select tenant_id, id, starts_on + 30 * $5::integer, starts_on + 30 * $5 + 29, $6::integer, 0, $6, $3, 1, $4 from contracts
       where tenant_id = $1 and id = $2 returning 1`,
    home.id,
    contractId,
    id,
    clock.now(),
    period,
    cents,
  );
  return id;
}
