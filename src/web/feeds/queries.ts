import { useQuery } from '@tanstack/react-query';
import { createFeed, getCalendarFile, getFeed, removeFeed } from '#shared/feeds/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

/** The member's calendar address, or that there is none. */
export function useFeed() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getFeed), enabled: isMember });
}

/** Makes an address; an older one ends with it. */
export function useCreateFeed() {
  const command = useCommand(createFeed, { success: (t) => t('feeds.created') });
  return { ...command, create: () => command.mutate(undefined) };
}

export function useRevokeFeed() {
  const command = useCommand(removeFeed, { success: (t) => t('feeds.revoked') });
  return { ...command, revoke: (onDone: () => void) => command.mutate(undefined, { onSuccess: onDone }) };
}

/** Puts one booking into the device's calendar: the browser fetches the file, as only so a phone opens it there. */
export function useAddToCalendar() {
  const command = useCommand(getCalendarFile, { invalidates: [] });
  const add = (registrationId: number) =>
    command.mutate(
      { params: { id: registrationId } },
      { onSuccess: ({ address }) => window.location.assign(address) },
    );
  return { add, isPending: command.isPending };
}
