import type { TrainingFilters } from '#shared/schedule/domain.ts';
import type { Area } from '../queries.ts';

/** What a timetable reads from its address; absent when not given or not readable (specification point 2). */
export interface ScheduleSearch extends TrainingFilters {
  date?: string | undefined;
}

export interface FilterChipsProps {
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
function chosen({ date, unit, group, room, trainer, filter, free, time, text }: ScheduleSearch) {
  return {
    ...(date !== undefined && { date }),
    ...(unit !== undefined && { unit }),
    ...(group !== undefined && { group }),
    ...(room !== undefined && { room }),
    ...(trainer !== undefined && { trainer }),
    ...(filter !== undefined && { filter }),
    ...(free !== undefined && { free }),
    ...(time !== undefined && { time }),
    ...(text !== undefined && { text }),
  };
}

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

export const trainingLink = (area: Area, id: number) => ({
  to: trainingPaths[area],
  search: { id },
  activeOptions,
});
