import { countFailure } from '#server/account/commands.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { nameIn } from '#server/products/data.ts';
import { findByToken, refuseBarred } from '#server/tickets/commands.ts';
import * as tickets from '#server/tickets/data.ts';
import * as ledger from '#server/tickets/ledger/data.ts';
import { hashesOf } from '#server/vouchers/codes/commands.ts';
import { takeUse, viewsOf } from '#server/vouchers/commands.ts';
import * as vouchers from '#server/vouchers/data.ts';
import { findLinkByCode, findLinkByToken } from '#server/vouchers/links/data.ts';
import { type Card, readCard, refuseChanged, refuseLateUndo, undoUntil } from '#shared/entry/desk/domain.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/kernel/errors.ts';
import { decideSpending, shortName } from '#shared/tickets/domain.ts';
import { decideTaking, grantedOf, linkStateOf, openedStateOf, usesLeftOf } from '#shared/vouchers/domain.ts';
import * as data from './data.ts';

export { refuseWithoutRight } from '#server/tickets/commands.ts';

/** What a shown code opens. */
interface Found {
  readonly kind: 'ticket' | 'voucher';
  readonly id: number;
}

/** A ticket or a voucher as the desk sees it. */
export interface SeenCard {
  readonly kind: Found['kind'];
  readonly name: string;
  readonly holderName: string;
  readonly clubName: string;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** Null: as many as one likes. */
  readonly granted: number | null;
  readonly left: number | null;
  readonly lastTakenAt: string | null;
  readonly refusal: { readonly error: ErrorCode; readonly details: ErrorDetails } | null;
  /** How many lines its ledger has: it is another one once somebody has taken from it. */
  readonly version: number;
}

/**
 * What a shown code is; takes nothing. Throws `cardScanFailed` for what is no code at all, `ticketNotFound`,
 * `voucherNotFound` or `cardNotFound` for one that opens nothing, `voucherToClaim`, `voucherAlreadyUsed` or `cardExpired`
 * for a gift's, and `tooManyAttempts`.
 */
export async function lookAt(ctx: Ctx, tokens: Tokens, shown: string): Promise<SeenCard> {
  const found = await find(ctx, tokens, shown);
  return found.kind === 'ticket' ? lookAtTicket(ctx, found.id) : lookAtVoucher(ctx, found.id);
}

/**
 * Whose a shown code is, and why it could not be used by itself now; takes nothing. Throws what `lookAt` throws, and
 * `cardNotFound` for one that is nobody's.
 */
export async function findHolder(
  ctx: Ctx,
  tokens: Tokens,
  shown: string,
): Promise<{ clientId: number; refusal: AppError | null }> {
  const found = await find(ctx, tokens, shown);
  const { refusal } = await (found.kind === 'ticket'
    ? lookAtTicket(ctx, found.id)
    : lookAtVoucher(ctx, found.id));
  const [[holder]] = await ctx.read(data.findHolder(found));
  const clientId = holder?.clientId ?? null;
  if (clientId === null) throw new AppError('cardNotFound');
  return { clientId, refusal: refusal && new AppError(refusal.error, refusal.details, 409) };
}

/** By its time: a door may tell of an earlier visit later. */
const latestOf = (instants: readonly string[]) => instants.toSorted(compareInstants).at(-1) ?? null;

async function lookAtTicket(ctx: Ctx, ticketId: number): Promise<SeenCard> {
  const { tenant, language } = ctx;
  const [[row], entries] = await ctx.read(tickets.findTicket({ ticketId }), ledger.listEntries({ ticketId }));
  if (!row) throw new AppError('ticketNotFound');
  return {
    kind: 'ticket',
    name: nameIn(row.names, language, tenant.defaultLanguage),
    holderName: shortName(row),
    clubName: row.clubName,
    validFrom: row.startsOn,
    validUntil: row.endsOn,
    granted: row.isUnlimited ? null : row.granted,
    left: row.isUnlimited ? null : row.remaining,
    lastTakenAt: latestOf(entries.flatMap(({ kind, at }) => (kind === 'CONSUME' ? [at] : []))),
    refusal: refusalOf(() => spend(ctx, row)),
    version: entries.length,
  };
}

