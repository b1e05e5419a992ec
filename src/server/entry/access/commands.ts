import {
  clockOf as contractClockOf,
  toFacts as toContractFacts,
} from '#server/contracts/benefits/commands.ts';
import { listContracts, listVisits } from '#server/contracts/benefits/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Transaction } from '#server/kernel/db.ts';
import { listUsableTickets, toFacts as toTicketFacts } from '#server/tickets/data.ts';
import type { AccessFacts, DoorFacts, EntryClock } from '#shared/entry/doors/domain.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { placeOpensMinutes } from '#shared/tickets/domain.ts';
import * as data from './data.ts';

/** Today and the rules of this centre's doors. */
export function clockOf(ctx: Ctx): EntryClock {
  const { stayMinutes, passbackMinutes } = ctx.tenant.limits;
  return { ...contractClockOf(ctx), stayMinutes, passbackMinutes };
}

/** What a person may come in by, at whichever door. */
type Ground = (door: Pick<data.DoorRow, 'clubId' | 'clientType'>) => AccessFacts & {
  readonly bookings: readonly data.BookingRow[];
};

/**
 * Reads by what right people may come in, from an instant on for so many hours. A ticket opens its own club, a booking the
 * club it is in.
 */
export async function loadGrounds(
  ctx: Ctx,
  load: Transaction['load'] | Ctx['read'],
  clientIds: readonly number[],
  { from, hours }: { readonly from: string; readonly hours: number },
): Promise<(clientId: number) => Ground> {
  const { timeZone } = ctx.tenant;
  const since = localDate(from, timeZone);
  const [staff, blocked, bookings, contracts, visits, tickets] = await (load as Transaction['load'])(
    data.listStaff({ clientIds }),
    data.listBlocked({ clientIds }),
    data.listBookings({ clientIds, from, until: addMinutes(from, hours * 60 + placeOpensMinutes) }),
    listContracts({ clientIds, since }),
    listVisits({ clientIds, since, leaving: [] }),
    listUsableTickets({ clientIds, since }),
  );
  const clock = contractClockOf(ctx);
  const workers = new Set(staff.map(({ clientId }) => clientId));
  const barred = new Set(blocked.map(({ clientId }) => clientId));
  const visitsOf = Map.groupBy(visits, ({ contractId }) => contractId);
  const [bookingsOf, contractsOf, ticketsOf] = [
    Map.groupBy(bookings, ({ clientId }) => clientId),
    Map.groupBy(contracts, ({ clientId }) => clientId),
    Map.groupBy(tickets, ({ clientId }) => clientId),
  ];
  return (clientId) => {
    const own = (contractsOf.get(clientId) ?? []).map((row) =>
      toContractFacts(row, visitsOf.get(row.id) ?? [], clock),
    );
    return ({ clubId, clientType }) => ({
      isBlocked: barred.has(clientId),
      isStaff: workers.has(clientId),
      bookings: (bookingsOf.get(clientId) ?? []).filter((one) => one.clubId === clubId),
      contracts: own,
      tickets: (ticketsOf.get(clientId) ?? [])
        .filter((one) => one.clientType === clientType && one.clubId === clubId)
        .map(toTicketFacts),
    });
  };
}

export function doorFacts(row: data.DoorRow): DoorFacts {
  const { direction, clientType, clubId, hours, closures, isExitRead } = row;
  return { direction, clientType, clubId, hours, closures, isExitRead };
}
