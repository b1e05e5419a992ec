import { clockOf, toFacts as toContractFacts } from '#server/contracts/benefits/commands.ts';
import { listContracts, listVisits, lockContracts } from '#server/contracts/benefits/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, QueryRows, RowOf, Transaction } from '#server/kernel/db.ts';
import { type Names, nameIn } from '#server/products/data.ts';
import { listHolding, toFacts } from '#server/tickets/data.ts';
import { giveBackUse, releasing } from '#server/vouchers/commands.ts';
import { Benefits, visitsLeft } from '#shared/contracts/benefits/domain.ts';
import { periodAt } from '#shared/contracts/periods/domain.ts';
import { addDays, addMinutes, localDate } from '#shared/kernel/dates.ts';
import { type Cents, cents, centsToEuros } from '#shared/kernel/money.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import type * as contract from '#shared/registrations/covers/contract.ts';
import {
  type Cover,
  type CoverChoice,
  contractProblemOf,
  coverOf,
  coversFor,
  type GivingBack,
  givingBackOf,
  type Holding,
  idOf,
  leftAfter,
  type PayableTraining,
  settleMinutes,
  settlementOf,
  sharedOut,
  uncovered,
  withReturned,
} from '#shared/registrations/covers/domain.ts';
import type { CancelledState } from '#shared/registrations/queue/domain.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** What a client may pay with, and what it is called. */
export type NamedHolding = Holding & { readonly names: Names };

/** By client. */
export type Holdings = ReadonlyMap<number, readonly NamedHolding[]>;

const asked = (of: data.OfClients) =>
  [
    listHolding(of),
    data.listReservedFrom(of),
    data.listVouchers(of),
    data.listMovements(of),
    data.listLeaving(of),
    listContracts(of),
    listVisits(of),
  ] as const;

function ofClients({ now, tenant }: Ctx, clientIds: readonly number[], leaving: readonly number[]) {
  return { clientIds, leaving, since: localDate(now, tenant.timeZone) };
}

/**
 * Locks and reads what clients may pay with, as if registrations that are `leaving` were given back. Only for trainings
 * that are paid: free ones ask for none of it.
 */
export async function lockHoldings(
  ctx: Ctx,
  load: Load,
  clientIds: readonly number[],
  leaving: readonly number[] = [],
): Promise<Holdings> {
  const of = ofClients(ctx, clientIds, leaving);
  const [, , , tickets, reserved, vouchers, movements, left, contracts, visits] = await load(
    data.lockTickets(of),
    data.lockVouchers(of),
    lockContracts(of),
    ...asked(of),
  );
  const rows = { tickets, reserved, vouchers, movements, left, contracts, visits };
  return sharedOut(toHoldings(ctx, rows), clientIds);
}

/** The same without a lock, for showing what would happen. */
export async function findHoldings(
  ctx: Ctx,
  clientId: number,
  leaving: readonly number[] = [],
): Promise<readonly NamedHolding[]> {
  return holdingsFrom(ctx, clientId, await ctx.read(...holdingQueries(ctx, clientId, leaving)));
}

/** What finding a client's holdings asks, for a reader who asks more in the same round trip. */
export function holdingQueries(ctx: Ctx, clientId: number, leaving: readonly number[] = []) {
  return asked(ofClients(ctx, [clientId], leaving));
}

/** The holdings in what was answered to `holdingQueries`. */
export function holdingsFrom(
  ctx: Ctx,
  clientId: number,
  [tickets, reserved, vouchers, movements, left, contracts, visits]: HoldingAnswers,
): readonly NamedHolding[] {
  const rows = { tickets, reserved, vouchers, movements, left, contracts, visits };
  return toHoldings(ctx, rows).get(clientId) ?? [];
}

type Rows<Asked> = Asked extends Query<infer Row> ? Row[] : never;
type AskedRows = ReturnType<typeof asked>;
type HoldingAnswers = QueryRows<AskedRows>;

interface HoldingRows {
  tickets: Rows<AskedRows[0]>;
  reserved: Rows<AskedRows[1]>;
  vouchers: Rows<AskedRows[2]>;
  movements: Rows<AskedRows[3]>;
  left: Rows<AskedRows[4]>;
  contracts: Rows<AskedRows[5]>;
  visits: Rows<AskedRows[6]>;
}

