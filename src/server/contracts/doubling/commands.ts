import { crediting } from '#server/invoices/credits/commands.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { decideGivingUp } from '#shared/contracts/doubling/domain.ts';
import { giveBack } from '#shared/contracts/renewals/domain.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import { listReturned } from '../billing/data.ts';
import { lostBookings, releasing } from '../bookings/commands.ts';
import { linesBeside, lockWithInvoices } from '../credits/commands.ts';
import { insertChange } from '../data.ts';
import { type GivenUpBecause, givenUpReason } from '../mails.ts';
import { listPeriodLines } from '../renewals/data.ts';
import { setDates, setNotice, setWithdrawn } from '../terminations/data.ts';
import { getView } from '../views/commands.ts';

export interface GivenUp {
  /** Its last day; null: it is as if it had never been. */
  readonly finalOn: string | null;
  readonly backCents: Cents;
  readonly queries: readonly Query[];
  readonly events: readonly DomainEvent[];
}

/**
 * One of two contracts of a person for the same days is given up for the other, in the caller's transaction: save its
 * queries before the two are one client's. What it was billed for too much becomes the client's credit by credit notes.
 * Throws `contractNotFound`.
 */
export async function givingUp(
  ctx: Ctx,
  tokens: Tokens,
  load: WriteTransaction['load'],
  of: {
    readonly contractId: number;
    /** The one that goes on; with `codeUsed` the invoice its code was used for. */
    readonly other: { readonly number: string; readonly startsOn: string };
    readonly accountId: number | null;
    /** With anything but `doubled`, which is meant unless told otherwise, it does not begin at all. */
    readonly because?: GivenUpBecause;
  },
): Promise<GivenUp> {
  const { now } = ctx;
  const { contractId, other, accountId, because = 'doubled' } = of;
  await lockWithInvoices(load, contractId);
  const view = await getView(ctx, load, { contractId, clientId: null });
  const { startsOn, bindingUntil } = view.facts;
  const [lines, [returned]] = await load(listPeriodLines(contractId), listReturned([contractId]));
  const { finalOn, backCents } = decideGivingUp(
    view.facts,
    because === 'doubled' ? other.startsOn : startsOn,
    cents(returned?.returnedCents ?? 0),
  );
  const shares = [
    ...giveBack(lines, finalOn ?? addDays(startsOn, -1), backCents),
    ...(finalOn === null ? await linesBeside(load, view) : []),
  ];
  const reason = givenUpReason(ctx, view.row, { number: other.number, because });
  const queries: Query[] = [];
  const events: DomainEvent[] = [];
  for (const [invoiceId, own] of Map.groupBy(shares, (share) => share.invoiceId)) {
    const wishes = own.map(({ position, amountCents }) => ({ position, amountCents: cents(amountCents) }));
    const note = await crediting(ctx, tokens, load, invoiceId, { wishes, reason });
    queries.push(...note.queries);
    events.push(...note.events);
  }
  const lost = await lostBookings(ctx, load, view, {
    fromOn: finalOn === null ? startsOn : addDays(finalOn, 1),
    untilOn: null,
  });
  const details = { other: other.number, lost: lost.map(({ id }) => id) };
  const back = addCents(...shares.map(({ amountCents }) => cents(amountCents)));
  const done =
    finalOn === null
      ? [
          setWithdrawn(contractId, now),
          insertChange(contractId, 'withdrawal', { ...details, backCents: back }, accountId, now),
        ]
      : [
          ...setDates(contractId, { endsOn: finalOn, bindingUntil }),
          setNotice(contractId, now),
          insertChange(
            contractId,
            'notice',
            { ...details, untilOn: finalOn, endedOn: view.facts.endsOn },
            accountId,
            now,
          ),
        ];
  return {
    finalOn,
    backCents: back,
    queries: [...queries, ...done],
    events: [...events, ...releasing(ctx, contractId, lost)],
  };
}
