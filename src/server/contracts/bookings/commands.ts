import type { Ctx } from '#server/kernel/ctx.ts';
import type { Transaction } from '#server/kernel/db.ts';
import type { ContractEvent } from '#server/kernel/events.ts';
import { cancelRegistration } from '#server/registrations/queue/commands.ts';
import { benefitFor } from '#shared/contracts/benefits/domain.ts';
import { phaseOn } from '#shared/contracts/standing/domain.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type ContractView, viewsOf } from '../views/commands.ts';
import { listOfClient } from '../views/data.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** A booking that is lost with a change of its contract. */
export interface LostBooking {
  readonly id: number;
  readonly name: string;
  readonly startsAt: string;
}

/** The bookings of some dates that hang on this contract, and on no other of the client's. */
export async function lostBookings(
  ctx: Ctx,
  load: Load,
  { row }: ContractView,
  { fromOn, untilOn }: { readonly fromOn: string; readonly untilOn: string | null },
): Promise<LostBooking[]> {
  const { now, tenant } = ctx;
  const { clientId } = row;
  const [upcoming, rows] = await load(
    data.listUpcoming({ clientId, fromOn, untilOn, now }),
    listOfClient({ clientId }),
  );
  const hanging = upcoming.filter((one) => benefitFor(row.benefits, one, tenant.timeZone));
  if (hanging.length === 0) return [];
  const others = await viewsOf(
    ctx,
    load,
    rows.filter(({ id, state }) => id !== row.id && state === 'live'),
  );
  const isCoveredElse = (one: data.BookingRow) =>
    others.some(({ facts, row: other }) => {
      const phase = phaseOn(facts, one.localDate);
      const runs = phase === 'active' || phase === 'noticeGiven';
      return runs && benefitFor(other.benefits, one, tenant.timeZone) !== undefined;
    });
  return hanging
    .filter((one) => !isCoveredElse(one))
    .map(({ id, name, startsAt }) => ({ id, name, startsAt }));
}

/** Has them given back once the change is written; none where there are none. */
export function releasing(
  { now }: Ctx,
  contractId: number,
  lost: readonly LostBooking[],
): readonly ContractEvent[] {
  if (lost.length === 0) return [];
  const dedupeKey = `release:${contractId}:${now}`;
  return [
    { topic: 'contract', kind: 'release', dedupeKey, contractId, registrationIds: lost.map(({ id }) => id) },
  ];
}

/** Gives bookings back without a charge. What was given back before, or has begun, is left as it is. */
export async function releaseBookings(
  ctx: Ctx,
  clientId: number,
  registrationIds: readonly number[],
): Promise<void> {
  for (const registrationId of registrationIds) {
    try {
      await cancelRegistration(ctx, clientId, registrationId, true);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }
}

/** The day after a date. */
export function dayAfter(date: string): string {
  return addDays(date, 1);
}
