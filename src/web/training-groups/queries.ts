import { useQuery } from '@tanstack/react-query';
import * as contract from '#shared/training-groups/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

/** The groups the reader leads. */
export function useTrainingGroups() {
  return useQuery(queryFor(contract.listTrainingGroups));
}

export function useTrainingGroup(groupId: number) {
  return useQuery({ ...queryFor(contract.getTrainingGroup, { params: { groupId } }), retry: false });
}

/** A whole id code: asked for one by one, and nothing is read anew after it. */
export function useIdCode() {
  return useCommand(contract.readIdCode, { invalidates: [] });
}
