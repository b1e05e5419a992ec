import { clockOf, toFacts as toContractFacts } from '#server/contracts/benefits/commands.ts';
import { listContracts, listVisits, lockContracts } from '#server/contracts/benefits/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, QueryRows, RowOf, Transaction } from '#server/kernel/db.ts';
import { type Names, nameIn } from '#server/products/data.ts';
import { listUsableTickets } from '#server/tickets/data.ts';
import { giveBackUse, releasing } from '#server/vouchers/commands.ts';
import { Benefits, type Counting, visitsLeft } from '#shared/contracts/benefits/domain.ts';
import { periodAt } from '#shared/contracts/periods/domain.ts';
import { addDays, addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents, centsToEuros } from '#shared/kernel/money.ts';
import { earlierOf } from '#shared/kernel/order.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import type * as contract from '#shared/registrations/entitlements/contract.ts';
import {
  contractProblemOf,
  type Entitlement,
  entitlementsFor,
  idOf,
  leftAfter,
  type Pass,
  type PayableTraining,
  redeem,
  withReturned,
} from '#shared/registrations/entitlements/domain.ts';
import {
  type GivingBack,
  givingBackOf,
  settleMinutes,
  settlementOf,
} from '#shared/registrations/settlements/domain.ts';
import type { CancelledState } from '#shared/registrations/waitlist/domain.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** What a client may pay with, and what it is called. */
export type NamedPass = Pass & { readonly names: Names };

/** By client. */
export type Passes = ReadonlyMap<number, readonly NamedPass[]>;

