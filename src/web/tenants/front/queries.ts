import { useQuery } from '@tanstack/react-query';
import { addDays, compareInstants, localDate } from '#shared/kernel/dates.ts';
import type { Training } from '#shared/schedule/contract.ts';
import { getLanding, type Landing } from '#shared/tenants/landing/contract.ts';
import { useNow } from '#web/kernel/clock.ts';
import { queryFor } from '#web/kernel/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { publicDayQuery } from '#web/schedule/queries.ts';

export const landingQuery = () => queryFor(getLanding);

/** What the front page says; undefined until it is known. */
export function useLanding(): Landing | undefined {
  return useQuery(landingQuery()).data;
}

/** Trainings that still begin, in their order. */
export function trainingsLeft(trainings: readonly Training[], now: string): Training[] {
  return trainings.filter(
    ({ isCancelled, startDateTime }) => !isCancelled && compareInstants(startDateTime, now) > 0,
  );
}

export interface NextTrainings {
  /** Undefined until it is known. */
  readonly trainings: readonly Training[] | undefined;
  /** Nothing more begins today: they are tomorrow's. */
  readonly isTomorrow: boolean;
  readonly date: string;
}

/** What still begins today, or else what begins tomorrow. */
export function useNextTrainings(): NextTrainings {
  const now = useNow();
  const { timeZone } = useStartContext().configuration;
  const today = localDate(now, timeZone);
  const ofToday = useQuery(publicDayQuery(today)).data;
  const left = ofToday && trainingsLeft(ofToday, now);
  const isTomorrow = left !== undefined && left.length === 0;
  const tomorrow = addDays(today, 1);
  const ofTomorrow = useQuery({ ...publicDayQuery(tomorrow), enabled: isTomorrow }).data;
  return isTomorrow
    ? { trainings: ofTomorrow && trainingsLeft(ofTomorrow, now), isTomorrow, date: tomorrow }
    : { trainings: left, isTomorrow, date: today };
}
