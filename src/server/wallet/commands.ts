import { listViews } from '#server/contracts/views/commands.ts';
import {
  countClientInvoices,
  findClientCredit,
  type ListedInvoice,
  listClientInvoices,
} from '#server/invoices/views/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { nameIn } from '#server/products/data.ts';
import { ticketToken } from '#server/tickets/commands.ts';
import * as tickets from '#server/tickets/data.ts';
import { listEntries } from '#server/tickets/ledger/data.ts';
import { getOwn, listOwn } from '#server/vouchers/commands.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { ticketState } from '#shared/tickets/domain.ts';
import { effectOf } from '#shared/tickets/ledger/domain.ts';
import { entriesOf, grantedOf, usesLeftOf } from '#shared/vouchers/domain.ts';
import { inOrder, owedLines, type Unit, type WalletKind, withRunning } from '#shared/wallet/domain.ts';
import * as data from './data.ts';

/** As many as anybody has; who has more finds the older ones under their own screens. */
const most = 300;

interface Item {
  readonly kind: WalletKind;
  readonly id: number;
  readonly name: string;
  readonly isValid: boolean;
  readonly order: string;
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly unit: Unit;
  readonly balance: number | null;
  readonly granted: number | null;
  readonly token: string | null;
}

export interface Wallet {
  readonly items: readonly Item[];
  readonly owedCents: number;
  readonly creditCents: number;
  readonly openCount: number;
  readonly payId: number | null;
}

/** Everything a client owns and owes, valid first: every number is the one its own screen shows. */
export async function listWallet(ctx: Ctx, tokens: Tokens, clientId: number): Promise<Wallet> {
  const page = { clientId, offset: 0, limit: most };
  const [[rows, invoices, [counts], [credit], owed], contracts, vouchers] = await Promise.all([
    ctx.read(
      tickets.listOfClient(page),
      listClientInvoices({ ...page, isOpen: null }),
      countClientInvoices({ clientId }),
      findClientCredit({ clientId }),
      data.listOwedOfContracts(clientId),
    ),
    listViews(ctx, clientId),
    listOwn(ctx, clientId),
  ]);
  const { language, tenant } = ctx;
  const today = localDate(ctx.now, tenant.timeZone);
  const named = (names: Parameters<typeof nameIn>[0]) => nameIn(names, language, tenant.defaultLanguage);
  const owedBy = new Map(owed.map(({ contractId, owedCents }) => [contractId, owedCents]));
  const creditCents = credit?.creditCents ?? 0;
  const none = { token: null, granted: null };
  const items: Item[] = [
    ...contracts
      .filter(({ row }) => row.state === 'live' || row.state === 'withdrawn')
      .map(({ row }) => ({
        ...{ ...none, kind: 'contract' as const, id: row.id, name: named(row.names), order: row.startsOn },
        isValid: row.state === 'live' && (row.endsOn === null || row.endsOn >= today),
        ...{ startsOn: row.startsOn, endsOn: row.endsOn },
        ...{ unit: 'cents' as const, balance: owedBy.get(row.id) ?? 0 },
      })),
    ...rows.map((row) => ({
      ...{ id: row.id, name: named(row.names), order: row.startsOn ?? today },
      kind: row.clientType === 'personalTraining' ? ('package' as const) : ('ticket' as const),
      isValid: ticketState(tickets.toFacts(row), { now: ctx.now, timeZone: tenant.timeZone }) === 'valid',
      ...{ startsOn: row.startsOn, endsOn: row.endsOn, unit: 'visits' as const },
      balance: row.isUnlimited ? null : row.remaining,
      granted: row.isUnlimited ? null : row.granted,
      token: ticketToken(tokens, tenant.id, row),
    })),
    ...vouchers.map(({ voucher, movements, state, name }) => ({
      ...{ ...none, kind: 'voucher' as const, id: voucher.id, name, order: voucher.validFrom },
      isValid: state === 'active' || state === 'notYetValid',
      ...{ startsOn: voucher.validFrom, endsOn: voucher.validUntil, unit: 'visits' as const },
      balance: usesLeftOf(voucher.uses, movements, ctx.now),
      granted: grantedOf(voucher.uses, movements),
    })),
    ...invoices.map((row) => ({
      ...{ ...none, kind: 'invoice' as const, id: row.id, name: row.number, order: row.issuedOn },
      ...{ isValid: owedOf(row) > 0, startsOn: row.issuedOn, endsOn: row.dueOn },
      ...{ unit: 'cents' as const, balance: owedOf(row) },
    })),
    ...(creditCents === 0
      ? []
      : [
          {
            ...{ ...none, kind: 'credit' as const, id: 0, name: '', isValid: true, order: '' },
            ...{ startsOn: null, endsOn: null, unit: 'cents' as const, balance: creditCents },
          },
        ]),
  ];
  return {
    items: inOrder(items),
    owedCents: counts?.toPayCents ?? 0,
    creditCents,
    openCount: counts?.unpaidCount ?? 0,
    payId: invoices.find((row) => owedOf(row) > 0)?.id ?? null,
  };
}

