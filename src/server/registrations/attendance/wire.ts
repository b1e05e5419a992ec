import type { Ctx } from '#server/kernel/ctx.ts';
import { localTime, minutesBetween } from '#shared/kernel/dates.ts';
import type { TaughtTraining } from '#shared/registrations/attendance/contract.ts';
import type * as data from './data.ts';

/** A training under the names of a trainer's timetable. */
export function toTaught({ tenant }: Ctx, row: data.TaughtRow): TaughtTraining {
  return {
    id: row.id,
    name: [row.namePrefix, row.name].filter(Boolean).join(' '),
    typeName: row.styleName,
    typeColor: row.colour,
    clubName: row.clubName,
    roomName: row.roomName,
    date: row.localDate,
    time: localTime(row.startsAt, tenant.timeZone),
    startDateTime: row.startsAt,
    endDateTime: row.endsAt,
    duration: minutesBetween(row.startsAt, row.endsAt),
    maxPlaces: row.maxPlaces,
    booked: row.booked,
    waitingCount: row.waiting,
    trained: row.trained,
    isCancelled: row.isCancelled,
    isPersonal: row.clientType === 'personalTraining',
  };
}
