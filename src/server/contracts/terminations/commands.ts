import { countAttempt } from '#server/account/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Transaction } from '#server/kernel/db.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import {
  decideRevoking,
  decideTermination,
  decideWithdrawal,
  type LineBack,
  type TerminationPlan,
  type WithdrawalPlan,
  withdrawalUntil,
} from '#shared/contracts/terminations/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import { type LostBooking, lostBookings, releasing, toldOutlived } from '../bookings/commands.ts';
import { countChange, settingsOf } from '../commands.ts';
import { giveBack, linesBeside, lockWithInvoices, paidBack } from '../credits/commands.ts';
import { findOverlapping, insertChange, lockContract } from '../data.ts';
import type { OfMember } from '../freezes/commands.ts';
import {
  type ContractMailPorts,
  writeRevokedMail,
  writeTerminationMail,
  writeWithdrawalMail,
} from '../mails.ts';
import { missedTerms } from '../renewals/commands.ts';
import { insertTerms, listPeriodLines } from '../renewals/data.ts';
import { type ContractView, findNoticeOf, getView, viewsOf } from '../views/commands.ts';
import { findByToken } from '../views/data.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

export interface PlannedTermination extends TerminationPlan {
  readonly openCents: Cents;
  readonly lost: readonly LostBooking[];
}

/** What giving notice today would mean, by the function with which it is given. */
export async function planTermination(
  ctx: Ctx,
  load: Load,
  of: OfMember,
): Promise<PlannedTermination & { readonly view: ContractView }> {
  const view = await getView(ctx, load, of);
  const plan = decideTermination(view.facts, localDate(ctx.now, ctx.tenant.timeZone), settingsOf(ctx));
  const after = { fromOn: addDays(plan.finalOn, 1), untilOn: null };
  return {
    ...plan,
    openCents: addCents(...view.openInvoices.map(({ openCents }) => openCents)),
    lost: await lostBookings(ctx, load, view, after, true),
    view,
  };
}

/**
 * Gives notice. What was billed for days after the end is given back once it has come, since until then the notice may be
 * taken back. Throws what `decideTermination` throws, `contractNotFound` and `tooManyAttempts`.
 */
export async function terminateContract(
  ctx: Ctx,
  tokens: Tokens,
  of: OfMember & { readonly accountId: number },
): Promise<PlannedTermination> {
  const { contractId, accountId } = of;
  await countChange(ctx, tokens, contractId);
  return ctx.write(async ({ load, save }) => {
    await load(lockContract({ contractId }));
    const { view, ...plan } = await planTermination(ctx, load, of);
    const { finalOn, lost } = plan;
    const { endsOn, bindingUntil } = view.facts;
    return save(
      plan,
      [
        ...data.setDates(contractId, { endsOn: finalOn, bindingUntil }),
        data.setNotice(contractId, ctx.now),
        ...toldOutlived(ctx, contractId, lost),
        insertChange(
          contractId,
          'notice',
          { untilOn: finalOn, endedOn: endsOn, lost: lost.map(({ id }) => id) },
          accountId,
          ctx.now,
        ),
      ],
      [writeTerminationMail(ctx, view.row, plan), ...releasing(ctx, contractId, lost)],
    );
  });
}

/**
 * Takes a notice back, until the last day: the contract goes on as before it. Throws `contractNotFound`,
 * `actionNotAllowed`, and `hasActiveContract` where another contract has those days by now.
 */
export function revokeTermination(
  ctx: Ctx,
  of: OfMember & { readonly accountId: number },
): Promise<{ readonly endsOn: string | null }> {
  const { contractId, accountId } = of;
  return ctx.write<{ endsOn: string | null }>(async ({ load, save }) => {
    await load(lockContract({ contractId }));
    const view = await getView(ctx, load, of);
    const notice = await findNoticeOf(load, view);
    if (!notice) throw new AppError('actionNotAllowed', undefined, 409);
    const endsOn = decideRevoking(view.facts, notice, localDate(ctx.now, ctx.tenant.timeZone));
    const { clientId, category } = view.row;
    const startsOn = addDays(view.facts.endsOn ?? view.facts.startsOn, 1);
    if (endsOn === null || endsOn >= startsOn) {
      const [[other]] = await load(findOverlapping({ clientId, category, startsOn, endsOn }));
      if (other) throw new AppError('hasActiveContract');
    }
    // With a collector the nights would have given it none either.
    const isCollected = view.row.collectedAt !== null;
    const terms = isCollected ? [] : await missedTerms(ctx, load, view, endsOn);
    const goesUntilOn = terms.at(-1)?.endsOn ?? endsOn;
    return save(
      { endsOn: goesUntilOn },
      [
        ...data.setDates(contractId, { endsOn, bindingUntil: view.facts.bindingUntil }),
        data.setNotice(contractId, null),
        insertChange(contractId, 'noticeTakenBack', { untilOn: endsOn }, accountId, ctx.now),
        ...(terms.length > 0 ? insertTerms(terms, ctx.now) : []),
      ],
      [writeRevokedMail(ctx, view.row, goesUntilOn)],
    );
  });
}