function owedOf({ totalCents, creditedCents, paidCents, isWrittenOff }: ListedInvoice): number {
  return isWrittenOff ? 0 : totalCents - creditedCents - paidCents;
}

export interface LedgerLine {
  readonly kind: string;
  readonly at: string;
  readonly note: string;
  readonly change: number;
  readonly left: number;
}

/** The ledger behind a balance, in its order. Throws `itemNotFound` for somebody else's as for what is not there. */
export async function ledgerOf(
  ctx: Ctx,
  clientId: number,
  kind: WalletKind,
  id: number,
): Promise<{ readonly unit: Unit; readonly lines: readonly LedgerLine[] }> {
  if (kind === 'ticket' || kind === 'package')
    return { unit: 'visits', lines: await visitsOf(ctx, clientId, id) };
  if (kind === 'voucher') return { unit: 'visits', lines: await usesOf(ctx, clientId, id) };
  if (kind === 'credit') {
    const [rows] = await ctx.read(data.listCreditLines(clientId));
    return { unit: 'cents', lines: toLines(rows) };
  }
  const [rows] = await ctx.read(data.listOwedLines(kind, { clientId, id }));
  if (rows.length === 0 && (kind === 'invoice' || !(await isOwnContract(ctx, clientId, id)))) {
    throw new AppError('itemNotFound');
  }
  return { unit: 'cents', lines: toLines(owedLines(rows)) };
}

function toLines(rows: Parameters<typeof owedLines>[0]): LedgerLine[] {
  return withRunning(rows).map(({ kind, at, number, change, left }) => ({
    ...{ kind, at, note: number, change, left },
  }));
}

async function isOwnContract(ctx: Ctx, clientId: number, id: number): Promise<boolean> {
  return (await listViews(ctx, clientId)).some(({ row }) => row.id === id);
}

async function visitsOf(ctx: Ctx, clientId: number, ticketId: number): Promise<LedgerLine[]> {
  const [[ticket], entries] = await ctx.read(
    data.findOwnTicket(clientId, ticketId),
    listEntries({ ticketId }),
  );
  if (!ticket) throw new AppError('itemNotFound');
  const lines = entries.map((entry) => ({
    ...{ kind: entry.kind, at: entry.at, note: entry.reason ?? '' },
    change: ticket.isUnlimited ? 0 : effectOf(entry).remaining,
  }));
  return withRunning(lines);
}

async function usesOf(ctx: Ctx, clientId: number, voucherId: number): Promise<LedgerLine[]> {
  try {
    const { voucher, movements } = await getOwn(ctx, clientId, voucherId);
    return entriesOf(voucher, movements, ctx.now).map(({ kind, at, note, change, left }) => ({
      ...{ kind, at, note, change, left },
    }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'voucherNotFound') throw new AppError('itemNotFound');
    throw error;
  }
}
