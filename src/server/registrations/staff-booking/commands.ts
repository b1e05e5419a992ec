import { countAttempt } from '#server/account/commands.ts';
import { lockClients } from '#server/clients/data.ts';
import { type Ctx, member, type WriteTransaction } from '#server/kernel/ctx.ts';
import type { RowOf } from '#server/kernel/db.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { Change } from '#server/kernel/writes/audit.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { refuseSettled } from '#shared/registrations/attendance/domain.ts';
import { canManageRoll } from '#shared/registrations/attendance/policy.ts';
import { type Entitlement, isPaid, redeem, withTaken } from '#shared/registrations/entitlements/domain.ts';
import { endedWith } from '#shared/registrations/leaving/domain.ts';
import type { LiveRegistration } from '#shared/registrations/rules/domain.ts';
import { decideStaffBooking, type Removal } from '#shared/registrations/staff-booking/domain.ts';
import {
  endDue,
  entitlementsOf,
  freePlace,
  leaveWaitlist,
  settle,
} from '#shared/registrations/waitlist/domain.ts';
import { clockOf, rollChanged } from '../attendance/commands.ts';
import * as registrations from '../data.ts';
import { lapseOf, lockPasses, type NamedPass, reserving, sold } from '../entitlements/commands.ts';
import { forgivesAll, forgivingNew } from '../forgiving/commands.ts';
import { trainerToldOf } from '../personal/commands.ts';
import {
  loadWaitlist,
  lockWithWaitlists,
  returnSwapped,
  rulesOf,
  saveWaitlist,
  waitlistDue,
} from '../waitlist/commands.ts';
import * as waitlists from '../waitlist/data.ts';
import { followSwap } from '../waitlist-groups/data.ts';
import * as data from './data.ts';
import { type StaffBookingMailParts, writeStaffBookingMail } from './mails.ts';

export interface StaffBookingPorts {
  readonly tokens: Tokens;
  originOf(tenant: Tenant): string;
}

export interface StaffBookingRequest {
  readonly trainingId: number;
  readonly clientId: number;
  readonly isBeyondPlaces: boolean;
  readonly isWithoutCover: boolean;
  readonly reason: string;
}

/**
 * Clients that could be put into a training the actor manages. Throws `trainingNotFound`, and `tooManyAttempts` for a trainer who
 * looks up one name after another.
 */
export async function findClients(ctx: Ctx, { tokens }: StaffBookingPorts, trainingId: number, text: string) {
  const [[training]] = await ctx.read(data.findTraining({ trainingId }));
  managed(ctx, training);
  if (text.trim().length < 2) return [];
  await countSearch(ctx, tokens);
  const [rows] = await ctx.read(data.searchClients(text.trim(), trainingId, mostFound));
  return rows;
}

/** Who of a centre's clients is called how: a trainer asks so often, by a name or by a number. Throws `tooManyAttempts`. */
async function countSearch(ctx: Ctx, tokens: Tokens): Promise<void> {
  const { isAdmin, accountId } = member(ctx);
  if (!isAdmin) await countAttempt(ctx, 'clientSearch', tokens.attemptSubject(`client search ${accountId}`));
}

const mostFound = 20;

function managed<Row extends { readonly trainerId: number | null }>(
  { actor }: Ctx,
  row: Row | undefined,
  code: 'trainingNotFound' | 'registrationNotFound' = 'trainingNotFound',
): Row {
  if (!row || !canManageRoll(actor, row)) throw new AppError(code, undefined, 404);
  return row;
}

/**
 * Puts a client into a training. Beyond its places, or without anything that covers a paid one, only with a reason, which
 * stands in the audit trail. Throws what `decideStaffBooking` refuses with, `rollSettled`, why nothing covers it, and `tooManyAttempts`
 * for a trainer who puts in one after another.
 */
