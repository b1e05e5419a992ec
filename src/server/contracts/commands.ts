import { countAttempt } from '#server/account/commands.ts';
import { holdCode, releaseCode } from '#server/campaigns/commands.ts';
import { lockClients } from '#server/clients/data.ts';
import { draftSale, type SaleLine } from '#server/invoices/commands.ts';
import { dropDraft, nextInvoiceId } from '#server/invoices/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { ContractEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { Fulfilled, SoldLine } from '#server/kernel/writes/fulfilment.ts';
import { nameIn } from '#server/products/data.ts';
import {
  agree,
  Contracting,
  type ContractSettings,
  type FirstPayment,
  firstPaymentOf,
  lacksEarlyRequest,
  startProblem,
} from '#shared/contracts/domain.ts';
import { isSameRequest } from '#shared/contracts/pending/domain.ts';
import { periodAt } from '#shared/contracts/periods/domain.ts';
import { Payer, type SaleItem } from '#shared/invoices/domain.ts';
import { addDays, formatDate, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import * as data from './data.ts';
import { type ContractMailPorts, writeActivatedMail } from './mails.ts';
import type { ContractRow } from './views/data.ts';

type Load = Transaction['load'];

/** The centre's numbers. Throws ZodError where they are wrong. */
export function settingsOf({ tenant }: Pick<Ctx, 'tenant'>): ContractSettings {
  return Contracting.parse(tenant.company).contracts;
}

/**
 * Counts what its owner changes of a contract and may take back again: each is mailed, and stands in its history. Throws
 * `tooManyAttempts`.
 */
export function countChange(ctx: Ctx, tokens: Tokens, contractId: number): Promise<void> {
  return countAttempt(ctx, 'contractChange', tokens.attemptSubject(`contract change ${contractId}`));
}

/** What somebody wants to agree to. */
export interface ContractRequest {
  readonly productId: number;
  readonly clubId: number;
  readonly startsOn: string;
  /** A campaign code as typed; empty: none. */
  readonly code: string;
  /** Made at the desk, for its price there; otherwise in the app. */
  readonly isAtDesk?: boolean;
}

/** What a contract would be and cost, line by line; the lines are those the invoice will have. */
export interface ContractOffer {
  readonly sold: data.PackageRow;
  readonly periodCents: Cents;
  readonly agreement: ReturnType<typeof agree>;
  readonly payment: FirstPayment;
  readonly lines: readonly SaleLine[];
}

/** The price of a period when the contract is made in the app. */
export function periodPrice({ priceCents, priceOnlineCents }: data.PackageRow): Cents {
  return priceOnlineCents ?? priceCents;
}

/**
 * What a wish would become. Throws `noProductsFound` where the package is not sold in the club, `dataValidationFailed` with
 * the field `startsOn` for a date that cannot be.
 */
export function offerOf(
  ctx: Ctx,
  sold: data.PackageRow | undefined,
  request: ContractRequest,
): ContractOffer {
  if (!sold) throw new AppError('noProductsFound');
  const { tenant, now, language } = ctx;
  const today = localDate(now, tenant.timeZone);
  const problem = startProblem(request.startsOn, today, settingsOf(ctx));
  if (problem) throw new AppError('dataValidationFailed', { field: 'startsOn', problem });
  const agreement = agree(sold, request.startsOn);
  const periodCents = request.isAtDesk ? sold.priceCents : periodPrice(sold);
  const payment = firstPaymentOf(
    agreement,
    { periodCents, joiningFeeCents: request.isAtDesk ? sold.joiningFeeDeskCents : sold.joiningFeeCents },
    sold.periodMonths,
  );
  const plain = { quantity: 1, discountCents: cents(0), supplyOn: today, item: null };
  const named = (names: data.PackageRow['names']) => nameIn(names, language, tenant.defaultLanguage);
  const fee: SaleLine[] =
    sold.joiningFeeId === null || payment.joiningFeeCents === null || payment.joiningFeeCents === 0
      ? []
      : [
          {
            ...plain,
            productId: sold.joiningFeeId,
            article: named(sold.joiningFeeNames ?? {}),
            unitCents: payment.joiningFeeCents,
            vatKind: sold.joiningFeeVatKind ?? sold.vatKind,
          },
        ];
  const period: SaleLine = {
    ...plain,
    productId: sold.id,
    article: periodArticle(ctx, named(sold.names), payment.period),
    unitCents: payment.periodCents,
    vatKind: sold.vatKind,
  };
  return { sold, periodCents, agreement, payment, lines: [period, ...fee] };
}

/** "Gym and trainings, 21.11.2026–20.12.2026". */
function periodArticle(
  { language }: Pick<Ctx, 'language'>,
  name: string,
  { fromOn, untilOn }: { readonly fromOn: string; readonly untilOn: string },
): string {
  return textsFor(language)('contracts.article', {
    name,
    from: formatDate(fromOn),
    until: formatDate(untilOn),
  });
}

/** A contract that waits for its first payment, and the draft invoice of it. */
export interface Drafted {
  readonly contractId: number;
  readonly number: string;
  readonly invoiceId: number;
  readonly totalCents: Cents;
  readonly queries: readonly Query[];
}

/**
 * Makes a contract that waits for its first payment, in the caller's transaction: save its queries. Throws what `offerOf`
 * and `holdCode` throw, `dataValidationFailed` with the field `startsEarly` where it begins within the days of withdrawal
 * without the wish that it does, and `hasActiveContract` where the client has a contract of the category in those days; when two
 * are paid for at once, the second is refused as it is handed over. Of a package one waits for its payment: the same wish
 * again gives the one that waits, another one takes its place.
 */
export async function draftContract(
  ctx: Ctx,
  tokens: Tokens,
  load: Load,
  {
    clientId,
    payer,
    startsEarly,
    isBuyerHidden = false,
    ...request
  }: ContractRequest & {
    readonly clientId: number;
    readonly payer: Payer;
    readonly startsEarly: boolean;
    /** Nothing may depend on whether the payer's address is known (decision 0023). */
    readonly isBuyerHidden?: boolean;
  },
): Promise<Drafted> {
  const { now, language, tenant } = ctx;
  const [[sold], [contract], [invoice]] = await load(
    data.findPackage(request),
    data.nextContractId({}),
    nextInvoiceId({}),
  );
  const { agreement, periodCents, lines, ...offer } = offerOf(ctx, sold, request);
  if (!contract || !invoice) throw new AppError('noProductsFound');
  const today = localDate(now, tenant.timeZone);
  if (lacksEarlyRequest({ startsOn: request.startsOn, startsEarly }, today, settingsOf(ctx)))
    throw new AppError('dataValidationFailed', { field: 'startsEarly', problem: 'earlyRequired' });
  const { startsOn, endsOn, anchorDay, bindingUntil } = agreement;
  const [[other], , waiting] = await load(
    data.findOverlapping({ clientId, category: offer.sold.category, startsOn, endsOn }),
    lockClients({ clientIds: [clientId] }),
    data.listPending({ clientId, productId: request.productId }),
  );
  if (other) throw new AppError('hasActiveContract');
  const gross = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  const same = waiting.find(
    (one) =>
      !request.isAtDesk &&
      one.totalCents !== null &&
      isSameRequest(
        { ...one, totalCents: one.totalCents, agreedOn: localDate(one.agreedAt, tenant.timeZone) },
        {
          ...request,
          startsEarly,
          payer,
          periodCents,
          language,
          totalCents: gross,
          agreedOn: localDate(now, tenant.timeZone),
        },
      ),
  );
  if (same && same.invoiceId !== null && same.totalCents !== null) {
    const { id: contractId, number, invoiceId, totalCents } = same;
    return { contractId, number, invoiceId, totalCents, queries: [] };
  }
  // Its place of a code must be free before the next one is taken.
  await load(...waiting.flatMap((one) => givingUpPending(ctx, one)));
  const { id } = contract;
  const item: SaleItem = { kind: 'contract', contractId: id };
  const sale = lines.map((line, index) => (index === 0 ? { ...line, item } : line));
  const code = request.code.trim();
  const email = isBuyerHidden ? '' : payer.email;
  const use = { code, clubId: request.clubId, lines: sale, invoiceId: invoice.id, clientId, email };
  const priced = code === '' ? { lines: sale, queries: [] } : await holdCode(load, ctx, use);
  const draft = draftSale(ctx, tokens, invoice.id, { clientId, payer, language, lines: priced.lines });
  const salt = tokens.newSalt();
  const number = contractNumber(id, localDate(now, tenant.timeZone));
  const inserted = data.insertContract(
    {
      id,
      number,
      clientId,
      sold: offer.sold,
      payer: Payer.parse(payer),
      language,
      anchorDay,
      startsOn,
      endsOn,
      bindingUntil,
      startsEarly,
      salt,
      tokenHash: hashToken(contractToken(tokens, tenant.id, id, salt)),
      invoiceId: invoice.id,
      position: 1,
      now,
    },
    periodCents,
  );
  const { invoiceId, totalCents } = draft;
  const agreed = data.insertChange(id, 'agreed', { ...request, totalCents }, null, now);
  return {
    contractId: id,
    number,
    invoiceId,
    totalCents,
    queries: [...draft.queries, ...priced.queries, ...inserted, agreed],
  };
}

/** What waits for its payment is given up for another wish of the same package. */
function givingUpPending(ctx: Ctx, { id, invoiceId }: { id: number; invoiceId: number | null }): Query[] {
  const draft =
    invoiceId === null ? [] : [dropDraft({ invoiceId, now: ctx.now }), releaseCode(ctx, invoiceId)];
  return [data.dropContract(id), ...draft];
}

/** `26-00042`: the year it was made in, and its number. */
/** A contract's number where it has none of its own. */
export function contractNumber(id: number, today: string): string {
  return `${today.slice(2, 4)}-${String(id).padStart(5, '0')}`;
}

/** Opens the page on which a contract is withdrawn from without logging in; sent by mail only. */
export function contractToken(tokens: Tokens, tenantId: number, contractId: number, salt: Buffer): string {
  return tokens.saltedMac(`contract ${tenantId} ${contractId}`, salt);
}

/**
 * The first payment of a contract has come, in the payment's transaction: it lives, and its first period is billed. Given
 * up meanwhile, it lives all the same. The database refuses it where the client has another for those days: then the
 * money is the client's credit.
 */
export async function fulfilContract(
  { now }: Ctx,
  { contractId }: Extract<SaleItem, { kind: 'contract' }>,
  { invoiceId, position, load }: SoldLine,
): Promise<Fulfilled> {
  const [[contract], [line]] = await load(
    data.lockContract({ contractId }),
    data.findLine({ invoiceId, position }),
  );
  if (!contract || !line) throw new AppError('contractNotFound');
  if (contract.state === 'live' || contract.state === 'withdrawn') return { queries: [], events: [] };
  const { starts_on: startsOn, anchor_day: anchorDay, period_months: periodMonths } = contract;
  const first = periodAt({ startsOn, anchorDay, periodMonths }, startsOn);
  const queries = [
    data.activate(contractId, now),
    data.insertPeriod({
      contractId,
      fromOn: first.fromOn,
      untilOn: first.untilOn,
      owedCents: addCents(line.grossCents, line.discountCents),
      discountCents: line.discountCents,
      carriedCents: cents(0),
      invoiceId,
      position,
      now,
    }),
    data.insertChange(contractId, 'activated', { invoiceId }, null, now),
  ];
  return { queries, events: [activatedEvent(contractId)] };
}

/** Has the papers of a contract mailed, once. */
export function activatedEvent(contractId: number): ContractEvent {
  return { topic: 'contract', kind: 'activated', dedupeKey: `activated:${contractId}`, contractId };
}

/** Mails the papers of a contract that has become valid, with the link to withdraw from it. */
export async function tellActivated(
  ctx: Ctx,
  { tokens, originOf }: ContractMailPorts,
  contract: ContractRow,
): Promise<void> {
  const { tenant } = ctx;
  if (contract.payer.email === '' || contract.state !== 'live') return;
  const token = contractToken(tokens, tenant.id, contract.id, contract.salt);
  const { withdrawalDays } = settingsOf(ctx);
  const mail = writeActivatedMail(ctx, contract, {
    startsOn: contract.startsOn,
    endsOn: contract.endsOn,
    withdrawalUntil: addDays(localDate(contract.agreedAt, tenant.timeZone), withdrawalDays),
    link: `${originOf(tenant)}/public/withdrawal?token=${token}`,
  });
  await ctx.write(({ save }) => save(undefined, [], [mail]));
}
