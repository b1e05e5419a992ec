import { useQuery } from '@tanstack/react-query';
import * as contract from '#shared/videos/contract.ts';
import { queryFor } from '#web/kernel/queries.ts';

/** The centre's training videos. */
export function useVideos() {
  return useQuery(queryFor(contract.listVideos));
}
