export interface TimesSearch {
  /** What a trainer looks at; without it what is coming. */
  view?: 'hours' | 'statistics' | undefined;
  /** Whose free times a member looks at. */
  trainer?: number | undefined;
  /** The first local date of the two weeks that are shown. */
  from?: string | undefined;
}

export const timesLink = (search: TimesSearch) => ({ to: '/personal-trainings' as const, search });