export async function bookForClient(
  ctx: Ctx,
  { originOf, tokens }: StaffBookingPorts,
  request: StaffBookingRequest,
): Promise<{
  registrationId: number;
  place: number;
  givenBack: { readonly name: string; readonly startDateTime: string } | null;
}> {
  const { clientId, trainingId } = request;
  const isExcepted = request.isBeyondPlaces || request.isWithoutCover;
  if (isExcepted && request.reason === '') throw new AppError('dataValidationFailed');
  const [[found], [recipient]] = await ctx.read(
    data.findTraining({ trainingId }),
    data.findRecipient({ clientId }),
  );
  const training = managed(ctx, found);
  await countSearch(ctx, tokens);
  if (!recipient) throw new AppError('clientNotFound');
  refuseSettled(training, clockOf(ctx));
  return ctx.write(async (transaction) => {
    const of = { trainingId, registrationId: null, clientId: null };
    // One's own client is locked with those of the line, in everybody's order.
    const { now } = ctx;
    await lockWithWaitlists(transaction.load, { trainingIds: [trainingId], clientIds: [clientId], now });
    const loaded = await loadWaitlist(transaction.load, of, ctx);
    const [[client], live, [next]] = await transaction.load(
      lockClients({ clientIds: [clientId] }),
      registrations.listLiveRegistrations({ clientIds: [clientId], now: ctx.now }),
      registrations.nextRegistrationIds({ count: 1 }),
    );
    if (!client || !next) throw new AppError('clientNotFound');
    const rules = rulesOf(ctx);
    const facts = registrations.toClientFacts(client, live);
    const before = loaded.waitlist.entries.find((entry) => entry.client.clientId === clientId);
    const settled = settle(loaded.waitlist, rules);
    const staffBooking = decideStaffBooking(settled, before, facts, rules, request.isBeyondPlaces);
    const { place, freeUntil, entryId, isBeyond, leaving } = staffBooking;
    const registrationId = entryId ?? next.id;
    const facted = loaded.waitlist.training;
    // What is given back and taken again is covered still, unless its contract covers it no more.
    const isBack = before?.state === 'releasing';
    const lapse =
      isBack && isPaid(facted)
        ? await lapseOf(ctx, transaction.load, { ...before, clientId }, facted)
        : undefined;
    if (lapse) throw lapse;
    const isToPay = isPaid(facted) && !isBack;
    const back = [leaving?.registrationId ?? []].flat();
    const passes = isToPay ? await lockPasses(ctx, transaction.load, [clientId], back) : undefined;
    const own = withTaken(passes?.get(clientId) ?? [], entitlementsOf(settled.moves));
    const entitlement = isToPay ? entitlementOf(ctx, facted, own, request.isWithoutCover) : null;
    const decision = { outcome: 'booked', place, entryId, freeUntil, listMovesUntil: freeUntil } as const;
    const isNew = { id: registrationId, training: facted, clientId, decision, wishId: null, swapFor: null };
    await returnSwapped(ctx, transaction.load, leaving ? staffBooking.waitlist.moves : []);
    const elsewhere = endedWith(facted, facts, { wishId: before?.wishId ?? null, leaving: undefined });
    return saveWaitlist(
      withChanges(transaction, [
        { noun: 'registration', id: registrationId, after: { trainingId, clientId, place, isBeyond } },
        ...(leaving ? [givenBack(leaving)] : []),
      ]),
      ctx,
      loaded,
      staffBooking.waitlist,
      {
        registrationId,
        place,
        givenBack: leaving ? { name: leaving.trainingName, startDateTime: leaving.startsAt } : null,
      },
      isBeyond ? [data.allowBeyondPlaces()] : [],
      [
        rollChanged(trainingId),
        ...elsewhere.map((other) => waitlistDue(other.trainingId, ctx.now)),
        ...mailTo(ctx, originOf, recipient, training, 'placed', registrationId, leaving),
      ],
      {
        next: [
          ...(entryId === null ? [registrations.insertRegistrations([{ ...isNew, now: ctx.now }])] : []),
          ...forgivingNew(staffBooking.waitlist.training, { clientId, decision, now: ctx.now }),
          ...(leaving ? [followSwap(leaving.registrationId, registrationId)] : []),
          ...(entitlement ? reserving(ctx, { registrationId, trainingId }, entitlement, own) : []),
        ],
      },
    );
  });
}

function givenBack({ registrationId: id }: LiveRegistration): Change {
  return { noun: 'registration', id, before: { state: 'booked' }, after: { state: 'cancelledFree' } };
}

function entitlementOf(
  ctx: Ctx,
  training: Parameters<typeof redeem>[0],
  passes: readonly NamedPass[],
  isWithoutEntitlement: boolean,
): Entitlement | null {
  try {
    return redeem(sold(ctx, training), passes, ctx.now);
  } catch (error) {
    if (error instanceof AppError && isWithoutEntitlement) return null;
    throw error;
  }
}

interface Removed {
  readonly state: 'cancelledFree' | 'cancelledLate' | 'left' | 'declined';
}