function toHoldings(ctx: Ctx, rows: HoldingRows): Holdings {
  const clock = clockOf(ctx);
  const reservedFrom = new Map(rows.reserved.map((row) => [row.ticketId, row.reservedFrom]));
  const movementsOf = Map.groupBy(rows.movements, ({ voucherId }) => voucherId);
  const held: { clientId: number; holding: NamedHolding }[] = [
    ...rows.contracts.map((row) => ({
      clientId: row.clientId,
      holding: {
        kind: 'contract' as const,
        contract: toContractFacts(row, rows.visits, clock),
        clock,
        names: row.names,
      },
    })),
    ...rows.tickets.map((row) => ({
      clientId: row.clientId,
      holding: {
        kind: 'ticket' as const,
        clientType: row.clientType,
        clubId: row.clubId,
        ticket: toFacts(row),
        reservedFrom: reservedFrom.get(row.id) ?? null,
        names: row.names,
      },
    })),
    ...rows.vouchers.map(({ id, clientId, clubId, clientType, names, ...voucher }) => ({
      clientId,
      holding: {
        kind: 'voucher' as const,
        id,
        clientType,
        clubId,
        voucher: { ...voucher, clubId },
        movements: movementsOf.get(id) ?? [],
        names,
      },
    })),
  ];
  return new Map(
    [...Map.groupBy(held, ({ clientId }) => clientId)].map(([clientId, list]) => [
      clientId,
      rows.left
        .filter((one) => one.clientId === clientId)
        .reduce(
          withGivenBack,
          list.map(({ holding }) => holding),
        ),
    ]),
  );
}

function withGivenBack(
  holdings: NamedHolding[],
  { ticketId, voucherId }: { ticketId: number | null; voucherId: number | null },
): NamedHolding[] {
  if (ticketId !== null) return withReturned(holdings, { kind: 'ticket', id: ticketId });
  return voucherId === null ? holdings : withReturned(holdings, { kind: 'voucher', id: voucherId });
}

/** The price counts only where the centre sells in the app. */
export function sold<Training extends PayableTraining>({ tenant }: Ctx, training: Training): Training {
  return tenant.pageRules.payment.isPaymentActive ? training : { ...training, priceCents: null };
}

/**
 * The contract, ticket or voucher a booking takes; null where it is free. Throws why a contract does not cover it, or
 * `coverNeeded`, where nothing fits, whether or not the training could be bought, and for a choice what is wrong with it.
 */
export function takeCover(
  { now }: Ctx,
  training: PayableTraining,
  holdings: readonly Holding[],
  choice: CoverChoice | null = null,
): Cover | null {
  const decision = coverOf(training, holdings, choice, now);
  if (decision.kind === 'purchase') throw uncovered(training, holdings);
  return decision.kind === 'cover' ? decision.cover : null;
}

/** What reserving it takes, once the registration is written. */
export function reserving(
  { now }: Ctx,
  of: { readonly registrationId: number; readonly trainingId: number },
  cover: Cover,
  holdings: readonly NamedHolding[],
): Query[] {
  const voucher = holdings.find((one) => one.kind === 'voucher' && one.id === cover.id);
  const movements = voucher?.kind === 'voucher' && cover.kind === 'voucher' ? voucher.movements : [];
  const overdue = releasing(
    movements.map((movement) => ({ ...movement, voucherId: cover.id })),
    now,
  );
  return [...overdue, data.reserve({ ...of, choice: cover, now })];
}

/**
 * Settles covers of these trainings that are due by now: their registrations are locked by their trainings, and written
 * as they stand. Doing it twice does nothing.
 */
export async function settling(ctx: Ctx, load: Load, trainingIds: readonly number[]): Promise<Query[]> {
  const { now, tenant } = ctx;
  const [covers] = await load(data.listOpenCovers({ trainingIds }));
  const due = covers.flatMap((cover) => {
    const settlement = settlementOf(cover, now);
    return settlement ? [{ ...cover, settlement }] : [];
  });
  if (due.length === 0) return [];
  const entries = due.flatMap(({ ticketId, entryId, settlement }) =>
    ticketId && entryId ? [{ ticketId, entryId, kind: kindOf[settlement] }] : [],
  );
  const begun = due.flatMap(
    ({ settlement, ticketId, ticketStartsOn, validCount, validUnit, localDate: date }) =>
      settlement !== 'returned' && ticketId && ticketStartsOn === null && validCount && validUnit
        ? [data.beginTicket(ticketId, date, lastDate(date, { count: validCount, unit: validUnit }))]
        : [],
  );
  const called = due.flatMap(({ state, ticketId }) =>
    state === 'cancelledByCentre' && ticketId ? [ticketId] : [],
  );
  const until = addDays(localDate(now, tenant.timeZone), daysAfterCalledOff);
  const uses: Query[] = [];
  for (const { settlement, movementId } of due)
    if (settlement === 'returned' && movementId) uses.push(...(await giveBackUse(ctx, load, movementId)));
  return [
    ...(entries.length > 0 ? [data.settleReservations(entries, now)] : []),
    ...begun,
    ...(called.length > 0 ? [data.extendTickets(called, until)] : []),
    ...uses,
    data.settleCovers(due, now),
  ];
}

