import type { TrainingFilters } from '#shared/schedule/domain.ts';
import { safeOrigin } from '#web/kernel/origin.ts';
import type { Area } from '../queries.ts';

/** What a timetable reads from its address; absent when not given or not readable (specification point 2). */
export interface ScheduleSearch extends TrainingFilters {
  date?: string | undefined;
  /** Where the reader came from and may go back to. */
  origin?: string | undefined;
  /** The page that a chosen training leads to instead of its own; it reads it as `training`. */
  destination?: '/public/registration' | '/admin/messages' | undefined;
}

export interface FilterChipsProps {
  area: Area;
  search: ScheduleSearch;
  /** The same page with another search. */
  linkTo: (search: ScheduleSearch) => { to: string; search: object };
}

const dayPaths = { public: '/public/calendar/day', member: '/calendar/day' } as const;
const weekPaths = { public: '/public/calendar/week', member: '/calendar/week' } as const;
const trainingPaths = { public: '/public/training', member: '/training' } as const;

/** A link is the current one only when the whole address is the same, not when it asks for less. */
const activeOptions = { exact: true } as const;

/** Only what is chosen goes into an address. */
function chosen(search: ScheduleSearch) {
  const { date, from, until, unit, group, room, trainer, filter, free, time, text, origin, destination } =
    search;
  return {
    ...(date !== undefined && { date }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(unit !== undefined && { unit }),
    ...(group !== undefined && { group }),
    ...(room !== undefined && { room }),
    ...(trainer !== undefined && { trainer }),
    ...(filter !== undefined && { filter }),
    ...(free !== undefined && { free }),
    ...(time !== undefined && { time }),
    ...(text !== undefined && { text }),
    ...(origin !== undefined && { origin }),
    ...(destination !== undefined && { destination }),
  };
}

/** The same page without anything chosen on it. */
export const unfiltered = ({ date, origin, destination }: ScheduleSearch): ScheduleSearch => ({
  date,
  origin,
  destination,
});

export const dayLink = (area: Area, search: ScheduleSearch) => ({
  to: dayPaths[area],
  search: chosen(search),
  activeOptions,
});

export const weekLink = (area: Area, search: ScheduleSearch) => ({
  to: weekPaths[area],
  search: chosen(search),
  activeOptions,
});

export const trainingLink = (area: Area, id: number, destination?: ScheduleSearch['destination']) => ({
  to: destination ?? trainingPaths[area],
  search: destination === undefined ? { id } : { training: id },
  activeOptions,
});

/** Back to where the address says one came from; undefined where that is no page of this centre. */
export function originLink(origin: string | undefined) {
  const safe = safeOrigin(origin);
  if (safe === undefined) return undefined;
  const [path = '', query = ''] = safe.split('?', 2);
  return { to: path, search: Object.fromEntries(new URLSearchParams(query)) };
}
