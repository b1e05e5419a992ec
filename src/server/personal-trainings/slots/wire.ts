import { minutesBetween } from '#shared/kernel/dates.ts';
import type { PlacedSlot } from '#shared/personal-trainings/slots/domain.ts';

/** A free time as it is sent. */
export function toSlot({ date, time, startsAt, endsAt, clubName, roomName }: PlacedSlot) {
  return {
    ...{ date, time, clubName, roomName },
    startDateTime: startsAt,
    endDateTime: endsAt,
    duration: minutesBetween(startsAt, endsAt),
  };
}
