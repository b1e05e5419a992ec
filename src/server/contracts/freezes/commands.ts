import type { Ctx } from '#server/kernel/ctx.ts';
import type { Transaction } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { finalDay } from '#shared/contracts/domain.ts';
import {
  decideFreeze,
  decideReturn,
  decideVisits,
  type Freezable,
  type FreezePlan,
  type ReturnPlan,
  refuseReturn,
  type VisitMove,
} from '#shared/contracts/freezes/domain.ts';
import type { DateSpan } from '#shared/contracts/periods/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { listVisits } from '../benefits/data.ts';
import { type LostBooking, lostBookings, releasing } from '../bookings/commands.ts';
import { listReturning } from '../bookings/data.ts';
import { countChange, settingsOf } from '../commands.ts';
import { giveBack, lockWithInvoices } from '../credits/commands.ts';
import { listFeeLines } from '../credits/data.ts';
import { findOverlapping, insertChange, lockContract } from '../data.ts';
import { type ContractMailPorts, writeFreezeMail, writeReturnMail } from '../mails.ts';
import { setDates } from '../terminations/data.ts';
import { type ContractView, findNoticeOf, getView, refuseUnlessAllowed } from '../views/commands.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** Whose contract it must be. */
export interface OfMember {
  readonly contractId: number;
  readonly clientId: number;
}

export interface PlannedFreeze extends FreezePlan {
  /** Of the periods that it touches. */
  readonly visits: readonly VisitMove[];
  readonly lost: readonly LostBooking[];
}

/** What a freeze would do: by the function with which it is done, which decides behind the lock. */
export async function planFreeze(
  ctx: Ctx,
  load: Load,
  of: OfMember,
  request: DateSpan,
): Promise<PlannedFreeze & { readonly view: ContractView }> {
  const view = await getView(ctx, load, of);
  refuseUnlessAllowed(view, 'freeze');
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const plan = decideFreeze(await freezableOf(load, view), request, today, settingsOf(ctx));
  await refuseMeeting(load, view, plan.endsOn);
  const lost = await lostBookings(ctx, load, view, request, true);
  const endsOn = finalDay({ ...view.facts, endsOn: plan.endsOn });
  const visits = decideVisits(await countedOf(load, view, today, lost), { ...request, endsOn });
  return { ...plan, visits, lost, view };
}

/** A contract with the visits that its benefits count, but for those of bookings that are, or were, given back for nothing. */
async function countedOf(
  load: Load,
  { row, facts }: ContractView,
  today: string,
  lost: readonly LostBooking[] = [],
) {
  const of = { contractId: row.id, clientId: row.clientId, fromOn: today, untilOn: null };
  const [returning] = await load(listReturning(of));
  const leaving = [...lost.filter(({ isLate }) => !isLate), ...returning].map(({ id }) => id);
  const [visits] = await load(listVisits({ clientIds: [row.clientId], since: today, leaving }));
  const own = visits.filter(({ contractId }) => contractId === row.id);
  return { ...facts, endsOn: finalDay(facts), benefits: row.benefits, visits: own };
}

/**
 * Freezes a contract. Throws what `decideFreeze` and `decideVisits` throw, `contractNotFound`, `contractUnpaid`, `contractIsBlocked`,
 * `actionNotAllowed`, `tooManyAttempts`, and `hasActiveContract` where the longer term would meet another contract.
 */
export async function freezeContract(
  ctx: Ctx,
  tokens: Tokens,
  of: OfMember & { readonly accountId: number },
  request: DateSpan,
): Promise<PlannedFreeze> {
  const { contractId, accountId } = of;
  await countChange(ctx, tokens, contractId);
  return ctx.write(async ({ load, save }) => {
    await load(lockContract({ contractId }));
    const { view, ...plan } = await planFreeze(ctx, load, of, request);
    const { fromOn, untilOn, feeCents, lost } = plan;
    return save(
      plan,
      [
        data.insertFreeze({ contractId, fromOn, untilOn, feeCents, accountId, now: ctx.now }),
        ...datesOf(view, plan),
        insertChange(contractId, 'freeze', { ...plan, lost: lost.map(({ id }) => id) }, accountId, ctx.now),
      ],
      [writeFreezeMail(ctx, view.row, plan), ...releasing(ctx, contractId, lost)],
    );
  });
}

/** What coming back today would do, by the function with which it is done. */
export async function planReturn(
  ctx: Ctx,
  load: Load,
  of: OfMember,
  freezeId: number,
): Promise<ReturnPlan & { readonly view: ContractView }> {
  const view = await getView(ctx, load, of);
  if (view.row.state !== 'live') throw new AppError('actionNotAllowed', undefined, 409);
  const [lines] = await load(listFeeLines(of.contractId));
  const fee = lines.find((line) => line.freezeId === freezeId);
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const plan = decideReturn(await freezableOf(load, view), freezeId, today, fee);
  refuseReturn(await countedOf(load, view, today), freezeId, plan);
  return { ...plan, view };
}

/**
 * Ends a freeze as of today, or takes it back before its first day is over: then the fee that was billed for it is given back
 * too. Throws what `decideReturn` and `refuseReturn` throw.
 */
export function returnFromFreeze(
  ctx: Ctx,
  ports: ContractMailPorts,
  of: OfMember & { readonly accountId: number },
  freezeId: number,
): Promise<ReturnPlan> {
  const { contractId, accountId } = of;
  return ctx.write(async ({ load, save }) => {
    await lockWithInvoices(load, contractId);
    const { view, ...plan } = await planReturn(ctx, load, of, freezeId);
    const kind = plan.kind === 'cancelled' ? 'freezeCancelled' : 'freezeEnded';
    const back = await giveBack(ctx, ports, load, view, plan.feeBack ? [plan.feeBack] : []);
    return save(
      plan,
      [
        data.endFreeze(freezeId, plan.untilOn, ctx.now),
        ...datesOf(view, plan),
        ...back.queries,
        insertChange(contractId, kind, plan, accountId, ctx.now),
      ],
      [writeReturnMail(ctx, view.row, plan), ...back.events],
    );
  });
}

/** Term, binding and prices to come, where they become others. */
function datesOf(
  { facts, row }: ContractView,
  { endsOn, bindingUntil, prices }: Pick<FreezePlan, 'endsOn' | 'bindingUntil' | 'prices'>,
) {
  const isSame = endsOn === facts.endsOn && bindingUntil === facts.bindingUntil;
  return [
    ...(isSame ? [] : setDates(row.id, { endsOn, bindingUntil })),
    ...data.setPriceDates(row.id, facts.prices, prices),
  ];
}

/** A contract with what stands of a notice. */
async function freezableOf(load: Load, view: ContractView): Promise<Freezable> {
  const { facts } = view;
  return facts.noticeAt === null ? facts : { ...facts, notice: await findNoticeOf(load, view) };
}

/** A longer term may not reach into another contract of its category. Throws `hasActiveContract`. */
async function refuseMeeting(load: Load, { facts, row }: ContractView, endsOn: string | null): Promise<void> {
  if (facts.endsOn === null || endsOn === null || endsOn <= facts.endsOn) return;
  const { clientId, category } = row;
  const [[other]] = await load(
    findOverlapping({ clientId, category, startsOn: addDays(facts.endsOn, 1), endsOn }),
  );
  if (other) throw new AppError('hasActiveContract');
}
