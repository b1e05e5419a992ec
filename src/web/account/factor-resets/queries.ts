import { useQuery } from '@tanstack/react-query';
import {
  askFactorReset,
  confirmFactorReset,
  getFactorReset,
  withdrawFactorReset,
} from '#shared/account/resets/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

/** Whether a user's second factors are about to be taken away. */
export function useFactorReset(id: number) {
  return useQuery(queryFor(getFactorReset, { params: { id } }));
}

/** What an administrator may do about it. */
export function useFactorResetCommands() {
  return {
    ask: useCommand(askFactorReset, { success: (t) => t('backOffice.factorReset.asked') }),
    confirm: useCommand(confirmFactorReset, { success: (t) => t('backOffice.factorReset.confirmed') }),
    withdraw: useCommand(withdrawFactorReset, { success: (t) => t('backOffice.factorReset.withdrawn') }),
  };
}
