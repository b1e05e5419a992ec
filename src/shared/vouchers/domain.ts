import { addMinutes, compareInstants, formatDate, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Derived, never stored, but for the centre's own withdrawing (mission 2.3). */
export const voucherStates = ['notYetValid', 'active', 'used', 'expired', 'revoked'] as const;
export type VoucherState = (typeof voucherStates)[number];

/** How long a use is kept for a payment under way, and once more while the bank's page is open. */
const holdMinutes = 15;

/** What a voucher says of itself. Dates are local, the last one counts to its end. */
export interface VoucherFacts {
  /** Granted at first. */
  readonly uses: number;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly revokedAt: string | null;
  /** Null: every club. */
  readonly clubId: number | null;
}

export type MovementKind =
  | 'hold'
  | 'extend'
  | 'release'
  | 'use'
  | 'link'
  | 'takeBack'
  | 'correct'
  // They take nothing: from one to the other nothing can be taken.
  | 'revoke'
  | 'restore';

/** A line of the ledger, as it is stored. Lists of them are in the order of writing. */
export interface Movement {
  readonly id: number;
  readonly kind: MovementKind;
  /** Above zero taken, below given back. */
  readonly uses: number;
  /** The line it ends or extends. */
  readonly ofId: number | null;
  readonly heldUntil: string | null;
  readonly note: string;
  readonly createdAt: string;
}

export interface OpenHold {
  readonly id: number;
  readonly uses: number;
  readonly heldUntil: string;
  readonly isExtended: boolean;
}

/** Holds that nothing has ended yet, those over included. */
export function openHolds(movements: readonly Movement[]): OpenHold[] {
  const ended = new Set(movements.filter(({ kind }) => kind !== 'extend').map(({ ofId }) => ofId));
  return movements
    .filter(({ id, kind }) => kind === 'hold' && !ended.has(id))
    .map(({ id, uses, heldUntil }) => {
      const extension = movements.find(({ kind, ofId }) => kind === 'extend' && ofId === id);
      return {
        id,
        uses,
        heldUntil: extension?.heldUntil ?? heldUntil ?? '',
        isExtended: extension !== undefined,
      };
    });
}

const isOver = ({ heldUntil }: OpenHold, now: string) => compareInstants(heldUntil, now) <= 0;

/** Holds whose time is over: the next one to look gives their uses back. */
export function overdueHolds(movements: readonly Movement[], now: string): OpenHold[] {
  return openHolds(movements).filter((hold) => isOver(hold, now));
}

/** Uses left: granted less the sum of the ledger. A hold that is over counts as given back. */
export function usesLeftOf(uses: number, movements: readonly Movement[], now: string): number {
  const taken = movements.reduce((sum, movement) => sum + movement.uses, 0);
  const back = overdueHolds(movements, now).reduce((sum, hold) => sum + hold.uses, 0);
  return uses - taken + back;
}

/** Uses granted, corrections counted. */
export function grantedOf(uses: number, movements: readonly Movement[]): number {
  const corrected = movements.filter(({ kind }) => kind === 'correct');
  return corrected.reduce((sum, movement) => sum - movement.uses, uses);
}

/**
 * Whether a voucher may be corrected by so many uses, above zero added, below taken away. Throws `voucherRevoked`, or
 * `voucherUsesTooFew` with what is `left`: what is held, given on or used stays.
 */
export function decideCorrecting(
  { uses, revokedAt }: Pick<VoucherFacts, 'uses' | 'revokedAt'>,
  movements: readonly Movement[],
  change: number,
  now: string,
): void {
  if (revokedAt !== null) throw new AppError('voucherRevoked');
  const left = usesLeftOf(uses, movements, now);
  if (left + change < 0) throw new AppError('voucherUsesTooFew', { left });
}

/**
 * Whether the centre may withdraw a voucher: any, in whatever state it is, once. Throws `voucherRevoked`. What was booked
 * with it stays, and what is held for a payment under way is used when that comes through.
 */
export function decideRevoking({ revokedAt }: Pick<VoucherFacts, 'revokedAt'>): void {
  if (revokedAt !== null) throw new AppError('voucherRevoked');
}

/** Whether a voucher may be given back to its holder. Throws `voucherNotRevoked`. */
export function decideRestoring({ revokedAt }: Pick<VoucherFacts, 'revokedAt'>): void {
  if (revokedAt === null) throw new AppError('voucherNotRevoked');
}

/** Where a voucher stands at an instant. Nothing left goes before its time being over: then nothing was lost. */
export function voucherStateOf(
  { validFrom, validUntil, revokedAt }: VoucherFacts,
  usesLeft: number,
  now: string,
  timeZone: string,
): VoucherState {
  if (revokedAt !== null) return 'revoked';
  if (usesLeft <= 0) return 'used';
  const today = localDate(now, timeZone);
  if (today > validUntil) return 'expired';
  return today < validFrom ? 'notYetValid' : 'active';
}

export interface At {
  readonly now: string;
  readonly timeZone: string;
}

/**
 * Whether a use may be taken now, in a club where that is known. Throws `voucherRevoked`, `voucherAlreadyUsed`,
 * `voucherExpired`, `voucherNotYetValid` or `voucherNotForClub`.
 */
export function decideTaking(
  voucher: VoucherFacts,
  movements: readonly Movement[],
  at: At & { readonly clubId: number | null },
): void {
  refuseState(voucher, usesLeftOf(voucher.uses, movements, at.now), at);
  if (at.clubId !== null && voucher.clubId !== null && voucher.clubId !== at.clubId) {
    throw new AppError('voucherNotForClub');
  }
}

/** What a voucher that cannot be used now is refused with; one that begins later may be given on before. */
function refuseState(
  voucher: VoucherFacts,
  usesLeft: number,
  { now, timeZone }: At,
  isForLater = false,
): void {
  const state = voucherStateOf(voucher, usesLeft, now, timeZone);
  if (state === 'revoked') throw new AppError('voucherRevoked');
  if (state === 'used') throw new AppError('voucherAlreadyUsed');
  if (state === 'expired') throw new AppError('voucherExpired');
  if (state === 'notYetValid' && !isForLater) {
    throw new AppError('voucherNotYetValid', { date: formatDate(voucher.validFrom) });
  }
}

/**
 * What becomes of a hold whose payment came through: `use` while it stands, however long ago the voucher itself ended;
 * `taken` when that was done before; `again` when it was given back meanwhile and a use must be taken anew.
 */
export function decideFinish(
  movements: readonly Movement[],
  holdId: number,
  now: string,
): 'use' | 'taken' | 'again' {
  const end = movements.find(({ kind, ofId }) => ofId === holdId && kind !== 'extend');
  if (end) return end.kind === 'use' ? 'taken' : 'again';
  return overdueHolds(movements, now).some(({ id }) => id === holdId) ? 'again' : 'use';
}

/**
 * What is given back of something that took a use, a hold or the use that came of it: the line that ends it, or null
 * when nothing is taken by it any more.
 */
export function takenBy(
  movements: readonly Movement[],
  movementId: number,
): { id: number; uses: number } | null {
  const taking = movements.find(({ id, uses }) => id === movementId && uses > 0);
  if (!taking) return null;
  const end = movements.find(({ kind, ofId }) => ofId === movementId && kind !== 'extend');
  if (!end) return { id: movementId, uses: taking.uses };
  if (end.kind !== 'use' || movements.some(({ ofId }) => ofId === end.id)) return null;
  return { id: end.id, uses: taking.uses };
}

/**
 * Whether whoever holds the address of a voucher may have it in their account, to book with: one that nobody has in theirs and
 * that is of use yet, also before its time begins. Answers false where they have it already. Throws `voucherKept`,
 * `voucherRevoked`, `voucherAlreadyUsed`, `voucherExpired`.
 */
export function decideKeeping(
  voucher: VoucherFacts & { readonly clientId: number | null },
  movements: readonly Movement[],
  at: At & { readonly clientId: number },
): boolean {
  if (voucher.clientId === at.clientId) return false;
  if (voucher.clientId !== null) throw new AppError('voucherKept');
  refuseState(voucher, usesLeftOf(voucher.uses, movements, at.now), at, true);
  return true;
}

/**
 * Whether a use may move to a claim link. Throws `voucherNotShareable`, `voucherLinksFull` with the `limit`, or what
 * taking a use throws; a voucher may be given on before its time begins.
 */
export function decideSharing(
  voucher: VoucherFacts & { readonly isShareable: boolean },
  movements: readonly Movement[],
  { openLinks, openLinksMax, ...at }: At & { readonly openLinks: number; readonly openLinksMax: number },
): void {
  if (!voucher.isShareable) throw new AppError('voucherNotShareable');
  refuseState(voucher, usesLeftOf(voucher.uses, movements, at.now), at, true);
  if (openLinks >= openLinksMax) throw new AppError('voucherLinksFull', { limit: openLinksMax });
}

export type LinkState = 'open' | 'claimed' | 'takenBack';

export interface LinkFacts {
  readonly claimedAt: string | null;
  readonly takenBackAt: string | null;
}

export function linkStateOf({ claimedAt, takenBackAt }: LinkFacts): LinkState {
  if (claimedAt !== null) return 'claimed';
  return takenBackAt === null ? 'open' : 'takenBack';
}

/** What a link shows to whoever opens it. That nothing else is left in its voucher does not matter. */
export function openedStateOf(
  link: LinkFacts,
  voucher: VoucherFacts,
  { now, timeZone }: At,
): 'open' | 'claimed' | 'expired' | 'revoked' {
  if (linkStateOf(link) === 'claimed') return 'claimed';
  const state = voucherStateOf(voucher, 1, now, timeZone);
  return state === 'revoked' || state === 'expired' ? state : 'open';
}

/**
 * What a claim does: `claim`, or `repeat` when the same address has claimed it before. Throws `voucherNotFound` for a
 * link taken back, `voucherAlreadyUsed` when somebody else was first, `voucherRevoked`, `voucherExpired`.
 */
export function decideClaim(
  link: LinkFacts & { readonly claimedEmail: string | null },
  voucher: VoucherFacts,
  email: string,
  at: At,
): 'claim' | 'repeat' {
  const state = linkStateOf(link);
  if (state === 'takenBack') throw new AppError('voucherNotFound');
  if (state === 'claimed') {
    if (link.claimedEmail === email) return 'repeat';
    throw new AppError('voucherAlreadyUsed');
  }
  // The use left the voucher with the link: that nothing else is left in it does not matter.
  refuseState(voucher, 1, at, true);
  return 'claim';
}

export const voucherEntryKinds = [
  'granted',
  'used',
  'givenBack',
  'held',
  'shared',
  'takenBack',
  'corrected',
  'revoked',
  'restored',
] as const;
export type EntryKind = (typeof voucherEntryKinds)[number];

/** What happened to a voucher, as its holder reads it. */
export interface VoucherLedgerEntry {
  readonly kind: EntryKind;
  readonly at: string;
  /** Above zero what came, below what went. */
  readonly change: number;
  /** How many were left after it. */
  readonly left: number;
  readonly heldUntil: string | null;
  readonly note: string;
  /** The line of the ledger; a link has the id of its own. */
  readonly id: number;
}

const entryKinds = {
  use: 'used',
  release: 'givenBack',
  hold: 'held',
  link: 'shared',
  takeBack: 'takenBack',
  correct: 'corrected',
  revoke: 'revoked',
  restore: 'restored',
} as const;

/**
 * The ledger behind the number, in the order of writing, ending with the uses left. What was held and given back
 * never mattered and is left out; what was held and used then is one entry.
 */
export function entriesOf(
  { uses, createdAt }: { readonly uses: number; readonly createdAt: string },
  movements: readonly Movement[],
  now: string,
): VoucherLedgerEntry[] {
  const over = new Set(overdueHolds(movements, now).map(({ id }) => id));
  const open = new Map(openHolds(movements).map((hold) => [hold.id, hold]));
  const ends = new Map(
    movements.flatMap((movement) =>
      movement.ofId === null || movement.kind === 'extend' ? [] : [[movement.ofId, movement] as const],
    ),
  );
  const holds = new Set(movements.filter(({ kind }) => kind === 'hold').map(({ id }) => id));
  const first = {
    kind: 'granted',
    at: createdAt,
    change: uses,
    left: uses,
    heldUntil: null,
    note: '',
    id: 0,
  } as const;
  const entries: VoucherLedgerEntry[] = [first];
  let left = uses;
  for (const { id, kind, uses: taken, ofId, note, createdAt: at } of movements) {
    const end = kind === 'hold' ? ends.get(id) : undefined;
    const isHeldInVain = kind === 'hold' && (end?.kind === 'release' || over.has(id));
    const isEndOfHold = ofId !== null && holds.has(ofId);
    if (isHeldInVain || isEndOfHold) continue;
    left -= taken;
    entries.push({
      kind: end?.kind === 'use' || kind === 'extend' ? 'used' : entryKinds[kind],
      at,
      change: 0 - taken,
      left,
      heldUntil: open.get(id)?.heldUntil ?? null,
      note: note || (end?.note ?? ''),
      id,
    });
  }
  return entries;
}

/** When a hold made now ends. */
export function holdEnd(now: string): string {
  return addMinutes(now, holdMinutes);
}
