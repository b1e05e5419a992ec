import { lockClients } from '#server/clients/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mapInTurns } from '#server/kernel/files/slices.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { readEntryCode } from '#shared/entry/codes/domain.ts';
import {
  accessBeside,
  type DoorReason,
  decideEntry,
  listHours,
  type Outcome,
  openSpansOf,
  spansOf,
} from '#shared/entry/doors/domain.ts';
import { ofStill, readKeycardCode, readSeenText, type SeenKeycard } from '#shared/entry/keycards/domain.ts';
import type { DoorList } from '#shared/entry/offline/domain.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { clockOf, doorFacts, loadGrounds } from '../access/commands.ts';
import * as access from '../access/data.ts';
import * as codes from '../codes/data.ts';
import { doorSecret, isSignedBy, signList } from '../codes/keys.ts';
import { arrivalOf, entryOf, settleTicket, unshown } from '../doors/commands.ts';
import * as data from '../doors/data.ts';
import { findSeen } from '../keycards/commands.ts';
import { listOpening } from '../keycards/data.ts';
import { hashOf, keycardHash } from '../keycards/keys.ts';

/** Scans are kept that a door tells so late. */
const lateDays = 14;

/** What a door is told of itself, and the signed list by which it decides when it hears nothing. */
export async function listFor(ctx: Ctx, tokens: Tokens, door: access.DoorRow) {
  const { now, tenant } = ctx;
  const [devices, cards] = await ctx.read(codes.listDevices({ now }), listOpening());
  const span = { from: now, hours: listHours };
  const grounds = await loadGrounds(
    ctx,
    ctx.read,
    [...devices, ...cards].map(({ clientId }) => clientId),
    span,
  );
  await ctx.write((transaction) => transaction.save(undefined, [data.setSeen(door.id, now)]));
  const [facts, clock] = [doorFacts(door), clockOf(ctx)];
  const listed = (clientId: number, isCard: boolean) => {
    const all = grounds(clientId)(door);
    return {
      holder: holderNumber(tokens, tenant.id, clientId),
      spans: spansOf(facts, isCard ? ofStill(all) : all, now, listHours, clock),
    };
  };
  const list: DoorList = {
    tenantId: tenant.id,
    doorId: door.id,
    direction: door.direction,
    passbackMinutes: clock.passbackMinutes,
    madeAt: now,
    goodUntil: addMinutes(now, listHours * 60),
    open: openSpansOf(facts, now, listHours, clock.timeZone),
    devices: await mapInTurns(devices, ({ id, clientId, firstName, publicKey }) => ({
      id,
      key: publicKey.toString('base64url'),
      firstName,
      ...listed(clientId, false),
    })),
    keycards: await mapInTurns(cards, (card) => ({
      id: card.id,
      secretHash: keycardHash(tokens, tenant.id, card),
      firstName: card.firstName,
      ...listed(card.clientId, true),
    })),
    stayMinutes: clock.stayMinutes,
  };
  const text = JSON.stringify(list);
  return {
    list: text,
    ...signList(tokens, tenant.id, door, text),
    codeSecret: doorSecret(tokens, tenant.id, door),
  };
}

/** A number of a member that says nothing elsewhere. */
function holderNumber(tokens: Tokens, tenantId: number, clientId: number): number {
  return Buffer.from(tokens.addressMac(`door holder ${tenantId} ${clientId}`), 'base64url').readUInt32BE(0);
}

/** A scan that a door decided without a network. */
export interface LateScan {
  readonly scanId: string;
  readonly code: string;
  readonly at: string;
  readonly result: 'accepted' | 'refused';
  readonly reason: DoorReason | null;
}

/**
 * Writes down what a door decided by itself, each scan once and as it was decided: the rules are not asked again. Visits that
 * are counted are taken where there are any left.
 */
export async function keepScans(
  ctx: Ctx,
  tokens: Tokens,
  door: access.DoorRow,
  scans: readonly LateScan[],
): Promise<string[]> {
  const kept: string[] = [];
  const oldest = addMinutes(ctx.now, -lateDays * 24 * 60);
  for (const scan of scans.toSorted((one, other) => compareInstants(one.at, other.at))) {
    const at = compareInstants(scan.at, ctx.now) > 0 ? ctx.now : scan.at;
    if (compareInstants(at, oldest) >= 0) await keepScan(ctx, tokens, door, { ...scan, at });
    kept.push(scan.scanId);
  }
  return kept;
}

