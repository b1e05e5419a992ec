import { findClient } from '#server/clients/admin/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { nameIn } from '#server/products/data.ts';
import { findTicket, listOfClient, type TicketRow, toFacts } from '#server/tickets/data.ts';
import { listEntries } from '#server/tickets/ledger/data.ts';
import { listOwn, type VoucherView, viewsOf } from '#server/vouchers/commands.ts';
import { findVoucher, listMovements } from '#server/vouchers/data.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type TicketState, ticketState } from '#shared/tickets/domain.ts';
import { type EntryKind, withRemaining } from '#shared/tickets/ledger/domain.ts';
import {
  entriesOf,
  grantedOf,
  type EntryKind as VoucherEntryKind,
  type VoucherState,
} from '#shared/vouchers/domain.ts';
import * as data from './data.ts';

/** As many as anybody has. */
const most = 300;

/** Something a client has that visits or uses are taken of. */
interface WalletItem {
  readonly id: number;
  readonly name: string;
  readonly clubName: string;
}

export interface WalletTicket extends WalletItem {
  readonly state: TicketState;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** Null: as many as one likes. */
  readonly granted: number | null;
  readonly left: number | null;
}

export interface WalletVoucher extends WalletItem {
  readonly state: VoucherState;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly granted: number;
  readonly left: number;
}

/** A line of a ledger, and who of the staff wrote it. */
export interface WalletLine<Kind> {
  readonly kind: Kind;
  readonly at: string;
  readonly change: number | null;
  readonly left: number | null;
  readonly note: string;
  readonly by: string;
}

/** What a client has, in both lists first what can be used. Throws `itemNotFound`. */
export async function listWalletOf(
  ctx: Ctx,
  clientId: number,
): Promise<{ readonly tickets: WalletTicket[]; readonly vouchers: WalletVoucher[] }> {
  const [[[client], rows], vouchers] = await Promise.all([
    ctx.read(findClient(clientId), listOfClient({ clientId, offset: 0, limit: most })),
    listOwn(ctx, clientId),
  ]);
  if (!client) throw new AppError('itemNotFound');
  const isOver = ({ state }: WalletTicket) => Number(state !== 'valid');
  return {
    tickets: rows.map((row) => toTicket(ctx, row)).toSorted((one, other) => isOver(one) - isOver(other)),
    vouchers: vouchers.map((view) => toVoucher(ctx, view)),
  };
}

/** A ticket with its ledger. Throws `ticketNotFound`. */
export async function ticketOf(
  ctx: Ctx,
  ticketId: number,
): Promise<WalletTicket & { readonly lines: WalletLine<EntryKind>[] }> {
  const [[row], entries, writers] = await ctx.read(
    findTicket({ ticketId }),
    listEntries({ ticketId }),
    data.listWriters('ticket', ticketId),
  );
  if (!row) throw new AppError('ticketNotFound');
  const names = new Map(writers.map(({ lineId, by }) => [lineId, by]));
  const { isUnlimited } = row;
  const lines = withRemaining(entries).map(({ id, kind, at, reason, change, remaining }) => ({
    ...{ kind, at, note: reason ?? '' },
    ...{ change: isUnlimited ? null : change, left: isUnlimited ? null : remaining },
    by: names.get(id) ?? '',
  }));
  return { ...toTicket(ctx, row), lines };
}

/** A voucher with its ledger. Throws `voucherNotFound`. */
export async function voucherOf(
  ctx: Ctx,
  voucherId: number,
): Promise<WalletVoucher & { readonly lines: WalletLine<VoucherEntryKind>[] }> {
  const [[voucher], movements, writers] = await ctx.read(
    findVoucher({ voucherId }),
    listMovements({ voucherId }),
    data.listWriters('voucher', voucherId),
  );
  const [view] = voucher ? await viewsOf(ctx, [{ voucher, movements }]) : [];
  if (!view) throw new AppError('voucherNotFound');
  const names = new Map(writers.map(({ lineId, by }) => [lineId, by]));
  const lines = entriesOf(view.voucher, movements, ctx.now).map(({ id, kind, at, change, left, note }) => ({
    kind,
    at,
    change,
    left,
    note,
    by: names.get(id) ?? '',
  }));
  return { ...toVoucher(ctx, view), lines };
}

function toTicket({ tenant, language, now }: Ctx, row: TicketRow): WalletTicket {
  const { id, clubName, startsOn, endsOn, isUnlimited, granted, remaining } = row;
  return {
    id,
    name: nameIn(row.names, language, tenant.defaultLanguage),
    clubName,
    state: ticketState(toFacts(row), { now, timeZone: tenant.timeZone }),
    validFrom: startsOn,
    validUntil: endsOn,
    granted: isUnlimited ? null : granted,
    left: isUnlimited ? null : remaining,
  };
}

function toVoucher({ tenant }: Ctx, view: VoucherView): WalletVoucher {
  const { voucher, movements, name, usesLeft: left, state } = view;
  const { id, clubId, validFrom, validUntil, uses } = voucher;
  const clubName = tenant.clubs.find((club) => club.id === clubId)?.name ?? '';
  return { id, name, clubName, state, validFrom, validUntil, granted: grantedOf(uses, movements), left };
}
