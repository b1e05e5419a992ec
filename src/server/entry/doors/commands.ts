import { randomUUID } from 'node:crypto';
import { lockClients } from '#server/clients/data.ts';
import { lockContracts } from '#server/contracts/benefits/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { noteArrival } from '#server/registrations/attendance/commands.ts';
import { findByToken, takeVisit } from '#server/tickets/commands.ts';
import * as tickets from '#server/tickets/data.ts';
import * as ledger from '#server/tickets/ledger/data.ts';
import { type EntryCode, isFresh, readEntryCode } from '#shared/entry/codes/domain.ts';
import { readCard } from '#shared/entry/desk/domain.ts';
import {
  type Access,
  accessBeside,
  accessByTickets,
  type Booking,
  type DoorReason,
  decideEntry,
  isRefusal,
  type Outcome,
  openingAt,
  presentAt,
  type Right,
  spokenReason,
} from '#shared/entry/doors/domain.ts';
import { type KeycardCode, ofStill, readKeycardCode, stillClock } from '#shared/entry/keycards/domain.ts';
import { isSameScan, type ScanSent } from '#shared/entry/scanning/domain.ts';
import { addMinutes, compareInstants, epochMilliseconds, localDate } from '#shared/kernel/dates.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/kernel/errors.ts';
import type { ClientType } from '#shared/products/domain.ts';
import { clockOf, doorFacts, loadGrounds } from '../access/commands.ts';
import * as access from '../access/data.ts';
import * as codes from '../codes/data.ts';
import { isSignedBy } from '../codes/keys.ts';
import { findByCode } from '../keycards/commands.ts';
import type { LockClient } from '../locks/client.ts';
import * as data from './data.ts';

/** What a scan came to. */
export interface Entered {
  readonly result: 'accepted' | 'refused';
  readonly firstName: string;
  readonly refusal: { readonly error: ErrorCode; readonly details: ErrorDetails } | null;
}

/**
 * What a code shown at a door comes to: a member's own, or a ticket's. Sent again at once under its `scanId` it is the same
 * scan, and opens the lock again: a door that heard no answer is still shut.
 */
export async function judge(
  ctx: Ctx,
  tokens: Tokens,
  door: access.DoorRow,
  sent: { readonly scanId: string; readonly code: string },
): Promise<Entered> {
  const [[known]] = await ctx.read(data.findEntry(sent.scanId));
  // What the door refused by itself is not refused here: it is another scan.
  const isAlone = known?.isOffline === true && known.result === 'refused';
  if (known && !isAlone) return repeated(known, { doorId: door.id, at: ctx.now });
  const scan = isAlone ? { ...sent, scanId: randomUUID() } : sent;
  const keycard = readKeycardCode(scan.code);
  if (keycard) return judgeKeycard(ctx, tokens, door, scan.scanId, keycard);
  const code = readEntryCode(scan.code);
  if (!code) return judgeTicket(ctx, tokens, door, scan);
  const { now, tenant } = ctx;
  const [[device]] = await ctx.read(codes.findDevice({ id: code.deviceId, now }));
  if (code.tenantId !== tenant.id) return refuse(ctx, door, scan.scanId, 'qrNotValid');
  if (!device) return refuseGivenUp(ctx, door, scan.scanId, code);
  if (!isSignedBy(code, device.publicKey)) return refuse(ctx, door, scan.scanId, 'qrNotValid');
  const { clientId, id: deviceId } = device;
  if (!isFresh(code.step, epochMilliseconds(now)))
    return refuse(ctx, door, scan.scanId, 'qrExpired', clientId);
  return enter(ctx, door, { scanId: scan.scanId, clientId, deviceId, keycardId: null, step: code.step });
}

/** A card of a phone's wallet opens what its owner may open; one whose code stands still, less of it (decision 0157). */
async function judgeKeycard(
  ctx: Ctx,
  tokens: Tokens,
  door: access.DoorRow,
  scanId: string,
  code: KeycardCode,
): Promise<Entered> {
  const card = await findByCode(ctx, tokens, code);
  if (!card) return refuse(ctx, door, scanId, 'qrNotValid');
  const { clientId } = card;
  if (!card.isOn || card.endedAt !== null) return refuse(ctx, door, scanId, 'qrDenied', clientId);
  const step = code.moment?.step ?? null;
  if (step !== null && !isFresh(step, epochMilliseconds(ctx.now)))
    return refuse(ctx, door, scanId, 'qrExpired', clientId);
  return enter(ctx, door, { scanId, clientId, deviceId: null, keycardId: card.id, step });
}