const asked = (of: data.OfClients) =>
  [
    listUsableTickets(of),
    data.listReservedDates(of),
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
export async function lockPasses(
  ctx: Ctx,
  load: Load,
  clientIds: readonly number[],
  leaving: readonly number[] = [],
): Promise<Passes> {
  const of = ofClients(ctx, clientIds, leaving);
  const [, , , tickets, reserved, vouchers, movements, left, contracts, visits] = await load(
    data.lockTickets(of),
    data.lockVouchers(of),
    lockContracts(of),
    ...asked(of),
  );
  return toPasses(ctx, { tickets, reserved, vouchers, movements, left, contracts, visits });
}

/** The same without a lock, for showing what would happen. */
export async function findPasses(
  ctx: Ctx,
  clientId: number,
  leaving: readonly number[] = [],
): Promise<readonly NamedPass[]> {
  return passesFrom(ctx, clientId, await ctx.read(...passQueries(ctx, clientId, leaving)));
}

/** What finding a client's holdings asks, for a reader who asks more in the same round trip. */
export function passQueries(ctx: Ctx, clientId: number, leaving: readonly number[] = []) {
  return asked(ofClients(ctx, [clientId], leaving));
}

/** The holdings in what was answered to `passQueries`. */
export function passesFrom(
  ctx: Ctx,
  clientId: number,
  [tickets, reserved, vouchers, movements, left, contracts, visits]: PassAnswers,
): readonly NamedPass[] {
  const rows = { tickets, reserved, vouchers, movements, left, contracts, visits };
  return toPasses(ctx, rows).get(clientId) ?? [];
}

type Rows<Asked> = Asked extends Query<infer Row> ? Row[] : never;
type AskedRows = ReturnType<typeof asked>;
type PassAnswers = QueryRows<AskedRows>;

interface PassRows {
  tickets: Rows<AskedRows[0]>;
  reserved: Rows<AskedRows[1]>;
  vouchers: Rows<AskedRows[2]>;
  movements: Rows<AskedRows[3]>;
  left: Rows<AskedRows[4]>;
  contracts: Rows<AskedRows[5]>;
  visits: Rows<AskedRows[6]>;
}

function toPasses(ctx: Ctx, rows: PassRows): Passes {
  const clock = clockOf(ctx);
  const movementsOf = Map.groupBy(rows.movements, ({ voucherId }) => voucherId);
  const held: { clientId: number; holding: NamedPass }[] = [
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
        ticket: data.reservedDates(row, rows.reserved),
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
  passes: NamedPass[],
  { ticketId, voucherId }: { ticketId: number | null; voucherId: number | null },
): NamedPass[] {
  if (ticketId !== null) return withReturned(passes, { kind: 'ticket', id: ticketId });
  return voucherId === null ? passes : withReturned(passes, { kind: 'voucher', id: voucherId });
}

/** The price counts only where the centre sells in the app. */
export function sold<Training extends PayableTraining>({ tenant }: Ctx, training: Training): Training {
  return tenant.pageRules.payment.isPaymentActive ? training : { ...training, priceCents: null };
}

interface GivenBack {
  readonly registrationId: number;
  readonly clientId: number;
}

/**
 * Why the contract that covers a booking which was given back a moment ago covers it no more: it may have ended since, or been
 * frozen or blocked, which gives back what is booked then. Locks it, so that whatever ends it sees what is taken again.
 */
export async function lapseOf(
  ctx: Ctx,
  load: Load,
  { registrationId, clientId }: GivenBack,
  training: PayableTraining,
): Promise<AppError | undefined> {
  const passes = await lockPasses(ctx, load, [clientId], [registrationId]);
  const [[entitlement]] = await load(data.findEntitlement({ registrationId }));
  return lapseBy(ctx, entitlement?.contractId ?? null, training, passes.get(clientId) ?? []);
}

/** The same without a lock, for showing what would happen. */
export async function findLapse(
  ctx: Ctx,
  { registrationId, clientId }: GivenBack,
  training: PayableTraining,
): Promise<AppError | undefined> {
  const [passes, [[entitlement]]] = await Promise.all([
    findPasses(ctx, clientId, [registrationId]),
    ctx.read(data.findEntitlement({ registrationId })),
  ]);
  return lapseBy(ctx, entitlement?.contractId ?? null, training, passes);
}

function lapseBy(
  ctx: Ctx,
  contractId: number | null,
  training: PayableTraining,
  passes: readonly Pass[],
): AppError | undefined {
  if (contractId === null) return undefined;
  try {
    redeem(training, passes, ctx.now, { kind: 'contract', id: contractId });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error;
  }
}

/** What reserving it takes, once the registration is written. */
export function reserving(
  { now }: Ctx,
  of: { readonly registrationId: number; readonly trainingId: number },
  entitlement: Entitlement,
  passes: readonly NamedPass[],
): Query[] {
  const voucher = passes.find((one) => one.kind === 'voucher' && one.id === entitlement.id);
  const movements = voucher?.kind === 'voucher' && entitlement.kind === 'voucher' ? voucher.movements : [];
  const overdue = releasing(
    movements.map((movement) => ({ ...movement, voucherId: entitlement.id })),
    now,
  );
  return [...overdue, data.reserve({ ...of, choice: entitlement, now })];
}

/**
 * Settles covers of these trainings that are due by now: their registrations are locked by their trainings, and written
 * as they stand. Doing it twice does nothing.
 */
export async function settling(ctx: Ctx, load: Load, trainingIds: readonly number[]): Promise<Query[]> {
  const { now, tenant } = ctx;
  const [entitlements] = await load(data.listOpenEntitlements({ trainingIds }));
  const due = entitlements.flatMap((entitlement) => {
    const settlement = settlementOf(entitlement, now);
    return settlement ? [{ ...entitlement, settlement }] : [];
  });
  if (due.length === 0) return [];
  const entries = due.flatMap(({ ticketId, entryId, settlement }) =>
    ticketId && entryId ? [{ ticketId, entryId, kind: kindOf[settlement] }] : [],
  );
  const begun = due.flatMap(({ settlement, ticketId, firstOn, validCount, validUnit }) =>
    settlement !== 'returned' && ticketId && firstOn !== null && validCount && validUnit
      ? [data.beginTicket(ticketId, firstOn, lastDate(firstOn, { count: validCount, unit: validUnit }))]
      : [],
  );
  // Also what was made free meanwhile comes back by the centre's doing, and late.
  const called = due.filter(
    ({ state, isPaid }) => state === 'cancelledByCentre' || (!isPaid && state !== 'cancelledFree'),
  );
  const calledTickets = called.flatMap(({ ticketId }) => ticketId ?? []);
  const calledVouchers = called.flatMap(({ voucherId }) => voucherId ?? []);
  const until = addDays(localDate(now, tenant.timeZone), daysAfterCalledOff);
  const uses: Query[] = [];
  for (const { settlement, movementId } of due)
    if (settlement === 'returned' && movementId) uses.push(...(await giveBackUse(ctx, load, movementId)));
  return [
    ...(entries.length > 0 ? [data.settleReservations(entries, now)] : []),
    ...begun,
    ...(calledTickets.length > 0 ? [data.extendTickets(calledTickets, until)] : []),
    ...(calledVouchers.length > 0 ? [data.extendVouchers(calledVouchers, until)] : []),
    ...uses,
    data.settleEntitlements(due, now),
  ];
}

/** Trainings with a cover that is due to be settled. */
export async function listDueEntitlements(ctx: Ctx): Promise<number[]> {
  const { now } = ctx;
  const [due] = await ctx.read(data.listDueTrainings({ now, endedBefore: addMinutes(now, -settleMinutes) }));
  return due.map(({ id }) => id);
}

const kindOf = { returned: 'RELEASE', used: 'CONSUME', forfeited: 'FORFEIT' } as const;

/** A ticket or voucher whose training the centre called off, or made free, lasts at least so long (mission 2.4). */
const daysAfterCalledOff = 7;

/** How a place would be paid for, as the screen shows it; null where it is free. */
export function paymentOf(
  ctx: Ctx,
  training: PayableTraining,
  passes: readonly NamedPass[],
): contract.Payment | null {
  if (training.payment !== 'paid') return null;
  const [cover = null, ...others] = entitlementsFor(training, passes, ctx.now).map((one) =>
    toWire(ctx, one, passes),
  );
  const { priceCents = null } = sold(ctx, training);
  const price = priceCents === null ? null : centsToEuros(cents(priceCents));
  const problem = cover?.kind === 'contract' ? null : contractProblemOf(training, passes);
  const contractProblem = problem && { error: problem.error, details: { ...problem.details } };
  return { cover, others, price, contractProblem };
}

export function toWire(
  { language, tenant }: Ctx,
  entitlement: Entitlement,
  passes: readonly NamedPass[],
): contract.Entitlement {
  const { kind, id, endsOn, left, granted } = entitlement;
  const pass = passes.find((one) => one.kind === kind && idOf(one) === id);
  const name = nameIn(pass?.names ?? {}, language, tenant.defaultLanguage);
  return { kind, id, name, validUntil: endsOn, left, leftAfter: leftAfter(entitlement), granted };
}

/** What comes back when a registration ends so: for the answer, and for who asks before. */
export function givingBack(
  { now, tenant }: Ctx,
  state: CancelledState,
  entitlement: EntitlementRow | undefined,
): GivingBack {
  const today = localDate(now, tenant.timeZone);
  if (!entitlement) return givingBackOf(state, null, today);
  const paidCents: Cents | null = entitlement.paidCents === null ? null : cents(entitlement.paidCents);
  return givingBackOf(
    state,
    { ...entitlement, paidCents, left: entitlement.left ?? leftOfBenefit(entitlement) },
    today,
  );
}

/** What is left of a contract's benefit in the period of the training; null for what is no contract, or has no count. */
function leftOfBenefit(entitlement: EntitlementRow): number | null {
  const { takenOn, localDate: date } = entitlement;
  const running = runningOf(entitlement);
  return running ? visitsLeft(running, grantedBy(entitlement), takenOn ?? [], date) : null;
}

type EntitlementRow = RowOf<ReturnType<typeof data.findEntitlement>>;

function runningOf(row: EntitlementRow): Counting | null {
  const { contractStartsOn: startsOn, contractRunsUntil: endsOn, contractFreezes: freezes } = row;
  const { anchorDay, periodMonths, termMonths } = row;
  if (startsOn === null || anchorDay === null || periodMonths === null) return null;
  return { startsOn, endsOn, anchorDay, periodMonths, termMonths, freezes };
}

function grantedBy({ benefit, benefits }: EntitlementRow): number | null {
  return benefit === null ? null : (Benefits.parse(benefits)[benefit]?.visits ?? null);
}

/** What covers a place that is held, as its screen shows it; null where it is free. */
export async function findPlaceEntitlement(
  ctx: Ctx,
  registrationId: number,
): Promise<contract.PlaceEntitlement | null> {
  const { language, tenant } = ctx;
  const [[entitlement]] = await ctx.read(data.findEntitlement({ registrationId }));
  if (!entitlement) return null;
  const running = runningOf(entitlement);
  const end = running ? periodAt(running, entitlement.localDate).untilOn : entitlement.endsOn;
  const { contractEndsOn } = entitlement;
  return {
    kind: entitlement.kind,
    name: entitlement.names === null ? '' : nameIn(entitlement.names, language, tenant.defaultLanguage),
    left: running ? leftOfBenefit(entitlement) : entitlement.left,
    granted: running ? leftOfBenefit({ ...entitlement, takenOn: [] }) : entitlement.granted,
    validUntil: end === null ? null : earlierOf(end, contractEndsOn),
  };
}
