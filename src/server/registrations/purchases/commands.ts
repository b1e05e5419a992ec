import { countAttempt } from '#server/account/commands.ts';
import { findContact, lockClients } from '#server/clients/data.ts';
import { draftSale, invoiceToken, type SaleLine } from '#server/invoices/commands.ts';
import { creditInvoice } from '#server/invoices/credits/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { eachOf } from '#server/kernel/queue/centres.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { Fulfilled, SoldLine } from '#server/kernel/writes/fulfilment.ts';
import { payerOf, type SaleItem } from '#shared/invoices/domain.ts';
import { addMinutes, formatDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { decideRegistration, withoutEnded } from '#shared/registrations/domain.ts';
import { isPaid } from '#shared/registrations/entitlements/domain.ts';
import { leavingBy } from '#shared/registrations/leaving/domain.ts';
import { refuseHeldInVain, unpaidWindowMinutes } from '#shared/registrations/purchases/domain.ts';
import { earlier, later, refuseForeign, type TrainingFacts } from '#shared/registrations/rules/domain.ts';
import {
  acceptOffer,
  endDue,
  heldBeside,
  isWaitlistDue,
  type Move,
  settle,
  type Waitlist,
} from '#shared/registrations/waitlist/domain.ts';
import { withPlaces } from '../commands.ts';
import * as registrations from '../data.ts';
import { sold } from '../entitlements/commands.ts';
import { forgiving, forgivingNew } from '../forgiving/commands.ts';
import {
  eventsOf,
  forgivenWith,
  loadWaitlist,
  lockWithWaitlists,
  redeemForMoves,
  returnSwapped,
  rulesOf,
  trainingChanged,
  waitlistDue,
} from '../waitlist/commands.ts';
import * as lines from '../waitlist/data.ts';
import * as data from './data.ts';

/** How long a place is kept for whoever is paying for it. */
const heldMinutes = 15;

export interface Purchase {
  /** Opens the public page of the draft invoice. */
  readonly invoiceToken: string;
  readonly totalCents: Cents;
  readonly heldUntil: string;
}

/**
 * Holds a place in a training that is sold singly, never past its start, and makes the draft invoice it is paid with.
 * Pressed again while it is held, the same draft. Throws the refusals of booking; `coverNeeded` where it is not sold so, and
 * `tooManyAttempts`.
 */
export async function purchasePlace(
  ctx: Ctx,
  tokens: Tokens,
  clientId: number,
  trainingId: number,
): Promise<Purchase> {
  await countAttempt(ctx, 'buying', tokens.attemptSubject(`place client ${clientId}`));
  const of = { clientId, trainingId };
  const held = (await holdPlace(ctx, tokens, of, false)) ?? (await holdPlace(ctx, tokens, of, true));
  if (!held) throw new Error('a line that is locked is decided');
  // From what is stored, so that a repeated press gets the same link and no copy of the answers holds one.
  const { invoiceId, totalCents, heldUntil } = held;
  const [[invoice]] = await ctx.read(invoices.findInvoice({ invoiceId }));
  if (!invoice) throw new AppError('coverNeeded');
  const token = invoiceToken(tokens, ctx.tenant.id, invoiceId, invoice.salt);
  return { invoiceToken: token, totalCents: cents(totalCents), heldUntil };
}

/** What holding a place comes to. */
interface Held {
  readonly invoiceId: number;
  readonly totalCents: number;
  readonly heldUntil: string;
}

/**
 * Holds it behind its locks. Null where it is the turn of a line that was not locked: its trainings and clients come before one's
 * own in everybody's order (0014), so it is begun anew with them.
 */
function holdPlace(
  ctx: Ctx,
  tokens: Tokens,
  { clientId, trainingId }: { readonly clientId: number; readonly trainingId: number },
  isOfLine: boolean,
): Promise<Held | null> {
  const { now } = ctx;
  return ctx.write<Held | null>(async (transaction) => {
    const { load } = transaction;
    if (isOfLine) await lockWithWaitlists(load, { trainingIds: [trainingId], clientIds: [clientId], now });
    const [trainings, clients, places, live, ids, [invoice], [holder], [named], unpaid] = await load(
      registrations.lockTrainings({ trainingIds: [trainingId] }),
      lockClients({ clientIds: [clientId] }),
      registrations.listHeldPlaces({ trainingIds: [trainingId] }),
      registrations.listLiveRegistrations({ clientIds: [clientId], now }),
      registrations.nextRegistrationIds({ count: 1 }),
      invoices.nextInvoiceId({}),
      findContact({ clientId }),
      data.findTrainingName({ trainingId }),
      data.listUnpaid({ clientId, trainingId, since: addMinutes(now, -unpaidWindowMinutes) }),
    );
    const training = sold(ctx, withPlaces(trainings[0], places[0]));
    const [client] = clients;
    if (!client || !holder || !invoice) throw new AppError('registeringNotAllowed', undefined, 404);
    refuseForeign(training, clientId);
    const { priceCents = null } = training;
    if (!isPaid(training) || priceCents === null) throw new AppError('coverNeeded');
    const of = { trainingId, registrationId: null, clientId: null };
    const isDue = isWaitlistDue(training, rulesOf(ctx));
    if (isDue && !isOfLine) return transaction.keep(null);
    const asked = isDue ? await loadWaitlist(load, of, ctx) : undefined;
    const asking = registrations.toClientFacts(client, live);
    const facts = asked ? withoutEnded(asking, asked.waitlist, rulesOf(ctx)) : asking;
    const own = facts.registrations.find((one) => one.trainingId === trainingId);
    if (own?.state === 'releasing') throw new AppError('alreadyRegistered');
    let offeredUntil = now;
    if (own?.state === 'offered') {
      const { registrationId } = own;
      const [[open], [hold]] = await load(
        data.findOpenPurchase({ registrationId }),
        data.findHold({ registrationId }),
      );
      offeredUntil = hold?.heldUntil ?? now;
      if (open) return transaction.save({ ...open, heldUntil: offeredUntil }, []);
    }
    const decided = decideRegistration(training, facts, asked?.waitlist.entries ?? [], rulesOf(ctx), false);
    const { decision } = decided;
    const leaving = leavingBy(trainingId, facts, rulesOf(ctx));
    const refusal = heldBeside(training, facts, leaving, rulesOf(ctx));
    if (refusal) throw refusal;
    if (decision.outcome !== 'booked') throw new AppError('noFreePlaces');
    if (own?.state !== 'offered') refuseHeldInVain(unpaid, now);
    const { place, entryId, freeUntil } = decision;
    const id = entryId ?? ids[0]?.id ?? 0;
    // Whoever is offered a place for a day does not have it for a shorter time by beginning to pay.
    const heldUntil = earlier(later(addMinutes(now, heldMinutes), offeredUntil), training.startsAt);
    // What is to be swapped for it is given back once it is paid; what one had here before is over.
    const isOver = (move: Move) => move.trainingId === trainingId && !('place' in move);
    const others = decided.moves.filter((move) => move.clientId !== clientId || isOver(move));
    const taken: Move = {
      kind: 'offered',
      registrationId: id,
      clientId,
      trainingId,
      place,
      freeUntil,
      heldUntil,
    };
    const row = { id, training, clientId, decision, wishId: null, swapFor: null, now, place, heldUntil };
    const draft = draftSale(ctx, tokens, invoice.id, {
      clientId,
      payer: payerOf(holder),
      language: ctx.language,
      lines: [lineOf(ctx, training, { clientId, name: named?.name ?? '', priceCents: cents(priceCents) })],
    });
    const { invoiceId, totalCents } = draft;
    const forgiven = forgivenWith({ after: decided.training, moves: others }, clientId, now);
    await returnSwapped(ctx, load, others);
    return transaction.save(
      { invoiceId, totalCents: Number(totalCents), heldUntil },
      [
        ...lines.saveMoves(entryId === null ? others : [...others, taken], now),
        ...(entryId === null ? [data.insertHeld(row)] : []),
        ...forgiven.queries,
        ...(asked ? redeemForMoves(ctx, asked, others) : []),
        ...draft.queries,
        data.insertPurchase({ registrationId: id, invoiceId, now }),
      ],
      [
        trainingChanged(training),
        ...(await eventsOf(ctx, load, others)),
        ...forgiven.events,
        waitlistDue(trainingId, heldUntil),
      ],
    );
  });
}

/** The place on its invoice. */
function lineOf(
  { tenant }: Ctx,
  { id: trainingId, localDate: date, startsAt }: TrainingFacts,
  of: { readonly clientId: number; readonly name: string; readonly priceCents: Cents },
): SaleLine {
  return {
    productId: null,
    article: `${of.name}, ${formatDate(date)} ${localTime(startsAt, tenant.timeZone)}`,
    quantity: 1,
    unitCents: of.priceCents,
    discountCents: cents(0),
    vatKind: 'standard',
    supplyOn: date,
    item: { kind: 'registration', trainingId, clientId: of.clientId },
  };
}

type PlaceItem = Extract<SaleItem, { kind: 'registration' }>;

/**
 * Books the place of a paid line in the transaction of its payment: the one that is held, else a free one whoever was
 * waiting did not take. Throws the refusals of booking: then the money is the client's credit. A line that has its booking
 * gets no other.
 */
export async function fulfilRegistration(
  ctx: Ctx,
  { trainingId, clientId }: PlaceItem,
  { invoiceId, position, load }: SoldLine,
): Promise<Fulfilled> {
  const { now } = ctx;
  // Who paid is locked with those of the line, in everybody's order.
  await lockWithWaitlists(load, { trainingIds: [trainingId], clientIds: [clientId], now });
  const asked = await loadWaitlist(load, { trainingId, registrationId: null, clientId: null }, ctx);
  const [[present], [client], live, ids] = await load(
    data.findEntitlementOfLine({ invoiceId, position }),
    lockClients({ clientIds: [clientId] }),
    registrations.listLiveRegistrations({ clientIds: [clientId], now }),
    registrations.nextRegistrationIds({ count: 1 }),
  );
  if (present) return { queries: [], events: [] };
  if (!client) throw new AppError('registeringNotAllowed', undefined, 404);
  const known = client;
  const { training, moves, registrationId, inserted } = book();
  const others = moves.filter((move) => move.clientId !== clientId);
  await returnSwapped(ctx, load, moves);
  const touched = new Set([trainingId, ...moves.map((move) => move.trainingId)]);
  const changed = [...touched].flatMap((id) => asked.trainings.get(id) ?? []);
  return {
    queries: [
      ...lines.saveMoves(moves, now),
      ...inserted,
      ...redeemForMoves(ctx, asked, others),
      ...forgiving(training, moves, now),
      data.insertInvoiceEntitlement({ registrationId, invoiceId, position, now }),
    ],
    events: [
      ...changed.map(trainingChanged),
      ...(await eventsOf(ctx, load, moves)),
      waitlistDue(trainingId, now),
    ],
  };

  function book(): Pick<Waitlist, 'training' | 'moves'> & {
    registrationId: number;
    inserted: readonly Query[];
  } {
    const rules = rulesOf(ctx);
    const due = endDue(asked.waitlist, rules);
    if (due.training.isCancelled) throw new AppError('trainingCancelled');
    const own = due.entries.find((one) => one.client.clientId === clientId && one.state === 'offered');
    if (own) {
      const { registrationId } = own;
      return {
        ...settle(acceptOffer(due, registrationId, rules, 'bought'), rules),
        registrationId,
        inserted: [],
      };
    }
    const waitlist = settle(due, rules);
    const facts = withoutEnded(registrations.toClientFacts(known, live), asked.waitlist, rules);
    if (facts.registrations.some((one) => one.trainingId === trainingId && one.state === 'releasing')) {
      throw new AppError('alreadyRegistered');
    }
    const { decision, moves } = decideRegistration(waitlist.training, facts, waitlist.entries, rules, false);
    if (decision.outcome !== 'booked') throw new AppError('noFreePlaces');
    const id = decision.entryId ?? ids[0]?.id ?? 0;
    const row = { id, training: waitlist.training, clientId, decision, wishId: null, swapFor: null, now };
    const inserted =
      decision.entryId === null
        ? [
            registrations.insertRegistrations([row]),
            ...forgivingNew(waitlist.training, { clientId, decision, now }),
          ]
        : [];
    return {
      training: waitlist.training,
      moves: [...waitlist.moves, ...moves],
      registrationId: id,
      inserted,
    };
  }
}

/** What was paid for a place that was given back in time becomes its client's credit. Again and again is as good as once. */
export async function creditReturned(ctx: Ctx, tokens: Tokens): Promise<void> {
  const { tenant, now } = ctx;
  const [due] = await ctx.read(data.listToCredit({}));
  await eachOf(due, async ({ registrationId, invoiceId, position, language }) => {
    const t = textsFor(isLanguage(language) ? language : tenant.defaultLanguage);
    try {
      const reason = t('covers.creditReason');
      await creditInvoice(ctx, tokens, invoiceId, { wishes: [{ position }], reason });
    } catch (error) {
      // Credited before: the office was faster, or the note of it was lost.
      if (!(error instanceof AppError) || error.code !== 'creditTooLarge') throw error;
    }
    await ctx.write((transaction) => transaction.save(undefined, [data.markCredited(registrationId, now)]));
  });
}
