import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import { reserve } from '../entitlements/data.ts';
import * as data from './data.ts';

const running = withServer();
const { centre, ask, clock } = running;

/** Somebody who gets places, and invoices of them with one line each. */
async function scene() {
  const home = await centre();
  const owner = await home.account();
  const ctx = contextOf(running, home);
  let hour = 4;
  const place = async () => {
    hour += 1;
    const startsAt = `2026-09-15T${String(hour).padStart(2, '0')}:00:00Z`;
    const training = await home.training({ startsAt, payment: 'paid' });
    return { training, id: await home.registration(training, owner.clientId, { place: 1 }) };
  };
  const invoice = async (language: string, totalCents: number) => {
    const [row] = await ask<{ id: number }>(
      `insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language,
         total_cents, created_at)
       values ($1, 'invoice', 'draft', '\\x00', sha256(gen_random_uuid()::text::bytea), $2, '{}', $3, $4, $5)
       returning id`,
      ...[home.id, owner.clientId, language, totalCents, clock.now()],
    );
    await ask(
      `insert into invoice_lines (tenant_id, invoice_id, position, article, quantity, unit_cents, gross_cents,
         net_cents, vat_cents, vat_kind, vat_rate, supply_on)
       values ($1, $2, 1, 'Place', 1, $3, $3, $3, 0, 'standard', 0, '2026-09-15') returning 1`,
      ...[home.id, row?.id, totalCents],
    );
    return row?.id ?? 0;
  };
  return { home, owner, ctx, place, invoice };
}

test('to be credited is each place once that money paid for and that came back, in the language of its invoice', async () => {
  const { home, owner, ctx, place, invoice } = await scene();
  const settled = (registrationId: number, how: string, creditedAt: string | null = null) =>
    ask(
      `update registration_covers set settled = $2, settled_at = $3, credited_at = $4
       where registration_id = $1 returning 1`,
      ...[registrationId, how, clock.now(), creditedAt],
    );
  const bought = async (language: string) => {
    const { id: registrationId } = await place();
    const invoiceId = await invoice(language, 900);
    const row = { registrationId, invoiceId, position: 1, now: clock.now() };
    await ctx.write((transaction) => transaction.save(undefined, [data.insertInvoiceEntitlement(row)]));
    return { registrationId, invoiceId, position: 1, language };
  };
  const [one, two] = [await bought('en'), await bought('et')];
  const [used, credited] = [await bought('ru'), await bought('ru')];
  await bought('ru');
  for (const { registrationId } of [one, two]) await settled(registrationId, 'returned');
  await settled(used.registrationId, 'used');
  await settled(credited.registrationId, 'returned', clock.now());
  const { training, id: covered } = await place();
  const contractId = await addContract(running, home, owner, {});
  const choice = { kind: 'contract', id: contractId, benefit: 0 } as const;
  const cover = { registrationId: covered, trainingId: training.id, choice, now: clock.now() };
  await ctx.write((transaction) => transaction.save(undefined, [reserve(cover)]));
  await settled(covered, 'returned');
  const [rows] = await ctx.read(data.listToCredit({}));
  expect(rows.toSorted((first, second) => first.registrationId - second.registrationId)).toEqual([one, two]);
});

test('open for a place is the last of its own drafts, with what that costs', async () => {
  const { ctx, place, invoice } = await scene();
  const [{ id: registrationId }, { id: other }] = [await place(), await place()];
  const purchase = async (of: number, totalCents: number) => {
    const invoiceId = await invoice('et', totalCents);
    const row = { registrationId: of, invoiceId, now: clock.now() };
    await ctx.write((transaction) => transaction.save(undefined, [data.insertPurchase(row)]));
    return invoiceId;
  };
  await purchase(registrationId, 900);
  const last = await purchase(registrationId, 1000);
  const dropped = await purchase(registrationId, 1100);
  await ask(`update invoices set state = 'dropped', dropped_at = $2 where id = $1`, dropped, clock.now());
  await purchase(other, 1200);
  await invoice('et', 1300);
  const [rows] = await ctx.read(data.findOpenPurchase({ registrationId }));
  expect(rows).toEqual([{ invoiceId: last, totalCents: 1000 }]);
});
