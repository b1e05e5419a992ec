import { useQuery } from '@tanstack/react-query';
import {
  getKeycardIssuers,
  saveAppleIssuer,
  saveGoogleIssuer,
} from '#shared/entry/keycard-issuers/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

const isShownHere = () => true;

/** What the centre issues cards with. */
export function useKeycardIssuers() {
  return useQuery(queryFor(getKeycardIssuers));
}

/** Other keys of Apple's, or whether doors take its cards; what is wrong stands under the form. */
export function useAppleSaving() {
  return useCommand(saveAppleIssuer, {
    isErrorShownByScreen: isShownHere,
    success: (t) => t('backOffice.keycards.saved'),
  });
}

/** The same of Google's. */
export function useGoogleSaving() {
  return useCommand(saveGoogleIssuer, {
    isErrorShownByScreen: isShownHere,
    success: (t) => t('backOffice.keycards.saved'),
  });
}
