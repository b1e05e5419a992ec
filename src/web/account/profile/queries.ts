import { useQuery } from '@tanstack/react-query';
import { getProfile } from '#shared/account/contract.ts';
import { listDevices, signOutDevice, signOutOthers } from '#shared/account/devices/contract.ts';
import { changeEmail, confirmEmail, keepEmail } from '#shared/account/emails/contract.ts';
import { updateProfile } from '#shared/account/profile/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

/** Who is signed in, with all that is kept of them. */
export function useProfile() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getProfile), enabled: isMember });
}

const isShownHere = () => true;

/** Changes the reader's own details; what is refused stands at its field. */
export function useUpdateProfile() {
  return useCommand(updateProfile, {
    success: (t) => t('profile.saved'),
    isErrorShownByScreen: isShownHere,
  });
}

/** Asks for another address; the form says what was refused. */
export function useChangeEmail() {
  return useCommand(changeEmail, { isErrorShownByScreen: isShownHere });
}

/** Gives up the address that waits for its confirmation. */
export function useKeepEmail() {
  return useCommand(keepEmail, { success: (t) => t('profile.emailKept') });
}

/** Confirms another address by the mailed link; the screen says how it went. */
export function useConfirmEmail() {
  return useCommand(confirmEmail, { isErrorShownByScreen: isShownHere });
}

/** Where the reader is signed in. */
export function useDevices() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(listDevices), enabled: isMember });
}

export function useSignOutDevice() {
  return useCommand(signOutDevice, { success: (t) => t('profile.deviceSignedOut') });
}

export function useSignOutOthers() {
  return useCommand(signOutOthers, { success: (t, { count }) => t('profile.othersSignedOut', { count }) });
}