/** A ticket opens its own club, without an account; a stay costs one visit. */
async function judgeTicket(
  ctx: Ctx,
  tokens: Tokens,
  door: access.DoorRow,
  scan: { readonly scanId: string; readonly code: string },
): Promise<Entered> {
  const card = readCard(scan.code);
  if (card?.kind !== 'ticket') return refuse(ctx, door, scan.scanId, 'qrNotValid');
  try {
    const ticket = await findByToken(ctx, tokens, card.token, `door ${door.id}`);
    if (ticket.clubId !== door.clubId) return refuse(ctx, door, scan.scanId, 'entryNothingValid');
    return await enterByTicket(ctx, door, scan.scanId, ticket);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refuse(ctx, door, scan.scanId, error.code);
  }
}

/**
 * Decides in one transaction, one scan of a ticket after the other: a copy of its code does not come in beside it, nor who
 * bears it beside whose place it opens. A place opens at any hour, like a phone; a visit is of the door's kind, while it is open.
 */
async function enterByTicket(
  ctx: Ctx,
  door: access.DoorRow,
  scanId: string,
  { id: ticketId, clientId: ownerId, clientType, firstName }: tickets.TicketRow,
): Promise<Entered> {
  const { now } = ctx;
  const isIn = door.direction === 'in';
  return ctx.write<Entered>(async ({ load, save, keep }) => {
    if (ownerId !== null) await load(lockClients({ clientIds: [ownerId] }));
    const [, [known]] = await load(tickets.lockTicket({ ticketId }), data.findEntry(scanId));
    if (known) return keep(repeated(known, { doorId: door.id, at: now }));
    const visit = isIn ? await takeVisit(load, ctx, ticketId) : { places: [], queries: [] };
    const clientId = visit.places.length > 0 ? ownerId : null;
    if (isIn && clientId === null) refuseVisit(ctx, door, clientType);
    const ofClub = { ticketId, clubId: door.clubId };
    const since = addMinutes(now, -24 * 60);
    const [[ofTicket], [ofOwner], starts] = await load(
      access.findLastOfTicket(ofClub),
      access.findLast({ clientId: (isIn ? clientId : ownerId) ?? 0, clubId: door.clubId, since }),
      access.findStartOfTicket({ ...ofClub, clientType: door.clientType }),
    );
    const isOwnerLater = ofOwner && (!ofTicket || compareInstants(ofOwner.at, ofTicket.at) > 0);
    const last = (isIn && isOwnerLater ? ofOwner : ofTicket) ?? null;
    // Out goes with it whoever of the account is in by it.
    const isOwnerOut = !isIn && ofOwner?.direction === 'in' && ofOwner.ticketId === ticketId;
    const right: Right = clientId === null ? { by: 'ticket', ticketId, begins: null } : { by: 'booking' };
    const outcome = decideEntry(doorFacts(door), right, { last, starts }, now, clockOf(ctx));
    const whose = isOwnerOut ? ownerId : clientId;
    const entry = entryOf(ctx, door, { ...unshown, scanId, clientId: whose }, outcome);
    const isLetIn = outcome.result === 'accepted';
    return save<Entered>(
      { result: outcome.result, firstName, refusal: isLetIn ? null : outcome.refusal },
      [
        data.insertEntry({ ...entry, ticketId: isLetIn ? ticketId : null }),
        ...(isLetIn ? visit.queries : []),
      ],
      isLetIn ? arrivalOf(scanId, visit.places, now) : [],
    );
  });
}

/** Whoever came in by a scan is noted as here at places that start soon or just did, with the entry that is written. */
export function arrivalOf(scanId: string, places: readonly Booking[], at: string): DomainEvent[] {
  const registrationIds = presentAt(places, at);
  return registrationIds.length > 0 ? [{ topic: 'arrival', dedupeKey: scanId, registrationIds, at }] : [];
}

/** Notes whoever came by places that start soon or just did as here. */
export async function noteArrivals(ctx: Ctx, places: readonly Booking[]): Promise<void> {
  for (const registrationId of presentAt(places, ctx.now)) await noteArrival(ctx, registrationId);
}

/** Throws `entryNothingValid` at a door of another kind, `entryClosed` or `entryClosedToday` while its club is shut. */
function refuseVisit({ now, tenant }: Ctx, door: access.DoorRow, clientType: ClientType): void {
  if (clientType !== door.clientType) throw new AppError('entryNothingValid');
  const shut = openingAt(doorFacts(door), now, tenant.timeZone);
  if (shut) throw new AppError(shut.error, shut.details);
}

