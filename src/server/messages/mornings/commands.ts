import type { Ctx } from '#server/kernel/ctx.ts';
import { localDate, localTime } from '#shared/kernel/dates.ts';
import { quiet } from '#shared/messages/notices/domain.ts';
import * as data from './data.ts';
import { writeMorningMail } from './mails.ts';

/**
 * Tells staff who want it what waits for them that day: once a day, from the hour on at which nobody is disturbed any more.
 * Who was told is written with the mails, so whoever is cut off has told nobody.
 */
export function raiseMornings(ctx: Ctx, origin: string): Promise<void> {
  const { now, tenant } = ctx;
  const { timeZone, name: tenantName, defaultLanguage } = tenant;
  const date = localDate(now, timeZone);
  return ctx.write(async ({ load, save, keep }) => {
    const time = localTime(now, timeZone);
    if (time < quiet.until || time >= quiet.from) return keep(undefined);
    const [[mark]] = await load(data.lockMorning());
    if (!mark || (mark.morningOn ?? '') >= date) return keep(undefined);
    const [readers, trainings, [waiting]] = await load(
      data.listReaders(),
      data.listDay(date),
      data.countWaiting(now),
    );
    const mails = readers.flatMap((reader) => {
      const own = trainings.filter(({ trainerId }) => trainerId !== null && trainerId === reader.trainerId);
      const counts = waiting ?? { replacements: 0, rolls: 0, bank: 0 };
      const all = reader.isAdmin ? { trainings, ...counts } : undefined;
      const centre = { tenantName, timeZone, origin, defaultLanguage };
      return writeMorningMail(reader, { date, own, all }, centre) ?? [];
    });
    return save(undefined, [data.moveMorning(date)], mails);
  });
}
