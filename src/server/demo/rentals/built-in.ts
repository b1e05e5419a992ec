import type { RoomKind } from '../timetable/built-in.ts';

/** Euro cents of an hour in a lane, and in rooms that are let as a whole. */
export const laneCents = 1800;
export const hourCents: Readonly<Partial<Record<RoomKind, number>>> = {
  smallPool: 4200,
  court: 2200,
  padel: 2800,
  simulator: 3200,
};

export const laneNames = { et: 'Rada', en: 'Lane', lv: 'Celiņš' } as const;