/** Trainings with a cover that is due to be settled. */
export async function listDueCovers(ctx: Ctx): Promise<number[]> {
  const { now } = ctx;
  const [due] = await ctx.read(data.listDueTrainings({ now, endedBefore: addMinutes(now, -settleMinutes) }));
  return due.map(({ id }) => id);
}

const kindOf = { returned: 'RELEASE', used: 'CONSUME', forfeited: 'FORFEIT' } as const;

/** A ticket whose training the centre called off lasts at least so long (mission 2.4). */
const daysAfterCalledOff = 7;

/** How a place would be paid for, as the screen shows it; null where it is free. */
export function paymentOf(
  ctx: Ctx,
  training: PayableTraining,
  holdings: readonly NamedHolding[],
): contract.Payment | null {
  if (training.payment !== 'paid') return null;
  const [cover = null, ...others] = coversFor(training, holdings, ctx.now).map((one) =>
    toWire(ctx, one, holdings),
  );
  const { priceCents = null } = sold(ctx, training);
  const price = priceCents === null ? null : centsToEuros(cents(priceCents));
  const problem = cover?.kind === 'contract' ? null : contractProblemOf(training, holdings);
  const contractProblem = problem && { error: problem.error, details: { ...problem.details } };
  return { cover, others, price, contractProblem };
}

export function toWire(
  { language, tenant }: Ctx,
  cover: Cover,
  holdings: readonly NamedHolding[],
): contract.Cover {
  const { kind, id, endsOn, left, granted } = cover;
  const holding = holdings.find((one) => one.kind === kind && idOf(one) === id);
  const name = nameIn(holding?.names ?? {}, language, tenant.defaultLanguage);
  return { kind, id, name, validUntil: endsOn, left, leftAfter: leftAfter(cover), granted };
}

/** What comes back when a registration ends so: for the answer, and for who asks before. */
export function givingBack(
  { now, tenant }: Ctx,
  state: CancelledState,
  cover: CoverRow | undefined,
): GivingBack {
  const today = localDate(now, tenant.timeZone);
  if (!cover) return givingBackOf(state, null, today);
  const paidCents: Cents | null = cover.paidCents === null ? null : cents(cover.paidCents);
  return givingBackOf(state, { ...cover, paidCents, left: cover.left ?? leftOfBenefit(cover) }, today);
}

/** What is left of a contract's benefit in the period of the training; null for what is no contract, or has no count. */
function leftOfBenefit(cover: CoverRow): number | null {
  const { takenOn, localDate: date } = cover;
  const running = runningOf(cover);
  return running ? visitsLeft(running, grantedBy(cover), takenOn ?? [], date) : null;
}

type CoverRow = RowOf<ReturnType<typeof data.findCover>>;

function runningOf({ contractStartsOn: startsOn, anchorDay, periodMonths }: CoverRow) {
  if (startsOn === null || anchorDay === null || periodMonths === null) return null;
  return { startsOn, anchorDay, periodMonths };
}

function grantedBy({ benefit, benefits }: CoverRow): number | null {
  return benefit === null ? null : (Benefits.parse(benefits)[benefit]?.visits ?? null);
}

/** What covers a place that is held, as its screen shows it; null where it is free. */
export async function findPlaceCover(ctx: Ctx, registrationId: number): Promise<contract.PlaceCover | null> {
  const { language, tenant } = ctx;
  const [[cover]] = await ctx.read(data.findCover({ registrationId }));
  if (!cover) return null;
  const running = runningOf(cover);
  const end = running ? periodAt(running, cover.localDate).untilOn : cover.endsOn;
  const { contractEndsOn } = cover;
  return {
    kind: cover.kind,
    name: cover.names === null ? '' : nameIn(cover.names, language, tenant.defaultLanguage),
    left: running ? leftOfBenefit(cover) : cover.left,
    granted: running ? grantedBy(cover) : cover.granted,
    validUntil: contractEndsOn !== null && end !== null && contractEndsOn < end ? contractEndsOn : end,
  };
}
