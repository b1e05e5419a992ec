import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import * as contract from '#shared/tickets/contract.ts';
import { shortName, ticketState } from '#shared/tickets/domain.ts';
import { withRemaining } from '#shared/tickets/ledger/domain.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';
import { adjustTicket } from './ledger/commands.ts';
import { listEntries, type PlaceRow } from './ledger/data.ts';

const pageSize = { usual: 50, most: 100 };

/** Notes those who came by these places as here. */
type NoteArrivals = (ctx: Ctx, places: readonly PlaceRow[]) => Promise<void>;

export function mountTickets(app: App, noteArrivals: NoteArrivals): void {
  const { tokens } = app.ports;

  mount(app, contract.getTicket, async (ctx, { query }, { address }) => {
    const row = await commands.findByToken(ctx, tokens, query.token ?? '', address);
    const [entries] = await ctx.read(listEntries({ ticketId: row.id }));
    return {
      ...toTicket(ctx, row),
      holderName: shortName(row),
      entries: withRemaining(entries).map(({ kind, visits, at, reason, change, remaining }) => ({
        kind,
        visits,
        at,
        reason,
        change: row.isUnlimited ? null : change,
        left: row.isUnlimited ? null : remaining,
      })),
    };
  });

  mount(app, contract.listTickets, async (ctx, { query }) => {
    const { clientId } = member(ctx);
    const offset = Math.max(0, query.offset ?? 0);
    const limit = Math.min(pageSize.most, Math.max(1, query.limit ?? pageSize.usual));
    const [rows] = await ctx.read(data.listOfClient({ clientId, offset, limit: limit + 1 }));
    const items = rows.slice(0, limit).map((row) => toTicket(ctx, row));
    return { items, offset, isMore: rows.length > limit };
  });

  mount(app, contract.buyTicketAsVisitor, async (ctx, { body }, { address }) => {
    const { productId, unitId: clubId, startsOn, code, ...details } = body;
    return toSold(
      await commands.buyAsVisitor(ctx, tokens, { productId, clubId, startsOn, code }, details, address),
    );
  });

  mount(app, contract.buyTicket, async (ctx, { body }) => {
    const { productId, unitId: clubId, startsOn, code } = body;
    const { clientId } = member(ctx);
    return toSold(await commands.buyAsMember(ctx, tokens, { productId, clubId, startsOn, code }, clientId));
  });

  mount(app, contract.spendVisit, async (ctx, { body }, { address }) => {
    commands.refuseWithoutRight(ctx);
    const { id: ticketId } = await commands.findByToken(ctx, tokens, body.token, address);
    const { isSameStay, places } = await commands.spendVisit(ctx, ticketId);
    await noteArrivals(ctx, places);
    const [[row]] = await ctx.read(data.findTicket({ ticketId }));
    if (!row) throw new Error('a ticket has gone');
    return { ...toTicket(ctx, row), holderName: shortName(row), isSameStay };
  });

  mount(app, contract.adjustTicket, async (ctx, { params, body }) =>
    toVisits(await adjustTicket(ctx, params.id, body)),
  );

  function toTicket(ctx: Ctx, row: data.TicketRow) {
    const { tenant, language, now } = ctx;
    const state = ticketState(data.toFacts(row), { now, timeZone: tenant.timeZone });
    return {
      token: commands.ticketToken(tokens, tenant.id, row),
      name: row.names[language] ?? row.names[tenant.defaultLanguage] ?? '',
      clubName: row.clubName,
      state,
      expired: state === 'expired',
      used: state === 'used',
      startMode: row.startMode,
      validCount: row.validCount,
      validUnit: row.validUnit,
      validFrom: row.startsOn,
      validUntil: row.endsOn,
      givenFor: row.givenFor,
      ...toVisits(row),
    };
  }
}

function toVisits(row: data.TicketRow) {
  return {
    visitsGranted: row.isUnlimited ? null : row.granted,
    visitsLeft: row.isUnlimited ? null : row.remaining,
    visitsReserved: row.reserved,
    visitsUsed: row.used,
  };
}

function toSold({ invoiceToken, totalCents }: Awaited<ReturnType<typeof commands.buyAsMember>>) {
  return { invoiceToken, total: centsToEuros(totalCents) };
}