/** A phone that opens nothing any more is denied; one that never was a phone of the centre is not valid. */
async function refuseGivenUp(
  ctx: Ctx,
  door: access.DoorRow,
  scanId: string,
  code: EntryCode,
): Promise<Entered> {
  const [[device]] = await ctx.read(codes.findAnyDevice(code.deviceId));
  const isKnown = device !== undefined && isSignedBy(code, device.publicKey);
  return refuse(ctx, door, scanId, isKnown ? 'qrDenied' : 'qrNotValid', isKnown ? device.clientId : null);
}

async function refuse(
  ctx: Ctx,
  door: access.DoorRow,
  scanId: string,
  error: ErrorCode,
  clientId: number | null = null,
): Promise<Entered> {
  const outcome: Outcome = { result: 'refused', refusal: { error, details: {} } };
  const entry = entryOf(ctx, door, { ...unshown, scanId, clientId }, outcome);
  await ctx.write((transaction) => transaction.save(undefined, [data.insertEntry(entry)]));
  return { result: 'refused', firstName: '', refusal: { error, details: {} } };
}

/** Somebody who is known comes to a door. */
export interface Coming {
  readonly scanId: string;
  readonly clientId: number;
  /** Null for who scanned the door's code, or shows a card. */
  readonly deviceId: number | null;
  readonly keycardId: number | null;
  /** Null for a code that stands still, and where none was shown. */
  readonly step: number | null;
}

/** Nothing that is good for one moment was shown. */
export const unshown = { deviceId: null, keycardId: null, step: null } as const;

/**
 * Decides in one transaction, one scan of a person after the other, and takes the visit that it costs: of a contract that is not
 * frozen meanwhile.
 */
export async function enter(ctx: Ctx, door: access.DoorRow, coming: Coming): Promise<Entered> {
  const { now } = ctx;
  const { scanId, clientId, keycardId, step } = coming;
  const isStill = keycardId !== null && step === null;
  const clock = isStill ? stillClock(clockOf(ctx)) : clockOf(ctx);
  return ctx.write<Entered>(async (transaction) => {
    const within = { clientId, clubId: door.clubId, since: addMinutes(now, -24 * 60) };
    const isIn = door.direction === 'in';
    const holder = { clientIds: [clientId], since: localDate(now, ctx.tenant.timeZone) };
    const [, , [known], [taken], [last], starts, carried, [person], [elsewhere]] = await transaction.load(
      lockClients(holder),
      lockContracts(holder),
      data.findEntry(scanId),
      data.findTaken(coming),
      access.findLast(within),
      access.listStarts({ clientIds: [clientId], since: within.since }),
      access.listCarried({ clientIds: [clientId], since: within.since }),
      codes.findFirstName(clientId),
      access.findElsewhere(within),
    );
    if (known) return transaction.keep(repeated(known, { doorId: door.id, clientId, at: now }));
    const ground = await loadGrounds(ctx, transaction.load, [clientId], { from: now, hours: 2 });
    const all = ground(clientId)(door);
    const facts = isStill ? ofStill(all) : all;
    const ofThis = { ...door, clientId };
    const ofTickets = access.ofDoor(carried, ofThis);
    const found = accessBeside(doorFacts(door), facts, ofTickets, now, clock);
    const right = await settleTicket(ctx, transaction.load, clientId, found);
    const byCode = carried.find(({ clubId }) => clubId === door.clubId);
    // A code lets in once, and out whenever it is shown.
    const shown = isIn ? coming : { ...coming, ...unshown };
    const outcome: Outcome =
      taken === undefined || !isIn
        ? decideEntry(
            doorFacts(door),
            right.access,
            {
              ...{ last: last ?? null, starts: access.ofDoor(starts, ofThis), byCode: ofTickets },
              elsewhereAt: isStill ? elsewhere?.at : undefined,
            },
            now,
            clock,
          )
        : { result: 'refused', refusal: { error: 'entryAlreadyInside', details: {} } };
    const spends = outcome.result === 'accepted' && outcome.right.by === 'ticket';
    return transaction.save<Entered>(
      {
        result: outcome.result,
        firstName: person?.firstName ?? '',
        refusal: outcome.result === 'refused' ? outcome.refusal : null,
      },
      [
        data.insertEntry({
          ...entryOf(ctx, door, shown, outcome, last),
          // Whoever came in by a ticket's code goes out with it.
          ...(!isIn && last?.direction !== 'in' && byCode && { ticketId: byCode.ticketId }),
        }),
        ...(spends ? right.spending : []),
      ],
      outcome.result === 'accepted' && isIn ? arrivalOf(scanId, facts.bookings, now) : [],
    );
  });
}

