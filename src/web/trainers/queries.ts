import { useQuery } from '@tanstack/react-query';
import { getTrainerFreeTime, getTrainerPage, listTrainerPages } from '#shared/trainers/pages/contract.ts';
import { queryFor } from '#web/kernel/queries.ts';

export const trainerPagesQuery = () => queryFor(listTrainerPages);
export const trainerPageQuery = (id: number) => queryFor(getTrainerPage, { params: { id } });
export const trainerFreeTimeQuery = (id: number) => queryFor(getTrainerFreeTime, { params: { id } });

/** Everybody who teaches. */
export function useTrainerPages() {
  return useQuery(trainerPagesQuery());
}

/** One trainer, as everybody may see them. */
export function useTrainerPage(id: number) {
  return useQuery(trainerPageQuery(id));
}

/** The next free time with a trainer; undefined until it is known. */
export function useFirstFree(id: number, isAsked: boolean): string | null | undefined {
  return useQuery({ ...trainerFreeTimeQuery(id), enabled: isAsked }).data?.firstFree;
}
