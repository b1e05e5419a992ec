import type { TrainerStatistics } from '#shared/statistics/contract.ts';

export type HeldTraining = TrainerStatistics['list'][number];

/** What the sums and the list behind them are narrowed to by the address. */
export interface StatisticsSearch {
  window?: 'currentMonth' | undefined;
  mode?: 'type' | undefined;
  filter?: number | undefined;
  type?: HeldTraining['type'] | undefined;
  date?: string | undefined;
}

export const statisticsLink = (isPersonal: boolean, search: StatisticsSearch) => ({
  to: isPersonal ? ('/personal-trainings' as const) : ('/group-trainings' as const),
  search: isPersonal ? { view: 'statistics' as const, ...search } : search,
  activeOptions: { exact: true },
});