export interface PlannedWithdrawal extends WithdrawalPlan {
  /** Money that was paid and goes back. */
  readonly paidBackCents: Cents;
  readonly lost: readonly LostBooking[];
}

/** What withdrawing today would mean, by the function with which it is done. */
async function planWithdrawal(ctx: Ctx, load: Load, view: ContractView): Promise<PlannedWithdrawal> {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const lines = { beside: await linesBeside(load, view), credited: await creditedOf(load, view) };
  const plan = decideWithdrawal(view.facts, lines, today, settingsOf(ctx));
  const backs = await paidBack(load, plan.lines);
  return {
    ...plan,
    paidBackCents: addCents(...backs.map(({ paidCents }) => paidCents)),
    lost: await lostBookings(ctx, load, view, { fromOn: today, untilOn: null }),
  };
}

/** The same for one of a member's. Throws `contractNotFound`, `withdrawalOver`. */
export async function previewWithdrawal(ctx: Ctx, of: OfMember): Promise<PlannedWithdrawal> {
  return planWithdrawal(ctx, ctx.read, await getView(ctx, ctx.read, of));
}

/** What a mailed link would do; `plan` is null where it is too late, or was done. Throws what `findByLink` throws. */
export async function planByLink(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<ContractView & { readonly plan: PlannedWithdrawal | null }> {
  const view = await findByLink(ctx, tokens, token, address);
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const isPossible = withdrawalUntil(view.facts, today, settingsOf(ctx)) !== null;
  return { ...view, plan: isPossible ? await planWithdrawal(ctx, ctx.read, view) : null };
}

export interface Withdrawn {
  readonly at: string;
  readonly backCents: Cents;
  readonly paidBackCents: Cents;
  readonly usedCents: Cents;
}

/**
 * Withdraws from a contract: credit notes for what is given back, the money on its way to where it came from, a receipt by
 * mail at once. Throws `contractNotFound`, `withdrawalOver`.
 */
export function withdraw(
  ctx: Ctx,
  ports: ContractMailPorts,
  of: { readonly contractId: number; readonly clientId: number | null; readonly accountId: number | null },
): Promise<Withdrawn> {
  const { contractId, accountId } = of;
  const { now } = ctx;
  return ctx.write(async ({ load, save }) => {
    await lockWithInvoices(load, contractId);
    const view = await getView(ctx, load, of);
    const plan = await planWithdrawal(ctx, load, view);
    const { backCents, paidBackCents, usedCents, lost } = plan;
    const back = await giveBack(ctx, ports, load, view, plan.lines);
    const answer = { at: now, backCents, paidBackCents, usedCents };
    return save(
      answer,
      [
        data.setWithdrawn(contractId, now),
        ...back.queries,
        insertChange(contractId, 'withdrawal', { ...answer, lost: lost.map(({ id }) => id) }, accountId, now),
      ],
      [writeWithdrawalMail(ctx, view.row, plan), ...back.events, ...releasing(ctx, contractId, lost)],
    );
  });
}

/** The contract a mailed token opens. Throws `contractNotFound`, and `tooManyAttempts` after too many wrong ones. */
export async function findByLink(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<ContractView> {
  const subject = tokens.attemptSubject(`contract lookup ${address}`);
  const [rows] = await ctx.read(findByToken({ tokenHash: hashToken(token) }));
  const [view] = await viewsOf(ctx, ctx.read, rows);
  if (!view) {
    await countAttempt(ctx, 'ticketLookup', subject);
    throw new AppError('contractNotFound');
  }
  return view;
}

/** What credit notes have taken off the lines that billed periods. */
async function creditedOf(load: Load, { row }: ContractView): Promise<LineBack[]> {
  const [lines] = await load(listPeriodLines(row.id));
  return lines.map(({ invoiceId, position, creditedCents }) => {
    return { invoiceId, position, amountCents: cents(creditedCents) };
  });
}