/** Whose code it was, whatever became of their phone or card since; null for nobody's. */
async function findOwner(ctx: Ctx, tokens: Tokens, text: string): Promise<number | null> {
  const keycard = readSeenText(text) ?? seenOf(text);
  if (keycard) return (await findSeen(ctx, tokens, keycard))?.clientId ?? null;
  const code = readEntryCode(text);
  if (code?.tenantId !== ctx.tenant.id) return null;
  const [[device]] = await ctx.read(codes.findAnyDevice(code.deviceId));
  return device && isSignedBy(code, device.publicKey) ? device.clientId : null;
}

/** A card's code from a tablet that wrote it down whole. */
function seenOf(text: string): SeenKeycard | null {
  const code = readKeycardCode(text);
  return code && { ...code, secretHash: hashOf(code.secret) };
}

async function keepScan(ctx: Ctx, tokens: Tokens, door: access.DoorRow, scan: LateScan): Promise<void> {
  const clientId = await findOwner(ctx, tokens, scan.code);
  const then: Ctx = { ...ctx, now: scan.at };
  await ctx.write(async (transaction) => {
    const [, [known]] = await transaction.load(
      lockClients({ clientIds: [clientId ?? 0] }),
      data.findEntry(scan.scanId),
    );
    if (known) return transaction.keep(undefined);
    // A door whose own word does not hold opened to nobody we know.
    const isAccepted = scan.result === 'accepted' && clientId !== null;
    const base = {
      ...entryOf(
        then,
        door,
        { ...unshown, scanId: scan.scanId, clientId },
        {
          result: 'refused',
          refusal: { error: 'qrNotValid', details: {} },
        },
      ),
      receivedAt: ctx.now,
      isOffline: true,
    };
    if (!isAccepted) {
      return transaction.save(undefined, [
        data.insertEntry({ ...base, reason: scan.reason ?? 'codeNotValid' }),
      ]);
    }
    const ground = await loadGrounds(then, transaction.load, [clientId], { from: scan.at, hours: 2 });
    const facts = ground(clientId)(door);
    // What was decided since, at doors that heard the server, was not known to whoever stood before this one.
    const within = { clientId, clubId: door.clubId, since: addMinutes(scan.at, -24 * 60), until: scan.at };
    const clock = clockOf(then);
    const ofThis = { ...door, clientId };
    // But the visit of a door behind it, where that one told first, is the one of this stay.
    const staysUntil = addMinutes(scan.at, clock.stayMinutes);
    const [[last], starts, carried, [later]] = await transaction.load(
      access.findLast(within),
      access.listStarts({ ...within, clientIds: [clientId] }),
      access.listCarried({ ...within, clientIds: [clientId] }),
      access.findVisitAfter({ ...ofThis, at: scan.at, until: staysUntil }),
    );
    const byCode = access.ofDoor(carried, ofThis);
    const right = await settleTicket(
      then,
      transaction.load,
      clientId,
      accessBeside(doorFacts(door), facts, byCode, scan.at, clock),
    );
    const judged = decideEntry(
      doorFacts(door),
      right.access,
      { last: last ?? null, starts: [...access.ofDoor(starts, ofThis), ...(later ? [later] : [])], byCode },
      scan.at,
      clock,
    );
    const outcome: Outcome =
      judged.result === 'accepted'
        ? judged
        : { result: 'accepted', right: { by: 'staff' }, insideUntil: null };
    const entry = {
      ...entryOf(then, door, { ...unshown, scanId: scan.scanId, clientId }, outcome, last),
      receivedAt: ctx.now,
      isOffline: true,
      ...(judged.result === 'refused' && { by: 'list' as const }),
    };
    const spends = judged.result === 'accepted' && judged.right.by === 'ticket';
    return transaction.save(
      undefined,
      [data.insertEntry(entry), ...(spends ? right.spending : [])],
      door.direction === 'in' ? arrivalOf(scan.scanId, facts.bookings, scan.at) : [],
    );
  });
}
