import type { Ctx } from '#server/kernel/ctx.ts';
import type { Transaction } from '#server/kernel/db.ts';
import type { ContractEvent } from '#server/kernel/events.ts';
import { cancelRegistration } from '#server/registrations/queue/commands.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ContractView } from '../views/commands.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** A booking that is lost with a change of its contract. */
export interface LostBooking {
  readonly id: number;
  readonly name: string;
  readonly startsAt: string;
}

/** The bookings of some dates that hang on a contract. */
export async function lostBookings(
  { now }: Ctx,
  load: Load,
  { row }: ContractView,
  dates: { readonly fromOn: string; readonly untilOn: string | null },
): Promise<LostBooking[]> {
  const of = { contractId: row.id, clientId: row.clientId, ...dates, now };
  const [upcoming] = await load(data.listUpcoming(of));
  return upcoming;
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
