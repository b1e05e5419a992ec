import type { Ctx } from '#server/kernel/ctx.ts';
import { findUses, spanOf } from '#server/schedule/clashes/commands.ts';
import { addMinutes, instantAt } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { RoomUse } from '#shared/schedule/clashes/domain.ts';
import { isSlot } from '#shared/schedule/clashes/domain.ts';
import { listRooms } from './data.ts';

export interface AskedTime {
  readonly date: string | undefined;
  /** HH:mm by the centre's clock. */
  readonly time: string | undefined;
  readonly duration: number;
  readonly setUp?: number;
  /** Does not stand in its own way. */
  readonly training: number | undefined;
}

/** From when until when something at a wall time would last. Throws `dataValidationFailed`. */
export function askedSpan({ tenant }: Ctx, { date, time, duration, setUp = 0 }: AskedTime) {
  const isLength = duration > 0 && duration <= 24 * 60 && setUp >= 0 && setUp <= 240;
  if (!date || !time || !isSlot(time) || !isLength) throw new AppError('dataValidationFailed');
  const startsAt = instantAt(date, time, tenant.timeZone);
  return spanOf(addMinutes(startsAt, -setUp), addMinutes(startsAt, duration));
}

/** What is in the centre's rooms at a wall time. */
export async function findRoomTakers(ctx: Ctx, asked: AskedTime): Promise<readonly RoomUse[]> {
  const span = askedSpan(ctx, asked);
  const [rooms] = await ctx.read(listRooms());
  const taken = await findUses(
    ctx.read,
    rooms.map(({ id }) => id),
    [],
    [span],
  );
  return taken.rooms.filter(({ kind, id }) => kind === 'reservation' || id !== asked.training);
}