/**
 * Takes a client out: free, or as one given back late; who waits or is asked just leaves. Free places find their owners in
 * the same transaction. Throws `registrationNotFound`, and `rollSettled` once visits are settled.
 */
export async function removeClient(
  ctx: Ctx,
  { originOf }: StaffBookingPorts,
  registrationId: number,
  removal: Removal,
): Promise<Removed> {
  const [[found]] = await ctx.read(data.findPlaced({ registrationId }));
  const placed = managed(ctx, found, 'registrationNotFound');
  const { clientId } = placed;
  refuseSettled(placed, clockOf(ctx));
  const [[recipient]] = await ctx.read(data.findRecipient({ clientId }));
  return ctx.write<Removed>(async (transaction) => {
    const of = { trainingId: null, registrationId, clientId };
    const loaded = await loadWaitlist(transaction.load, of, ctx);
    const rules = rulesOf(ctx);
    const due = endDue(loaded.waitlist, rules);
    const { trainingId } = placed;
    const open = due.entries.find((entry) => entry.registrationId === registrationId);
    const state = loaded.own?.state;
    // Whose time it is hears of it, unless it was they who took the client out.
    const isOwn = placed.trainerId === member(ctx).trainerId;
    const isTold = placed.isPersonal && !isOwn && compareInstants(ctx.now, placed.endsAt) < 0;
    const trainers = isTold ? await trainerToldOf(ctx, transaction.load, registrationId, 'takenOut') : [];
    const told = (kind: 'removedFree' | 'removedLate') => [
      rollChanged(trainingId),
      ...trainers,
      ...mailTo(ctx, originOf, recipient, placed, kind, registrationId),
    ];
    const change = (after: string) =>
      withChanges(transaction, [
        { noun: 'registration', id: registrationId, before: { state }, after: { state: after } },
      ]);
    if (open && open.state !== 'releasing') {
      const ended = open.state === 'offered' ? ('declined' as const) : ('left' as const);
      const waitlist = leaveWaitlist(due, registrationId, rules);
      return saveWaitlist(change(ended), ctx, loaded, waitlist, { state: ended }, [], told('removedFree'));
    }
    if (state !== 'booked') throw new AppError('registrationNotFound');
    const left = removal === 'late' ? ('cancelledLate' as const) : ('cancelledFree' as const);
    const gone = { registrationId, state: left, undoUntil: null, place: null, givenFor: null, now: ctx.now };
    const waitlist = freePlace(due, { place: loaded.own?.place ?? null, state: left }, rules);
    const first = [data.clearPresence(registrationId), waitlists.giveBack(gone)];
    // Late costs nothing where somebody who waits has the place in the same moment.
    const isForgiven = forgivesAll(waitlist.training, waitlist.moves, ctx.now);
    const ended = isForgiven ? ('cancelledFree' as const) : left;
    const events = told(ended === 'cancelledLate' ? 'removedLate' : 'removedFree');
    return saveWaitlist(change(ended), ctx, loaded, waitlist, { state: ended }, first, events);
  });
}

/** The same transaction, which says in the audit trail what it changed. */
function withChanges(transaction: WriteTransaction, changes: readonly Change[]): WriteTransaction {
  return {
    ...transaction,
    save: (answer, queries, events) => transaction.save(answer, queries, events, changes),
  };
}

/** Nobody is told of what is over. */
function mailTo(
  { tenant, now }: Ctx,
  originOf: StaffBookingPorts['originOf'],
  recipient: RowOf<ReturnType<typeof data.findRecipient>> | undefined,
  { trainingId, name, startsAt, endsAt }: RowOf<ReturnType<typeof data.findTraining>>,
  kind: StaffBookingMailParts['kind'],
  registrationId: number,
  leaving?: LiveRegistration,
) {
  if (!recipient || compareInstants(now, endsAt) >= 0) return [];
  const { firstName, email, accountEmail, accountLanguage } = recipient;
  return [
    writeStaffBookingMail({
      kind,
      tenantName: tenant.name,
      timeZone: tenant.timeZone,
      language: isLanguage(accountLanguage) ? accountLanguage : tenant.defaultLanguage,
      to: accountEmail ?? email,
      firstName,
      name,
      startsAt,
      givenBack: leaving,
      link: `${originOf(tenant)}${accountEmail === null ? '/public' : ''}/training?id=${trainingId}`,
      dedupeKey: `${kind}:${registrationId}:${now}`,
    }),
  ];
}
