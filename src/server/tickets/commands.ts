import { countAttempt } from '#server/account/commands.ts';
import * as invoices from '#server/invoices/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { isSame, type Tokens } from '#server/kernel/tokens.ts';
import type { Fulfilled, SoldLine } from '#server/kernel/writes/fulfilment.ts';
import {
  type SaleRequest,
  type SoldProduct,
  sellToMember,
  sellToVisitor,
} from '#server/products/commands.ts';
import * as products from '#server/products/data.ts';
import type { SaleItem } from '#shared/invoices/domain.ts';
import { addDays, addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { decideSpending, isPlaceOpen, validityOf } from '#shared/tickets/domain.ts';
import { canRedeem } from '#shared/tickets/policy.ts';
import type { VisitorDetails } from '#shared/visitors/details/domain.ts';
import * as data from './data.ts';
import * as ledger from './ledger/data.ts';

/** Makes the draft of a ticket for somebody without an account (`sellToVisitor`). */
export function buyAsVisitor(
  ctx: Ctx,
  tokens: Tokens,
  request: SaleRequest,
  details: VisitorDetails,
  address: string,
): Promise<SoldProduct> {
  return sellToVisitor(ctx, tokens, 'ticket', request, { details, address });
}

/** The same for a member (`sellToMember`). */
export function buyAsMember(
  ctx: Ctx,
  tokens: Tokens,
  request: SaleRequest,
  clientId: number,
): Promise<SoldProduct> {
  return sellToMember(ctx, tokens, 'ticket', request, clientId);
}

/** What the mail is about that brings a ticket. */
interface TicketMail {
  readonly to: string;
  readonly firstName: string;
  readonly language: Language;
  readonly ticketId: number;
  readonly token: string;
  readonly name: string;
  readonly clubName: string;
}

export interface TicketFulfilment {
  readonly tokens: Tokens;
  readonly writeMail: (ctx: Ctx, mail: TicketMail) => MailEvent;
}

type TicketItem = Extract<SaleItem, { kind: 'ticket' }>;

/**
 * Hands over the ticket of a paid line in the transaction of its payment: the ticket, its visits, and a mail with its
 * link in the language of the invoice. The database refuses a second one for the same line.
 */
export function fulfilTicket(ports: TicketFulfilment) {
  return async (ctx: Ctx, item: TicketItem, { invoiceId, position, load }: SoldLine): Promise<Fulfilled> => {
    const [[product], [next], [invoice]] = await load(
      products.findSold({ productId: item.productId }),
      data.nextTicketId({}),
      invoices.findInvoice({ invoiceId }),
    );
    if (!product || !next) throw new AppError('noProductsFound');
    const language = isLanguage(invoice?.language) ? invoice.language : ctx.tenant.defaultLanguage;
    const line = { invoiceId, position };
    // As it was sold, whatever has become of the product since.
    const sold = { ...product, ...item.promised };
    return makeTicket(ctx, ports, { id: next.id, product: sold, item, language, line, gift: null });
  };
}

/** Why and by whom a ticket is given. */
export interface Gift {
  readonly reason: string;
  readonly accountId: number;
}

/** Makes a ticket that nobody sold; a mail brings it like a bought one. */
export function grantingTicket(ports: TicketFulfilment) {
  return async (
    ctx: Ctx,
    item: TicketItem,
    { language, load, ...gift }: Gift & { readonly language: Language; readonly load: SoldLine['load'] },
  ): Promise<Fulfilled & { readonly id: number }> => {
    const [[product], [next]] = await load(
      products.findSold({ productId: item.productId }),
      data.nextTicketId({}),
    );
    if (!product || !next) throw new AppError('noProductsFound');
    const { id } = next;
    return { id, ...makeTicket(ctx, ports, { id, product, item, language, line: null, gift }) };
  };
}

/** The ticket, its visits and its mail, whatever it is had for. */
function makeTicket(
  ctx: Ctx,
  { tokens, writeMail }: TicketFulfilment,
  made: {
    readonly id: number;
    readonly product: products.SoldFacts;
    readonly item: TicketItem;
    readonly language: Language;
    readonly line: data.NewTicket['line'];
    readonly gift: Gift | null;
  },
): Fulfilled {
  const { tenant, now } = ctx;
  const { id, product, item, language, line, gift } = made;
  const { productId, clubId, startsOn, holder } = item;
  const { startMode, names, clientType, visits } = product;
  const salt = tokens.newSalt(16);
  const length = { count: product.validCount, unit: product.validUnit };
  const today = localDate(now, tenant.timeZone);
  const queries = [
    data.insertTicket({
      ...{ id, productId, clubId, holder, names, clientType, length, startMode, salt, line, now },
      isUnlimited: visits === null,
      ...validityOf({ startMode, startsOn }, length, today),
      givenFor: gift?.reason ?? null,
    }),
    ...(visits === null
      ? []
      : [ledger.insertEntry({ ticketId: id, kind: 'GRANT', visits, ...(gift ?? {}), now })]),
  ];
  const mail = writeMail(ctx, {
    to: holder.email,
    firstName: holder.firstName,
    language,
    ticketId: id,
    token: ticketToken(tokens, tenant.id, { id, salt }),
    name: products.nameIn(names, language, tenant.defaultLanguage),
    clubName: tenant.clubs.find((club) => club.id === clubId)?.name ?? '',
  });
  return { queries, events: holder.email === '' ? [] : [mail] };
}

/** 132 bits that follow from the ticket's salt and the installation's secret; the number before them finds the row. */
export function ticketToken(
  tokens: Tokens,
  tenantId: number,
  { id, salt }: { readonly id: number; readonly salt: Buffer },
): string {
  return `${id}.${tokens.saltedMac(`ticket ${tenantId} ${id}`, salt).slice(0, 22)}`;
}

/** Throws `actionNotAllowed` for who may not work at the desk. */
export function refuseWithoutRight({ actor }: Ctx): void {
  if (!canRedeem(actor)) throw new AppError('actionNotAllowed');
}

/**
 * The ticket a token opens. Throws `ticketNotFound` alike for one that is unknown, wrong or of another centre, and
 * `tooManyAttempts` for whoever brought too many of those.
 */
export async function findByToken(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<data.TicketRow> {
  const subject = tokens.attemptSubject(`ticket lookup ${address}`);
  const [, number = '0'] = /^(\d{1,9})\.[\w-]{22}$/.exec(token) ?? [];
  const [[row]] = await ctx.read(data.findTicket({ ticketId: Number(number) }));
  const known = row ?? { id: 0, salt: Buffer.alloc(16) };
  if (!isSame(ticketToken(tokens, ctx.tenant.id, known), token) || !row) {
    await countAttempt(ctx, 'ticketLookup', subject);
    throw new AppError('ticketNotFound');
  }
  return row;
}

/** Takes a visit of a ticket that is shown to staff, once a stay. Throws what `takeVisit` throws. */
export function spendVisit(ctx: Ctx, ticketId: number): Promise<Omit<Visit, 'queries'>> {
  return ctx.write<Omit<Visit, 'queries'>>(async (transaction) => {
    const { queries, ...visit } = await takeVisit(transaction.load, ctx, ticketId);
    return transaction.save(visit, queries);
  });
}

/** What coming by a ticket costs. */
export interface Visit {
  /** That none is taken. */
  readonly isSameStay: boolean;
  /** The places that it holds for its client and that are open now: with one of them none is taken. */
  readonly places: readonly ledger.PlaceRow[];
  readonly queries: readonly Query[];
}

/** How long ago a place may have begun that is open still. */
const placeLastsMinutes = 24 * 60;

/**
 * What taking a visit of a ticket means, with the ticket locked: a stay costs one, that of a place which the ticket
 * holds too, and the first use begins what begins with it. Throws `ticketNotFound`, `ticketExpired`, `ticketUsed`,
 * `ticketNotYetValid`, `entryBarred`.
 */
export async function takeVisit(
  load: Transaction['load'],
  { tenant, now, actor }: Ctx,
  ticketId: number,
): Promise<Visit> {
  const [, [row], [last], held] = await load(
    data.lockTicket({ ticketId }),
    data.findTicket({ ticketId }),
    ledger.findLastUse({ ticketId }),
    ledger.listPlaces({ ticketId, from: addMinutes(now, -placeLastsMinutes) }),
  );
  if (!row) throw new AppError('ticketNotFound');
  refuseBarred(row);
  const spending = decideSpending(data.toFacts(row), {
    now,
    timeZone: tenant.timeZone,
    lastUsedAt: last?.at ?? null,
    stayMinutes: tenant.limits.stayMinutes,
    places: held,
  });
  const clock = { now, stayMinutes: tenant.limits.stayMinutes };
  const places = held.filter((place) => isPlaceOpen(place, clock));
  if (spending.kind !== 'spend') return { isSameStay: true, places, queries: [] };
  const accountId = actor.kind === 'member' ? actor.accountId : null;
  return {
    isSameStay: false,
    places,
    queries: [
      ...(spending.begins ? [data.setValidity(ticketId, spending.begins)] : []),
      ledger.insertEntry({ ticketId, kind: 'CONSUME', visits: 1, accountId, now }),
    ],
  };
}

/** Whom the centre has blocked comes in by no ticket or voucher of theirs. Throws `entryBarred`. */
export function refuseBarred({ isHolderBlocked }: { readonly isHolderBlocked: boolean }): void {
  if (isHolderBlocked) throw new AppError('entryBarred');
}

/** How far back ended tickets are looked for: longer than any outage. */
const endedDays = 60;

/** Writes down that the visits left of tickets that ended are gone. Again and again is as good as once. */
export async function expireTickets(ctx: Ctx): Promise<void> {
  const { tenant, now } = ctx;
  const today = localDate(now, tenant.timeZone);
  const [ended] = await ctx.read(data.listEnded({ since: addDays(today, -endedDays), today }));
  for (const { id: ticketId } of ended) {
    await ctx.write(async (transaction) => {
      const [, [row]] = await transaction.load(data.lockTicket({ ticketId }), data.findTicket({ ticketId }));
      if (!row || row.endsOn === null || row.endsOn >= today || row.remaining < 1) {
        return transaction.keep(undefined);
      }
      const visits = row.remaining;
      return transaction.save(undefined, [ledger.insertEntry({ ticketId, kind: 'EXPIRE', visits, now })]);
    });
  }
}
