import type { Ctx } from '#server/kernel/ctx.ts';
import type { NoticeEvent } from '#server/kernel/events.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { readReminders, remindAt } from '#shared/messages/reminders/domain.ts';
import * as data from './data.ts';

/**
 * Raises the reminders whose moments came since it was last done, with the mark of how far that is, in one transaction: cut
 * off in between nothing has happened, and the next time raises them all. What was late is raised as long as its training has
 * not begun; the first time there is nothing to catch up with.
 */
export function raiseReminders(ctx: Ctx): Promise<void> {
  const { now, tenant } = ctx;
  return ctx.write(async ({ load, save, keep }) => {
    const [[mark]] = await load(data.lockMark());
    if (!mark) return save(undefined, [data.insertMark(now)]);
    const since = mark.reachedAt;
    if (compareInstants(since, now) >= 0) return keep(undefined);
    const [bookings] = await load(data.listBookings(since, now));
    const due = bookings.flatMap((booking) => {
      const moments = readReminders(booking.reminders).map((minutes) =>
        remindAt(booking.startsAt, minutes, tenant.timeZone),
      );
      const reached = moments.filter((at) => compareInstants(since, at) < 0 && compareInstants(at, now) <= 0);
      return reached.length > 0 ? [reminderOf(booking, reached.toSorted(compareInstants).at(-1) ?? now)] : [];
    });
    return save(undefined, [data.moveMark(now)], due);
  });
}

/** Two moments that were missed, or that the night made one, are one reminder. */
function reminderOf({ registrationId, clientId, trainingId }: data.BookingRow, at: string): NoticeEvent {
  const dedupeKey = `reminder:${registrationId}:${at}`;
  return { topic: 'notice', kind: 'reminder', dedupeKey, registrationId, clientId, trainingId };
}
