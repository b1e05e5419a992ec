import { randomBytes } from 'node:crypto';
import { contractToken } from '#server/contracts/commands.ts';
import { invoiceToken } from '#server/invoices/commands.ts';
import { lineRow } from '#server/invoices/data.ts';
import type { Transaction } from '#server/kernel/db.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { decideCredit } from '#shared/invoices/credits/domain.ts';
import { Seller } from '#shared/invoices/domain.ts';
import { referenceOf } from '#shared/invoices/references/domain.ts';
import { tax, vatRate } from '#shared/invoices/vat/domain.ts';
import { addDays, addMinutes, localDate, startOfDay } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { type CentreIds, takeIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { joiningFee } from './built-in.ts';
import * as data from './data.ts';
import { type DemoBill, type DemoContract, feeFor, packagesFor, seedContracts } from './domain.ts';
import * as rows from './rows/data.ts';

/** What a centre makes contracts of, and contracts of its clients in every phase and status, billed until today. */
export async function loadContracts(
  transaction: Transaction,
  tenantId: number,
  centre: DemoCentre,
  ids: CentreIds,
  { now, tokens }: { readonly now: string; readonly tokens: Tokens },
): Promise<void> {
  const packages = packagesFor(centre);
  const [[taken]] = await transaction.load(takeIds({ products: packages.length + 1 }));
  if (!taken) throw new Error('the database gave no ids');
  await transaction.load(
    ...data.insertPackages(tenantId, packages, taken.products, ids.clubs, feeFor(centre)),
  );
  const { tenant } = centre;
  const today = localDate(now, tenant.timeZone);
  const contracts = seedContracts(centre, today);
  const billed = contracts.flatMap((contract) =>
    contract.bills.map((bill, index) => ({ contract, bill, index })),
  );
  const notes = contracts.filter(({ story }) => story.change === 'withdrawn');
  const [[next]] = await transaction.load(
    takeIds({
      contracts: contracts.length,
      invoices: billed.length + notes.length,
      receipts: billed.length + notes.length,
    }),
  );
  if (!next) throw new Error(`${tenant.host}: the database gave no ids`);
  const at = (date: string) => {
    const morning = addMinutes(startOfDay(date, tenant.timeZone), 8 * 60);
    return morning < now ? morning : addMinutes(now, -10);
  };
  const contractIds = new Map(contracts.map((contract, index) => [contract, next.contracts[index] ?? 0]));
  const [feeId = 0, ...packageIds] = taken.products;
  const productOf = ({ packageIndex }: DemoContract) => packageIds[packageIndex] ?? 0;
  const seller = Seller.parse({ ...tenant.company, contact: tenant.contact });
  const kind = seller.vatNumber === '' ? ('exempt' as const) : ('standard' as const);
  const country = tenant.country2Code === 'LV' ? 'LV' : 'EE';

  const linesOf = (contract: DemoContract, bill: DemoBill) => {
    const vat = { vatKind: kind, vatRate: vatRate(country, kind, bill.fromOn), supplyOn: bill.fromOn };
    const plain = { quantity: 1, discountCents: cents(0), ...vat };
    const period = {
      ...plain,
      productId: productOf(contract),
      article: bill.article,
      unitCents: bill.owedCents,
    };
    const fee = {
      ...plain,
      productId: feeId,
      article: joiningFee.names[tenant.defaultLanguage],
      unitCents: bill.feeCents,
    };
    return tax(bill.feeCents > 0 ? [period, fee] : [period]);
  };
  const invoices = billed.map(({ contract, bill, index }, place) => {
    const id = next.invoices[place] ?? 0;
    const { lines, totalCents } = linesOf(contract, bill);
    const clientId = ids.clients[contract.story.clientIndex] ?? 0;
    const isDraft = contract.story.change === 'pending';
    const [issuedOn = today] = [bill.fromOn, today].toSorted();
    const [, dueOn = issuedOn] = [issuedOn, bill.dueOn].toSorted();
    const item = index === 0 ? { kind: 'contract', contractId: contractIds.get(contract) } : null;
    return { id, contract, bill, lines, totalCents, clientId, isDraft, issuedOn, dueOn, item };
  });
  const credited = notes.map((contract, place) => {
    const first = invoices.find((one) => one.contract === contract);
    const id = next.invoices[billed.length + place] ?? 0;
    const wholeLines = (first?.lines ?? []).map((line, index) => ({ ...line, position: index + 1 }));
    const decision = decideCredit(wholeLines, [], 'all');
    if (!first || decision.outcome !== 'credited') throw new Error('a withdrawn contract was not billed');
    const { lines, totalCents } = decision;
    return { id, contract, first, lines, totalCents, on: addDays(contract.facts.startsOn, 3) };
  });
  const paper = (id: number) => {
    const salt = randomBytes(32);
    const token = invoiceToken(tokens, tenantId, id, salt);
    return { id, salt: hex(salt), token_hash: hex(hashToken(token)), language: tenant.defaultLanguage };
  };
  const papers = [
    ...invoices.map(({ id, contract, clientId, totalCents, issuedOn }) => ({
      ...paper(id),
      kind: 'invoice',
      reference: referenceOf(String(id)),
      client_id: clientId,
      payer: contract.payer,
      total_cents: totalCents,
      credits_id: null,
      created_at: at(issuedOn),
    })),
    ...credited.map(({ id, contract, first, totalCents, on }) => ({
      ...paper(id),
      kind: 'creditNote',
      reference: null,
      client_id: first.clientId,
      payer: contract.payer,
      total_cents: totalCents,
      credits_id: first.id,
      created_at: at(on),
    })),
  ];
  const lines = [...invoices, ...credited].flatMap((one) =>
    one.lines.map((line, index) => ({
      ...lineRow(one.id, index + 1, line),
      item: 'item' in one && index === 0 ? one.item : null,
      credits_position: 'creditsPosition' in line ? line.creditsPosition : null,
    })),
  );
  const issues = [
    ...invoices
      .filter(({ isDraft }) => !isDraft)
      .map(({ id, issuedOn, dueOn }) => ({
        id,
        series: 'A',
        issued_on: issuedOn,
        due_on: dueOn,
        at: at(issuedOn),
      })),
    ...credited.map(({ id, on }) => ({ id, series: 'K', issued_on: on, due_on: on, at: at(on) })),
  ].toSorted((one, other) => (one.issued_on < other.issued_on ? -1 : 1));
  await transaction.load(...rows.insertInvoices(tenantId, papers, lines, numbered(issues), seller));

  const paid = invoices.filter(({ bill, isDraft }) => bill.isPaid && !isDraft);
  const money = [
    ...paid.map(({ id, clientId, totalCents, issuedOn, contract }, index) => ({
      id: next.receipts[index],
      kind: 'bank',
      amount_cents: totalCents,
      source: `demo-contract:${id}`,
      client_id: clientId,
      booked_on: issuedOn,
      payer_name: contract.payer.name,
      created_at: at(issuedOn),
    })),
    // What was withdrawn from is back with its payer.
    ...credited.map(({ id, first, totalCents, on, contract }, index) => ({
      id: next.receipts[billed.length + index],
      kind: 'refund',
      amount_cents: totalCents,
      source: `demo-contract:${id}`,
      client_id: first.clientId,
      booked_on: on,
      payer_name: contract.payer.name,
      created_at: at(on),
    })),
  ];
  const allocations = [
    ...paid.map(({ id, totalCents, issuedOn }, index) => ({
      receipt_id: next.receipts[index],
      invoice_id: id,
      amount_cents: totalCents,
      created_at: at(issuedOn),
    })),
    ...credited.map(({ first, totalCents, on }, index) => ({
      receipt_id: next.receipts[billed.length + index],
      invoice_id: first.id,
      amount_cents: totalCents,
      created_at: at(on),
    })),
  ];
  await transaction.load(...rows.insertMoney(tenantId, money, allocations));

  const contractRows = contracts.map((contract) => {
    const { facts, story, sold, changes } = contract;
    const id = contractIds.get(contract) ?? 0;
    const salt = randomBytes(32);
    const first = invoices.find((one) => one.contract === contract);
    const on = (wanted: string) => changes.find(({ kind: one }) => one === wanted)?.on;
    const instant = (date: string | undefined) => (date === undefined ? null : at(date));
    const { reason } = changes.find(({ kind: one }) => one === 'block')?.details ?? {};
    return {
      id,
      number: `${facts.agreedOn.slice(2, 4)}-${String(id).padStart(5, '0')}`,
      client_id: ids.clients[story.clientIndex],
      product_id: productOf(contract),
      club_id: ids.clubs[contract.clubIndex],
      category: sold.category,
      names: sold.names,
      benefits: sold.benefits,
      payer: contract.payer,
      language: tenant.defaultLanguage,
      state: facts.state,
      period_months: facts.periodMonths,
      anchor_day: facts.anchorDay,
      vat_kind: 'standard',
      starts_on: facts.startsOn,
      ends_on: facts.endsOn,
      term_months: facts.termMonths,
      renews: facts.renews,
      binding_until: facts.bindingUntil,
      agreed_at: at(facts.agreedOn),
      starts_early: true,
      notice_at: instant(on('notice')),
      withdrawn_at: instant(on('withdrawal')),
      collected_at: instant(on('collection')),
      blocked_at: instant(on('block')),
      block_reason: reason ?? null,
      salt: hex(salt),
      token_hash: hex(hashToken(contractToken(tokens, tenantId, id, salt))),
      invoice_id: first?.id ?? null,
      position: first ? 1 : null,
      created_at: at(facts.agreedOn),
      activated_at: instant(on('activated')),
    };
  });
  await transaction.load(
    ...rows.insertContracts(tenantId, contractRows, {
      prices: contracts.flatMap((contract) =>
        contract.facts.prices.map(({ fromOn, priceCents }) => ({
          contract_id: contractIds.get(contract),
          from_on: fromOn,
          price_cents: priceCents,
          created_at: at(contract.facts.agreedOn),
        })),
      ),
      terms: contracts.flatMap((contract) => {
        const { endsOn, termMonths, startsOn, agreedOn } = contract.facts;
        if (endsOn === null || termMonths === null) return [];
        const dates = { starts_on: startsOn, ends_on: endsOn, created_at: at(agreedOn) };
        return [{ contract_id: contractIds.get(contract), number: 1, ...dates }];
      }),
      freezes: contracts.flatMap((contract) =>
        contract.facts.freezes.map(({ fromOn, untilOn, feeCents }) => ({
          contract_id: contractIds.get(contract),
          from_on: fromOn,
          until_on: untilOn,
          asked_until: untilOn,
          fee_cents: feeCents,
          created_at: at(fromOn),
        })),
      ),
      periods: invoices
        .filter(({ isDraft }) => !isDraft)
        .map(({ id, contract, bill, issuedOn }) => ({
          contract_id: contractIds.get(contract),
          from_on: bill.fromOn,
          until_on: bill.untilOn,
          owed_cents: bill.owedCents,
          carried_cents: 0,
          amount_cents: bill.owedCents,
          invoice_id: id,
          position: 1,
          created_at: at(issuedOn),
        })),
      changes: contracts.flatMap((contract) =>
        contract.changes.map(({ kind: what, on, details }) => ({
          contract_id: contractIds.get(contract),
          kind: what,
          details,
          created_at: at(on),
        })),
      ),
    }),
  );
}

function hex(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}

/** In their order, each series and year by itself; from where the centre's numbers stand. */
function numbered<Issue extends { series: string; issued_on: string }>(issues: readonly Issue[]) {
  const counters = new Map<string, number>();
  return issues.map((issue) => {
    const year = Number(issue.issued_on.slice(0, 4));
    const n = (counters.get(`${issue.series}${year}`) ?? 0) + 1;
    counters.set(`${issue.series}${year}`, n);
    return { ...issue, year, n };
  });
}
