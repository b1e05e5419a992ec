import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { isUniqueViolation } from '#server/kernel/writes/constraints.ts';
import type { Fulfilled, SoldLine } from '#server/kernel/writes/fulfilment.ts';
import {
  type SaleRequest,
  type SoldProduct,
  sellToMember,
  sellToVisitor,
} from '#server/products/commands.ts';
import type { SaleItem } from '#shared/invoices/domain.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import type { VisitorDetails } from '#shared/visitors/details/domain.ts';
import {
  decideFinish,
  decideTaking,
  holdEnd,
  openHolds,
  overdueHolds,
  takenBy,
  usesLeftOf,
  type VoucherState,
  voucherStateOf,
} from '#shared/vouchers/domain.ts';
import { makeKeys } from './codes/commands.ts';
import * as data from './data.ts';
import { writeVoucherMail } from './mails.ts';

type Load = Transaction['load'];

/** What a command of another noun needs to make a voucher. */
export interface VoucherPorts {
  readonly tokens: Tokens;
  originOf(tenant: Tenant): string;
}

/** A voucher with what follows from its ledger, in the reader's language. */
export interface VoucherView {
  readonly voucher: data.VoucherRow;
  readonly movements: readonly data.MovementRow[];
  readonly name: string;
  readonly usesLeft: number;
  readonly usesHeld: number;
  readonly state: VoucherState;
}

/** The vouchers of a client: usable ones first, the one that ends first before others. */
export async function listOwn(ctx: Ctx, clientId: number): Promise<VoucherView[]> {
  const [vouchers, movements] = await ctx.read(
    data.listVouchersOfClient({ clientId }),
    data.listMovementsOfClient({ clientId }),
  );
  const ofVoucher = Map.groupBy(movements, ({ voucherId }) => voucherId);
  const order: readonly VoucherState[] = ['active', 'notYetValid', 'used', 'expired', 'revoked'];
  const view = await viewsOf(
    ctx,
    vouchers.map((voucher) => ({ voucher, movements: ofVoucher.get(voucher.id) ?? [] })),
  );
  return view.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
}

/** One of a client's vouchers. Throws `voucherNotFound`. */
export async function getOwn(ctx: Ctx, clientId: number, voucherId: number): Promise<VoucherView> {
  const [vouchers, movements] = await ctx.read(
    data.findVoucher({ voucherId }),
    data.listMovements({ voucherId }),
  );
  const [voucher] = vouchers;
  if (voucher?.clientId !== clientId) throw new AppError('voucherNotFound');
  const [view] = await viewsOf(ctx, [{ voucher, movements }]);
  if (!view) throw new AppError('voucherNotFound');
  return view;
}

/** Adds to vouchers what follows from their ledgers, and their names. */
export async function viewsOf(
  ctx: Ctx,
  found: readonly Pick<VoucherView, 'voucher' | 'movements'>[],
): Promise<VoucherView[]> {
  if (found.length === 0) return [];
  const { now, tenant } = ctx;
  const productIds = [...new Set(found.map(({ voucher }) => voucher.productId))];
  const [products] = await ctx.read(data.describeProducts({ productIds, ...nameLanguagesOf(ctx) }));
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return found.map(({ voucher, movements }) => {
    const usesLeft = usesLeftOf(voucher.uses, movements, now);
    const over = new Set(overdueHolds(movements, now).map(({ id }) => id));
    return {
      voucher,
      movements,
      name: names.get(voucher.productId) ?? '',
      usesLeft,
      usesHeld: openHolds(movements)
        .filter(({ id }) => !over.has(id))
        .reduce((sum, { uses }) => sum + uses, 0),
      state: voucherStateOf(voucher, usesLeft, now, tenant.timeZone),
    };
  });
}

export function nameLanguagesOf({ language, tenant }: Ctx): data.NameLanguages {
  return { language, defaultLanguage: tenant.defaultLanguage };
}

/** What a use is wanted for. */
export interface UseRequest {
  readonly voucherId: number;
  /** Whose the voucher must be; null where whoever shows it may use it. */
  readonly clientId: number | null;
  /** Where it is used, where that matters. */
  readonly clubId?: number | null;
  readonly registrationId?: number | null;
  /** What it is for, as the holder will read it in the ledger. */
  readonly note: string;
  /** Who takes it at the desk. */
  readonly accountId?: number;
}

/** A use that is taken once `queries` are saved, by the transaction that loaded. */
export interface TakenUse {
  /** The line of the ledger, to be named when it is kept, finished or given back. */
  readonly movementId: number;
  readonly queries: readonly Query[];
}

