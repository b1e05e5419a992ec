import { useQuery } from '@tanstack/react-query';
import { addKeycard, listKeycards, removeKeycards } from '#shared/entry/keycards/contract.ts';
import type { KeycardProvider } from '#shared/entry/keycards/domain.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

/** Wallets that the centre issues cards for, and the member's own cards. */
export function useKeycards() {
  return useQuery(queryFor(listKeycards));
}

/** Has a card made and goes where the phone takes it. */
export function useKeycardAdding() {
  const adding = useCommand(addKeycard);
  return {
    /** Of which wallet it is on its way. */
    pending: adding.isPending ? adding.variables.body.provider : undefined,
    add: async (provider: KeycardProvider) => {
      const { address } = await adding.mutateAsync({ body: { provider } });
      window.location.assign(address);
    },
  };
}

/** No card opens doors any more. */
export function useKeycardRemoval() {
  return useCommand(removeKeycards, { success: (t) => t('entry.keycards.removed') });
}