async function lookAtVoucher(ctx: Ctx, voucherId: number): Promise<SeenCard> {
  const { tenant, now } = ctx;
  const [found, movements] = await ctx.read(
    vouchers.findVoucher({ voucherId }),
    vouchers.listMovements({ voucherId }),
  );
  const [view] = await viewsOf(
    ctx,
    found.map((voucher) => ({ voucher, movements })),
  );
  if (!view) throw new AppError('voucherNotFound');
  const { voucher, name, usesLeft } = view;
  const [firstName = '', ...rest] = voucher.holderName.split(' ');
  return {
    kind: 'voucher',
    name,
    holderName: shortName({ firstName, lastName: rest.at(-1) ?? '' }),
    clubName: tenant.clubs.find(({ id }) => id === voucher.clubId)?.name ?? '',
    validFrom: voucher.validFrom,
    validUntil: voucher.validUntil,
    granted: grantedOf(voucher.uses, movements),
    left: usesLeft,
    lastTakenAt: movements.findLast(({ kind }) => kind === 'use')?.createdAt ?? null,
    refusal: refusalOf(() => {
      refuseBarred(voucher);
      return decideTaking(voucher, movements, { now, timeZone: tenant.timeZone, clubId: null });
    }),
    version: movements.length,
  };
}

export interface Taken {
  readonly takingId: number;
  readonly left: number | null;
  readonly undoUntil: string;
}

/**
 * Takes one visit or use, for a reason its holder will read, if nobody has taken one since it was looked at. Throws what
 * `lookAt` throws, what refuses the ticket or voucher, and `cardChanged`.
 */
export async function take(
  ctx: Ctx,
  tokens: Tokens,
  shown: string,
  request: { readonly reason: string; readonly version: number },
): Promise<Taken> {
  const found = await find(ctx, tokens, shown);
  return found.kind === 'ticket' ? takeVisit(ctx, found.id, request) : takeVoucherUse(ctx, found.id, request);
}

type TakingRequest = Parameters<typeof take>[3];

function takeVisit(ctx: Ctx, ticketId: number, { reason, version }: TakingRequest): Promise<Taken> {
  const { accountId } = member(ctx);
  const { now } = ctx;
  return ctx.write(async (transaction) => {
    const [, [row], entries] = await transaction.load(
      tickets.lockTicket({ ticketId }),
      tickets.findTicket({ ticketId }),
      ledger.listEntries({ ticketId }),
    );
    if (!row) throw new AppError('ticketNotFound');
    refuseChanged(version, entries.length);
    const begins = spend(ctx, row);
    const [[entry]] = await transaction.load(
      ledger.insertEntry({ ticketId, kind: 'CONSUME', visits: 1, reason, accountId, now }),
    );
    const left = row.isUnlimited ? null : row.remaining - 1;
    return transaction.save({ takingId: entry?.id ?? 0, left, undoUntil: undoUntil(now) }, [
      ...(begins ? [tickets.setValidity(ticketId, begins)] : []),
    ]);
  });
}

function takeVoucherUse(ctx: Ctx, voucherId: number, { reason, version }: TakingRequest): Promise<Taken> {
  const { accountId } = member(ctx);
  const { now } = ctx;
  return ctx.write(async (transaction) => {
    const [, [voucher], movements] = await transaction.load(
      vouchers.lockVoucher({ voucherId }),
      vouchers.findVoucher({ voucherId }),
      vouchers.listMovements({ voucherId }),
    );
    if (!voucher) throw new AppError('voucherNotFound');
    refuseBarred(voucher);
    refuseChanged(version, movements.length);
    const use = { voucherId, clientId: null, note: reason, accountId };
    const { movementId, queries } = await takeUse(ctx, transaction.load, use);
    const left = usesLeftOf(voucher.uses, movements, now) - 1;
    return transaction.save({ takingId: movementId, left, undoUntil: undoUntil(now) }, queries);
  });
}

/**
 * Puts back what was taken at the desk within the last minute, with a reason; once. Throws what `lookAt` throws,
 * `itemNotFound` for what was not taken at a desk, and `takingUndoTooLate`.
 */
export async function undo(
  ctx: Ctx,
  tokens: Tokens,
  shown: string,
  request: { readonly takingId: number; readonly reason: string },
): Promise<{ left: number | null }> {
  const found = await find(ctx, tokens, shown);
  return found.kind === 'ticket' ? undoVisit(ctx, found.id, request) : undoUse(ctx, found.id, request);
}

type UndoRequest = Parameters<typeof undo>[3];

