import { type Ctx, member, requireProof } from '#server/kernel/ctx.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideAdjusting } from '#shared/tickets/ledger/domain.ts';
import * as tickets from '../data.ts';
import * as data from './data.ts';

/**
 * Corrects how many visits a ticket has, by a line of its ledger that says why and by whom. Throws `ticketNotFound`,
 * `ticketUnlimited`, or `ticketVisitsTooFew` where more would be taken away than is left.
 */
export async function adjustTicket(
  ctx: Ctx,
  ticketId: number,
  { visits, reason }: { readonly visits: number; readonly reason: string },
): Promise<tickets.TicketRow> {
  const { accountId } = member(ctx);
  const { now } = ctx;
  await ctx.write(async (transaction) => {
    const [, [row], entries] = await transaction.load(
      tickets.lockTicket({ ticketId }),
      tickets.findTicket({ ticketId }),
      data.listEntries({ ticketId }),
    );
    if (!row) throw new AppError('ticketNotFound');
    decideAdjusting(row, visits);
    // More than it was sold with.
    const sold = entries.reduce((sum, entry) => sum + (entry.kind === 'GRANT' ? entry.visits : 0), 0);
    if (visits > 0 && row.remaining + visits > sold) requireProof(ctx);
    const entry = { ticketId, kind: 'ADJUST', visits, reason, accountId, now } as const;
    return transaction.save(
      {},
      [data.insertEntry(entry)],
      [],
      [
        {
          noun: 'tickets',
          id: ticketId,
          before: { visitsLeft: row.remaining },
          after: { visitsLeft: row.remaining + visits, reason },
        },
      ],
    );
  });
  const [[row]] = await ctx.read(tickets.findTicket({ ticketId }));
  if (!row) throw new AppError('ticketNotFound');
  return row;
}
