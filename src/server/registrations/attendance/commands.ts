import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { eachOf } from '#server/kernel/queue/centres.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  decidePresence,
  type RollClock,
  refuseClosing,
  refuseSettled,
} from '#shared/registrations/attendance/domain.ts';
import { canSeeRoll } from '#shared/registrations/attendance/policy.ts';
import { settleMinutes } from '#shared/registrations/settlements/domain.ts';
import { settling } from '../entitlements/commands.ts';
import * as data from './data.ts';

export function clockOf({ now, tenant }: Ctx): RollClock {
  return { now, timeZone: tenant.timeZone };
}

/** A roll as the actor may see it: whose it is not finds none. Throws `trainingNotFound`. */
export function visible<Row extends { readonly trainerId: number | null }>(
  { actor }: Ctx,
  row: Row | undefined,
): Row {
  if (!row || !canSeeRoll(actor, row)) throw new AppError('trainingNotFound');
  return row;
}

export function rollChanged(trainingId: number): DomainEvent {
  return { topic: 'rollChanged', trainingId };
}

/**
 * Notes who is here, for registrations of one training; the first opens its roll. Throws what `decidePresence` refuses with,
 * and `registrationNotFound` for those the actor does not see.
 */
export function changePresence(
  ctx: Ctx,
  registrationIds: readonly number[],
  presence: boolean | null,
): Promise<{ presence: boolean | null }> {
  const { isAdmin } = member(ctx);
  return note(ctx, registrationIds, presence, { isAdmin, isSeen: (roll) => canSeeRoll(ctx.actor, roll) });
}

/**
 * Notes somebody as here who came in by a door; whoever was noted before stays as noted, but for those whom the closing of the
 * roll alone made absent, and the roll is not begun by it. What a trainer would be refused, a door leaves as it is.
 */
export async function noteArrival(ctx: Ctx, registrationId: number): Promise<void> {
  try {
    await note(ctx, [registrationId], true, { isAdmin: false, isSeen: () => true, isFirst: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

interface Noting {
  readonly isAdmin: boolean;
  isSeen(roll: data.RollRow): boolean;
  /** Only where nobody noted anything yet. */
  readonly isFirst?: boolean;
}

function note(
  ctx: Ctx,
  registrationIds: readonly number[],
  presence: boolean | null,
  { isAdmin, isSeen, isFirst = false }: Noting,
): Promise<{ presence: boolean | null }> {
  return ctx.write(async (transaction) => {
    const [rolls, noted] = await transaction.load(
      data.lockRollsOf({ registrationIds }),
      data.listNoted({ registrationIds }),
    );
    const [roll] = rolls;
    const isWhole = rolls.length === 1 && noted.length === new Set(registrationIds).size;
    if (!roll || !isWhole || !isSeen(roll)) throw new AppError('registrationNotFound');
    const states = noted.map(({ state }) => state);
    const decided = decidePresence(roll, states, presence, { isAdmin }, clockOf(ctx));
    const isNoted = (one: data.NotedRow) => one.presence !== null && !one.isPresumedAbsent;
    // Said by somebody, an absence is no guess of the roll's closing any more.
    const isSame = (one: data.NotedRow) => one.presence === decided && !one.isPresumedAbsent;
    const changed = noted.filter((one) => !isSame(one) && !(isFirst && isNoted(one)));
    if (changed.length === 0) return transaction.keep({ presence: decided });
    return transaction.save(
      { presence: decided },
      [
        data.setPresence(
          changed.map(({ id }) => id),
          decided,
        ),
        // A door says who is here, and of nobody that they are not: a person begins the roll.
        ...(isFirst ? [] : [data.openRoll(roll.id, ctx.now), data.forgetEmptyRoll(roll.id)]),
      ],
      [rollChanged(roll.id)],
      changed.map(({ id, presence: before }) => ({
        noun: 'registration',
        id,
        before: { presence: before },
        after: { presence: decided },
      })),
    );
  });
}

/** Closes a roll: whoever has a place and was not noted was absent. Again changes nothing. */
export function closeRoll(ctx: Ctx, trainingId: number): Promise<{ absent: number }> {
  const { isAdmin } = member(ctx);
  return close(ctx, trainingId, (row) => {
    const roll = visible(ctx, row);
    refuseClosing(roll, { isAdmin }, clockOf(ctx));
  });
}

function close(ctx: Ctx, trainingId: number, check: (roll: data.RollRow | undefined) => void) {
  return ctx.write(async (transaction) => {
    const [[roll], absent] = await transaction.load(
      data.lockRoll({ trainingId }),
      data.listNotNoted({ trainingId }),
    );
    check(roll);
    if (!roll || roll.rollClosedAt !== null) return transaction.keep({ absent: 0 });
    const ids = absent.map(({ id }) => id);
    // Written before it is looked what becomes of their covers: that follows from who was here.
    await transaction.load(data.presumeAbsent(ids), data.setRollClosed(trainingId, ctx.now, ctx.now));
    const settled = await settling(ctx, transaction.load, [trainingId]);
    return transaction.save(
      { absent: ids.length },
      settled,
      [rollChanged(trainingId)],
      [
        {
          noun: 'training',
          id: trainingId,
          before: { roll: 'open' },
          after: { roll: 'closed', absent: ids },
        },
      ],
    );
  });
}

/**
 * Opens a closed roll again while nothing is settled: whom its closing made absent is not noted any more, whom somebody noted
 * stays as noted. Throws `rollSettled`.
 */
export function openRoll(ctx: Ctx, trainingId: number): Promise<Record<never, never>> {
  return ctx.write(async (transaction) => {
    const [[row], presumed] = await transaction.load(
      data.lockRoll({ trainingId }),
      data.listPresumedAbsent({ trainingId }),
    );
    const roll = visible(ctx, row);
    if (roll.rollClosedAt === null) return transaction.keep({});
    refuseSettled(roll, clockOf(ctx));
    const ids = presumed.map(({ id }) => id);
    return transaction.save(
      {},
      [
        data.setPresence(ids, null),
        data.setRollClosed(trainingId, null, ctx.now),
        data.forgetEmptyRoll(trainingId),
      ],
      [rollChanged(trainingId)],
      [{ noun: 'training', id: trainingId, before: { roll: 'closed' }, after: { roll: 'open' } }],
    );
  });
}

/**
 * Closes rolls that were begun and forgotten, when what was booked is settled (mission 2.2). A roll that nobody began, or whose
 * beginning was taken back, says nothing about who came, and makes nobody absent.
 */
export async function closeDueRolls(ctx: Ctx): Promise<void> {
  const [due] = await ctx.read(data.listDueRolls({ endedBefore: addMinutes(ctx.now, -settleMinutes) }));
  await eachOf(due, ({ id }) => close(ctx, id, () => {}));
}
