import type { RoomReservation } from '#shared/rooms/reservations/contract.ts';
import type { AdminTraining } from '#shared/schedule/editing/contract.ts';

/** Specification point 9: times lie on slots of five minutes. */
export const slotMinutes = 5;
const dayMinutes = 24 * 60;
/** What the calendar shows at least, in minutes of the day. */
const earliest = 7 * 60;
const latest = 22 * 60;

/** Something that takes rooms on a date. */
export interface Block {
  /** `training 12`, `reservation 3`. */
  readonly key: string;
  readonly kind: 'training' | 'reservation';
  readonly id: number;
  readonly name: string;
  readonly date: string;
  /** Minutes of the day; an end past midnight is above 1440. */
  readonly start: number;
  readonly end: number;
  readonly roomIds: readonly number[];
  readonly trainerId: number | null;
  /** Does not take place: takes no room. */
  readonly isOff: boolean;
}

export interface TrainingBlock extends Block {
  readonly kind: 'training';
  readonly training: AdminTraining;
}

export interface ReservationBlock extends Block {
  readonly kind: 'reservation';
  readonly reservation: RoomReservation;
}

export type CalendarBlock = TrainingBlock | ReservationBlock;

/** One column: a room on a date. */
export interface Column {
  readonly key: string;
  readonly date: string;
  readonly roomId: number;
}

/** A block in its column: side by side with those at the same time. */
export interface PlacedBlock<B extends Block = CalendarBlock> {
  readonly block: B;
  readonly lane: number;
  readonly lanes: number;
}

export function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** HH:mm of a minute of the day, past midnight too. */
export function toTime(minutes: number): string {
  const inDay = ((minutes % dayMinutes) + dayMinutes) % dayMinutes;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

export function snap(minutes: number): number {
  return Math.round(minutes / slotMinutes) * slotMinutes;
}

export function trainingBlock(training: AdminTraining): TrainingBlock {
  const start = toMinutes(training.time);
  return {
    key: `training ${training.id}`,
    kind: 'training',
    id: training.id,
    name: [training.namePrefix, training.name].filter(Boolean).join(' '),
    date: training.date,
    start,
    end: start + training.duration,
    roomIds: training.rooms.map(({ id }) => id),
    trainerId: training.trainerId,
    isOff: training.isCancelled,
    training,
  };
}

export function reservationBlock(reservation: RoomReservation): ReservationBlock {
  const start = toMinutes(reservation.time);
  return {
    key: `reservation ${reservation.id}`,
    kind: 'reservation',
    id: reservation.id,
    name: reservation.name,
    date: reservation.date,
    start,
    end: start + reservation.duration,
    roomIds: reservation.rooms.map(({ id }) => id),
    trainerId: null,
    isOff: false,
    reservation,
  };
}

/** From when until when the calendar is drawn: whole hours that hold everything. */
export function shownHours(blocks: readonly Pick<Block, 'start' | 'end'>[]): { from: number; until: number } {
  const from = Math.min(earliest, ...blocks.map(({ start }) => start));
  const until = Math.max(latest, ...blocks.map(({ end }) => end));
  return {
    from: Math.floor(from / 60) * 60,
    until: Math.min(Math.ceil(until / 60) * 60, dayMinutes),
  };
}

/** The rooms a room takes with it: itself and, where it is a combined one, its parts. */
export type RoomParts = ReadonlyMap<number, readonly number[]>;

function wholeOf(roomIds: readonly number[], parts: RoomParts): Set<number> {
  return new Set(roomIds.flatMap((id) => [id, ...(parts.get(id) ?? [])]));
}

/** Whether two choices of rooms meet: one of them, or a part of one. */
export function doRoomsMeet(a: readonly number[], b: readonly number[], parts: RoomParts): boolean {
  const taken = wholeOf(a, parts);
  return [...wholeOf(b, parts)].some((id) => taken.has(id));
}

/** What stands in the way of a place: in its rooms, or with the same trainer. The moved block itself never does. */
export function clashesAt<B extends Block>(
  blocks: readonly B[],
  place: {
    readonly date: string;
    readonly start: number;
    readonly end: number;
    readonly roomIds: readonly number[];
    readonly trainerId: number | null;
  },
  parts: RoomParts,
  exceptKey?: string,
): B[] {
  return blocks.filter(
    (block) =>
      block.key !== exceptKey &&
      !block.isOff &&
      block.date === place.date &&
      block.start < place.end &&
      place.start < block.end &&
      ((place.trainerId !== null && block.trainerId === place.trainerId) ||
        doRoomsMeet(block.roomIds, place.roomIds, parts)),
  );
}

/** A column's blocks in order of time, those that overlap side by side. */
export function layOut<B extends Block>(blocks: readonly B[]): PlacedBlock<B>[] {
  const ordered = blocks.toSorted((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
  const placed: PlacedBlock<B>[] = [];
  let cluster: { block: B; lane: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const { block, lane } of cluster) placed.push({ block, lane, lanes: ends.length });
    cluster = [];
    ends = [];
  };
  for (const block of ordered) {
    if (ends.every((end) => end <= block.start)) close();
    const free = ends.findIndex((end) => end <= block.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = block.end;
    cluster.push({ block, lane });
  }
  close();
  return placed;
}

/** The room ids of a block after it was moved from one room to another; the others stay. */
export function swapRoom(roomIds: readonly number[], from: number, to: number): number[] {
  return [...new Set(roomIds.map((id) => (id === from ? to : id)))];
}

/** A place moved so that it lies within the drawn hours, its length kept. */
export function keepWithin(
  start: number,
  length: number,
  hours: { from: number; until: number },
): { start: number; end: number } {
  const last = Math.max(hours.from, hours.until - length);
  const kept = Math.min(Math.max(start, hours.from), last);
  return { start: kept, end: kept + length };
}

/** The nearest block in a direction: `up` and `down` within the column, `left` and `right` in the next that has any. */
export function neighbourOf(
  columns: readonly (readonly PlacedBlock[])[],
  at: { column: number; key: string },
  direction: 'up' | 'down' | 'left' | 'right',
): { column: number; key: string } | undefined {
  const own = columns[at.column] ?? [];
  const index = own.findIndex(({ block }) => block.key === at.key);
  if (direction === 'up' || direction === 'down') {
    const next = own[index + (direction === 'up' ? -1 : 1)];
    return next && { column: at.column, key: next.block.key };
  }
  const step = direction === 'left' ? -1 : 1;
  const start = own[index]?.block.start ?? 0;
  for (let column = at.column + step; column >= 0 && column < columns.length; column += step) {
    const [nearest] = (columns[column] ?? []).toSorted(
      (a, b) => Math.abs(a.block.start - start) - Math.abs(b.block.start - start),
    );
    if (nearest) return { column, key: nearest.block.key };
  }
  return undefined;
}