/**
 * Keeps a use for a payment under way, for 15 minutes; a voucher that is valid now stays so for it (mission 2.3).
 * Locks the voucher: call it with the `load` of the transaction, and save its queries there. Throws `voucherNotFound`,
 * `voucherRevoked`, `voucherAlreadyUsed`, `voucherExpired`, `voucherNotYetValid`, `voucherNotForClub`.
 */
export function holdUse(ctx: Ctx, load: Load, request: UseRequest): Promise<TakenUse> {
  return taking(ctx, load, request, { kind: 'hold', heldUntil: holdEnd(ctx.now) });
}

/** Takes a use at once. Otherwise as `holdUse`. */
export function takeUse(ctx: Ctx, load: Load, request: UseRequest): Promise<TakenUse> {
  return taking(ctx, load, request, { kind: 'use' });
}

async function taking(
  { now, tenant }: Ctx,
  load: Load,
  { voucherId, clientId, clubId = null, registrationId = null, note, accountId }: UseRequest,
  how: Pick<data.NewMovement, 'kind' | 'heldUntil'>,
): Promise<TakenUse> {
  const [, vouchers, movements, ids] = await load(
    data.lockVoucher({ voucherId }),
    data.findVoucher({ voucherId }),
    data.listMovements({ voucherId }),
    data.nextMovementId({}),
  );
  const [voucher] = vouchers;
  if (!voucher || (clientId !== null && voucher.clientId !== clientId)) {
    throw new AppError('voucherNotFound');
  }
  decideTaking(voucher, movements, { now, timeZone: tenant.timeZone, clubId });
  const movementId = ids[0]?.id ?? 0;
  const taken = {
    id: movementId,
    voucherId,
    uses: 1,
    registrationId,
    note,
    accountId: accountId ?? null,
    now,
    ...how,
  };
  return { movementId, queries: [...releasing(movements, now), data.insertMovement(taken)] };
}

/** Holds that are over give their uses back, before anything else moves. */
export function releasing(movements: readonly data.MovementRow[], now: string): Query[] {
  const vouchers = new Map(movements.map(({ id, voucherId }) => [id, voucherId]));
  return overdueHolds(movements, now).map(({ id, uses }) =>
    data.insertMovement({ voucherId: vouchers.get(id) ?? 0, kind: 'release', uses: -uses, ofId: id, now }),
  );
}

/** Keeps a held use another 15 minutes, once: the bank's page is open. Does nothing for one that has ended. */
export async function keepUse({ now }: Ctx, load: Load, movementId: number): Promise<readonly Query[]> {
  const [locked, movements] = await load(
    data.lockVoucherOf({ movementId }),
    data.listMovementsBeside({ movementId }),
  );
  const over = new Set(overdueHolds(movements, now).map(({ id }) => id));
  const hold = openHolds(movements).find(({ id }) => id === movementId);
  if (!locked[0] || !hold || hold.isExtended || over.has(hold.id)) return [];
  const extension = { voucherId: locked[0].id, kind: 'extend', uses: 0, ofId: hold.id } as const;
  return [data.insertMovement({ ...extension, heldUntil: holdEnd(now), now })];
}

/**
 * What was held is used: it is paid. Does nothing a second time. `lost`: the hold had ended meanwhile and nothing is
 * left, so that whoever calls must make it good in another way.
 */
export async function finishUse(
  { now, tenant }: Ctx,
  load: Load,
  movementId: number,
  { registrationId = null, note = '' }: { registrationId?: number | null; note?: string } = {},
): Promise<{ outcome: 'used' | 'lost'; queries: readonly Query[] }> {
  const [locked, movements, vouchers] = await load(
    data.lockVoucherOf({ movementId }),
    data.listMovementsBeside({ movementId }),
    data.findVoucherOfMovement({ movementId }),
  );
  const [voucher] = vouchers;
  if (!locked[0] || !voucher) return { outcome: 'lost', queries: [] };
  const decision = decideFinish(movements, movementId, now);
  if (decision === 'taken') return { outcome: 'used', queries: [] };
  const used = { voucherId: voucher.id, kind: 'use', registrationId, note, now } as const;
  if (decision === 'use') {
    return { outcome: 'used', queries: [data.insertMovement({ ...used, uses: 0, ofId: movementId })] };
  }
  const queries = releasing(movements, now);
  try {
    decideTaking(voucher, movements, { now, timeZone: tenant.timeZone, clubId: null });
  } catch (error) {
    if (error instanceof AppError) return { outcome: 'lost', queries };
    throw error;
  }
  return { outcome: 'used', queries: [...queries, data.insertMovement({ ...used, uses: 1 })] };
}