const ticketUsed = { error: 'ticketUsed', details: {} } as const;

/**
 * A client's ticket is locked and read once more before a visit of it is taken: another door may have taken the
 * last, and it may be shared with them no more.
 */
export async function settleTicket(
  ctx: Ctx,
  load: Parameters<typeof loadGrounds>[1],
  clientId: number,
  found: Access,
): Promise<{ access: Access; spending: ReturnType<typeof ledger.insertEntry>[] }> {
  if ('error' in found || found.by !== 'ticket') return { access: found, spending: [] };
  const { ticketId } = found;
  const { now, tenant } = ctx;
  const [, usable] = await (load as Ctx['read'])(
    tickets.lockTicket({ ticketId }),
    tickets.listUsableTickets({ clientIds: [clientId], since: localDate(now, tenant.timeZone) }),
  );
  const row = usable.find(({ id }) => id === ticketId);
  const access = accessByTickets(row ? [tickets.toFacts(row)] : [], now, tenant.timeZone) ?? ticketUsed;
  if (isRefusal(access) || access.by !== 'ticket') return { access, spending: [] };
  const visit = ledger.insertEntry({ ticketId, kind: 'CONSUME', visits: 1, accountId: null, now });
  const begin = access.begins ? [tickets.setValidity(ticketId, access.begins) as typeof visit] : [];
  return { access, spending: [...begin, visit] };
}

/** A scan as it is written down, decided now. Who came in by a ticket is in by it until they are out, `last` says by which. */
export function entryOf(
  { now, tenant }: Ctx,
  door: access.DoorRow,
  coming: Omit<Coming, 'clientId'> & { readonly clientId: number | null },
  outcome: Outcome,
  last?: access.LastRow,
): data.NewEntry {
  const right: Right | null = outcome.result === 'accepted' ? outcome.right : null;
  const coverage = right?.by === 'contract' && right.coverage.left !== null ? right.coverage : null;
  return {
    ...coming,
    doorId: door.id,
    clubId: door.clubId,
    direction: door.direction,
    at: now,
    localDate: localDate(now, tenant.timeZone),
    receivedAt: now,
    isOffline: false,
    result: outcome.result,
    reason: outcome.result === 'refused' ? outcome.refusal.error : null,
    by: right?.by ?? null,
    contractId: coverage?.contractId ?? null,
    benefit: coverage?.benefit ?? null,
    ticketId: ticketOf(right, last),
    insideUntil: outcome.result === 'accepted' ? outcome.insideUntil : null,
  };
}

/** The ticket that somebody comes in by, or that they are in by already and go out with. */
function ticketOf(right: Right | null, last: access.LastRow | undefined): number | null {
  if (right?.by === 'ticket' || right?.by === 'sameStay') return right.ticketId;
  return right?.by === 'exit' ? (last?.ticketId ?? null) : null;
}

/** A scan that was sent before: the same one, or an old answer that somebody keeps to open with again. */
function repeated(known: data.KnownEntry, now: ScanSent): Entered {
  if (isSameScan(known, now)) return toEntered(known);
  return { result: 'refused', firstName: '', refusal: { error: 'qrExpired', details: {} } };
}

function toEntered({ result, firstName, reason }: data.KnownEntry): Entered {
  return {
    result,
    firstName,
    refusal: result === 'refused' ? { error: (reason ?? 'qrDenied') as ErrorCode, details: {} } : null,
  };
}

/** What opens locks. */
export type Locks = LockClient;

/** Opens the lock of a door that has one. */
export async function openLock(
  ctx: Ctx,
  locks: Locks,
  door: access.DoorRow,
  scanId: string,
  { result }: Entered,
): Promise<'opened' | 'failed' | 'none'> {
  if (result !== 'accepted' || door.relayUrl === '') return 'none';
  return (await locks.open(ctx, { url: door.relayUrl, doorId: door.id, scanId })) ? 'opened' : 'failed';
}

/** What is said aloud at the door. */
export function spoken({ refusal }: Entered): DoorReason | null {
  return refusal && spokenReason(refusal.error);
}
