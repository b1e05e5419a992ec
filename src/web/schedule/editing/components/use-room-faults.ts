import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useFreeRooms, type Wanted } from '../queries.ts';
import { toMinutes, toTime } from './grid-places.ts';

interface RoomFaults {
  /** The sentence of specification point 5, with what is in the way. */
  readonly error: string | undefined;
  /** Rooms that are free then; empty where nothing is in the way. */
  readonly free: readonly { readonly id: number; readonly name: string; readonly clubId: number }[];
  /** The nearest start at which what is in the way would not be. */
  readonly start: string | undefined;
}

/**
 * Whether rooms are free when something is wanted, and what would fit instead. `isOwn` says of what takes a room that
 * it is the thing itself.
 */
export function useRoomFaults(
  wanted: (Wanted & { readonly setUp: number }) | null,
  roomIds: readonly number[],
  isOwn: (name: string, roomId: number) => boolean = () => false,
): RoomFaults {
  const { t } = useTexts();
  const format = useTimeFormat();
  const rooms = useFreeRooms(wanted).data ?? [];
  const taken = rooms.flatMap(({ id, name, isFree, takenBy }) =>
    !isFree && takenBy && roomIds.includes(id) && !isOwn(takenBy.name, id) ? [{ name, takenBy }] : [],
  );
  if (taken.length === 0 || !wanted) return { error: undefined, free: [], start: undefined };
  const others = taken.map(
    ({ takenBy: { name, startDateTime, endDateTime } }) =>
      `${name} ${format.time(startDateTime)}–${format.time(endDateTime)}`,
  );
  const said = t('validation.roomsNotFree', { rooms: taken.map(({ name }) => name).join(', ') });
  const at = toMinutes(wanted.time);
  const starts = taken.flatMap(({ takenBy }) => [
    toMinutes(format.time(takenBy.startDateTime)) - wanted.duration,
    toMinutes(format.time(takenBy.endDateTime)) + wanted.setUp,
  ]);
  const [nearest] = starts
    .filter((start) => start >= 0 && start % 5 === 0)
    .toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at));
  return {
    error: [said, ...others].join('. '),
    free: rooms.filter(({ isFree }) => isFree),
    start: nearest === undefined ? undefined : toTime(nearest),
  };
}
