import { createHash } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import { member } from '#server/kernel/ctx.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { languages } from '#shared/kernel/language.ts';
import {
  checkException,
  checkHours,
  type Exception,
  exceptionsMax,
  type Hours,
} from '#shared/personal-trainings/hours/domain.ts';
import { atMinute } from '#shared/personal-trainings/slots/domain.ts';
import * as data from './data.ts';

/** What personal trainings are drawn in where the centre has no style for them yet. */
const styleColour = '#9763CC';
const lastDate = '9999-12-31';

/** The trainer a trainer’s request is about: the caller. Throws `itemNotFound` for who is none. */
export function ownTrainer(ctx: Ctx): number {
  const { trainerId } = member(ctx);
  if (trainerId === undefined) throw new AppError('itemNotFound');
  return trainerId;
}

/** When a trainer is there. Throws `itemNotFound` for who teaches no more. */
export async function findHours(ctx: Ctx, trainerId: number) {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const [[trainer], hours, exceptions, rooms] = await ctx.read(
    data.findTrainer({ trainerId }),
    data.listHours({ trainerId }),
    data.listExceptions({ trainerId, from: today, until: lastDate }),
    data.listRooms({}),
  );
  if (!trainer) throw new AppError('itemNotFound');
  return { hours, exceptions, rooms, version: versionOf(hours) };
}

function versionOf(hours: readonly Hours[]): string {
  const lines = hours.map(({ weekday, from, until, roomId }) => [weekday, from, until, roomId].join(' '));
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22);
}

/**
 * Sets a trainer’s weekly hours. What is booked stays. Throws `dataValidationFailed`, `itemNotFound` for a trainer or a room
 * that is not there, `changedMeanwhile`.
 */
export function saveHours(
  ctx: Ctx,
  trainerId: number,
  { hours, version }: { hours: readonly Hours[]; version: string },
): Promise<{ version: string }> {
  checkHours(hours);
  const sorted = hours.toSorted((one, other) => one.weekday - other.weekday || one.from - other.from);
  return ctx.write(async ({ load, save }) => {
    const [[trainer], before, rooms] = await load(
      data.lockTrainer({ trainerId }),
      data.listHours({ trainerId }),
      data.listRooms({}),
    );
    const areKnown = sorted.every(({ roomId }) => rooms.some(({ id }) => id === roomId));
    if (!trainer || !areKnown) throw new AppError('itemNotFound');
    if (versionOf(before) !== version) throw new AppError('changedMeanwhile');
    const names = Object.fromEntries(
      languages.map((language) => [language, textsFor(language)('personalTimes.styleName')]),
    );
    return save(
      { version: versionOf(sorted) },
      [...data.replaceHours(trainerId, sorted), data.ensureStyle(names, styleColour)],
      [],
      [{ noun: 'trainerHours', id: trainerId, before: { hours: before }, after: { hours: sorted } }],
    );
  });
}

/**
 * Says that a trainer is not there on a date, or there besides. Throws `dataValidationFailed`, `itemNotFound` for a trainer
 * or a room that is not there, `registeringLimitExceeded` beyond a sensible number.
 */
export function addException(
  ctx: Ctx,
  trainerId: number,
  exception: Exception,
): Promise<{ id: number; booked: number }> {
  const { timeZone } = ctx.tenant;
  const today = localDate(ctx.now, timeZone);
  const names = Object.fromEntries(
    languages.map((language) => [language, textsFor(language)('personalTimes.styleName')]),
  );
  return ctx.write(async ({ load, save }) => {
    const span = {
      from: atMinute(exception.date, exception.from, timeZone),
      until: atMinute(exception.date, exception.until, timeZone),
    };
    const [[trainer], others, rooms, [fresh], [taken]] = await load(
      data.lockTrainer({ trainerId }),
      data.listExceptions({ trainerId, from: today, until: lastDate }),
      data.listRooms({}),
      data.nextExceptionId,
      data.countBooked({ trainerId, ...span }),
    );
    checkException(exception, others, today);
    const { kind, roomId } = exception;
    const isPlaced = kind === 'off' ? roomId === null : rooms.some(({ id }) => id === roomId);
    if (!trainer || !fresh || !isPlaced) throw new AppError('itemNotFound');
    if (others.length >= exceptionsMax) {
      throw new AppError('registeringLimitExceeded', { limit: exceptionsMax });
    }
    return save(
      { id: fresh.id, booked: kind === 'off' ? (taken?.booked ?? 0) : 0 },
      [data.insertException(fresh.id, trainerId, exception), data.ensureStyle(names, styleColour)],
      [],
      [{ noun: 'trainerException', id: fresh.id, after: { trainerId, ...exception } }],
    );
  });
}

/** Takes an exception away. Throws `itemNotFound` for what is not the trainer’s. */
export function removeException(ctx: Ctx, trainerId: number, id: number): Promise<Record<never, never>> {
  return ctx.write(async ({ load, save }) => {
    const [[trainer], [before]] = await load(
      data.lockTrainer({ trainerId }),
      data.findException({ id, trainerId }),
    );
    if (!trainer || !before) throw new AppError('itemNotFound');
    return save({}, [data.deleteException(id)], [], [{ noun: 'trainerException', id, before }]);
  });
}