function undoVisit(ctx: Ctx, ticketId: number, { takingId, reason }: UndoRequest) {
  const { accountId } = member(ctx);
  const { now } = ctx;
  return ctx.write(async (transaction) => {
    const [, [row], [taken]] = await transaction.load(
      tickets.lockTicket({ ticketId }),
      tickets.findTicket({ ticketId }),
      data.findVisitTaken({ ticketId, entryId: takingId }),
    );
    if (!row || !taken) throw new AppError('itemNotFound');
    const left = row.isUnlimited ? null : row.remaining;
    if (taken.isUndone) return transaction.keep({ left });
    refuseLateUndo(taken.takenAt, now);
    // What began with this visit has not begun: a booking to come begins it on its own day.
    const isUnbegun = row.startMode === 'firstUse' && row.used === 1;
    const { visits } = taken;
    return transaction.save({ left: left === null ? null : left + visits }, [
      ledger.insertEntry({
        ticketId,
        kind: 'ADJUST',
        visits,
        undoesId: takingId,
        reason,
        accountId,
        now,
      }),
      ...(isUnbegun ? [tickets.setValidity(ticketId, { startsOn: null, endsOn: null })] : []),
    ]);
  });
}

function undoUse(ctx: Ctx, voucherId: number, { takingId, reason }: UndoRequest) {
  const { accountId } = member(ctx);
  const { now } = ctx;
  return ctx.write(async (transaction) => {
    const [, [voucher], movements, [taken]] = await transaction.load(
      vouchers.lockVoucher({ voucherId }),
      vouchers.findVoucher({ voucherId }),
      vouchers.listMovements({ voucherId }),
      data.findUseTaken({ voucherId, movementId: takingId }),
    );
    if (!voucher || !taken) throw new AppError('itemNotFound');
    const left = usesLeftOf(voucher.uses, movements, now);
    if (taken.isUndone) return transaction.keep({ left });
    refuseLateUndo(taken.takenAt, now);
    const back = {
      voucherId,
      kind: 'release',
      uses: -1,
      ofId: takingId,
      note: reason,
      accountId,
      now,
    } as const;
    return transaction.save({ left: left + 1 }, [vouchers.insertMovement(back)]);
  });
}

/** What a visit at the desk does to a ticket: a stay is nobody's business there. Throws why none can be taken. */
function spend({ now, tenant }: Ctx, row: tickets.TicketRow) {
  refuseBarred(row);
  const facts = { now, timeZone: tenant.timeZone, lastUsedAt: null, stayMinutes: 0, places: [] };
  const spending = decideSpending(tickets.toFacts(row), facts);
  return spending.kind === 'spend' ? spending.begins : null;
}

function refusalOf(decide: () => unknown): SeenCard['refusal'] {
  try {
    decide();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: error.code, details: error.details ?? {} };
  }
}

async function find(ctx: Ctx, tokens: Tokens, shown: string): Promise<Found> {
  const card = readCard(shown);
  if (!card) throw new AppError('cardScanFailed');
  const { accountId } = member(ctx);
  if (card.kind === 'ticket') {
    const { id } = await findByToken(ctx, tokens, card.token, `desk ${accountId}`);
    return { kind: 'ticket', id };
  }
  const subject = tokens.attemptSubject(`desk ${accountId}`);
  return countFailure<Found>(ctx, 'deskLookup', subject, async () => {
    const id = await findVoucher(ctx, tokens, card);
    if (id === undefined) throw new AppError(card.kind === 'number' ? 'cardNotFound' : 'voucherNotFound');
    return { kind: 'voucher', id };
  });
}

/** Undefined for what opens nothing. */
async function findVoucher(
  ctx: Ctx,
  tokens: Tokens,
  card: Exclude<Card, { kind: 'ticket' }>,
): Promise<number | undefined> {
  const { tenant, now } = ctx;
  // Nobody was given a card with a number yet.
  if (card.kind === 'number') return undefined;
  const [[link], [voucher]] =
    card.kind === 'voucherCode'
      ? await ctx.read(
          findLinkByCode({ hashes: hashesOf(tokens, tenant.id, card.code) }),
          vouchers.findVoucherByCode({ hashes: hashesOf(tokens, tenant.id, card.code) }),
        )
      : await ctx.read(
          findLinkByToken({ hash: hashToken(card.token) }),
          vouchers.findVoucherByToken({ hash: hashToken(card.token) }),
        );
  if (voucher) return voucher.id;
  if (!link || linkStateOf(link) === 'takenBack') return undefined;
  const [[given]] = await ctx.read(vouchers.findVoucher({ voucherId: link.voucherId }));
  if (!given) return undefined;
  const state = openedStateOf(link, given, { now, timeZone: tenant.timeZone });
  if (state === 'claimed') throw new AppError('voucherAlreadyUsed');
  throw new AppError(state === 'open' ? 'voucherToClaim' : 'cardExpired');
}
