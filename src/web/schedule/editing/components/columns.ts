import { formatDate, weekDates } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { Room } from '#shared/rooms/contract.ts';
import type { Closure } from '#shared/schedule/closures/contract.ts';
import { formatWeekday } from '#web/kernel/format.ts';
import type { Texts } from '#web/kernel/texts.tsx';
import { capitalize } from '#web/kernel/time-format.ts';
import type { GridColumn } from './calendar-grid.tsx';

interface ColumnsOptions {
  rooms: readonly Room[];
  /** The room whose week is shown; without it, all rooms of the day. */
  room: Room | undefined;
  date: string;
  closures: readonly Closure[];
  language: Language;
  t: Texts['t'];
}

/** The columns of a day, one for each room, or of a room's week, one for each day. */
export function columnsOf({ rooms, room, date, closures, language, t }: ColumnsOptions): GridColumn[] {
  const closedOn = (day: string, clubId: number) =>
    closures
      .filter(({ from, until, clubId: shut }) => from <= day && day <= until && (shut ?? clubId) === clubId)
      .map(({ name }) => t('editing.closedFor', { name }))
      .join(', ');
  if (room) {
    return weekDates(date).map((day) => ({
      key: day,
      date: day,
      roomId: room.id,
      title: `${capitalize(formatWeekday(day, language))} ${formatDate(day).slice(0, 5)}`,
      note: '',
      roomName: room.name,
      closed: closedOn(day, room.clubId),
    }));
  }
  return rooms.map(({ id, name, clubId, capacity }) => ({
    key: String(id),
    date,
    roomId: id,
    title: name,
    note: t('schedule.places', { count: capacity }),
    roomName: name,
    closed: closedOn(date, clubId),
  }));
}