/** Gives back what a movement took, held or used: a payment failed, a booking was cancelled in time. Once. */
export async function giveBackUse({ now }: Ctx, load: Load, movementId: number): Promise<readonly Query[]> {
  const [locked, movements] = await load(
    data.lockVoucherOf({ movementId }),
    data.listMovementsBeside({ movementId }),
  );
  const taken = takenBy(movements, movementId);
  if (!locked[0] || !taken) return [];
  const { id: ofId, uses } = taken;
  return [data.insertMovement({ voucherId: locked[0].id, kind: 'release', uses: -uses, ofId, now })];
}

/** How far back the sweep looks: whoever next looks at an older one gives it back all the same. */
const sweptMinutes = 48 * 60;

/** Gives back the uses of holds that are over. */
export async function releaseOverdue(ctx: Ctx): Promise<void> {
  const [overdue] = await ctx.read(
    data.listOverdue({ since: addMinutes(ctx.now, -sweptMinutes), now: ctx.now }),
  );
  for (const { voucherId } of overdue) {
    try {
      await ctx.write(async (transaction) => {
        const [, movements] = await transaction.load(
          data.lockVoucher({ voucherId }),
          data.listMovements({ voucherId }),
        );
        return transaction.save(undefined, releasing(movements, ctx.now));
      });
    } catch (error) {
      // Another process was faster.
      if (!isUniqueViolation(error, 'voucher_movements_one_end')) throw error;
    }
  }
}

/** Makes the draft of a voucher for somebody without an account (`sellToVisitor`). */
export function buyAsVisitor(
  ctx: Ctx,
  tokens: Tokens,
  request: SaleRequest,
  details: VisitorDetails,
  address: string,
): Promise<SoldProduct> {
  return sellToVisitor(ctx, tokens, 'voucher', request, { details, address });
}

/** The same for a member (`sellToMember`). */
export function buyAsMember(
  ctx: Ctx,
  tokens: Tokens,
  request: SaleRequest,
  clientId: number,
): Promise<SoldProduct> {
  return sellToMember(ctx, tokens, 'voucher', request, clientId);
}

/**
 * Makes the voucher of a paid line and mails it to its holder. A line that has its voucher gets no other: the database
 * refuses a second one (`vouchers_one_a_line`). Throws `voucherNotFound` for a product that is no voucher.
 */
export function fulfilVoucher({ tokens, originOf }: VoucherPorts) {
  return async (
    ctx: Ctx,
    { productId, clubId, holder, promised }: Extract<SaleItem, { kind: 'voucher' }>,
    { load, ...line }: SoldLine,
  ): Promise<Fulfilled> => {
    const { tenant, now, language } = ctx;
    const [present, products, ids] = await load(
      data.findVoucherOfLine(line),
      data.findSoldProduct({ productId, ...nameLanguagesOf(ctx) }),
      data.nextVoucherId({}),
    );
    if (present[0]) return { queries: [], events: [] };
    const [offered] = products;
    // As it was sold, whatever has become of the product since.
    const product = offered && { ...offered, ...promised };
    if (!product?.visits) throw new AppError('voucherNotFound');
    const id = ids[0]?.id ?? 0;
    const { token, code, ...stored } = makeKeys(tokens, tenant.id, 'voucher', id);
    const validFrom = localDate(now, tenant.timeZone);
    const voucher: data.NewVoucher = {
      ...stored,
      id,
      productId,
      clubId,
      clientId: holder.clientId,
      holderName: `${holder.firstName} ${holder.lastName}`.trim(),
      holderEmail: holder.email.toLowerCase(),
      uses: product.visits,
      validFrom,
      validUntil: lastDate(validFrom, { count: product.validCount, unit: product.validUnit }),
      isShareable: product.isShareable,
      line,
      linkId: null,
      now,
    };
    const mail = writeVoucherMail('bought', {
      tenantName: tenant.name,
      origin: originOf(tenant),
      language,
      to: voucher.holderEmail,
      holderName: voucher.holderName,
      name: product.name,
      giver: '',
      uses: voucher.uses,
      validUntil: voucher.validUntil,
      token,
      code,
      occasion: '',
    });
    return { queries: [data.insertVoucher(voucher)], events: voucher.holderEmail === '' ? [] : [mail] };
  };
}
