import { useQuery } from '@tanstack/react-query';
import { getCard, takeFromCard, undoTaking } from '#shared/entry/desk/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

const isShownHere = () => true;

/** What a shown code is; asked anew each time, for others take from it too. */
export function useCard(cardCode: string) {
  return useQuery({ ...queryFor(getCard, { params: { cardCode } }), retry: false, gcTime: 0 });
}

/** Takes one; refusals stand where it was pressed, and what is left is read anew either way. */
export function useTaking() {
  return useCommand(takeFromCard, { isErrorShownByScreen: isShownHere });
}

export function useUndoTaking() {
  return useCommand(undoTaking, { isErrorShownByScreen: isShownHere });
}
